-- From the first release to the next. Generated from supabase/schemas by npm run db:diff, except for the parts marked
-- 'Written by hand'.

set local check_function_bodies = off;

-- Written by hand: the end writes every row. It also writes the directory and its words, which are derived, again.
set local statement_timeout = 0;
truncate public.directory_communities, private.directory_words;

drop policy "No request reads or writes the account index" on "private"."account_index";

drop policy "No request reads or writes deletion requests" on "private"."deletion_requests";

drop policy "No request reads or writes the words" on "private"."directory_words";

drop policy "No request reads or writes the outbox" on "private"."email_outbox";

drop policy "No request reads or writes the settings" on "private"."settings";

drop policy "Owners edit their own communities, admins every community" on "public"."communities";

drop policy "Owners read their own communities, admins every community" on "public"."communities";

drop policy "Groups are added with their community" on "public"."community_groups";

drop policy "Groups are deleted with their community" on "public"."community_groups";

drop policy "Groups are edited with their community" on "public"."community_groups";

drop policy "Groups are read with their community" on "public"."community_groups";

drop policy "No request reads or writes joins" on "public"."community_joins";

drop policy "No request reads or writes the directory" on "public"."directory_communities";

drop policy "Images are added to the owner's folder" on "storage"."objects";

drop trigger "queue_decision_email" on "public"."audit_log";

drop trigger "before_1_check_undecided" on "public"."communities";

drop trigger "before_2_check_version" on "public"."communities";

drop trigger "before_3_protect_columns" on "public"."communities";

drop trigger "before_4_check_count" on "public"."communities";

drop trigger "before_5_decide" on "public"."communities";

drop trigger "before_6_approve_groups" on "public"."communities";

drop trigger "before_7_hold_changes" on "public"."communities";

drop trigger "before_8_check_link" on "public"."communities";

drop trigger "before_9_check_image" on "public"."communities";

drop trigger "check_id" on "public"."communities";

drop trigger "log_community" on "public"."communities";

drop trigger "reset_link_after_insert" on "public"."communities";

drop trigger "reset_link_after_update" on "public"."communities";

drop trigger "update_directory_after_insert" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop trigger "write_search_text" on "public"."communities";

drop trigger "log_group_change" on "public"."community_groups";

drop trigger "log_group" on "public"."community_groups";

drop trigger "review_changed_groups" on "public"."community_groups";

drop trigger "review_groups" on "public"."community_groups";

drop trigger "queue_dead_link_email" on "public"."community_links";

drop trigger "show_link_check" on "public"."community_links";

drop trigger "count_words" on "public"."directory_communities";

drop trigger "keep_last_admin" on "public"."profiles";

drop trigger "rewrite_search_texts" on "public"."profiles";

drop index "private"."directory_words_masks_idx";

drop index "private"."email_outbox_due_at_idx";

drop index "public"."community_links_dead_idx";

drop index "public"."directory_communities_listed_at_idx";

drop index "public"."directory_communities_member_count_idx";

drop index "public"."directory_communities_search_vector_idx";

drop view "private"."images_in_use";

drop view "private"."review_queue";

alter table "public"."communities"
  drop constraint "communities_held_changes_check";

drop function "private"."approve_groups"();

drop function "private"."check_community_count"();

drop function "private"."check_community_image"();

drop function "private"."check_community_is_undecided"();

drop function "private"."check_community_link"();

drop function "private"."check_community_version"();

drop function "private"."count_communities"(text, public.community_category, text, uuid);

drop function
  "private"."count_directory"(text, public.community_location, public.community_category,
  public.join_type);

drop function "private"."count_review_queue"();

drop function "private"."country_of"(public.community_location);

drop function "private"."decide_community"();

drop function
  "private"."export_communities"(text, public.community_status, public.community_category, text,
  uuid, timestamp with time zone, uuid);

drop function "private"."export_communities_of"(uuid);

drop function "private"."has_words"(text, text);

drop function "private"."hold_community_changes"();

drop function "private"."is_at_aal2"();

drop function "private"."is_decision"(public.communities, public.communities);

drop function "private"."is_stored_image"(text, uuid);

drop function "private"."is_whatsapp_link_listed"(text, uuid);

drop function
  "private"."list_communities"(text, public.community_status, public.community_category, text, uuid,
  text, boolean, integer, integer);

drop function "private"."list_review_queue"(integer, integer);

drop function
  "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb);

drop function "private"."log_community"();

drop function "private"."log_group"();

drop function "private"."masks_near"(text);

drop function "private"."masks_of"(text);

drop function "private"."protect_community_columns"();

drop function "private"."queue_counts"();

drop function "private"."queue_dead_link_email"();

drop function "private"."queue_decision_email"();

drop function "private"."read_search"(text);

drop function "private"."report_community"(uuid, public.report_reason, text);

drop function "private"."reset_link"();

drop function "private"."retention_period"(text);

drop function "private"."rewrite_search_texts"();

drop function
  "private"."search_directory"(text, public.community_location, public.community_category,
  public.join_type, text, text, uuid, integer);

drop function "private"."show_link_check"();

drop function "private"."update_directory"();

drop function "private"."word_query"(text[], integer);

drop function "public"."announce_deletion"(uuid, uuid);

drop function "public"."claim_email"();

drop function "public"."claim_links"(integer);

drop function "public"."confirm_groups"(uuid, timestamp with time zone);

drop function
  "public"."count_directory"(text, public.community_location, public.community_category,
  public.join_type);

drop function "public"."count_failed_emails"();

drop function "public"."count_joins"();

drop function "public"."count_review_queue"();

drop function "public"."export_my_data"();

drop function "public"."finish_email"(uuid, integer, text);

drop function "public"."get_invite_link"(uuid);

drop function "public"."get_my_role"();

drop function "public"."is_directory_live"();

drop function "public"."join_community"(uuid);

drop function "public"."list_review_queue"(integer, integer);

drop function "public"."record_link_check"(uuid, text, public.link_state, text);

drop function "public"."report_community"(uuid, public.report_reason, text);

drop function "public"."require_complete_sign_in"();

drop function "public"."resolve_reports"(uuid, timestamp with time zone);

drop function
  "public"."search_directory"(text, public.community_location, public.community_category,
  public.join_type, text, text, uuid, integer);

drop function "public"."undo_decision"(uuid);

alter table "private"."directory_words"
  drop column "masks";

alter table "public"."directory_communities"
  drop column "listed_at";

alter table "public"."directory_communities"
  drop column "search_vector";

create extension if not exists "fuzzystrmatch" schema "extensions";

create table "private"."announced_communities" (
  "community_id"  uuid                     not null,
  "approval_date" timestamp with time zone not null,
  constraint "announced_communities_pkey" primary key (community_id)
);

alter table "private"."announced_communities"
  enable row level security;

create table "private"."imported_communities" (
  "community_id" uuid not null,
  "import_id"    uuid not null,
  "file_name"    text,
  "imported_by"  uuid,
  constraint "imported_communities_pkey" primary key (community_id),
  constraint "imported_communities_file_name_check" check (private.is_line(file_name, 200))
);

alter table "private"."imported_communities"
  enable row level security;

create table "private"."link_checks" (
  "id"      bigint                   generated always as identity not null,
  "at"      timestamp with time zone not null default clock_timestamp(),
  "user_id" uuid,
  "source"  text,
  constraint "link_checks_pkey" primary key (id),
  constraint "link_checks_source_check"
    check ((source = ANY (ARRAY['user'::text, 'new user'::text])))
);

alter table "private"."link_checks"
  enable row level security;

create table "private"."ownership_codes" (
  "code"         text                     not null,
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "used_at"      timestamp with time zone,
  constraint "ownership_codes_pkey" primary key (code)
);

alter table "private"."ownership_codes"
  enable row level security;

create table "private"."reviewed_links" (
  "community_id" uuid                     not null,
  "link"         text                     not null,
  "group_name"   text,
  "checked_at"   timestamp with time zone,
  "due_at"       timestamp with time zone,
  "failures"     integer                  not null default 0,
  "reserved_at"  timestamp with time zone,
  constraint "reviewed_links_pkey" primary key (community_id)
);

alter table "private"."reviewed_links"
  enable row level security;

create table "private"."still_active_answers" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "is_active"    boolean                  not null,
  "answered_at"  timestamp with time zone not null default now(),
  constraint "still_active_answers_pkey" primary key (community_id, user_id)
);

alter table "private"."still_active_answers"
  enable row level security;

alter table "private"."translations"
  enable row level security;

create table "public"."admin_notes" (
  "id"           uuid                     not null default gen_random_uuid(),
  "community_id" uuid,
  "user_id"      uuid,
  "text"         text                     not null,
  "created_at"   timestamp with time zone not null default now(),
  constraint "admin_notes_pkey" primary key (id),
  constraint "admin_notes_subject_check" check ((num_nonnulls(community_id, user_id) = 1)),
  "author_id"    uuid                     default auth.uid()
);

alter table "public"."admin_notes"
  enable row level security;

create table "public"."alerts" (
  "id"            uuid                      not null default gen_random_uuid(),
  "user_id"       uuid                      not null,
  "search"        text                      not null default ''::text,
  "location"      text,
  "category"      public.community_category,
  "join_type"     public.join_type,
  "language"      text,
  "created_at"    timestamp with time zone  not null default now(),
  "query"         tsquery,
  "checked_until" timestamp with time zone  not null default now(),
  constraint "alerts_filter_check"
    check (((search <> ''::text) OR (num_nonnulls(location, category, join_type, language) > 0))),
  constraint "alerts_filter_key" unique nulls
    not DISTINCT (user_id, search, location, category, join_type, language),
  constraint "alerts_pkey" primary key (id),
  constraint "alerts_search_check" check (private.is_optional_line(search, 100))
);

alter table "public"."alerts"
  enable row level security;

create table "public"."appeals" (
  "id"           uuid                     not null default gen_random_uuid(),
  "community_id" uuid                     not null,
  "decided_at"   timestamp with time zone not null,
  "message"      text                     not null,
  "created_at"   timestamp with time zone not null default now(),
  "closed_at"    timestamp with time zone,
  "closed_by"    uuid,
  "reason"       text,
  constraint "appeals_decision_key" unique (community_id, decided_at),
  constraint "appeals_pkey" primary key (id),
  constraint "appeals_reason_check" check (private.is_text(reason, 500))
);

alter table "public"."appeals"
  enable row level security;

create table "public"."claims" (
  "id"           uuid                     not null default gen_random_uuid(),
  "community_id" uuid,
  "claimant_id"  uuid                     not null,
  "owner_id"     uuid,
  "proved_at"    timestamp with time zone not null default now(),
  "answer"       text,
  "answered_at"  timestamp with time zone,
  "answered_by"  uuid,
  "decided_at"   timestamp with time zone,
  "decided_by"   uuid,
  "reason"       text,
  constraint "claims_answered_check" check (((answer IS NULL) OR (answered_at IS NOT NULL))),
  constraint "claims_pkey" primary key (id),
  constraint "claims_reason_check" check (private.is_text(reason, 500))
);

alter table "public"."claims"
  enable row level security;

create table "public"."co_owners" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "added_at"     timestamp with time zone not null default now(),
  constraint "co_owners_pkey" primary key (community_id, user_id)
);

alter table "public"."co_owners"
  enable row level security;

create table "public"."community_blocks" (
  "community_id" uuid                     not null,
  "since"        timestamp with time zone not null default now(),
  "created_by"   uuid,
  "reason"       text
);

alter table "public"."community_blocks"
  enable row level security;

create table "public"."earlier_answers" (
  "claim_id"    uuid                     not null,
  "author_id"   uuid                     not null,
  "role"        text                     not null,
  "answer"      text                     not null,
  "answered_at" timestamp with time zone not null,
  constraint "earlier_answers_pkey" primary key (claim_id, answered_at),
  constraint "earlier_answers_role_check"
    check ((role = ANY (ARRAY['owner'::text, 'co-owner'::text])))
);

alter table "public"."earlier_answers"
  enable row level security;

create table "public"."invitations" (
  "id"                 uuid                     not null default gen_random_uuid(),
  "community_id"       uuid,
  "email"              text                     not null,
  "keeps_former_owner" boolean                  not null default false,
  "invited_by"         uuid                     not null,
  "created_at"         timestamp with time zone not null default now(),
  "answered_at"        timestamp with time zone,
  constraint "invitations_pkey" primary key (id),
  constraint "invitations_email_check"
    check ((private.is_line(email, 254) AND (email = lower(email))))
);

alter table "public"."invitations"
  enable row level security;

create table "public"."open_reviews" (
  "community_id" uuid                     not null,
  "admin_id"     uuid                     not null,
  "until"        timestamp with time zone not null,
  constraint "open_reviews_pkey" primary key (community_id, admin_id)
);

alter table "public"."open_reviews"
  enable row level security;

create table "public"."places" (
  "id"                uuid                     not null default gen_random_uuid(),
  "name"              text                     not null,
  "alternative_names" text[]                   not null default '{}'::text[],
  "country"           text                     not null,
  "country_code"      text                     not null,
  "latitude"          double precision         not null,
  "longitude"         double precision         not null,
  "is_active"         boolean                  not null default true,
  "known_names"       text[]                   not null default '{}'::text[],
  "words"             text                     not null default ''::text,
  "country_words"     text                     not null default ''::text,
  "created_at"        timestamp with time zone not null default now(),
  "updated_at"        timestamp with time zone not null default now(),
  constraint "places_country_code_check" check ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint "places_latitude_check"
    check
    (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint "places_longitude_check"
    check
    (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double
    precision))),
  constraint "places_name_key" unique (name),
  constraint "places_pkey" primary key (id),
  constraint "places_country_check" check (private.is_line(country, 100)),
  constraint "places_name_check" check (private.is_line(name, 100))
);

alter table "public"."places"
  enable row level security;

create table "public"."saved_communities" (
  "community_id" uuid                     not null,
  "saved_at"     timestamp with time zone not null default now(),
  "user_id"      uuid                     not null default auth.uid(),
  constraint "saved_communities_pkey" primary key (user_id, community_id)
);

alter table "public"."saved_communities"
  enable row level security;

create table "public"."signs_of_life" (
  "community_id"   uuid                     not null,
  "confirmed_at"   timestamp with time zone not null default now(),
  "last_joined_at" timestamp with time zone,
  "asked_at"       timestamp with time zone,
  constraint "signs_of_life_pkey" primary key (community_id)
);

alter table "public"."signs_of_life"
  enable row level security;

create table "public"."suspensions" (
  "user_id"      uuid                     not null,
  "reason"       text                     not null,
  "until"        timestamp with time zone,
  "suspended_by" uuid,
  "suspended_at" timestamp with time zone not null default now(),
  "hidden"       jsonb                    not null default '{}'::jsonb,
  constraint "suspensions_pkey" primary key (user_id)
);

alter table "public"."suspensions"
  enable row level security;

create table "public"."synonyms" (
  "id"         uuid                     not null default gen_random_uuid(),
  "terms"      text[]                   not null,
  "stems"      text[]                   not null default '{}'::text[],
  "words"      text                     not null default ''::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  constraint "synonyms_pkey" primary key (id)
);

alter table "public"."synonyms"
  enable row level security;

alter table "private"."email_outbox"
  add column "priority" smallint generated always as (
CASE
    when
      (kind = ANY (ARRAY['still_active'::public.email_kind, 'falling_asleep'::public.email_kind,
      'new_communities'::public.email_kind])) THEN 2
    ELSE 1
end) stored not null;

alter table "private"."settings"
  add column "reports_to_hide" integer default 3;

alter table "private"."settings"
  add column "hidden_by_reports_per_day" integer not null default 10;

alter table "private"."settings"
  add column "link_checks_per_five_minutes" integer not null default 20;

alter table "private"."settings"
  add column "days_until_question" integer not null default 180;

alter table "private"."settings"
  add column "days_to_answer" integer not null default 30;

alter table "private"."settings"
  add column "questions_per_day" integer not null default 200;

alter table "public"."communities"
  add column "host_name" text not null default ''::text;

alter table "public"."communities"
  add column "host_intro" text not null default ''::text;

alter table "public"."communities"
  add column "requested_place" text;

alter table "public"."communities"
  add column "languages" text[] not null default '{}'::text[];

alter table "public"."communities"
  add column "reviewed_count" integer;

alter table "public"."communities"
  add column "verified_at" timestamp with time zone;

alter table "public"."communities"
  add column "name_changed_at" timestamp with time zone;

alter table "public"."community_links"
  add column "schedule_checked_at" timestamp with time zone;

alter table "public"."community_links"
  add column "approved_name" text;

alter table "public"."community_links"
  add column "renamed_at" timestamp with time zone;

-- Written by hand: of existing links, the time is not known.
alter table "public"."community_links"
  add column "linked_at" timestamp with time zone;

alter table "public"."community_links"
  alter column "linked_at" set default now();

alter table "public"."community_links"
  add column "due_at" timestamp with time zone not null default now();

alter table "public"."community_links"
  add column "is_scheduled" boolean not null default false;

alter table "public"."community_links"
  add column "failures" integer not null default 0;

alter table "public"."community_reports"
  add column "is_upheld" boolean;

alter table "public"."directory_communities"
  add column "host_name" text not null default ''::text;

alter table "public"."directory_communities"
  add column "host_intro" text not null default ''::text;

alter table "public"."directory_communities"
  add column "place_id" uuid not null;

alter table "public"."directory_communities"
  add column "country" text not null;

alter table "public"."directory_communities"
  add column "languages" text[] not null;

alter table "public"."directory_communities"
  add column "joins" integer not null default 0;

alter table "public"."directory_communities"
  add column "joins_this_month" integer not null default 0;

alter table "public"."directory_communities"
  add column "is_active" boolean not null default false;

alter table "public"."directory_communities"
  add column "is_verified" boolean not null default false;

alter table "public"."directory_communities"
  add column "approval_date" timestamp(3) with time zone not null;

alter table "public"."directory_communities"
  add column "rank" integer;

alter table "public"."directory_communities"
  add column "name_words" text not null;

alter table "public"."directory_communities"
  add column "facet_words" text not null;

alter table "public"."places"
  add column "search_vector" tsvector generated always as
    (((to_tsvector('simple'::regconfig, words) || to_tsvector('english'::regconfig, words)) ||
    to_tsvector('simple'::regconfig, country_words))) stored not null;

alter table "public"."places"
  add column "country_vector" tsvector generated always as
    ((to_tsvector('simple'::regconfig, country_words) || to_tsvector('english'::regconfig,
    country_words))) stored not null;

alter table "public"."profiles"
  add column "wants_alert_emails" boolean not null default true;

alter table "public"."profiles"
  add column "wants_report_emails" boolean not null default true;

alter table "public"."communities"
  alter column "location" drop not null;

alter table "public"."communities"
  alter column "location" drop default;

alter table "public"."communities"
  alter column "location" type text using "location"::text;

alter table "public"."directory_communities"
  alter column "location" drop default;

alter table "public"."directory_communities"
  alter column "location" type text using "location"::text;

drop type "public"."community_location";

create type "public"."appeal_decision" as enum (
  'hidden',
  'rejected'
);

alter table "public"."appeals"
  add column "decision" public.appeal_decision not null;

create type "public"."appeal_outcome" as enum (
  'accepted',
  'declined',
  'closed'
);

alter table "public"."appeals"
  add column "outcome" public.appeal_outcome;

create type "public"."block_kind" as enum (
  'admin',
  'reports',
  'renamed',
  'paused',
  'asleep',
  'dead_link'
);

alter table "public"."community_blocks"
  add column "kind" public.block_kind not null;

create type "public"."claim_outcome" as enum (
  'accepted',
  'declined',
  'withdrawn',
  'closed'
);

alter table "public"."claims"
  add column "outcome" public.claim_outcome;

create type "public"."import_outcome" as enum (
  'imported',
  'already listed',
  'rejected before',
  'invalid'
);

create type "public"."invitation_answer" as enum (
  'accepted',
  'declined',
  'withdrawn',
  'closed'
);

alter table "public"."invitations"
  add column "answer" public.invitation_answer;

create type "public"."invitation_kind" as enum (
  'co-owner',
  'transfer'
);

alter table "public"."invitations"
  add column "kind" public.invitation_kind not null;

create type "public"."risk_kind" as enum (
  'new_account',
  'shared_domain',
  'copied_text',
  'short_link',
  'telegram',
  'phone_number',
  'other_name',
  'new_reporters'
);

create or replace function private.accept_claim (
  claim public.claims
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  before jsonb := private.community_state(claim.community_id);
begin
  if private.is_user_suspended(claim.claimant_id) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  update public.claims set outcome = 'accepted', decided_at = now(), decided_by = auth.uid() where id = claim.id;
  perform private.queue_claim_email(claim, 'claim_accepted', array[claim.claimant_id], '{"is_claimant": true}');
  perform private.queue_claim_email(
    claim, 'claim_accepted', array_remove(private.managers_of(claim.community_id), auth.uid()), '{}');
  perform private.close_claims_of(c) from public.communities as c where c.id = claim.community_id;
  update public.communities set held_changes = null, held_at = null, rejected_version = null, updated_at = now()
  where id = claim.community_id;
  perform private.record_decision('claim accepted', claim.community_id, before);
  delete from public.co_owners where community_id = claim.community_id;
  perform private.transfer_community(claim.community_id, claim.claimant_id);
  before := private.community_state(claim.community_id);
  update public.communities set verified_at = claim.proved_at where id = claim.community_id;
  perform private.record_decision('verified', claim.community_id, before);
end
$function$;

create or replace function private.accept_group_name (
  community_id uuid,
  version      timestamp with time zone,
  group_name   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
  is_blocked constant boolean := private.is_blocked(community_id, '{renamed}');
  known public.community_links;
begin
  select * into known from public.community_links as l where l.community_id = community_id;
  if known.renamed_at is null and not is_blocked then
    raise exception 'The group has its approved name.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if coalesce(known.group_name, '') is distinct from group_name then
    raise exception 'The group was renamed again in the meantime. Reload the page to see its current name.'
      using errcode = 'PT412';
  end if;
  perform private.accept_name(community_id);
  if is_blocked then
    perform private.record_lifted_block(community_id, before);
  else
    -- An undo checks the version.
    perform private.touch_community(community_id);
  end if;
end
$function$;

create or replace function private.accept_name (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  lifted constant jsonb := private.pick(private.block_values(community_id), '{block_renamed}');
  known public.community_links;
begin
  perform private.lift_blocks(community_id, 'renamed');
  select * into known from public.community_links as l
  where l.community_id = community_id and l.renamed_at is not null for update;
  if known.community_id is null and lifted = '{}' then return; end if;
  perform private.log_action(
    'name accepted', 'community', c.id, c.owner_id,
    jsonb_build_object('group_name', known.approved_name, 'renamed_at', known.renamed_at) || lifted,
    jsonb_build_object('group_name', coalesce(known.group_name, '')))
  from public.communities as c where c.id = community_id;
  update public.community_links as l set approved_name = coalesce(known.group_name, ''), renamed_at = null
  where l.community_id = known.community_id;
end
$function$;

create or replace function private.alert_query (
  search text
)
  returns tsquery
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  corrected constant text[] := private.correct_words(typed);
  -- A corrected word is searched twice.
  shares constant integer := cardinality(typed) + (
    select count(*) from unnest(typed, corrected) as word (typed, corrected) where word.typed <> word.corrected
  );
begin
  return (
    select string_agg(format('(%s)', case
      when corrected[i] = typed[i] then term else term || private.word_query(corrected, i, true, shares)
    end), ' & ')::tsquery
    from generate_subscripts(typed, 1) as i, private.word_query(typed, i, true, shares) as term
  );
end
$function$;

create or replace function private.allow_caching()
  returns void
  language sql
  set search_path to ''
  AS $function$
  select set_config('response.headers', '[{"Cache-Control": "public, max-age=60, stale-while-revalidate=60"}, '
    '{"Vary": "Accept, Accept-Profile, Origin, Prefer, Range"}]', true)
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as headers) as request
  where private.is_directory_live() and not headers ?| array['accept-profile', 'range']
    and coalesce(headers ->> 'accept', '*/*') in ('application/json', '*/*')
    and coalesce(headers ->> 'prefer', 'return=representation') = 'return=representation'
$function$;

create or replace function private.announce_deletion (
  user_id  uuid,
  actor_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  is_user_admin constant boolean := exists (select from public.profiles as p where p.id = user_id and p.is_admin);
  is_actor_admin constant boolean := exists (
    select from public.profiles as p where p.id = actor_id and p.is_admin and not private.is_user_suspended(p.id));
begin
  perform private.lock_until_commit('admin deletions');
  if actor_id <> user_id and not is_actor_admin then
    raise exception 'You can only delete your own account.' using errcode = 'PT403';
  end if;
  if actor_id <> user_id and is_user_admin then
    raise exception 'Admins cannot delete other admins.' using errcode = 'PT403';
  end if;
  if is_user_admin and not exists (
    select from public.profiles as p
    where p.is_admin and p.id <> user_id and not private.is_user_suspended(p.id) and not exists (
      select from private.deletion_requests as r where r.user_id = p.id and r.requested_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You are the last admin. Make someone else an admin first.' using errcode = 'PT409';
  end if;
  -- Inserts no row for a user who is already deleted.
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  select u.id, actor_id, is_actor_admin from auth.users as u where u.id = user_id
  on conflict on constraint deletion_requests_pkey do update set
    actor_id = excluded.actor_id, by_admin = excluded.by_admin, requested_at = now();
  return found;
end
$function$;

create or replace function private.answer_claim (
  claim_id uuid,
  answer   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  claim constant public.claims := private.lock_claim(claim_id);
begin
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can answer a claim.' using errcode = 'PT403';
  end if;
  if claim.answered_at is not null then
    raise exception 'This claim is already answered.' using errcode = 'PT409';
  end if;
  answer := private.require_text(answer, 'Please say why this is your community.', 'answer');
  update public.claims as k set answer = answer, answered_at = now(), answered_by = auth.uid() where k.id = claim_id;
  perform private.log_action('claim answered', 'community', claim.community_id, claim.owner_id);
end
$function$;

create or replace function private.answer_invitation (
  invitation_id uuid,
  is_accepted   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  invitation public.invitations;
  owner_id uuid;
  answer constant public.invitation_answer := case when is_accepted then 'accepted' else 'declined' end;
begin
  perform private.require_writer();
  perform private.lock_until_commit(
    'people of ' || (select i.community_id from public.invitations as i where i.id = invitation_id));
  select * into invitation from public.invitations as i
  where i.id = invitation_id and i.email = private.confirmed_email();
  if invitation.answer = answer then return; end if;
  if invitation.id is null or invitation.answer is not null or invitation.expires_at <= now() then
    raise exception 'This invitation is no longer open.' using errcode = 'PT410';
  end if;
  if is_accepted and invitation.kind = 'transfer' then
    perform private.transfer_community(invitation.community_id, auth.uid(), invitation.keeps_former_owner);
    if private.is_user_suspended(invitation.invited_by) then
      raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
    end if;
  elsif is_accepted then
    -- The lock waits for a concurrent deletion of the community.
    select c.owner_id into owner_id from public.communities as c where c.id = invitation.community_id for key share;
    if owner_id is null then raise exception 'This community no longer exists.' using errcode = 'PT410'; end if;
    if owner_id = auth.uid() then raise exception 'You already own this community.' using errcode = 'PT409'; end if;
    insert into public.co_owners (community_id, user_id) values (invitation.community_id, auth.uid())
    on conflict do nothing;
    if found then perform private.log_action('co-owner added', 'community', invitation.community_id, owner_id); end if;
  end if;
  update public.invitations as i set answered_at = now(), answer = answer where i.id = invitation_id;
  if is_accepted then
    perform private.queue_email(
      'invitation_accepted', invitation.invited_by, invitation.id::text,
      jsonb_build_object('name', c.name, 'invitation', invitation.kind, 'email', invitation.email), c.id)
    from public.communities as c where c.id = invitation.community_id;
  end if;
end
$function$;

create or replace function private.answer_still_active (
  community_id uuid,
  is_active    boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on > private.today() - 60
  ) then
    raise exception 'You can answer this for 60 days after you joined.' using errcode = 'PT403';
  end if;
  insert into private.still_active_answers (community_id, user_id, is_active)
  values (community_id, auth.uid(), is_active)
  on conflict on constraint still_active_answers_pkey do update set is_active = excluded.is_active;
end
$function$;

create or replace function private.appeal_community (
  community_id uuid,
  message      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  decided_at timestamptz;
begin
  perform private.require_writer();
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = auth.uid() for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  decided_at := private.appealable_decision(community);
  if decided_at is null then
    raise exception 'You can only appeal while your community is hidden or rejected.' using errcode = 'PT409';
  end if;
  if exists (
    select from public.appeals as a
    where a.community_id = community_id and (a.decided_at = decided_at or a.closed_at is null)
  ) then
    raise exception 'You have already appealed this decision.' using errcode = 'PT409';
  end if;
  -- From the log: the appeals of former owners are deleted.
  perform private.require_quota(count(*), 2, 'This decision has already been appealed twice.', 'PT409')
  from public.audit_log as e where e.subject_id = community_id and e.action = 'appealed' and e.at >= decided_at;
  message := private.require_text(message, 'Please say why we should look at it again.', 'message');
  insert into public.appeals (community_id, decision, decided_at, message)
  values (
    community_id, case community.status when 'rejected' then 'rejected' else 'hidden' end::public.appeal_decision,
    decided_at, message
  );
  perform private.log_action('appealed', 'community', community_id, community.owner_id);
end
$function$;

create or replace function private.appealable_decision (
  community public.communities
)
  returns timestamp with time zone
  language sql
  stable
  set search_path to ''
  AS $function$
  select case
    when community.status = 'rejected' then coalesce(community.approval_date, community.created_at)
    else (
      select b.since from public.community_blocks as b
      where b.community_id = community.id and b.kind = any (private.hiding_kinds())
      order by b.kind <> 'admin', b.since limit 1
    )
  end
$function$;

create or replace function private.apply_suspension()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changed constant public.suspensions := coalesce(new, old);
  subject constant uuid := changed.user_id;
  details constant jsonb := private.suspension_details(changed);
begin
  if not exists (select from public.profiles where id = subject) then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.log_action('suspended', 'user', subject, subject, '{}', details);
    perform private.queue_email(
      'suspended', subject, new.suspended_at::text,
      details || jsonb_build_object('hidden', coalesce(jsonb_array_length(details -> 'hidden'), 0)),
      due_at => now() + private.undo_window() + interval '30 seconds');
  -- An undo has logged itself.
  elsif not exists (
    select from public.audit_log as e
    where e.subject_id = changed.user_id and e.action = 'decision undone' and e.at = now()
  ) then
    perform private.log_action('suspension ended', 'user', subject, subject, details, '{}');
  end if;
  perform private.write_directory_community(locked.c)
  from (select c from public.communities as c where c.owner_id = subject order by c.id for share) as locked;
  return null;
end
$function$;

create or replace function private.approved_name (
  community public.communities
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.name
  where community.status = 'approved' and not private.is_hidden(community.id) and community.name_changed_at is null
$function$;

create or replace function private.are_languages (
  codes text[]
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select cardinality(codes) <= (private.limits()).max_languages and coalesce(array_ndims(codes), 1) = 1
    and codes <@ private.language_codes()
    and (select count(distinct code) from unnest(codes) as code) = cardinality(codes)
$function$;

create or replace function private.ask_owner (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
begin
  reason := private.require_text(reason, 'Please enter a question.');
  if community.status = 'approved' then
    perform private.return_to_pending(community_id, version, reason);
    return;
  end if;
  if community.status = 'rejected' then
    raise exception 'This community is rejected. Its owner reads the reason.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  community.rejection_reason := reason;
  perform private.write_community(community);
  perform private.record_decision(
    'returned to pending', community_id, before, jsonb_build_object('reason', reason, 'is_question', true));
end
$function$;

create or replace function private.ask_owners()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  settings private.settings;
  silence interval;
  wanted integer;
  recipients uuid[];
begin
  select * into settings from private.settings where directory_live and days_until_question > 0;
  wanted := settings.questions_per_day - (
    select count(*) from private.email_outbox as e
    where e.kind = 'still_active' and e.created_at >= date_trunc('day', now(), 'utc')
  );
  if wanted is null or wanted <= 0 or not pg_try_advisory_xact_lock(hashtextextended('questions to owners', 0)) then
    return;
  end if;
  silence := settings.days_until_question * interval '1 day';
  recipients := array(
    select p.id from public.profiles as p join private.owners_to_ask(silence) as due on due.owner_id = p.id
    order by due.since limit wanted for key share of p skip locked
  );
  update public.signs_of_life set asked_at = now() where community_id in (
    select s.community_id from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where c.owner_id = any (recipients) and s.asked_at is null and private.may_be_listed(c, '{dead_link}')
      and (greatest(s.confirmed_at, s.last_joined_at) < now() - silence + interval '30 days'
        or private.is_doubted(c.id))
    order by s.community_id for no key update of s skip locked
  );
  perform private.queue_email('still_active', p.id, private.question_event(now()))
  from public.profiles as p where p.id = any (recipients) and p.wants_decision_emails;
end
$function$;

create or replace function private.begin_new_check (
  link    text,
  user_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not coalesce(private.is_whatsapp_link(link), false) then
    raise exception 'This is not a WhatsApp invite link.' using errcode = 'PT400';
  end if;
  perform private.reserve_user_check(user_id, is_new => true);
end
$function$;

create or replace function private.begin_own_check (
  community_id uuid,
  user_id      uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.may_manage(community_id, user_id);
begin
  select * into community from public.communities as c where c.id = community_id;
  if not (is_manager or private.is_listed(community_id) and exists (
    select from private.ownership_codes as o
    where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
  )) then
    raise exception 'This community is no longer in the directory, or you have no code for it.' using errcode = 'PT410';
  end if;
  perform private.reserve_user_check(user_id, is_new => community.status <> 'approved' or exists (
    select from public.profiles as p where p.id = user_id and p.created_at > now() - interval '7 days'));
  return coalesce(case when is_manager then community.held_changes ->> 'whatsapp_link' end, community.whatsapp_link);
end
$function$;

create or replace function private.block (
  community_id uuid,
  kind         public.block_kind,
  reason       text              default null::text,
  created_by   uuid              default null::uuid
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
begin
  insert into public.community_blocks (community_id, kind, reason, created_by)
  values (community_id, kind, reason, created_by) on conflict do nothing;
  return found;
end
$function$;

create or replace function private.block_dead_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.state <> 'dead' then
    perform private.lift_blocks(new.community_id, 'dead_link');
  elsif private.block(new.community_id, 'dead_link') then
    perform private.queue_email(
      'link_dead', c.owner_id, c.id || ' ' || new.dead_since, jsonb_build_object('name', c.name), c.id)
    from public.communities as c where c.id = new.community_id;
  end if;
  return null;
end
$function$;

create or replace function private.block_values (
  community_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg('block_' || b.kind, to_jsonb(b) - array['community_id', 'kind']), '{}')
  from public.community_blocks as b where b.community_id = block_values.community_id
$function$;

create or replace function private.changed_values (
  one   jsonb,
  other jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(one)
  where value is distinct from other -> key and key not in (
    'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'country_words', 'country_vector',
    'approved_groups', 'groups_changed_at', 'groups_updated_at', 'owner_id'
  )
$function$;

create or replace function private.check_community_id()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (
    select from public.audit_log as e
    where e.subject_id = new.id and e.action = 'deleted' and e.owner_id is distinct from new.owner_id
  ) then
    raise exception 'This community was deleted.' using errcode = 'PT410';
  end if;
  return null;
end
$function$;

create or replace function private.check_confirmed_factor()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- Of two apps that are confirmed at the same time, the second sees the first.
  perform private.lock_until_commit('factors of ' || new.user_id);
  if exists (
    select from auth.mfa_factors where user_id = new.user_id and id <> new.id and status = 'verified'
  ) and not exists (
    -- A session that was at aal2 before has a claim from before.
    select from auth.sessions as s join auth.mfa_amr_claims as c on c.session_id = s.id
    where s.factor_id = new.id and c.created_at < new.updated_at
      and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
  ) then
    raise exception 'Enter the code from your authenticator app first.' using errcode = 'PT403';
  end if;
  return null;
end
$function$;

create or replace function private.check_group_count()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('groups of ' || new.community_id);
  perform private.require_quota(count(*), 50, 'A community can have at most 50 groups.', 'PT400')
  from public.community_groups where community_id = new.community_id and id <> new.id;
  return new;
end
$function$;

create or replace function private.check_image_type()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not exists (
    select from storage.buckets as b where b.id = new.bucket_id and (b.allowed_mime_types is null
      or lower(split_part(new.metadata ->> 'mimetype', ';', 1)) = any (b.allowed_mime_types))
  ) then
    raise exception 'Images must be JPEG, PNG or GIF.' using errcode = '42501';
  end if;
  return new;
end
$function$;

create or replace function private.check_new_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  if new.owner_id is distinct from (select auth.uid()) then
    raise exception 'You can only list your own communities.' using errcode = 'PT403';
  end if;
  perform private.require_open_category(new.category);
  -- Concurrent inserts of an owner wait for each other.
  perform private.lock_until_commit('communities of ' || new.owner_id);
  -- An upsert, too, must not change the stored community, which may be approved. The app compares the two, because its
  -- first attempt may have been stored although the response was lost.
  if exists (select from public.communities as c where c.id = new.id) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  perform private.require_quota(count(*), 100, 'You can list at most 100 communities.', 'PT400')
  from public.communities as c where c.owner_id = new.owner_id and not (select private.is_admin());
  new.location := private.chosen_place(new);
  if new.languages = '{}' and private.is_directory_live() then
    raise exception 'Please choose at least one language' using errcode = 'PT400', detail = 'languages';
  end if;
  new.created_at := now();
  new.updated_at := now();
  perform private.require_unlisted_link(new.whatsapp_link, new.id);
  perform private.require_image(new.image_url, new);
  return new;
end
$function$;

create or replace function private.check_new_image()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  size constant bigint := coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength');
  full_name constant text := private.full_image_name(new.name);
  is_small constant boolean := new.name <> full_name;
begin
  -- The lock delays a deletion of the account until this file exists, and is deleted with it.
  perform from public.profiles where id = private.folder_owner(new.name) for key share;
  if not found then raise exception 'This image folder does not belong to an account.' using errcode = '42501'; end if;
  if size = 0 then raise exception 'The image is empty.' using errcode = '42501'; end if;
  if is_small and size > (private.limits()).max_small_image_bytes then
    raise exception 'The small version of an image must be at most % kB.',
      (private.limits()).max_small_image_bytes / 1024 using errcode = '42501';
  end if;
  perform private.lock_until_commit('images of ' || split_part(new.name, '/', 1));
  -- Otherwise an owner could change what the cards of an approved community show. Uploads with the secret key, which
  -- have no owner, may add it later.
  if is_small and new.owner_id is not null and exists (
    select from storage.objects as o where o.bucket_id = 'community-images' and o.name = full_name
  ) then
    raise exception 'The small version must be uploaded before the image.' using errcode = '42501';
  end if;
  perform private.require_quota(
    count(*) - 1, 200, 'You can store at most 200 images. Unused ones are deleted after a week.', '42501')
  from storage.objects as o
  where o.bucket_id = 'community-images' and o.name like split_part(new.name, '/', 1) || '/%'
    and (o.name <> private.full_image_name(o.name)) = is_small;
  return null;
end
$function$;

create or replace function private.check_request()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise exception 'Only exact counts are available.' using errcode = 'PT400';
  end if;
  if current_user = 'anon' then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
end
$function$;

create or replace function private.check_save()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  is_decision constant boolean := (old.status, old.approval_date, old.approved_by, old.rejection_reason)
    is distinct from (new.status, new.approval_date, new.approved_by, new.rejection_reason);
  link text;
  image text;
begin
  -- Before the version, because the message is more specific.
  if is_decision and (old.status <> 'pending' or new.status = 'pending') and private.is_admin() then
    raise exception 'This community is already %.', old.status using errcode = 'PT409';
  end if;
  -- The versions that the editor loaded. An edit sends only updated_at, an approval, which includes groups, both.
  if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
  new.updated_at := now();
  -- Row-level security and the foreign key also check a new owner, but after the triggers: the errors of later checks
  -- would reveal data of other owners, and reveal listed links to deleted accounts.
  if (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
    raise exception 'The owner and the creation date of a community cannot be changed.' using errcode = 'PT403';
  end if;
  if new.category <> old.category then perform private.require_open_category(new.category); end if;
  if new.location is null or new.location is distinct from old.location then
    new.location := private.chosen_place(new, old);
  end if;
  if is_decision then
    new := private.decided(new);
  elsif private.may_manage(new.id) then
    new.rejection_reason := null;
    if old.status = 'rejected' then new := private.resubmitted(new); end if;
  end if;
  new := private.with_held_changes(old, new);
  link := coalesce(new.held_changes ->> 'whatsapp_link', new.whatsapp_link);
  if new.status <> 'rejected'
    and (new.status, link) <> (old.status, coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link)) then
    perform private.require_unlisted_link(link, new.id);
  end if;
  image := coalesce(new.held_changes ->> 'image_url', new.image_url);
  -- The live image stays valid when its uploader leaves the community: withdrawing another one must work.
  if image not in (old.image_url, coalesce(old.held_changes ->> 'image_url', old.image_url)) then
    perform private.require_image(image, new);
  end if;
  return new;
end
$function$;

create or replace function private.check_version()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if new.updated_at is distinct from old.updated_at then
    raise exception '%', tg_argv[0] using errcode = 'PT412';
  end if;
  return new;
end
$function$;

create or replace function private.chosen_place (
  after  public.communities,
  before public.communities default null::public.communities
)
  returns text
  language plpgsql
  set search_path to ''
  AS $function$
declare
  place public.places;
begin
  if after.location is null and after.requested_place is not null and before.status is distinct from 'approved' then
    return null;
  end if;
  place := private.lock_place(after.location);
  if place.id is null then
    raise exception 'Please select a location' using errcode = 'PT400', detail = 'location';
  end if;
  if not place.is_active and place.name is distinct from before.location then
    raise exception 'This place is no longer available. Please choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  return place.name;
end
$function$;

create or replace function private.clean_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  cleaned jsonb;
begin
  execute (
    select format('select jsonb_build_object(%s)', string_agg(
      format('%L, private.clean_%s(($1).%I)', given[1], given[2], given[1]), ', '))
    from unnest(tg_argv) as argument, string_to_array(argument, ':') as given
  ) into cleaned using new;
  return jsonb_populate_record(new, cleaned);
end
$function$;

create or replace function private.clean_email (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  parts text[];
  address text;
begin
  if char_length(value) > 5000 then return value; end if;
  value := private.clean_line(value);
  parts := regexp_match(value, '^([^<>]*)<([^<>]*)>[^<>@]*$');
  address := private.trim_email(parts[2]);
  -- Another address instead of a name would be ambiguous.
  return case
    when address <> '' and (strpos(parts[1], '@') = 0 or private.trim_email(parts[1]) = address) then address
    else private.trim_email(value) end;
end
$function$;

create or replace function private.clean_line (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return private.clean_with(value, '[\u0009-\u000D\u0085\u2028\u2029]+', ' ');
end
$function$;

create or replace function private.clean_list (
  lines text[]
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when array_ndims(lines) = 1 and cardinality(lines) <= 100 then array(
    select private.clean_line(line) from unnest(lines) with ordinality as given (line, place) order by place
  ) else lines end
$function$;

create or replace function private.clean_phone (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if char_length(value) > 200 then return value; end if;
  -- The digits of all scripts become 0 to 9. The list has the zero of each script.
  value := (
    select translate(
      normalize(private.clean_line(value), NFKC), string_agg(chr(ascii(zero) + digit), '' order by place, digit),
      repeat('0123456789', count(distinct place)::integer))
    from regexp_split_to_table(
      U&'\0660\06F0\07C0\0966\09E6\0A66\0AE6\0B66\0BE6\0C66\0CE6\0D66\0DE6\0E50\0ED0\0F20\1040\1090\17E0\1810\1946\19D0'
      '\1A80\1A90\1B50\1BB0\1C40\1C50\A620\A8D0\A900\A9D0\A9F0\AA50\ABF0\+0104A0\+010D30\+010D40\+011066\+0110F0'
      '\+011136\+0111D0\+0112F0\+011450\+0114D0\+011650\+0116C0\+0116D0\+0116DA\+011730\+0118E0\+011950\+011BF0'
      '\+011C50\+011D50\+011DA0\+011DE0\+011F50\+016130\+016A60\+016AC0\+016B50\+016D70\+01E140\+01E2F0\+01E4F0'
      '\+01E5F1\+01E950', ''
    ) with ordinality as zeros (zero, place), generate_series(0, 9) as digit
  );
  value := regexp_replace(value, '[\u200B-\u200D\uFE00-\uFE0F\u20E3]', '', 'g');
  value := regexp_replace(value, '[\u2010-\u2015\u2043\u2212\u2796\u30FC]', '-', 'g');
  -- Bullets, symbols and emoji.
  value := regexp_replace(value, '[\u00B7\u2022\u2100-\u2BFF\U0001F000-\U0001FAFF]', ' ', 'g');
  value := regexp_replace(value, '^ *((tel|phone|mobile|cell|whatsapp)[.:]* *)+', '', 'i');
  value := regexp_replace(value, '[ ,;]*(extension|extn|ext|x|#)[ .:=]*([0-9]{1,7}) *$', ' ext. \2', 'i');
  return btrim(regexp_replace(value, ' +', ' ', 'g'), ' ');
end
$function$;

create or replace function private.clean_profile()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  is_new_email constant boolean := tg_op = 'INSERT' or new.email <> old.email;
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_email(new.email);
  new.address := private.clean_text(new.address);
  new.country := private.clean_line(new.country);
  new.interests := private.clean_list(new.interests);
  -- The CHECK constraint refuses longer ones.
  if is_new_email and char_length(new.email) between 1 and 254 then perform private.require_email(new.email); end if;
  if tg_op = 'INSERT' or new.phone <> old.phone then
    new.phone := private.clean_phone(new.phone);
    if new.phone <> '' and not private.is_phone(new.phone) then
      raise exception 'Please enter a phone number such as +49 151 2345678' using errcode = 'PT400', detail = 'phone';
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.clean_text (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return private.clean_with(value, '\r\n?|[\u0085\u2028\u2029]', chr(10));
end
$function$;

create or replace function private.clean_with (
  value       text,
  line_breaks text,
  replacement text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if char_length(value) > 5000 then return value; end if;
  value := private.remove_invisible(regexp_replace(value, line_breaks, replacement, 'g'));
  return regexp_replace(value, format('^[%1$s]+|[%1$s]+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'), '', 'g');
end
$function$;

create or replace function private.close_appeals (
  community_id uuid,
  outcome      public.appeal_outcome,
  reason       text                  default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.appeals as a set
    closed_at = now(), closed_by = auth.uid(), outcome = close_appeals.outcome, reason = close_appeals.reason
  from public.communities as c
  where c.id = close_appeals.community_id and a.community_id = c.id and a.closed_at is null
    and a.decided_at is distinct from private.appealable_decision(c)
$function$;

create or replace function private.close_claims()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.close_claims_of(old);
  return null;
end
$function$;

create or replace function private.close_claims_of (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  for claim in
    update public.claims set outcome = 'closed', decided_at = now()
    where community_id = community.id and outcome is null returning *
  loop
    perform private.queue_claim_email(
      claim, 'claim_closed', array[claim.claimant_id], jsonb_build_object('name', community.name));
  end loop;
end
$function$;

create or replace function private.close_claims_of_suspended()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set outcome = 'closed', decided_at = now() where claimant_id = new.user_id and outcome is null;
  return new;
end
$function$;

create or replace function private.close_invitations (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.invitations as i set answered_at = now(), answer = 'closed'
  where i.community_id = close_invitations.community_id and i.answer is null
$function$;

create or replace function private.close_reports (
  community_id uuid,
  is_upheld    boolean,
  seen_at      timestamp with time zone default 'infinity'::timestamp with time zone,
  lifted       jsonb                    default '{}'::jsonb
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  resolved jsonb;
begin
  with report as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid(), is_upheld = is_upheld
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select jsonb_build_object('reports', count(*), 'reasons', jsonb_agg(distinct reason)) into resolved
  from report having count(*) > 0;
  perform private.log_action('reports resolved', 'community', c.id, c.owner_id, resolved || lifted)
  from public.communities as c where c.id = community_id and resolved is not null;
  return resolved is not null;
end
$function$;

create or replace function private.co_owned_ids()
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return array(select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()));
end
$function$;

create or replace function private.community_content (
  community public.communities
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object('groups', (
    select coalesce(jsonb_agg(g.name order by g.name), '[]') from public.community_groups as g
    where g.community_id = community.id
  ))
  from unnest(
    private.reviewed_fields() || array['location', 'requested_place', 'join_type', 'category', 'languages']
  ) as field
$function$;

create or replace function private.community_filter (
  search   text,
  status   public.community_status,
  category public.community_category,
  country  text,
  owner_id uuid
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select concat_ws(' and ', 'true',
    (select string_agg(condition, ' and ') from private.search_conditions() where search ~* format(term, word)),
    private.has_words_or_relations(regexp_replace(search, format(term, (
      select '(' || string_agg(word, '|') || ')' from private.search_conditions()
    )), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$function$;

create or replace function private.community_state (
  community_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select to_jsonb(c) || private.block_values(c.id) from public.communities as c where c.id = community_id
$function$;

create or replace function private.compare_group_name (
  community     public.communities,
  previous_name text,
  name          text,
  is_review     boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before constant jsonb := private.community_state(community.id);
  known public.community_links;
  expected_name text;
  is_expected boolean;
begin
  select * into known from public.community_links where community_id = community.id for update;
  expected_name := coalesce(known.approved_name, previous_name);
  is_expected := coalesce(private.is_same_group_name(name, expected_name), true);
  if is_expected and known.approved_name is null then
    if is_review and known.renamed_at is null then
      update public.community_links set approved_name = private.remove_codes(name) where community_id = community.id;
    end if;
    return;
  end if;
  -- The expected name again, the first other one, or another one.
  if is_expected = (known.renamed_at is not null)
    or known.renamed_at is not null and not private.is_same_group_name(name, coalesce(previous_name, '')) then
    perform private.log_action(
      'renamed on WhatsApp', 'community', community.id, community.owner_id, jsonb_build_object('group_name', coalesce(
        case when known.renamed_at is null then expected_name else previous_name end, '')),
      jsonb_build_object('group_name', name), null);
    -- Its own email says whether it is hidden.
    if private.is_unrelated_name(name, expected_name) and private.block(community.id, 'renamed') then
      perform private.touch_community(community.id);
      perform private.record_decision('hidden', community.id, before, actor_id => null);
    end if;
    update public.community_links set renamed_at = case when not is_expected then coalesce(renamed_at, now()) end
    where community_id = community.id;
  end if;
  if is_expected and private.lift_blocks(community.id, 'renamed') then
    perform private.record_lifted_block(community.id, before, null);
  end if;
end
$function$;

create or replace function private.complete_alert()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  max_alerts constant integer := (private.limits()).max_alerts;
begin
  perform private.lock_until_commit('alerts of ' || new.user_id);
  new.search := private.clean_line(new.search);
  if new.location is not null then
    new.location := private.find_place(new.location);
    if new.location is null then
      raise exception 'There is no such place.' using errcode = 'PT400', detail = 'location';
    end if;
  end if;
  new.query := private.alert_query(new.search);
  if new.search <> '' and new.query is null then
    raise exception 'There are no words to search for.' using errcode = 'PT400', detail = 'search';
  end if;
  update public.profiles set wants_alert_emails = true where id = new.user_id and not wants_alert_emails;
  if exists (
    select from public.alerts as a
    where (a.user_id, a.search) = (new.user_id, new.search) and (a.location, a.category, a.join_type, a.language)
      is not distinct from (new.location, new.category, new.join_type, new.language)
  ) then
    return null;
  end if;
  perform private.require_quota(
    count(*), max_alerts,
    format('You can have at most %s alerts. Delete one on your profile first.', max_alerts), 'PT400')
  from public.alerts as a where a.user_id = new.user_id;
  return new;
end
$function$;

create or replace function private.confirm_by_link (
  community_id uuid,
  user_id      uuid,
  asked_at     timestamp with time zone
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  question timestamptz;
begin
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = user_id and c.status = 'approved' for no key update;
  question := (select s.asked_at from public.signs_of_life as s where s.community_id = community.id);
  if community.id is null or asked_at < now() - interval '90 days' or question <> asked_at then
    raise exception 'This link has ended. Please answer on your profile.' using errcode = 'PT409';
  end if;
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if question = asked_at then perform private.keep_active(community); end if;
  return jsonb_build_object('name', community.name, 'is_listed', private.is_listed(community_id));
end
$function$;

create or replace function private.confirm_community (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  if private.is_blocked(community_id, '{paused}') then
    raise exception 'This community is paused. Resume it instead.' using errcode = 'PT409';
  end if;
  perform private.keep_active(community);
end
$function$;

create or replace function private.confirm_groups (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_changed_groups(community_id, seen_at);
  before constant jsonb := private.community_state(community_id);
  groups constant jsonb := private.group_list(community_id);
begin
  update public.communities set approved_groups = groups, groups_changed_at = null where id = community_id;
  perform private.record_decision(
    'changes accepted', community_id, before || jsonb_build_object('groups', community.approved_groups), '{}',
    details => jsonb_build_object('groups', groups));
end
$function$;

create or replace function private.confirm_name (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  if community.name_changed_at is null then
    raise exception 'The name of this community is already confirmed.' using errcode = 'PT409';
  end if;
  if community.name_changed_at is distinct from seen_at then
    raise exception 'The name was changed again in the meantime. Reload the page to see the current one.'
      using errcode = 'PT412';
  end if;
  update public.communities set name_changed_at = null, updated_at = now() where id = community_id;
  perform private.record_decision('changes accepted', community_id, before, '{}');
end
$function$;

create or replace function private.confirmed_email()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select lower(u.email) from auth.users as u where u.id = (select auth.uid()) and u.email_confirmed_at is not null
$function$;

create or replace function private.contact_text (
  value text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select lower(translate(
    regexp_replace(
      regexp_replace(normalize(value, NFKC), '[\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\u20E3\uFEFF]', '', 'g'),
      '[\u2010-\u2015\u2212]', '-', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'))
$function$;

create or replace function private.copy_country()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.communities set search_text = '' where location = new.name;
  update public.directory_communities set country = new.country where location = new.name;
  return null;
end
$function$;

create or replace function private.copy_sign_in_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.profiles set sign_in_email = coalesce(new.email, ''), email = case
    when lower(email) = lower(coalesce(old.email, '')) and private.is_email(private.clean_email(new.email))
    then new.email else email end where id = new.id;
  return null;
end
$function$;

create or replace function private.correct_word (
  typed text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  most constant integer := case when char_length(typed) >= 8 then 2 else 1 end;
  rest constant text := substr(typed, 2);
  other_beginnings constant text[] := array(
    select first || ending
    from string_to_table('abcdefghijklmnopqrstuvwxyz', null) as first, unnest(array[rest, typed]) as ending
  ) || rest || (left(rest, 1) || left(typed, 1) || substr(typed, 3));
begin
  return (
    select word from (
      select word, form, communities, extensions.levenshtein_less_equal(form, typed, 2) as distance
      from private.directory_words
      cross join lateral (
        select word as form
        -- private.stem would take most of the time.
        union all select rtrim((ts_lexize('pg_catalog.english_stem', word))[1], 'e') || ending
          from unnest(array['s', 'ed', 'er', 'ers', 'ing']) as ending
          where char_length(typed) >= 6 and char_length(word) between char_length(typed) - 4 and char_length(typed) + 1
      ) as forms
      where (word like left(typed, 1) || '%' or word = any (other_beginnings))
        and char_length(typed) <= 100 and char_length(word) between 4 and 100
        and abs(char_length(form) - char_length(typed)) <= case when form = word then most else 1 end
    ) as known
    cross join lateral (
      -- Levenshtein counts swapped letters as two errors.
      select distance - (distance = 2
        and (select array_agg(letter order by letter) from string_to_table(form, null) as letter)
          = (select array_agg(letter order by letter) from string_to_table(typed, null) as letter))::integer as errors
    ) as counted
    where errors <= case when form = word then most else 1 end
    order by errors, form <> word,
      exists (select from public.places where search_vector @@ quote_literal(word)::tsquery) desc,
      communities desc, word limit 1);
end
$function$;

create or replace function private.correct_words (
  words text[]
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  term tsquery;
begin
  for i in 1 .. cardinality(words) loop
    -- Words of one or two letters are not corrected: finding out that 'k' begins a word takes time.
    if char_length(words[i]) >= 3 and not exists (select from private.directory_words where word = words[i]) then
      term := private.word_query(words, i, true);
      term := term || private.place_query(term);
      if not exists (select from public.directory_communities where search_vector @@ term) then
        words[i] := coalesce(private.correct_word(words[i]), words[i]);
      end if;
    end if;
  end loop;
  return words;
end
$function$;

create or replace function private.count_case_file (
  user_id uuid
)
  returns table (
    reports_against  bigint,
    upheld_against   bigint,
    open_against     bigint,
    reports_by       bigint,
    upheld_by        bigint,
    unfounded_by     bigint,
    approved         bigint,
    rejected         bigint,
    changes_declined bigint,
    hidden           bigint,
    appeals_accepted bigint,
    appeals_declined bigint,
    suspended        bigint
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query select against.*, sent.*, decided.*
  from (
    select count(*), count(*) filter (where r.is_upheld), count(*) filter (where r.resolved_at is null)
    from public.community_reports as r join public.communities as c on c.id = r.community_id
    where c.owner_id = count_case_file.user_id
  ) as against
  cross join (
    select count(*), count(*) filter (where r.is_upheld), count(*) filter (where not r.is_upheld)
    from public.community_reports as r where r.reporter_id = count_case_file.user_id
  ) as sent
  cross join (
    select count(*) filter (where e.action = 'approved'), count(*) filter (where e.action = 'rejected'),
      count(*) filter (where e.action = 'changes declined'), count(*) filter (where e.action = 'hidden'),
      count(*) filter (where e.action = 'appeal accepted'), count(*) filter (where e.action = 'appeal declined'),
      count(*) filter (where e.action = 'suspended')
    from public.audit_log as e where e.owner_id = count_case_file.user_id and e.by_admin
  ) as decided;
end
$function$;

create or replace function private.count_communities (
  search   text                      default ''::text,
  category public.community_category default null::public.community_category,
  country  text                      default null::text,
  owner_id uuid                      default null::uuid
)
  returns table (
    status      public.community_status,
    communities bigint
  )
  language plpgsql
  stable
  security definer
  rows 3
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query execute format(
    'select c.status, count(*) from public.communities as c where %s group by c.status',
    private.community_filter(search, null, category, country, owner_id)
  );
end
$function$;

create or replace function private.count_directory (
  search    text default null::text,
  location  text default null::text,
  category  text default null::text,
  join_type text default null::text,
  language  text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  locations text[] := private.read_values(location);
  searched record;
begin
  if not private.is_directory_live() then return null; end if;
  searched := private.read_search(search);
  locations := private.find_places(locations);
  return (
    with found as (
      select * from private.find_to_count(searched.query, locations, categories, join_types, spoken)
      where not searched.finds_nothing
    ), counts as (
      select 'category' as filter, f.category::text as value, count(*) as number
      from found as f where coalesce(failed_filter, 'category') = 'category' group by f.category
      union all select 'join_type', f.join_type::text, count(*)
      from found as f where coalesce(failed_filter, 'join_type') = 'join_type' group by f.join_type
      union all select 'language', code, count(*)
      from found, unnest(languages) as code where coalesce(failed_filter, 'language') = 'language' group by code
    )
    select jsonb_build_object(
      'total', count(*) filter (where failed_filter is null), 'is_at_least', count(*) = 2000,
      'searched_for', searched.searched_for,
      'current_location', nullif(array_to_string(locations, e'\n'), location),
      'any', jsonb_build_object(
        'location', count(*) filter (where coalesce(failed_filter, 'location') = 'location'),
        'category', count(*) filter (where coalesce(failed_filter, 'category') = 'category'),
        'join_type', count(*) filter (where coalesce(failed_filter, 'join_type') = 'join_type'),
        'language', count(*) filter (where coalesce(failed_filter, 'language') = 'language')),
      'locations', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'country', country, 'communities', communities)
          order by position), '[]') from (
          select f.location as name, f.country, count(*) as communities,
            row_number() over (order by count(*) desc, f.location) as position
          from found as f where coalesce(failed_filter, 'location') = 'location' group by 1, 2
        ) as counted where position <= 12 or name = any (locations)),
      'categories', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'category'),
      'join_types', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'join_type'),
      'languages', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'language')
    ) from found
  );
end
$function$;

create or replace function private.count_directory_words()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('directory words');
  insert into private.directory_words as known (word, communities)
  select word, sum(change) from (
    select distinct word, 1 from string_to_table(new.words, ' ') as word
    union all
    select distinct word, -1 from string_to_table(old.words, ' ') as word
  ) as changed (word, change)
  where word <> ''
  group by word having sum(change) <> 0
  on conflict (word) do update set communities = known.communities + excluded.communities;
  delete from private.directory_words where word = any (string_to_array(old.words, ' ')) and communities <= 0;
  return null;
end
$function$;

create or replace function private.count_joins()
  returns table (
    community_id uuid,
    day          date,
    joins        integer
  )
  language plpgsql
  stable
  security definer
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select j.community_id, j.joined_on, count(*)::integer
    from public.communities as c
    join public.community_joins as j on j.community_id = c.id and j.joined_on > private.today() - 30
    where c.owner_id = (select auth.uid()) or c.id = any (private.co_owned_ids())
    group by 1, 2 order by 1, 2;
end
$function$;

create or replace function private.count_places (
  search    text default null::text,
  category  text default null::text,
  join_type text default null::text,
  language  text default null::text
)
  returns table (
    name        text,
    country     text,
    latitude    double precision,
    longitude   double precision,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  security definer
  rows 100
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  set enable_seqscan to 'off'
  AS $function$
#variable_conflict use_variable
declare
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  searched record;
  has_search_or_language boolean;
begin
  if not private.is_directory_live() then return; end if;
  searched := private.read_search(search);
  has_search_or_language := searched.query is not null or spoken is not null;
  return query
    with found as materialized (
      select d.location from public.directory_communities as d
      where has_search_or_language and (searched.query is null or d.search_vector @@ searched.query)
        and (spoken is null or d.languages && spoken) and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types))
      limit 2000
    ), counts (location, communities, is_at_least) as (
      select f.location, count(*), (select count(*) from found) = 2000 from found as f group by 1
      union all
      select p.name, counted.communities, counted.communities = 100 from public.places as p
      cross join lateral (
        select count(*) as communities from (
          select from public.directory_communities as d
          where d.location = p.name
            and (categories is null or d.category = any (categories))
            and (join_types is null or d.join_type = any (join_types))
          limit 100) as first_hundred) as counted
      where not has_search_or_language and counted.communities > 0
    )
    select p.name, p.country, p.latitude, p.longitude, counts.communities::integer, counts.is_at_least
    from counts join public.places as p on p.name = counts.location
    where not searched.finds_nothing
    order by counts.communities desc, p.name;
end
$function$;

create or replace function private.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
    claimed          bigint,
    links_changed    bigint,
    held             bigint,
    groups_changed   bigint,
    pending          bigint,
    imports          bigint,
    places_requested bigint
  )
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select count(*) filter (where reason = 'reported'), count(*) filter (where reason = 'appealed'),
    count(*) filter (where reason = 'renamed'), count(*) filter (where reason = 'claimed'),
    count(*) filter (where reason = 'link_changed'), count(*) filter (where reason = 'held'),
    count(*) filter (where reason = 'groups_changed'), count(*) filter (where reason = 'pending'),
    count(distinct i.import_id), count(*) filter (where reason = 'place_requested')
  from private.review_queue left join private.imported_communities as i on i.community_id = id and reason = 'imported'
$function$;

create or replace function private.count_risk_signals (
  filter text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  ids uuid[];
begin
  execute format(
    'select array(select q.id from private.review_queue as q where %s
     order by q.is_owner_suspended, q.turn, q.since, q.id limit 300)', filter) into ids;
  return (
    select coalesce(jsonb_object_agg(counted.community_id, counted.signals), '{}') from (
      select s.community_id, count(*) as signals from private.find_risk_signals(ids) as s group by s.community_id
    ) as counted
  );
end
$function$;

create or replace function private.count_weekly_joins (
  community_id uuid
)
  returns table (
    week  date,
    joins integer
  )
  language plpgsql
  stable
  security definer
  rows 12
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  this_week constant date := private.today() - (extract(isodow from private.today())::integer - 1);
begin
  perform private.require_profile();
  if not private.may_manage(community_id) then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  return query
    select w.monday, count(j.user_id)::integer
    from (select this_week - 7 * n as monday from generate_series(0, 11) as n) as w
    left join public.community_joins as j
      on j.community_id = community_id and j.joined_on >= w.monday and j.joined_on < w.monday + 7
    group by 1 order by 1;
end
$function$;

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  sign_in_email constant text := coalesce(new.email, '');
begin
  insert into public.profiles (id, name, email)
  select new.id, left(name, 100),
    case when private.is_email(private.clean_email(sign_in_email)) then sign_in_email else '' end
  from unnest(array[private.clean_line(new.raw_user_meta_data ->> 'name'), split_part(sign_in_email, '@', 1), 'User'])
    with ordinality as names (name, place)
  where private.is_line(left(name, 100), 100) order by place limit 1
  on conflict (id) do nothing;
  return new;
end
$function$;

create or replace function private.decide_appeal (
  appeal_id      uuid,
  is_accepted    boolean,
  reason         text                     default null::text,
  version        timestamp with time zone default null::timestamp with time zone,
  groups_version timestamp with time zone default null::timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  -- Locked before the appeal, as in every other decision.
  community public.communities :=
    private.lock_community((select a.community_id from public.appeals as a where a.id = appeal_id));
  before constant jsonb := private.community_state(community.id);
  appeal public.appeals;
begin
  select a.* into appeal from public.appeals as a where a.id = appeal_id for update;
  if appeal.closed_at is not null then raise exception 'This appeal is already closed.' using errcode = 'PT409'; end if;
  if not is_accepted and appeal.decision = 'hidden' and not private.is_hidden(community.id) then
    raise exception 'This community is no longer hidden, so the appeal can only be accepted.' using errcode = 'PT409';
  end if;
  reason := case when not is_accepted then private.require_text(reason) end;
  update public.appeals as a set closed_at = now(), closed_by = auth.uid(), reason = reason,
    outcome = case when is_accepted then 'accepted' else 'declined' end::public.appeal_outcome
  where a.id = appeal_id;
  if not is_accepted then
    perform private.record_decision(
      'appeal declined', community.id, before, jsonb_build_object('reason', reason),
      details => jsonb_build_object('reason', reason));
  elsif appeal.decision = 'hidden' then
    perform private.show(community.id, 'appeal accepted');
  else
    perform private.require_seen_version(
      community, case when groups_version = community.groups_updated_at then version end);
    perform private.require_unlisted_link(community.whatsapp_link, community.id);
    community.status := 'approved';
    perform private.write_community(private.decided(community));
    perform private.note_sign_of_life(community.id);
    perform private.record_decision(
      'appeal accepted', community.id, before, '{"status": "approved", "decision": "rejected"}');
  end if;
end
$function$;

create or replace function private.decide_changes (
  community_id   uuid,
  version        timestamp with time zone,
  is_accepted    boolean,
  groups_seen_at timestamp with time zone default null::timestamp with time zone,
  reason         text                     default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  groups constant jsonb := private.group_list(community_id);
  has_groups constant boolean := community.groups_changed_at is not null;
  before jsonb := private.community_state(community_id);
  details jsonb := '{}';
begin
  -- Checked first: its message is more specific.
  if community.held_changes is null and not has_groups then
    raise exception 'This community has no changes waiting for review.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if community.groups_changed_at is distinct from groups_seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT412';
  end if;
  reason := case when not is_accepted then private.require_text(reason) end;
  community := private.without_held_changes(community, is_accepted);
  community.rejection_reason := reason;
  community.groups_changed_at := null;
  if has_groups and is_accepted then
    before := before
      || jsonb_build_object('groups', community.approved_groups, 'groups_before', community.approved_groups);
    details := jsonb_build_object('groups', groups);
    community.approved_groups := groups;
  elsif has_groups then
    before := before || jsonb_build_object('groups', groups);
    details := jsonb_build_object('groups', community.approved_groups);
  end if;
  perform private.write_community(community);
  perform private.write_groups(community_id, community.approved_groups) where has_groups and not is_accepted;
  perform private.record_decision(
    case when is_accepted then 'changes accepted' else 'changes declined' end::public.audit_action,
    community_id, before, jsonb_build_object('reason', reason), details => details);
end
$function$;

create or replace function private.decide_claim (
  claim_id       uuid,
  is_accepted    boolean,
  seen_answer_at timestamp with time zone default null::timestamp with time zone,
  reason         text                     default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  perform private.require_admin();
  claim := private.lock_claim(claim_id, is_accepted);
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  perform private.require_open_claim(claim, true);
  if claim.review_from > now() then
    raise exception 'The owner still has time to answer this claim.' using errcode = 'PT409';
  end if;
  if claim.answered_at is distinct from seen_answer_at then
    raise exception 'The owner or their answer has changed in the meantime. Reload the page to read it.'
      using errcode = 'PT412';
  end if;
  if is_accepted then
    perform private.accept_claim(claim);
    return;
  end if;
  reason := private.require_text(reason);
  update public.claims as k set outcome = 'declined', decided_at = now(), decided_by = auth.uid(), reason = reason
  where k.id = claim_id;
  -- The entry is about the claimant, for whom the reason is.
  perform private.log_action(
    'claim declined', 'community', claim.community_id, claim.claimant_id, '{}', jsonb_build_object('reason', reason));
  perform private.queue_claim_email(
    claim, 'claim_declined', array[claim.claimant_id], jsonb_build_object('is_claimant', true, 'reason', reason));
  perform private.queue_claim_email(claim, 'claim_declined', private.managers_of(claim.community_id), '{}');
end
$function$;

create or replace function private.decided (
  community public.communities
)
  returns public.communities
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if not private.is_admin() then
    raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
  end if;
  if community.status = 'approved' and community.location is null then
    raise exception 'Add the requested place first, or choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  community.approval_date := now();
  community.approved_by := auth.uid();
  if community.status = 'approved' then
    community.rejection_reason := null;
  else
    community.rejected_version := private.community_content(community)
      || jsonb_build_object('rejection_reason', community.rejection_reason);
  end if;
  return community;
end
$function$;

create or replace function private.decision_actions()
  returns public.audit_action[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array[
    'approved', 'rejected', 'changes accepted', 'changes declined', 'reports resolved', 'hidden', 'shown',
    'returned to pending', 'appeal accepted', 'appeal declined', 'name accepted', 'claim accepted', 'claim declined'
  ]::public.audit_action[]
$function$;

create or replace function private.decline_requested_place (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  -- Checked first: its message is more specific.
  if community.requested_place is null then
    raise exception 'No place is requested for this community.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  community.requested_place := null;
  community.rejection_reason := private.require_text(reason);
  perform private.write_community(community);
  perform private.record_decision(
    'changes declined', community_id, before, jsonb_build_object('reason', community.rejection_reason));
end
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
declare
  kept record;
begin
  for kept in select * from private.retention() loop
    execute format(
      'delete from %1$s where ctid = any (array(
        select ctid from %1$s where %2$I <= $1 order by %2$I limit 50000 for update skip locked
      ))', kept.source, kept.column_name) using now() - kept.period;
  end loop;
end
$function$;

create or replace function private.email_data (
  queued private.email_outbox
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case
    when queued.kind = 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country)
        order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      having count(*) > 0
    )
    -- It has a public page unless the directory is closed, it has become hidden or its owner is suspended.
    when queued.kind in ('approved', 'changes_accepted', 'shown', 'appeal_accepted') then
      queued.data || jsonb_build_object('is_listed', private.is_listed(queued.community_id),
        'is_suspended', private.is_user_suspended(p.id))
    when queued.kind in ('still_active', 'falling_asleep') then private.question_data(p, queued.event)
    else queued.data
  end
  from public.profiles as p
  where p.id = queued.recipient_id and case queued.kind
    when 'daily_summary' then p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    when 'new_communities' then p.wants_alert_emails and private.is_directory_live()
      and not private.is_user_suspended(p.id) and exists (select from public.alerts as a where a.user_id = p.id)
    when 'report_outcome' then p.wants_report_emails and not private.is_user_suspended(p.id)
    when 'suspended' then private.is_user_suspended(p.id) and exists (
      select from public.suspensions as s where s.user_id = p.id and s.suspended_at = queued.event::timestamptz
    )
    when 'claimed' then exists (
      select from public.claims as k where k.id = queued.event::uuid and k.outcome is null and k.answered_at is null
        and (k.owner_id = p.id or queued.data ? 'is_co_owner' and private.may_manage(k.community_id, p.id))
    )
    -- Open, and for the address to which the email is sent.
    when 'invited' then p.wants_decision_emails and not private.is_user_suspended(p.id) and exists (
      select from public.invitations as i
      where i.community_id = split_part(queued.event, ' ', 1)::uuid and i.email = lower(p.sign_in_email)
        and i.answer is null and i.expires_at > now()
    )
    when 'passkey_added' then true
    when 'passkey_removed' then true
    else p.wants_decision_emails
  end
$function$;

create or replace function private.end_approval (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.lift_blocks(community_id, variadic private.hiding_kinds() || 'asleep'::public.block_kind);
  perform private.close_reports(community_id, is_upheld => true);
end
$function$;

create or replace function private.end_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.log_deletion(old);
  update public.community_reports set
    resolved_at = now(), is_upheld = case when private.is_admin() and auth.uid() <> old.owner_id then true end
  where community_id = old.id and resolved_at is null;
  perform private.close_claims_of(old);
  perform private.close_invitations(old.id);
  return old;
end
$function$;

create or replace function private.end_expired_suspensions()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  users constant uuid[] := array(
    select p.id from public.suspensions as s join public.profiles as p on p.id = s.user_id
    where s.until <= now() order by s.until limit 100 for key share of p skip locked
  );
begin
  perform from public.communities where owner_id = any (users) order by id for share;
  delete from public.suspensions where user_id = any (users) and until <= now();
end
$function$;

create or replace function private.end_suspension (
  user_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = end_suspension.user_id for key share;
  delete from public.suspensions as s where s.user_id = end_suspension.user_id;
  if not found then raise exception 'This user is not suspended.' using errcode = 'PT409'; end if;
end
$function$;

create or replace function private.export_claims_of (
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'made', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at, k.outcome, k.decided_at, k.reason
        from public.claims as k where k.claimant_id = user_id
      ) as k
    ),
    'received', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at,
          case when k.answered_by = user_id or private.may_manage(k.community_id, k.answered_by) then k.answer end
            as answer,
          k.answered_at, k.outcome, k.decided_at
        from public.claims as k where k.owner_id = user_id or k.answered_by = user_id
      ) as k
    ),
    'earlier_answers', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'author_id' order by e.answered_at), '[]')
      from public.earlier_answers as e where e.author_id = user_id
    )
  )
$function$;

create or replace function private.export_communities (
  search            text                      default ''::text,
  status            public.community_status   default null::public.community_status,
  category          public.community_category default null::public.community_category,
  country           text                      default null::text,
  owner_id          uuid                      default null::uuid,
  before_created_at timestamp with time zone  default null::timestamp with time zone,
  before_id         uuid                      default null::uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query execute format(
    'select c.* from public.communities as c
     where %s and ($1 is null or c.created_at < $1 or (c.created_at = $1 and c.id > $2))
     order by c.created_at desc, c.id limit 1000',
    private.community_filter(search, status, category, country, owner_id)
  ) using before_created_at, before_id;
end
$function$;

create or replace function private.export_communities_of (
  caller_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'communities', array(
      select to_jsonb(c) - array['search_text', 'approved_by', 'owner_id'] || jsonb_build_object(
        'groups', private.group_list(c.id),
        'blocks', array(
          select to_jsonb(b) - array['community_id', 'created_by'] from public.community_blocks as b
          where b.community_id = c.id order by b.since),
        'asked_at', (select s.asked_at from public.signs_of_life as s where s.community_id = c.id),
        'appeals', array(
          select to_jsonb(a) - array['community_id', 'closed_by'] from public.appeals as a
          where a.community_id = c.id order by a.created_at),
        'link_check', (
          select jsonb_build_object(
            'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since, 'renamed_at', l.renamed_at)
          from public.community_links as l where l.community_id = c.id))
      from public.communities as c where c.owner_id = caller_id order by c.created_at, c.id),
    'co_owned_communities', array(
      select jsonb_build_object('community_id', c.id, 'community', c.name, 'added_at', o.added_at)
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = caller_id order by o.added_at, c.id),
    'invitations', jsonb_build_object(
      'sent', array(
        select to_jsonb(i) - 'invited_by' from public.invitations as i
        where i.invited_by = caller_id order by i.created_at, i.id),
      'received', array(
        select to_jsonb(i) - array['invited_by', 'keeps_former_owner']
          || jsonb_build_object('community', private.approved_name(c))
        from public.invitations as i
        left join public.communities as c on c.id = i.community_id
        join auth.users as u on lower(u.email) = i.email
        where u.id = caller_id and u.email_confirmed_at is not null order by i.created_at, i.id)))
$function$;

create or replace function private.export_my_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  caller_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return private.export_communities_of(caller_id) || jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = caller_id),
    'suspension', (
      select to_jsonb(s) - array['user_id', 'suspended_by', 'hidden'] from public.suspensions as s
      where s.user_id = caller_id),
    'passkeys', private.export_passkeys_of(caller_id),
    'joins', array(
      select jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
      from public.community_joins as j left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = caller_id order by j.joined_on, j.community_id),
    'still_active_answers', array(
      select to_jsonb(a) - 'user_id' from private.still_active_answers as a
      where a.user_id = caller_id order by a.answered_at, a.community_id),
    'saved_communities', array(
      select jsonb_build_object('community_id', s.community_id, 'community', d.name, 'saved_at', s.saved_at)
      from public.saved_communities as s left join public.directory_communities as d on d.id = s.community_id
      where s.user_id = caller_id order by s.saved_at, s.community_id),
    'alerts', array(
      select to_jsonb(a) - array['user_id', 'query'] from public.alerts as a
      where a.user_id = caller_id order by a.created_at, a.id),
    'reports', array(
      select to_jsonb(r) - array['reporter_id', 'resolved_by'] from public.community_reports as r
      where r.reporter_id = caller_id order by r.created_at, r.id),
    'images', array(
      select private.project_url() || '/storage/v1/object/public/community-images/' || o.name
      from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~>=~ (private.own_image_folder() || '/')
        and o.name ~<~ (private.own_image_folder() || '0')
      order by o.name),
    'ownership_codes', array(
      select to_jsonb(o) - 'user_id' from private.ownership_codes as o
      where o.user_id = caller_id order by o.expires_at, o.code),
    'notes_of_admins', array(
      select jsonb_build_object('text', n.text, 'created_at', n.created_at) from public.admin_notes as n
      where n.user_id = caller_id order by n.created_at, n.id),
    'link_checks', array(select k.at from private.link_checks as k where k.user_id = caller_id order by k.at),
    'open_reviews', array(select to_jsonb(r) - 'admin_id' from public.open_reviews as r where r.admin_id = caller_id),
    'claims', private.export_claims_of(caller_id),
    'emails', array(
      select jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at) || e.data
      from private.email_outbox as e where e.recipient_id = caller_id order by e.created_at, e.id),
    'log', array(
      select jsonb_build_object(
        'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id, 'by_admin', a.by_admin,
        'before', private.without_admins(a.before), 'after', private.without_admins(a.after))
      from public.audit_log as a where a.owner_id = caller_id and a.action <> 'reports resolved' order by a.id));
end
$function$;

create or replace function private.export_passkeys_of (
  caller_id uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return '[]';
  end if;
  return to_jsonb(array(
    select jsonb_build_object('name', k.friendly_name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
    from auth.webauthn_credentials as k where k.user_id = caller_id order by k.created_at, k.id));
end
$function$;

create or replace function private.fall_asleep()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  settings private.settings;
  community public.communities;
begin
  select * into settings from private.settings where directory_live and days_until_question > 0;
  for community in
    select c.* from private.open_questions(now() - settings.days_to_answer * interval '1 day') as q
    join public.communities as c on c.id = q.community_id join public.profiles as p on p.id = c.owner_id
    where (p.wants_decision_emails or q.asked_at <= now() - settings.days_until_question * interval '1 day')
      and private.may_be_listed(c, '{dead_link}')
      and (not p.wants_decision_emails or exists (
        select from private.email_outbox as e
        where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(q.asked_at)
          and e.sent_at <= now() - interval '7 days'
      ))
    order by c.id limit 100 for no key update of c skip locked
  loop
    -- Checked again with the lock: the owner may have answered or paused the community since the query began.
    perform from public.signs_of_life as s
    where s.community_id = community.id and s.asked_at is not null for no key update skip locked;
    if found and private.may_be_listed(community, '{dead_link}') and private.block(community.id, 'asleep') then
      perform private.log_action('fell asleep', 'community', community.id, community.owner_id, actor_id => null);
    end if;
  end loop;
end
$function$;

create or replace function private.fields_of_proof()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$ select array['name', 'whatsapp_link'] $function$;

create or replace function private.find_place (
  place_name text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select name from public.places where known_names @> array[private.plain_words(left(place_name, 200))]
$function$;

create or replace function private.find_places (
  names text[]
)
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select case when names is not null then array(
    select distinct current_name from unnest(names) as name, private.find_place(name) as current_name
    where current_name is not null order by 1)
  end
$function$;

create or replace function private.find_risk_signals (
  community_ids uuid[]
)
  returns table (
    community_id uuid,
    kind         public.risk_kind,
    details      jsonb
  )
  language sql
  stable
  rows 20
  set search_path to ''
  AS $function$
  select c.id, found.kind, found.details
  from public.communities as c
  cross join lateral jsonb_populate_record(c, coalesce(c.held_changes, '{}')) as version
  cross join lateral (
    select * from private.owner_signals(version) union all select * from private.text_signals(version)
    union all select * from private.group_signals(version) union all select * from private.report_signals(version)
  ) as found
  where c.id = any (community_ids)
$function$;

create or replace function private.find_to_count (
  query      tsquery,
  locations  text[],
  categories public.community_category[],
  join_types public.join_type[],
  spoken     text[]
)
  returns table (
    location      text,
    country       text,
    category      public.community_category,
    join_type     public.join_type,
    languages     text[],
    failed_filter text
  )
  language plpgsql
  stable
  rows 2000
  set search_path to ''
  AS $function$
begin
  return query
    select d.location, d.country, d.category, d.join_type, d.languages, case
        when d.location <> all (locations) then 'location' when d.category <> all (categories) then 'category'
        when d.join_type <> all (join_types) then 'join_type' when not d.languages && spoken then 'language'
      end
    from public.directory_communities as d
    -- All but one of the filters. Spelled out, so that the planner can use an index.
    where (query is null or d.search_vector @@ query) and (
      (categories is null or d.category = any (categories)) and (join_types is null or d.join_type = any (join_types))
        and (spoken is null or d.languages && spoken)
      or (locations is null or d.location = any (locations)) and (spoken is null or d.languages && spoken)
        and (join_types is null or d.join_type = any (join_types))
      or (locations is null or d.location = any (locations)) and (spoken is null or d.languages && spoken)
        and (categories is null or d.category = any (categories))
      or (locations is null or d.location = any (locations))
        and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types)))
    limit 2000;
end
$function$;

create or replace function private.folder_owner (
  object_name text
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select id from public.profiles where image_folder = case
    when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' then split_part(object_name, '/', 1)::uuid
  end
$function$;

create or replace function private.follow_links()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  wanted constant text := private.link_under_review(new);
  seen_name constant text := (
    select group_name from private.reviewed_links where community_id = new.id and link = new.whatsapp_link);
begin
  if new.status = 'approved' then
    insert into public.community_links as known (community_id, link, approved_name)
    values (new.id, new.whatsapp_link, seen_name)
    on conflict (community_id) do update set
      link = excluded.link, state = 'unchecked', checked_at = null, live_at = null, dead_since = null,
      group_name = null, approved_name = seen_name, renamed_at = null, linked_at = now(), due_at = now(), failures = 0,
      reserved_at = null
    where known.link <> excluded.link;
    if tg_op = 'UPDATE' and old.status <> 'approved' and new.approval_date = now() then
      -- An approval accepts a rename that reviewers know; without an earlier name, they have read none.
      update public.community_links set
        renamed_at = null, due_at = now(), approved_name = coalesce(seen_name, case
          when approved_name is null or renamed_at is null then approved_name else coalesce(group_name, '') end)
      where community_id = new.id;
    end if;
  end if;
  if wanted is null or new.status <> 'approved' then
    delete from private.reviewed_links where community_id = new.id and link is distinct from wanted;
    return null;
  end if;
  insert into private.reviewed_links as known (community_id, link, due_at)
  values (new.id, wanted, now() + interval '2 minutes')
  on conflict (community_id) do update set
    link = excluded.link, group_name = null, failures = 0, reserved_at = null,
    due_at = greatest(excluded.due_at, known.checked_at + interval '10 minutes')
  where known.link <> excluded.link;
  return null;
end
$function$;

create or replace function private.follow_owner()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  delete from public.appeals where community_id = new.id;
  update public.claims set outcome = 'closed', decided_at = now()
  where community_id = new.id and outcome is null and claimant_id = new.owner_id;
  insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
  select id, answered_by, 'owner', answer, answered_at from public.claims
  where community_id = new.id and outcome is null and num_nulls(answered_by, answer) = 0;
  for claim in
    update public.claims set owner_id = new.owner_id, answer = null, answered_at = null, answered_by = null
    where community_id = new.id and outcome is null returning *
  loop
    -- As a co-owner, they were told that only the owner can answer.
    delete from private.email_outbox
    where recipient_id = new.owner_id and kind = 'claimed' and event = claim.id::text and data ? 'is_co_owner';
    perform private.queue_claim_email(
      claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
  perform private.note_sign_of_life(new.id);
  return null;
end
$function$;

create or replace function private.forget_answers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set
    answer = null, answered_by = null, owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$function$;

create or replace function private.forget_user()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  request private.deletion_requests;
begin
  -- In the order of everything else that changes many communities. The foreign key would lock them as they are stored.
  perform from public.communities where owner_id = old.id order by id for update;
  update public.audit_log set
    subject_id = case when subject = 'community' then subject_id end, owner_id = null, before = '{}', after = '{}'
  where owner_id = old.id;
  update public.audit_log set actor_id = null where actor_id = old.id and not by_admin;
  -- Those that the user sent are deleted with the profile.
  delete from public.invitations where email = lower(old.sign_in_email);
  delete from private.email_outbox where kind = 'invitation_accepted' and data ->> 'email' = lower(old.sign_in_email);
  delete from private.deletion_requests where user_id = old.id returning * into request;
  -- The communities without their names.
  insert into public.audit_log (action, subject, subject_id, after, actor_id, by_admin)
  select 'deleted', deleted.*, case when request.by_admin then request.actor_id end, coalesce(request.by_admin, false)
  from (
    select 'community'::public.audit_subject, c.id, '{"with_account": true}'::jsonb
    from public.communities as c where c.owner_id = old.id
    union all select 'user', null, '{}'
  ) as deleted;
  return old;
end
$function$;

create or replace function private.full_image_name (
  object_name text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select replace(object_name, '-480.', '-compressed.') $function$;

create or replace function private.get_directory_community (
  community_id uuid
)
  returns SETOF public.directory_communities
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select d.* from public.directory_communities as d where d.id = community_id and private.is_directory_live()
$function$;

create or replace function private.get_directory_numbers()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'communities', (select count(*) from public.directory_communities),
    'places', (select count(*) from public.places as p where exists (
      select from public.directory_communities as d where d.location = p.name)),
    'joins', (
      select count(*) / 10 * 10 from (
        select from public.community_joins
        where joined_on >= private.today() - 30 and joined_on < private.today() limit 100000) as joins)
  ) where private.is_directory_live()
$function$;

create or replace function private.get_group_names (
  community_id uuid
)
  returns table (
    approved_name text,
    group_name    text,
    renamed_at    timestamp with time zone
  )
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select private.require_admin();
  select l.approved_name, coalesce(l.group_name, ''), l.renamed_at
  from public.community_links as l where l.community_id = get_group_names.community_id
$function$;

create or replace function private.get_invite_link (
  community_id uuid
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if not private.may_manage(community_id) and not private.is_admin() and not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = 'PT403';
  end if;
  return (select c.whatsapp_link from public.communities as c where c.id = community_id);
end
$function$;

create or replace function private.get_listed_communities (
  community_ids uuid[]
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
begin
  if cardinality(community_ids) > 100 then
    raise exception 'At most 100 communities can be read at once.' using errcode = 'PT400';
  end if;
  return query
    select d.* from public.directory_communities as d where d.id = any (community_ids) and private.is_directory_live();
end
$function$;

create or replace function private.get_my_role()
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  profile_is_admin constant boolean := (select is_admin from public.profiles where id = (select auth.uid()));
begin
  perform private.require_complete_sign_in();
  if profile_is_admin and not private.is_admin() then
    perform private.refuse_suspended();
    raise exception 'Admins need two-factor authentication. Add an authenticator app on your profile page.'
      using errcode = 'PT403';
  end if;
  return case profile_is_admin when true then 'admin' when false then 'user' end;
end
$function$;

create or replace function private.get_ownership_code (
  community_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  new_code text;
begin
  perform private.require_writer();
  if not private.may_manage(community_id) then
    perform private.require_listed(community_id);
  elsif exists (select from public.communities as c where c.id = community_id and c.status <> 'approved') then
    raise exception 'Only an approved community can be verified.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('ownership codes of ' || user_id);
  select o.code into new_code from private.ownership_codes as o
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null
    and o.expires_at > now() + interval '1 hour';
  if found then return new_code; end if;
  perform private.require_quota(count(*), 20, 'You can get at most 20 codes a day. Please try again tomorrow.')
  from private.ownership_codes as o where o.user_id = user_id and o.expires_at > now();
  -- Another user may have the same code. Without characters that look like others in some typeface. Each one is from
  -- seven hexadecimal digits of a random UUID, which are a number of 28 bits.
  for attempt in 1..20 loop
    insert into private.ownership_codes (code, community_id, user_id)
    select 'WP-' || string_agg(substr('234679ACDEFGHJKMNPQRTUVWXY', 1 + mod(
      ('x0' || left(gen_random_uuid()::text, 7))::bit(32)::integer, 26), 1), ''), community_id, user_id
    from generate_series(1, 4) on conflict do nothing returning code into new_code;
    exit when found;
  end loop;
  if new_code is null then
    raise exception 'There is no free code. Please try again later.' using errcode = 'PT429';
  end if;
  return new_code;
end
$function$;

create or replace function private.get_review_time()
  returns integer
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return (
    select case when count(*) >= 5 then
      ceil(percentile_cont(0.5) within group (order by extract(epoch from latest.duration)) / 3600)::integer
    end
    from (
      select decision.at - c.created_at as duration
      from public.audit_log as decision
      join public.communities as c on c.id = decision.subject_id
      where decision.action in ('approved', 'rejected') and decision.actor_id is distinct from c.owner_id
        and not exists (
          select from public.audit_log as earlier
          where earlier.subject_id = decision.subject_id and earlier.id < decision.id
            and earlier.action in ('approved', 'rejected')
        )
      order by decision.id desc limit 30
    ) as latest
  );
end
$function$;

create or replace function private.group_list (
  community_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', g.name, 'description', g.description) order by g.name, g.description
  ), '[]')
  from public.community_groups as g where g.community_id = group_list.community_id
$function$;

create or replace function private.group_name_words (
  name text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.plain_words(regexp_replace(
    translate(private.remove_codes(name),
      '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'),
    -- Combining marks, and the characters without a glyph (private.is_visible) inside words.
    '[\u00AD\u0300-\u036F\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFD\U000E0000-\U000E0FFF]', '', 'g'))
$function$;

create or replace function private.group_signals (
  community public.communities
)
  returns table (
    kind    public.risk_kind,
    details jsonb
  )
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  group_name constant text := coalesce(
    (select r.group_name from private.reviewed_links as r
     where r.community_id = community.id and r.link = community.whatsapp_link),
    (select l.group_name from public.community_links as l
     where l.community_id = community.id and l.link = community.whatsapp_link));
begin
  details := '{}';
  kind := 'other_name';
  if group_name <> '' and private.is_other_name(community.name, group_name) then return next; end if;
end
$function$;

create or replace function private.hand_over_community (
  community_id uuid,
  new_owner_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
begin
  if not exists (
    select from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id
  ) then
    raise exception 'This user is no longer a co-owner. Reload the page.' using errcode = 'PT409';
  end if;
  perform private.transfer_community(community_id, new_owner_id);
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.queue_email(
    'handed_over', new_owner_id, community_id || ' ' || now(), jsonb_build_object('name', community.name),
    community_id);
end
$function$;

create or replace function private.hand_over_to_claimant (
  claim_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim constant public.claims := private.lock_claim(claim_id, is_transfer => true);
begin
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can hand over a community.' using errcode = 'PT403';
  end if;
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.accept_claim(claim);
end
$function$;

create or replace function private.has_enough_reports (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(count(*) >= (select nullif(reports_to_hide, 0) from private.settings), false)
  from public.community_reports as r
  join public.profiles as p on p.id = r.reporter_id
  where r.community_id = has_enough_reports.community_id and r.resolved_at is null
    and not private.may_manage(r.community_id, p.id) and not private.is_user_suspended(p.id)
    and (
      p.created_at < r.created_at - interval '30 days' or exists (
        select from public.community_joins as j
        where j.user_id = p.id and j.joined_on <= (r.created_at at time zone 'utc')::date - 7
      )
    )
    and not exists (
      select from public.community_reports as earlier
      where earlier.community_id = r.community_id and earlier.reporter_id = p.id and not earlier.is_upheld
    )
    and (
      select count(*) from public.community_reports as earlier
      where earlier.reporter_id = p.id and not earlier.is_upheld and earlier.resolved_at > now() - interval '90 days'
    ) < 2
    and (
      select count(distinct h.community_id)
      from public.community_reports as e join private.hidden_by_reports as h on h.community_id = e.community_id
      where e.reporter_id = p.id and e.is_upheld is not true and h.at > now() - interval '7 days'
        -- Of concurrent reports, the one that hides may have begun before the others.
        and h.at > e.created_at - interval '1 minute' and (e.resolved_at is null or h.at <= e.resolved_at)
    ) < 2
$function$;

create or replace function private.has_phone_number (
  value text
)
  returns boolean
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  start constant text := '(?<![0-9a-z+.,:/-])';
  dated text;
begin
  if value ~ 'wa\.me/\+?[0-9]{7}|whatsapp\.com/send/?\?phone=|\mtel:\+?[0-9]{3}' then return true; end if;
  dated := private.without_dates(value);
  return dated ~ (start || '\+ ?\(?[1-9](?:[ ()./-]{0,3}[0-9]){8,14}(?![0-9])')
    or dated ~ (start || '00[1-9](?:[ ()./-]{0,3}[0-9]){8,13}(?![0-9])')
    -- '0171 1234567', '06 12 34 56 78'
    or dated ~ (start || '\(?0[1-9](?:[ ()./-]{0,2}[0-9]){7,9}(?![0-9])')
    -- '(415) 555-2671', '(11) 91234-5678', '415-555-2671', '98765 43210', '9876543210'
    or dated ~ (start || '\([1-9][0-9]{1,3}\) ?[0-9]{3,5}[ .-]?[0-9]{4}(?![0-9])')
    or dated ~ (start || '[2-9][0-9]{2}([ .-])[2-9][0-9]{2}\1[0-9]{4}(?![0-9]|[.,][0-9])')
    or dated ~ (start || '[6-9][0-9]{4} [0-9]{5}(?![0-9])')
    or dated ~ (start || '(?![0-9]*0{5}(?![0-9]))[1-9][0-9]{9,12}(?![0-9a-z])')
    -- After a word that announces one, spaces between any digits.
    or dated ~ ('\m(?:call|phone|tel|telephone|mobile|whatsapp|sms|cell|contact)\M[^a-z0-9]{1,4}'
      '(?:(?:me|us|at|on|number|no)\M[^a-z0-9]{1,3}){0,2}[0-9](?:[ ()./-]{0,2}[0-9]){7,14}(?![0-9])');
end
$function$;

create or replace function private.has_short_link (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ format(
    '(?<![a-z0-9.@-])(?:www\.)?(?:%s)/[a-z0-9]',
    replace(array_to_string(private.link_shorteners(), '|'), '.', '\.'))
$function$;

create or replace function private.has_telegram_contact (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ '(?<![a-z0-9_.@-])(?:www\.)?(?:t|telegram)\.me/[a-z0-9_+]'
    or value ~ '\mtg://[a-z]'
    or value ~ ('(?:\m(?:telegram|tg)\M|телеграмм?)[^a-z0-9@]{1,4}'
      '(?:(?:is|me|us|id|handle|channel|group|at|on)[^a-z0-9@]{1,3}){0,2}@[a-z0-9_]{4}')
    or value ~ '(?<![a-z0-9_.])@[a-z0-9_]{4,32}[^a-z0-9@]{1,3}(?:on|via|in|at|auf|en|no|sur) (?:telegram|tg)\M'
    or value ~ '\m(?:telegram|tg)\M *[:=] *[a-z][a-z0-9]*[0-9_][a-z0-9_]{2}'
$function$;

create or replace function private.has_words (
  search_column text,
  search        text,
  operator      text default 'ilike'::text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(distinct format(
    '%s %s %L', search_column, operator, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  from regexp_split_to_table(btrim(left(search, 200)), '\s+') as word where word <> ''
$function$;

create or replace function private.has_words_or_relations (
  search text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  conditions text[] := '{}';
  word text;
  in_owner text;
  places text[];
  owners uuid[];
begin
  for word in select w from regexp_split_to_table(left(search, 200), '\s+') as w where w <> '' loop
    places := array(
      select p.name from public.places as p where p.words like '%' || nullif(private.plain_words(word), '') || '%'
    );
    in_owner := 'select p.id from public.profiles as p where '
      || private.has_words($expression$(p.name || ' ' || p.email || ' ' || p.sign_in_email)$expression$, word);
    execute format('select array(%s limit 1001)', in_owner) into owners;
    conditions := conditions || concat('(', concat_ws(' or ',
      private.has_words('c.search_text', lower(word), 'like'),
      case when places <> '{}' then format('c.location = any (%L)', places) end,
      case when cardinality(owners) > 1000 then format('c.owner_id in (%s)', in_owner)
        when owners <> '{}' then format('c.owner_id = any (%L::uuid[])', owners) end), ')');
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end
$function$;

create or replace function private.hide_communities_of (
  user_id uuid,
  reason  text
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  hidden jsonb := '{}';
begin
  for community in
    select * from public.communities as c where c.owner_id = user_id order by c.id for no key update
  loop
    continue when community.status <> 'approved' or private.is_blocked(community.id, '{admin}');
    hidden := hidden || jsonb_build_object(community.id, (
      select b.since from public.community_blocks as b where b.community_id = community.id and b.kind = 'reports'));
    perform private.block(community.id, 'admin', reason, auth.uid());
    perform private.lift_blocks(community.id, 'reports');
    perform private.touch_community(community.id);
    -- Without entries in the log: that of the suspension has the communities.
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid(), is_upheld = true
    where r.community_id = community.id and r.resolved_at is null;
    perform private.close_appeals(community.id, 'declined', reason);
  end loop;
  return hidden;
end
$function$;

create or replace function private.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  -- Checked first: its message is more specific.
  if private.is_blocked(community_id, '{admin}') then
    raise exception 'This community is already hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  reason := private.require_text(reason);
  perform private.block(community_id, 'admin', reason, auth.uid());
  perform private.lift_blocks(community_id, 'reports');
  update public.communities set name_changed_at = null, updated_at = now() where id = community_id;
  perform private.close_reports(community_id, is_upheld => true);
  perform private.close_appeals(community_id, 'declined', reason);
  perform private.record_decision('hidden', community_id, before, jsonb_build_object('reason', reason));
end
$function$;

create or replace function private.hiding_kinds()
  returns public.block_kind[]
  language sql
  immutable
  set search_path to ''
  AS $function$ select array['admin', 'reports', 'renamed']::public.block_kind[] $function$;

create or replace function private.image_name (
  url text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select split_part(url, '/object/public/community-images/', 2) $function$;

create or replace function private.import_communities (
  rows       jsonb,
  is_preview boolean default false,
  import_id  uuid    default gen_random_uuid(),
  file_name  text    default null::text
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language plpgsql
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > (private.limits()).max_imported_rows then
    raise exception 'Import at most % communities at once.', to_char((private.limits()).max_imported_rows, 'FM9,999')
      using errcode = 'PT400';
  end if;
  -- Concurrent imports of the same links in another order would deadlock.
  perform private.lock_until_commit('import of communities');
  return query
    select given.place::integer, imported.outcome, imported.problem, imported.field
    from jsonb_array_elements(rows) with ordinality as given (row_values, place),
      private.import_community(given.row_values, is_preview) as imported
    order by given.place;
  perform private.log_import(coalesce(import_id, gen_random_uuid()), file_name);
end
$function$;

create or replace function private.import_community (
  row_values jsonb,
  is_preview boolean,
  OUT        outcome public.import_outcome,
  OUT        problem text,
  OUT        field text
)
  returns record
  language plpgsql
  set search_path to ''
  AS $function$
declare
  new_row public.communities;
begin
  new_row := jsonb_populate_record(null::public.communities, row_values);
  if exists (select from public.communities where id = new_row.id and owner_id = (select auth.uid())) then
    outcome := 'imported';
    return;
  end if;
  if exists (select from public.communities where whatsapp_link = new_row.whatsapp_link and status = 'rejected')
    and not private.is_whatsapp_link_listed(new_row.whatsapp_link, null) then
    outcome := 'rejected before';
    return;
  end if;
  insert into public.communities (
    id, name, description, host_name, host_intro, location, requested_place, whatsapp_link, join_type, image_url,
    category, languages, member_count
  ) values (
    new_row.id, new_row.name, new_row.description, coalesce(new_row.host_name, ''), coalesce(new_row.host_intro, ''),
    new_row.location, new_row.requested_place, new_row.whatsapp_link, new_row.join_type, new_row.image_url,
    new_row.category, new_row.languages, new_row.member_count
  );
  insert into public.community_groups (community_id, name)
  select new_row.id, name from jsonb_array_elements_text(row_values -> 'groups') as name;
  if is_preview then
    -- Caught below. Nothing else raises it.
    raise savepoint_exception;
  end if;
  outcome := 'imported';
exception when savepoint_exception then
  outcome := 'imported';
when others then
  -- Anything but invalid values, such as a deadlock, ends the whole call.
  if sqlstate !~ '^(PT4|22|23)' then
    raise;
  end if;
  outcome := 'invalid';
  problem := 'The database does not accept this row.';
  if starts_with(sqlstate, 'PT4') then
    get stacked diagnostics problem = message_text, field = pg_exception_detail;
    if sqlstate = 'PT409' and field = 'whatsapp_link' then
      outcome := 'already listed';
    end if;
  end if;
end
$function$;

create or replace function private.index_account()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.account_index (id, name, email, credits, is_admin, created_at)
  select u.id, coalesce(p.name, nullif(split_part(u.email, '@', 1), ''), 'User'),
    coalesce(nullif(u.email, ''), p.email, ''), coalesce(p.credits, 3), coalesce(p.is_admin, false),
    coalesce(u.created_at, now())
  from auth.users as u left join public.profiles as p on p.id = u.id where u.id = coalesce(new.id, old.id)
  on conflict (id) do update set name = excluded.name, email = excluded.email, credits = excluded.credits,
    is_admin = excluded.is_admin, created_at = excluded.created_at;
  return null;
end
$function$;

create or replace function private.invite_to_community (
  community_id       uuid,
  email              text,
  kind               public.invitation_kind,
  keeps_former_owner boolean                default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
  invitation public.invitations;
begin
  email := lower(private.clean_email(email));
  perform private.require_email(email);
  if email = (select lower(p.sign_in_email) from public.profiles as p where p.id = auth.uid()) then
    raise exception 'This is your own email.' using errcode = 'PT400', detail = 'email';
  end if;
  if exists (
    select from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and i.kind = kind and (i.kind = 'transfer' or i.email = email)
  ) then
    raise exception '%', case kind
      when 'transfer' then 'You have already offered this community to someone. Withdraw that offer first.'
      else 'You have already invited this address.'
    end using errcode = 'PT409', detail = 'email';
  end if;
  if (kind = 'co-owner' or keeps_former_owner) and (
    select count(*) from public.co_owners as o where o.community_id = community_id
  ) + (
    select count(*) from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and (i.kind = 'co-owner' or i.keeps_former_owner)
  ) >= (private.limits()).max_co_owners then
    raise exception 'A community can have at most % co-owners, including open invitations.',
      (private.limits()).max_co_owners using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('invitations of ' || auth.uid());
  perform private.require_quota(count(*), 20, 'You can send at most 20 invitations a day. Please try again tomorrow.')
  from public.invitations as i where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day';
  perform private.lock_until_commit('invitations to ' || email);
  perform private.require_quota(
    count(*), 3, 'You can invite an address to a community at most three times in 30 days.', 'PT429', 'email')
  from public.invitations as i
  where i.email = email and i.community_id = community_id and i.created_at > now() - interval '30 days';
  -- From any user. It says nothing about accounts: addresses without one have the same limit.
  perform private.require_quota(
    count(*), 10, 'This address cannot be invited today. Please try again tomorrow.', 'PT429', 'email')
  from public.invitations as i where i.email = email and i.created_at > now() - interval '1 day';
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
end
$function$;

create or replace function private.is_admin()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_admin)
    and private.is_sign_in_complete() and not private.is_suspended()
    and (auth.jwt() ->> 'aal' is not distinct from 'aal2'
      or not exists (select from private.settings where admins_need_second_factor));
end
$function$;

create or replace function private.is_api_request()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$ select current_user in ('authenticated', 'service_role') $function$;

create or replace function private.is_blocked (
  community_id uuid,
  kinds        public.block_kind[]
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.community_blocks as b where b.community_id = is_blocked.community_id and b.kind = any (kinds)
  )
$function$;

create or replace function private.is_confirmed (
  community_id  uuid,
  approval_date timestamp with time zone
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select exists (
    select from public.signs_of_life as s
    where s.community_id = is_confirmed.community_id
      and s.confirmed_at >= (private.today() - 30)::timestamp at time zone 'utc'
      and date_trunc('milliseconds', s.confirmed_at) > is_confirmed.approval_date
  )
$function$;

create or replace function private.is_count_reviewed (
  member_count   integer,
  reviewed_count integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select member_count > greatest(2 * coalesce(reviewed_count, 0), (private.limits()).max_unreviewed_count)
$function$;

create or replace function private.is_doubted (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*) >= 2
  from private.still_active_answers as a join public.profiles as p on p.id = a.user_id
  join public.signs_of_life as s on s.community_id = a.community_id
  where a.community_id = is_doubted.community_id and not a.is_active and a.answered_at > s.confirmed_at
    and not private.may_manage(a.community_id, p.id) and p.created_at < a.answered_at - interval '1 day'
    and not private.is_user_suspended(p.id) and exists (
      select from public.community_joins as j
      where j.community_id = a.community_id and j.user_id = p.id and j.joined_on > private.today() - 60
    )
$function$;

create or replace function private.is_email (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select char_length(value) <= 254 and value ~ format('^[^%1$s]+@[^%1$s.]+(\.[^%1$s.]+)+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF@<>()\[\]",;:\\')
$function$;

create or replace function private.is_hidden (
  community_id uuid
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$ select private.is_blocked(community_id, private.hiding_kinds()) $function$;

create or replace function private.is_image_in_use (
  object_name text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.images_in_use where name = private.full_image_name(object_name))
$function$;

create or replace function private.is_image_url (
  url text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select char_length(url) <= 500 and (
    url ~ '^https://images\.unsplash\.com/photo-[A-Za-z0-9-]+(\?[A-Za-z0-9=&_.,%-]*)?$'
    or url ~ ('^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/storage/v1/object/public/community-images/'
      '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$')
  )
$function$;

create or replace function private.is_list (
  lines      text[],
  max_lines  integer,
  max_length integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select cardinality(lines) <= max_lines and coalesce(array_ndims(lines), 1) = 1
    and not exists (select from unnest(lines) as line where private.is_line(line, max_length) is not true)
$function$;

create or replace function private.is_listed (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.is_directory_live()
    and exists (select from public.directory_communities as d where d.id = community_id)
$function$;

create or replace function private.is_other_name (
  one   text,
  other text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  words text[];
  others text[];
begin
  if private.is_same_group_name(one, other) then return false; end if;
  words := private.telling_words(one);
  others := private.telling_words(other);
  return not (least(cardinality(words), cardinality(others)) > 0 and (words <@ others or others <@ words));
end
$function$;

create or replace function private.is_phone (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ '^[0-9 +()[\].,/-]*( ext\. [0-9]{1,7})?$'
    and char_length(regexp_replace(split_part(value, ' ext. ', 1), '[^0-9]', '', 'g')) between 4 and 20
$function$;

create or replace function private.is_same_group_name (
  one   text,
  other text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select replace(private.group_name_words(one), ' ', '') = replace(private.group_name_words(other), ' ', '')
$function$;

create or replace function private.is_sign_in_complete()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)
    and (
      claims ->> 'aal' is not distinct from 'aal2'
      or not exists (select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified')
    );
end
$function$;

create or replace function private.is_suspended()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (select from public.suspensions where user_id = auth.uid() and (until is null or until > now()));
end
$function$;

create or replace function private.is_unrelated_name (
  one   text,
  other text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select not private.is_same_group_name(one, other) and not private.telling_words(one) && private.telling_words(other)
$function$;

create or replace function private.is_user_suspended (
  account_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.suspensions where user_id = account_id and (until is null or until > now()))
$function$;

create or replace function private.is_visible (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ (
    '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$function$;

create or replace function private.is_whatsapp_link_listed (
  link      text,
  except_id uuid default null::uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.communities where whatsapp_link = link and status <> 'rejected' and id is distinct from except_id
    union all
    select from public.communities
    where held_at is not null and held_changes ->> 'whatsapp_link' = link and id is distinct from except_id
  )
$function$;

create or replace function private.join_community (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if private.may_manage(community_id) then return; end if;
  perform private.lock_until_commit('joins of ' || user_id);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community_id, user_id, private.today()) on conflict do nothing;
  if not found then return; end if;
  perform private.require_quota(
    count(*) - 1, 30, 'You can open at most 30 invite links a day. Please try again tomorrow.')
  from public.community_joins as j where j.user_id = user_id and j.joined_on = private.today();
  -- A sign of life, at most one a day. Only the owner answers a question that users brought forward.
  update public.signs_of_life as s set
    last_joined_at = date_trunc('day', now(), 'utc'),
    asked_at = case when private.is_doubted(s.community_id) then s.asked_at end
  where s.community_id = community_id
    and (s.last_joined_at is distinct from date_trunc('day', now(), 'utc') or s.asked_at is not null);
end
$function$;

create or replace function private.keep_active (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.lift_blocks(community.id, 'asleep') then
    perform private.log_action('woke up', 'community', community.id, community.owner_id);
  end if;
  perform private.note_sign_of_life(community.id);
end
$function$;

create or replace function private.keep_approval()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
    new.reviewed_count := null;
    new.verified_at := null;
    new.name_changed_at := null;
    return new;
  end if;
  new.approved_groups := coalesce(new.approved_groups, private.group_list(new.id));
  new.reviewed_count := coalesce(new.reviewed_count, new.member_count);
  if tg_op = 'UPDATE' then
    if new.member_count <> old.member_count and new.reviewed_count = old.reviewed_count
      and (private.is_admin() or not private.is_user_request()) then
      new.reviewed_count := new.member_count;
    end if;
    if (new.whatsapp_link, new.owner_id) <> (old.whatsapp_link, old.owner_id)
      and new.verified_at is not distinct from old.verified_at then
      new.verified_at := null;
    end if;
    if new.name <> old.name and new.name_changed_at is not distinct from old.name_changed_at then
      new.name_changed_at := null;
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.keep_last_admin()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  admin_id constant uuid := coalesce(to_jsonb(old) ->> 'id', to_jsonb(new) ->> 'user_id');
begin
  perform private.lock_until_commit('admin deletions');
  if exists (select from public.profiles where id = admin_id and is_admin) and not exists (
    select from public.profiles where is_admin and id <> admin_id and not private.is_user_suspended(id)
  ) then
    raise exception 'The last admin cannot be %. Make someone else an admin first.', tg_argv[0] using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end
$function$;

create or replace function private.language_codes()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_to_array(
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en '
    'eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv '
    'ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne '
    'ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st '
    'su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu', ' ')
$function$;

create or replace function private.lift_blocks (
  community_id uuid,
  VARIADIC     kinds public.block_kind[]
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from public.community_blocks as b where b.community_id = lift_blocks.community_id and b.kind = any (kinds);
  return found;
end
$function$;

create or replace function private.limit_admin_notes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  subject uuid;
  author uuid;
begin
  for subject in select distinct coalesce(community_id, user_id) as id from inserted order by id loop
    perform private.lock_until_commit('notes on ' || subject);
    perform private.require_quota(count(*) - 1, 100, 'There are already 100 notes. Delete some first.', 'PT400')
    from public.admin_notes as n where n.community_id = subject or n.user_id = subject;
  end loop;
  for author in select distinct author_id from inserted where author_id is not null order by author_id loop
    perform private.lock_until_commit('notes of ' || author);
    perform private.require_quota(count(*) - 1, 200, 'You can write at most 200 notes a day.')
    from public.admin_notes as n where n.author_id = author and n.created_at > now() - interval '1 day';
  end loop;
  return null;
end
$function$;

create or replace function private.limit_saved_communities()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  saving_user uuid;
begin
  for saving_user in select distinct user_id from inserted order by user_id loop
    perform private.lock_until_commit('saved communities of ' || saving_user);
    perform private.require_quota(
      count(*) - 1, 500, 'You can save at most 500 communities. Remove some on your profile page first.', 'PT400')
    from public.saved_communities as s where s.user_id = saving_user;
  end loop;
  return null;
end
$function$;

create or replace function private.limits (
  OUT max_alerts integer,
  OUT max_co_owners integer,
  OUT max_imported_rows integer,
  OUT max_languages integer,
  OUT max_small_image_bytes integer,
  OUT max_unreviewed_count integer,
  OUT invitation_period interval,
  OUT claim_answer_period interval,
  OUT time_between_claims interval,
  OUT ownership_code_period interval
)
  returns record
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  max_alerts := 10;
  max_co_owners := 5;
  max_imported_rows := 1000;
  max_languages := 3;
  max_small_image_bytes := 150 * 1024;
  -- A member count that is not higher needs no review.
  max_unreviewed_count := 100;
  invitation_period := '14 days';
  -- For the owner. Then an admin decides without an answer.
  claim_answer_period := '7 days';
  -- From the end of a claim to the next one of the same user.
  time_between_claims := '30 days';
  ownership_code_period := '1 day';
end
$function$;

create or replace function private.link_shorteners()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_to_array(
    'adf.ly bit.do bit.ly buff.ly cutt.ly cutt.us goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id short.gy shorte.st '
    'shorturl.at soo.gd t.co t.ly tiny.cc tiny.one tinyurl.com urlz.fr v.gd', ' ')
$function$;

create or replace function private.link_under_review (
  community public.communities
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case community.status
    when 'pending' then community.whatsapp_link when 'approved' then community.held_changes ->> 'whatsapp_link' end
$function$;

create or replace function private.list_activity (
  person    text                     default ''::text,
  action    public.audit_action      default null::public.audit_action,
  since     timestamp with time zone default null::timestamp with time zone,
  until     timestamp with time zone default null::timestamp with time zone,
  before_id bigint                   default null::bigint,
  page_size integer                  default 50
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  security definer
  rows 25
  set search_path to ''
  AS $function$
declare
  words constant text := private.has_words('account.search_text', person);
  people uuid[];
begin
  perform private.require_admin();
  if words is not null then
    execute format(
      'select array(select account.id from private.account_index as account where %s
         order by account.created_at desc, account.id limit 1000)', words) into people;
  end if;
  return query execute format(
    'select entry.* from public.audit_log as entry where %s order by entry.id desc limit %s',
    concat_ws(' and ', 'true',
      case when people is not null then
        format('(entry.actor_id = any (%1$L::uuid[]) or entry.owner_id = any (%1$L::uuid[]))', people)
      end,
      case when action is not null then format('entry.action = %L', action) end,
      case when since is not null then format('entry.at >= %L', since) end,
      case when until is not null then format('entry.at < %L', until) end,
      case when before_id is not null then format('entry.id < %L', before_id) end),
    private.clamp_page_size(page_size));
end
$function$;

create or replace function private.list_communities (
  search     text                      default ''::text,
  status     public.community_status   default null::public.community_status,
  category   public.community_category default null::public.community_category,
  country    text                      default null::text,
  owner_id   uuid                      default null::uuid,
  sort       text                      default 'created'::text,
  descending boolean                   default true,
  page_size  integer                   default 50,
  page       integer                   default 1
)
  returns SETOF public.communities
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  -- Ties are broken by the id in the opposite direction, as in the indexes.
  opposite constant text := case when descending then 'asc' else 'desc' end;
  ordering constant text := case sort
    when 'name' then format('c.name %1$s, c.id %1$s', direction)
    when 'owner' then format('p.name %1$s, p.id %1$s, c.created_at %1$s, c.id %2$s', direction, opposite)
    when 'status' then format('c.status %1$s, c.created_at desc, c.id', direction)
    else format('c.created_at %s, c.id %s', direction, opposite)
  end;
  source constant text := 'public.communities as c' || case
    when sort = 'owner' then ' join public.profiles as p on p.id = c.owner_id' else '' end;
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query execute format(
    'select c.* from %1$s join (
       select c.id from %1$s where %2$s order by %3$s limit %4$s offset %5$s
     ) as page on page.id = c.id order by %3$s',
    source, private.community_filter(search, status, category, country, owner_id), ordering, size,
    private.rows_before(page, size)
  );
end
$function$;

create or replace function private.list_my_invitations()
  returns table (
    id           uuid,
    community_id uuid,
    community    text,
    kind         public.invitation_kind,
    expires_at   timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select i.id, c.id, private.approved_name(c), i.kind, i.expires_at
    from public.invitations as i join public.communities as c on c.id = i.community_id
    where i.email = private.confirmed_email() and i.answer is null and i.expires_at > now()
    order by i.created_at, i.id;
end
$function$;

create or replace function private.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date,
    is_active    boolean
  )
  language plpgsql
  stable
  security definer
  rows 30
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select j.community_id, max(j.joined_on), a.is_active from public.community_joins as j
    left join private.still_active_answers as a on a.community_id = j.community_id and a.user_id = j.user_id
    where j.user_id = (select auth.uid()) group by 1, 3 order by 2 desc, 1;
end
$function$;

create or replace function private.list_own_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    community     text,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    is_waiting    boolean,
    outcome       public.claim_outcome,
    decided_at    timestamp with time zone,
    reason        text
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, d.name, k.proved_at, k.answer_due_at, k.answer_due_at > now(), k.outcome, k.decided_at,
      k.reason
    from public.claims as k
    left join public.directory_communities as d on d.id = k.community_id and private.is_directory_live()
    where k.claimant_id = (select auth.uid())
    order by k.proved_at desc, k.id;
end
$function$;

create or replace function private.list_people()
  returns table (
    community_id uuid,
    user_id      uuid,
    name         text,
    is_owner     boolean,
    added_at     timestamp with time zone,
    is_suspended boolean
  )
  language plpgsql
  stable
  security definer
  rows 10
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select l.community_id, p.id,
      -- Who has signed up with a code has the first part of the email as the name until they enter one.
      case when lower(p.name) = lower(split_part(p.sign_in_email, '@', 1)) then 'No name yet' else p.name end,
      l.is_owner, l.added_at, case when l.is_owner then private.is_user_suspended(p.id) end
    from (
      select c.id, o.user_id, false, o.added_at
      from public.communities as c join public.co_owners as o on o.community_id = c.id
      where c.owner_id = (select auth.uid())
      union all
      select c.id, c.owner_id, true, null
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = (select auth.uid())
    ) as l (community_id, user_id, is_owner, added_at) join public.profiles as p on p.id = l.user_id
    order by 1, 5, 2;
end
$function$;

create or replace function private.list_places (
  search    text    default ''::text,
  page_size integer default 50,
  page      integer default 1
)
  returns table (
    id                uuid,
    name              text,
    alternative_names text[],
    country           text,
    country_code      text,
    latitude          double precision,
    longitude         double precision,
    is_active         boolean,
    updated_at        timestamp with time zone,
    communities       bigint,
    total             bigint
  )
  language plpgsql
  stable
  security definer
  rows 50
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted constant text := '%' || private.plain_words(left(search, 200)) || '%';
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query
    select p.id, p.name, p.alternative_names, p.country, p.country_code, p.latitude, p.longitude, p.is_active,
      p.updated_at, (select count(*) from public.communities as c where c.location = p.name), p.total
    from (
      select *, count(*) over () as total from public.places
      where array_to_string(known_names, ' ') like wanted or private.plain_words(country) like wanted
      order by country, name limit size offset private.rows_before(page, size)
    ) as p order by p.country, p.name;
end
$function$;

create or replace function private.list_received_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    answer        text,
    answered_at   timestamp with time zone,
    is_owner      boolean
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, k.proved_at, k.answer_due_at, k.answer, k.answered_at, k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and k.claimant_id <> (select auth.uid())
      and (k.owner_id = (select auth.uid()) or k.community_id = any ((select private.co_owned_ids())::uuid[]))
    order by k.proved_at, k.id;
end
$function$;

create or replace function private.list_review_numbers (
  days integer default 7
)
  returns table (
    kind   text,
    name   text,
    amount bigint,
    since  timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  start constant timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 90));
begin
  perform private.require_admin();
  return query
    select 'waiting', q.reason, count(*), min(q.since) from private.review_queue as q group by q.reason, q.turn
    order by q.turn, q.reason;
  return query
    select 'decision time', null::text, found.seconds, null::timestamptz
    from (select private.median_decision_time(start) as seconds) as found where found.seconds is not null;
  return query
    select 'admin', p.name, made.decisions, null::timestamptz
    from (
      select e.actor_id, count(distinct (e.subject_id, e.at)) filter (where e.action <> 'decision undone')
        - count(*) filter (where e.action = 'decision undone') as decisions
      from public.audit_log as e
      where e.at >= start and e.by_admin and e.subject = 'community'
        and e.action = any (private.decision_actions() || 'decision undone'::public.audit_action)
      group by e.actor_id
    ) as made left join public.profiles as p on p.id = made.actor_id
    where made.decisions > 0 order by made.decisions desc, p.name;
  return query
    select 'appeals', a.outcome::text, count(*), null::timestamptz from public.appeals as a
    where a.closed_at >= start and a.outcome <> 'closed' group by a.outcome order by a.outcome;
end
$function$;

create or replace function private.list_review_queue (
  page_size integer default 50,
  page      integer default 1,
  kind      text    default null::text,
  search    text    default ''::text,
  sort      text    default 'urgent'::text,
  import_id uuid    default null::uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
declare
  size constant integer := private.clamp_page_size(page_size);
  filter text;
  ordering text;
begin
  perform private.require_admin();
  filter := private.queue_filter(kind, search, import_id);
  ordering := 'q.is_owner_suspended, ' || case sort
    when 'oldest' then 'q.since, q.id'
    when 'newest' then 'q.since desc, q.id desc'
    when 'risk' then format(
      '(%L::jsonb ->> q.id::text)::integer desc nulls last, q.turn, q.since, q.id', private.count_risk_signals(filter))
    else 'q.turn, q.since, q.id'
  end;
  return query execute format(
    'select c.* from public.communities as c join (
       select * from private.review_queue as q where %1$s order by %2$s limit %3$s offset %4$s
     ) as q using (id) order by %2$s',
    filter, ordering, size, private.rows_before(page, size)
  );
end
$function$;

create or replace function private.list_waiting_imports()
  returns table (
    import_id   uuid,
    file_name   text,
    imported_by text,
    imported_at timestamp with time zone,
    communities bigint,
    pending     bigint
  )
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select i.import_id, min(i.file_name), min(p.name), min(c.created_at),
      (select count(*) from private.imported_communities as all_of_it where all_of_it.import_id = i.import_id), count(*)
    from public.communities as c join private.imported_communities as i on i.community_id = c.id
    left join public.profiles as p on p.id = i.imported_by
    where c.status = 'pending' and c.rejected_version is null
    group by i.import_id order by min(c.created_at) desc, i.import_id limit 20;
end
$function$;

create or replace function private.lock_changed_groups (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_community(community_id);
begin
  if community.groups_changed_at is null then
    raise exception 'The groups of this community are already reviewed.' using errcode = 'PT409';
  end if;
  if community.groups_changed_at is distinct from seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT412';
  end if;
  return community;
end
$function$;

create or replace function private.lock_claim (
  claim_id    uuid,
  is_transfer boolean default false
)
  returns public.claims
  language plpgsql
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  perform private.require_writer();
  select * into claim from public.claims as k where k.id = claim_id;
  if is_transfer then perform private.lock_until_commit('people of ' || claim.community_id); end if;
  perform from public.profiles as p
  where p.id in (claim.claimant_id, claim.owner_id, auth.uid()) order by p.id for key share;
  if is_transfer then perform private.lock_until_commit('admin deletions'); end if;
  perform from public.communities as c where c.id = claim.community_id for no key update;
  select * into claim from public.claims as k where k.id = claim_id for update;
  return claim;
end
$function$;

create or replace function private.lock_communities_of_place()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform from public.communities where location = old.name order by id for no key update;
  return new;
end
$function$;

create or replace function private.lock_community (
  community_id uuid,
  is_approved  boolean default false
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then raise exception 'This community no longer exists.' using errcode = 'PT410'; end if;
  if is_approved and community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  return community;
end
$function$;

create or replace function private.lock_people (
  community_id uuid
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_writer();
  perform private.lock_until_commit('people of ' || community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id = auth.uid() then return community; end if;
  if private.may_manage(community_id) then
    raise exception 'Only the owner of this community may do that.' using errcode = 'PT403';
  end if;
  raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
end
$function$;

create or replace function private.lock_place (
  place_name text
)
  returns public.places
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform from public.places where known_names @> array[private.plain_words(left(place_name, 200))] for share;
  return (
    select p from public.places as p where p.known_names @> array[private.plain_words(left(place_name, 200))]);
end
$function$;

create or replace function private.log_action (
  action     public.audit_action,
  subject    public.audit_subject,
  subject_id uuid,
  owner_id   uuid,
  before     jsonb                default '{}'::jsonb,
  after      jsonb                default '{}'::jsonb,
  actor_id   uuid                 default auth.uid()
)
  returns bigint
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id, actor_id,
    actor_id is not distinct from auth.uid() and private.is_admin(), before, after
  ) returning id
$function$;

create or replace function private.log_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  old_values constant jsonb := coalesce(to_jsonb(old) - array['id', 'stems', 'created_at'], '{}');
  new_values constant jsonb := coalesce(to_jsonb(new) - array['id', 'stems', 'created_at'], '{}');
  before constant jsonb := private.changed_values(old_values, new_values);
  after constant jsonb := private.changed_values(new_values, old_values);
begin
  if before <> '{}' or after <> '{}' then
    perform private.log_action(
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'deleted' else 'edited' end::public.audit_action,
      tg_argv[0]::public.audit_subject, coalesce(new.id, old.id), null, before, after);
  end if;
  return null;
end
$function$;

create or replace function private.log_deletion (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if not exists (select from public.profiles where id = community.owner_id) then return; end if;
  perform private.log_action(
    'deleted', 'community', community.id, community.owner_id,
    jsonb_build_object('name', community.name) || case when private.is_hidden(community.id) then
      jsonb_build_object('whatsapp_link', community.whatsapp_link)
        || private.pick(private.block_values(community.id), '{block_admin,block_reports,block_renamed}')
    else '{}' end);
end
$function$;

create or replace function private.log_import (
  import_id uuid,
  file_name text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  insert into private.imported_communities (community_id, import_id, file_name, imported_by)
  select c.id, log_import.import_id, nullif(private.clean_line(left(log_import.file_name, 200)), ''), auth.uid()
  from public.communities as c where c.owner_id = auth.uid() and c.created_at = now();
  perform private.log_action('imported', 'community', null, null, '{}', jsonb_build_object('communities', count(*)))
  from public.communities where owner_id = auth.uid() and created_at = now() having count(*) > 0;
end
$function$;

create or replace function private.log_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before constant jsonb := private.changed_values(to_jsonb(old), to_jsonb(new));
  after constant jsonb := private.changed_values(to_jsonb(new), to_jsonb(old));
begin
  if after ?| '{is_admin,credits}' or after <> '{}' and new.id <> auth.uid() then
    perform private.log_action(
      case when after ? 'is_admin' then 'role changed' when after ? 'credits' then 'credits changed' else 'edited' end
        ::public.audit_action,
      'user', new.id, new.id, before, after);
  end if;
  return new;
end
$function$;

create or replace function private.managers_of (
  community_id uuid
)
  returns uuid[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array(
    select c.owner_id from public.communities as c where c.id = community_id
    union select o.user_id from public.co_owners as o where o.community_id = managers_of.community_id
  )
$function$;

create or replace function private.mark_query (
  mark  text,
  query tsquery
)
  returns tsquery
  language sql
  immutable
  set search_path to ''
  AS $function$
  select regexp_replace(query::text, '''([^'']+)''', '''' || mark || '\1''', 'g')::tsquery
$function$;

create or replace function private.mark_words (
  mark  text,
  words text
)
  returns tsvector
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(string_agg(format('%L:%s', mark || lexeme, array_to_string(positions, ',')), ' '), '')::tsvector
    from (
      select * from unnest(to_tsvector('pg_catalog.simple', words))
      union all select * from unnest(to_tsvector('pg_catalog.english', words))) as found);
end
$function$;

create or replace function private.may_be_listed (
  community public.communities,
  despite   public.block_kind[] default '{}'::public.block_kind[]
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.status = 'approved' and not exists (
    select from public.community_blocks as b where b.community_id = community.id and b.kind <> all (despite)
  ) and not private.is_user_suspended(community.owner_id)
$function$;

create or replace function private.may_manage (
  community_id uuid,
  user_id      uuid default auth.uid()
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  return exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id)
    or exists (select from public.co_owners as o where o.community_id = community_id and o.user_id = user_id);
end
$function$;

create or replace function private.median_decision_time (
  since timestamp with time zone
)
  returns bigint
  language sql
  stable
  set search_path to ''
  AS $function$
  select round(percentile_cont(0.5) within group (order by extract(epoch from decision.at - coalesce((
    select submitted.at from public.audit_log as submitted
    where submitted.subject_id = decision.subject_id and submitted.id < decision.id
      and submitted.action in ('resubmitted', 'returned to pending', 'decision undone')
    order by submitted.id desc limit 1
  ), c.created_at))))::bigint
  from (
    select * from public.audit_log as e
    where e.at >= since and e.by_admin and e.subject = 'community' and e.action in ('approved', 'rejected')
    order by e.at desc limit 10000
  ) as decision join public.communities as c on c.id = decision.subject_id
  where decision.actor_id is distinct from c.owner_id
$function$;

create or replace function private.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  merged public.places;
  kept public.places;
begin
  perform private.require_admin();
  -- Waits for saves that have just chosen one of them.
  perform from public.places where id in (merged_id, kept_id) order by id for update;
  select * into merged from public.places where id = merged_id;
  select * into kept from public.places where id = kept_id and id <> merged_id;
  if merged.id is null or kept.id is null then
    raise exception 'One of the places no longer exists. Reload the list.' using errcode = 'PT410';
  end if;
  perform from public.communities where location = merged.name order by id for no key update;
  update public.communities set location = kept.name where location = merged.name;
  update public.alerts as a set location = kept.name
  where a.location = merged.name and not exists (
    select from public.alerts as other
    where other.user_id = a.user_id and (other.location, other.search, other.category, other.join_type, other.language)
      is not distinct from (kept.name, a.search, a.category, a.join_type, a.language));
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id returning alternative_names into merged.alternative_names;
  perform private.log_action(
    'merged', 'place', kept_id, null, jsonb_build_object('alternative_names', kept.alternative_names),
    jsonb_build_object('alternative_names', merged.alternative_names));
end
$function$;

create or replace function private.needs_no_review (
  community  public.communities,
  group_name text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.status = 'approved' and community.name_changed_at is null and not private.is_hidden(community.id)
    and not private.is_user_suspended(community.owner_id) and private.telling_words(group_name) <> '{}'
    and exists (
      select from public.community_links as l where l.community_id = community.id and l.renamed_at is null
        and private.is_same_group_name(l.approved_name, needs_no_review.group_name))
    and not exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)
    and not exists (
      select from public.community_reports as r where r.community_id = community.id and r.resolved_at is null)
    and not exists (
      select from public.audit_log as e where e.subject_id = community.id
        and e.action in ('link swapped', 'changes proved') and e.at > now() - interval '1 day')
$function$;

create or replace function private.note_sign_of_life (
  community_id uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.signs_of_life as s set
    confirmed_at = now(), asked_at = case when private.is_blocked(s.community_id, '{asleep}') then s.asked_at end
  where s.community_id = note_sign_of_life.community_id
$function$;

create or replace function private.open_claim (
  community_id uuid,
  user_id      uuid
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
  claim public.claims;
begin
  perform private.require_listed(community_id);
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if private.may_manage(community_id, user_id) then
    raise exception 'You already manage this community.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('claims of ' || user_id);
  select * into claim from public.claims as k
  where k.community_id = community_id and k.claimant_id = user_id and k.outcome is null;
  if found then return claim.answer_due_at; end if;
  -- Each claim sends an email to the owner.
  if exists (
    select from public.claims as k
    where k.community_id = community_id and k.claimant_id = user_id and k.outcome in ('declined', 'withdrawn')
      and k.decided_at > now() - (private.limits()).time_between_claims
  ) then
    raise exception 'You can claim a community again % after your last claim.', (private.limits()).time_between_claims
      using errcode = 'PT409';
  end if;
  if exists (
    select from public.claims as k where k.claimant_id = user_id
    having count(*) filter (where k.outcome is null) >= 5
      or count(*) filter (where k.proved_at > now() - interval '30 days') >= 10
  ) then
    raise exception 'You have made too many claims. Please try again later.' using errcode = 'PT429';
  end if;
  -- Each claim is work for the owner and an admin.
  perform private.require_quota(count(*), 3, 'This community has been claimed too often. Please try again later.')
  from public.claims as k where k.community_id = community_id and k.outcome is null;
  insert into public.claims (community_id, claimant_id, owner_id)
  values (community_id, user_id, owner_id) returning * into claim;
  perform private.log_action('claimed', 'community', community_id, owner_id, actor_id => user_id);
  perform private.queue_claim_email(
    claim, 'claimed', array[owner_id], jsonb_build_object('until', claim.answer_due_at));
  perform private.queue_claim_email(
    claim, 'claimed', private.managers_of(community_id),
    jsonb_build_object('until', claim.answer_due_at, 'is_co_owner', true));
  return claim.answer_due_at;
end
$function$;

create or replace function private.open_questions (
  until timestamp with time zone default now()
)
  returns table (
    community_id uuid,
    asked_at     timestamp with time zone
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select s.community_id, s.asked_at from public.signs_of_life as s
  where s.asked_at <= until and not exists (
    select from public.community_blocks as b where b.community_id = s.community_id and b.kind = 'asleep'
  )
$function$;

create or replace function private.open_review (
  community_id uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  perform private.require_admin();
  delete from public.open_reviews as r
  where r.admin_id = auth.uid() and r.community_id is distinct from community_id;
  -- Nothing for a community that was deleted in the meantime.
  insert into public.open_reviews as r (community_id, admin_id, until)
  select c.id, auth.uid(), now() + interval '2 minutes' from public.communities as c where c.id = community_id
  on conflict on constraint open_reviews_pkey do update set until = excluded.until;
end
$function$;

create or replace function private.owner_signals (
  community public.communities
)
  returns table (
    kind    public.risk_kind,
    details jsonb
  )
  language plpgsql
  stable
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  week_ago constant timestamptz := now() - interval '7 days';
  account public.profiles;
  domain text;
begin
  select p.* into account from public.profiles as p where p.id = community.owner_id and p.created_at > week_ago;
  if account.id is null then return; end if;
  domain := split_part(lower(account.sign_in_email), '@', 2);
  return query select 'new_account'::public.risk_kind,
    jsonb_build_object('days', floor(extract(epoch from now() - account.created_at) / 86400));
  if domain <> '' and domain <> all (private.public_email_domains()) then
    return query select 'shared_domain'::public.risk_kind, jsonb_build_object('accounts', count(*))
    from (
      select from public.profiles as p
      where split_part(lower(p.sign_in_email), '@', 2) = domain and p.created_at > week_ago and p.id <> account.id
      limit 100
    ) as others having count(*) > 0;
  end if;
  if char_length(community.description) < 40 then return; end if;
  return query select 'copied_text'::public.risk_kind, jsonb_build_object('accounts', count(distinct p.id))
  from (
    select c.owner_id from public.communities as c
    where private.text_key(c.description) = private.text_key(community.description)
    order by c.created_at desc limit 100
  ) as same join public.profiles as p on p.id = same.owner_id
  where p.id <> account.id and p.created_at > week_ago having count(*) > 0;
end
$function$;

create or replace function private.owners_to_ask (
  silence interval
)
  returns table (
    owner_id uuid,
    since    timestamp with time zone
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with unavailable as materialized (
    select u.user_id from public.suspensions as u where u.until is null or u.until > now()
    union
    select c.owner_id from private.open_questions() as q join public.communities as c on c.id = q.community_id
    union
    select e.recipient_id from private.email_outbox as e
    where e.kind in ('still_active', 'falling_asleep') and e.created_at > now() - interval '30 days'
  ), silent as materialized (
    select longest.owner_id, longest.since from (
      select c.owner_id, greatest(s.confirmed_at, s.last_joined_at) as since
      from public.signs_of_life as s join public.communities as c on c.id = s.community_id
      where s.asked_at is null and greatest(s.confirmed_at, s.last_joined_at) < now() - silence
        and c.status = 'approved' and not exists (
          select from public.community_blocks as b where b.community_id = c.id and b.kind <> 'dead_link'
        )
      order by greatest(s.confirmed_at, s.last_joined_at)
    ) as longest where longest.owner_id not in (select user_id from unavailable) limit 2000
  ), doubtful as materialized (
    select c, greatest(s.confirmed_at, s.last_joined_at) as since
    from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where s.asked_at is null and s.community_id = any (array(
      select a.community_id from private.still_active_answers as a where not a.is_active group by 1 having count(*) > 1
    ))
  )
  select found.owner_id, min(found.since) from (
    select s.owner_id, s.since from silent as s
    union all
    select (d.c).owner_id, d.since from doubtful as d
    where (d.c).owner_id not in (select user_id from unavailable)
      and private.may_be_listed(d.c, '{dead_link}') and private.is_doubted((d.c).id)
  ) as found group by 1
$function$;

create or replace function private.pick (
  record jsonb,
  keys   text[]
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(record) where key = any (keys)
$function$;

create or replace function private.place_query (
  word tsquery
)
  returns tsquery
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(string_agg(quote_literal('#' || token), ' | '), '#')::tsquery from (
    select token from (
      select md5(country) as token, 1 as kind, min(created_at) as since from public.places
      where country_vector @@ word group by country
      union all select id::text, 2, created_at from public.places
      where search_vector @@ word and not country_vector @@ word
    ) as found order by kind, since, token limit 60) as first_found
$function$;

create or replace function private.plain_words (
  value text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select btrim(regexp_replace(
    lower(extensions.unaccent(normalize(value, NFKC))),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u303F'
    '\uFE00-\uFE0F\U0001F000-\U0001FAFF]+', ' ', 'g'))
$function$;

create or replace function private.project_url()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(project_url, regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', '')) from private.settings
$function$;

create or replace function private.protect_profile_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (new.name, new.email, new.phone, new.address, new.country, new.interests)
    is distinct from (old.name, old.email, old.phone, old.address, old.country, old.interests) then
    new.updated_at := now();
  end if;
  if private.is_user_request() and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = 'PT403';
  end if;
  if private.is_user_request() and new.id <> (select auth.uid())
    and (new.wants_decision_emails, new.wants_summary_emails, new.wants_alert_emails, new.wants_report_emails)
      <> (old.wants_decision_emails, old.wants_summary_emails, old.wants_alert_emails, old.wants_report_emails) then
    raise exception 'You can only change your own email preferences.' using errcode = 'PT403';
  end if;
  return new;
end
$function$;

create or replace function private.public_email_domains()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_to_array(
    '126.com 163.com aol.com bol.com.br duck.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net '
    'googlemail.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com laposte.net '
    'libero.it live.com mac.com mail.com mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de outlook.fr '
    'pm.me proton.me protonmail.com qq.com rediffmail.com sapo.pt t-online.de tutanota.com uol.com.br web.de yahoo.ca '
    'yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.ru '
    'ymail.com zoho.com', ' ')
$function$;

create or replace function private.question_data (
  recipient public.profiles,
  event     text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'communities',
    jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'asked_at', s.asked_at) order by c.name, c.id),
    'days', (select days_to_answer from private.settings)
  )
  from public.communities as c join public.signs_of_life as s on s.community_id = c.id
  where c.owner_id = recipient.id and not private.is_blocked(c.id, '{asleep}')
    and private.question_event(s.asked_at) = event
    and recipient.wants_decision_emails and not private.is_user_suspended(recipient.id)
  having count(*) > 0
$function$;

create or replace function private.question_event (
  asked_at timestamp with time zone
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select extract(epoch from asked_at)::text $function$;

create or replace function private.queue_alert_emails (
  at timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
declare
  midnight constant timestamptz := date_trunc('day', at, 'utc');
  cutoff constant timestamptz := midnight + interval '7 hours';
  recipients uuid[];
begin
  if at < cutoff + private.undo_window() + interval '30 seconds' or not private.is_directory_live()
    or not exists (select from public.alerts where checked_until < cutoff) then
    return;
  end if;
  perform private.lock_until_commit('alert emails');
  recipients := array(
    select a.user_id from public.alerts as a
    where a.checked_until < cutoff and not exists (
      select from private.email_outbox as e
      where e.recipient_id = a.user_id and e.kind = 'new_communities'
        and (e.sent_at >= midnight or e.sent_at is null and e.given_up_at is null)
    )
    group by a.user_id order by min(a.checked_until)
    limit (
      select greatest(200000 / greatest(count(*), 100), 1) from public.directory_communities
      where approval_date > cutoff - interval '7 days' and approval_date <= cutoff
    )
  );
  insert into private.announced_communities (community_id, approval_date)
  select d.id, d.approval_date from public.directory_communities as d
  where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  on conflict do nothing;
  with listed as materialized (
    select d.id, n.approval_date, d.location, d.category, d.join_type, d.languages,
      private.managers_of(d.id) as managers, d.search_vector || p.search_vector as search_vector
    from public.directory_communities as d join private.announced_communities as n on n.community_id = d.id
    join public.places as p on p.id = d.place_id
    where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  ), found as (
    select distinct a.user_id, l.id, l.approval_date
    from public.alerts as a join listed as l on l.approval_date > a.checked_until and a.user_id <> all (l.managers)
      and (a.location is null or l.location = a.location) and (a.category is null or l.category = a.category)
      and (a.join_type is null or l.join_type = a.join_type)
      and (a.language is null or a.language = any (l.languages))
      and (a.query is null or l.search_vector @@ a.query)
    where a.user_id = any (recipients)
  )
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'new_communities', f.user_id, (at at time zone 'utc')::date::text, jsonb_build_object(
    'communities', (array_agg(f.id order by f.approval_date desc, f.id))[:10], 'more', greatest(count(*) - 10, 0)
  )
  from found as f join public.profiles as p on p.id = f.user_id
  where p.wants_alert_emails group by f.user_id
  on conflict on constraint email_outbox_event_key do nothing;
  update public.alerts set checked_until = cutoff where user_id = any (recipients) and checked_until < cutoff;
end
$function$;

create or replace function private.queue_claim_email (
  claim      public.claims,
  kind       text,
  recipients uuid[],
  data       jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.queue_email(
    kind::public.email_kind, recipient, claim.id::text,
    jsonb_build_object('name', (select c.name from public.communities as c where c.id = claim.community_id)) || data,
    case when kind = 'claimed' then claim.community_id end,
    case kind
      when 'claimed' then greatest(now(), (
        select max(coalesce(e.sent_at, e.due_at)) + interval '1 day' from private.email_outbox as e
        where e.recipient_id = recipient and e.kind = 'claimed' and e.community_id = claim.community_id
          and (e.sent_at is not null or private.email_data(e) is not null)
      ))
      when 'claim_accepted' then now()
      else now() + private.undo_window() + interval '30 seconds'
    end)
  from unnest(recipients) as recipient
$function$;

create or replace function private.queue_daily_summaries (
  at timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  moment constant timestamp := at at time zone 'utc';
  today constant text := moment::date;
  waiting jsonb;
begin
  if moment::time < '07:00' or exists (
    select from private.email_outbox where kind = 'daily_summary' and event = today
  ) then
    return;
  end if;
  waiting := (select to_jsonb(counts) from private.count_review_queue() as counts);
  perform private.queue_email('daily_summary', p.id, today, waiting) from public.profiles as p
  where p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    and exists (select from jsonb_each_text(waiting) where value <> '0');
end
$function$;

create or replace function private.queue_email (
  kind         public.email_kind,
  recipient_id uuid,
  event        text,
  data         jsonb                    default '{}'::jsonb,
  community_id uuid                     default null::uuid,
  due_at       timestamp with time zone default now()
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, event, data, community_id, due_at)
  select kind, p.id, event, data, community_id, due_at from public.profiles as p where p.id = recipient_id
  for key share skip locked
  on conflict on constraint email_outbox_event_key do nothing
$function$;

create or replace function private.queue_filter (
  kind      text,
  search    text,
  import_id uuid
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select concat_ws(' and ', 'true',
    case when import_id is not null then format(
      'q.kind = ''imports'' and q.id in (select i.community_id from private.imported_communities as i
        where i.import_id = %L)', import_id
    ) when kind is not null then format('q.kind = %L', kind)
      when search !~ '\S' then 'q.kind <> ''imports''' end,
    private.search_filter(search))
$function$;

create or replace function private.queue_invitation_email (
  invitation public.invitations,
  community  public.communities
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.queue_email(
    'invited', p.id, community.id || ' ' || private.today(),
    jsonb_strip_nulls(jsonb_build_object('name', private.approved_name(community), 'invitation', invitation.kind)))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(p.sign_in_email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
$function$;

create or replace function private.queue_passkey_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.queue_email('passkey_added', new.user_id, new.id::text);
  elsif exists (select from auth.users where id = old.user_id) then
    perform private.queue_email('passkey_removed', old.user_id, old.id::text);
  end if;
  return null;
end
$function$;

create or replace function private.queue_renamed_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.queue_email(
    'renamed', c.owner_id, c.id || ' ' || (new.renamed_at at time zone 'utc')::date,
    jsonb_build_object('name', c.name, 'is_hidden', private.is_blocked(c.id, '{renamed}')), c.id)
  from public.communities as c where c.id = new.community_id;
  return null;
end
$function$;

create or replace function private.queue_report_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.resolved_at is null then
    delete from private.email_outbox
    where recipient_id = new.reporter_id and kind = 'report_outcome' and event = new.id::text and sent_at is null;
  else
    perform private.queue_email(
      'report_outcome', new.reporter_id, new.id::text, jsonb_build_object('name', c.name, 'is_upheld', new.is_upheld),
      due_at => new.resolved_at + private.undo_window() + interval '30 seconds')
    from public.communities as c where c.id = new.community_id and new.reporter_id is distinct from new.resolved_by;
  end if;
  return null;
end
$function$;

create or replace function private.queue_reports_notice (
  community_id uuid,
  data         jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.queue_email(
    'daily_summary', p.id, coalesce('hidden ' || community_id, 'limit of reports') || ' ' || private.today(), data)
  from public.profiles as p where p.is_admin and p.wants_summary_emails
$function$;

create or replace function private.rank_queries (
  words text[],
  query tsquery
)
  returns tsquery[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array[
    string_agg(format('(%s)', private.mark_query('^', exact)), ' & ')::tsquery,
    string_agg(format('(%s)', private.mark_query('=', exact) || private.place_query(exact)), ' & ')::tsquery,
    string_agg(format('(%s)', private.mark_query('=', loose) || private.place_query(loose)), ' & ')::tsquery,
    query
  ]
  from generate_subscripts(words, 1) as i,
    private.word_query(words, i, false) as exact, private.word_query(words, i, true) as loose
$function$;

create or replace function private.read_page_key (
  sort text,
  key  text,
  id   uuid,
  OUT  rank integer,
  OUT  is_verified boolean,
  OUT  joins integer,
  OUT  approval_date timestamp with time zone,
  OUT  sort_name text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  is_old constant boolean := sort = 'members' or sort = 'best' and split_part(key, ' ', 4) = '';
  -- As for 'best'.
  parts constant text[] := string_to_array(case
    when sort = 'best' then case when is_old then regexp_replace(key, ' ', ' true ') else key end
    when sort in ('joined', 'members') then '1 true ' || key
    when sort = 'name' then null else '1 true 0 ' || key
  end, ' ', '');
begin
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  rank := greatest(parts[1]::integer, 1);
  is_verified := parts[2];
  joins := parts[3];
  approval_date := parts[4];
  sort_name := case when sort = 'name' then private.plain_words(left(key, 200)) end;
  if is_old and private.is_directory_live() then
    select d.is_verified, d.joins, d.approval_date into is_verified, joins, approval_date
    from public.directory_communities as d where d.id = id;
  end if;
end
$function$;

create or replace function private.read_search (
  search text,
  OUT    words text[],
  OUT    query tsquery,
  OUT    finds_nothing boolean,
  OUT    searched_for text
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  term tsquery;
  kept integer[] := '{}';
  -- The communities with the words kept, if they are few: comparing them takes less time than an index.
  few uuid[];
  matching uuid[];
  i integer;
begin
  words := private.correct_words(typed);
  query := private.words_query(words);
  if cardinality(words) > 1 and not exists (select from public.directory_communities where search_vector @@ query) then
    query := null;
    for i in
      select place from unnest(words, typed) with ordinality as used (used_word, typed_word, place)
      left join private.directory_words on word = used_word
      where char_length(used_word) > 1 or used_word ~ private.unspaced_characters()
      order by exists (select from public.places where search_vector @@ quote_literal(used_word)::tsquery) desc,
        used_word <> typed_word, communities, place
    loop
      term := private.word_query(words, i, char_length(words[i]) > 2);
      term := term || private.place_query(term);
      term := coalesce(query && term, term);
      matching := array(select id from public.directory_communities
        where search_vector @@ term and (few is null or id = any (few)) limit 1000);
      if matching <> '{}' then
        query := term;
        kept := kept || i;
        few := case when cardinality(matching) < 1000 then matching end;
      end if;
    end loop;
    words := array(select words[place] from unnest(kept) as place order by place);
    query := private.words_query(words);
  end if;
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when typed = '{}' and finds_nothing then ''
    -- As typed: without the spaces between pairs of characters.
    when words <> typed and words <> '{}' then regexp_replace(
      array_to_string(words, ' '), '(' || private.unspaced_characters() || ') \1', '\1', 'g')
  end;
end
$function$;

create or replace function private.read_values (
  lines text
)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  given constant text[] := (
    select array_agg(distinct value) from string_to_table(left(lines, 1300), e'\n') as value where value <> '');
begin
  if cardinality(given) > 12 then
    raise exception 'A filter can have at most 12 values.' using errcode = 'PT400';
  end if;
  return given;
end
$function$;

create or replace function private.record_decision (
  action       public.audit_action,
  community_id uuid,
  before       jsonb,
  email        jsonb               default null::jsonb,
  actor_id     uuid                default auth.uid(),
  details      jsonb               default '{}'::jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  after constant jsonb := private.community_state(community_id);
  owner_id constant uuid := after ->> 'owner_id';
  entry_id constant bigint := private.log_action(
    action, 'community', community_id, owner_id,
    private.changed_values(before, after), private.changed_values(after, before) || details, actor_id);
begin
  if email is not null and actor_id is distinct from owner_id then
    perform private.queue_email(
      replace(action::text, ' ', '_')::public.email_kind, owner_id, entry_id::text,
      jsonb_strip_nulls(email || jsonb_build_object(
        'name', after -> 'name', 'is_automatic', case when actor_id is null then true end)),
      community_id, now() + private.undo_window() + interval '30 seconds');
  end if;
end
$function$;

create or replace function private.record_lifted_block (
  community_id uuid,
  before       jsonb,
  actor_id     uuid  default auth.uid()
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.touch_community(community_id);
  if private.is_hidden(community_id) then
    perform private.close_appeals(community_id, 'closed');
  else
    perform private.close_appeals(community_id, 'accepted');
    perform private.record_decision('shown', community_id, before, '{}', actor_id);
  end if;
end
$function$;

create or replace function private.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  is_review    boolean           default false,
  is_own       boolean           default false
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  previous public.community_links;
  name constant text := case when private.is_line(group_name, 200) then group_name else '' end;
  -- An owner may replace the whole name with a code for a minute.
  is_named constant boolean := answer = 'live' and (name = '' or private.remove_codes(name) <> '');
begin
  -- Locks the community first, as a save does: both write the directory, and each must see what the other wrote.
  select * into community from public.communities as c where c.id = community_id for no key update;
  select * into previous from public.community_links as l where l.community_id = community_id and l.link = link;
  update public.community_links as known set
    checked_at = now(), reserved_at = case when is_own then known.reserved_at end,
    schedule_checked_at = case when known.reserved_at is null or is_own then known.schedule_checked_at else now() end,
    state = case when answer = 'live' or answer = 'dead' and known.dead_since <= now() - interval '24 hours'
      then answer else known.state end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since end,
    group_name = case when is_named then nullif(name, '') else known.group_name end,
    failures = case when answer = 'unknown' then known.failures + (not is_own)::integer else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = least(case when is_own then known.due_at end, now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours') end)
  where known.community_id = community_id and known.link = link;
  if previous.link is not null and is_named and community.status = 'approved' then
    perform private.compare_group_name(community, previous.group_name, name, is_review);
  end if;
  if link is distinct from private.link_under_review(community) then return null; end if;
  insert into private.reviewed_links as known (community_id, link, group_name, checked_at)
  values (community_id, link, case when is_review and is_named then name end, now())
  on conflict on constraint reviewed_links_pkey do update set
    link = excluded.link, checked_at = now(), reserved_at = null,
    group_name = case when is_review and is_named then name
      when answer <> 'dead' and known.link = excluded.link then known.group_name end,
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- Any other result is for the reviewer.
    due_at = case when known.due_at is not null and answer = 'unknown' and known.failures < 12
      then now() + private.retry_delay(known.failures + 1) end;
  return case when answer = 'live' and private.swap_link(community, name) then 'swapped' else 'in review' end;
end
$function$;

create or replace function private.record_own_check (
  community_id uuid,
  user_id      uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  page_text    text              default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  held jsonb;
  is_manager boolean;
  is_proved boolean;
  outcome text;
begin
  -- Locked first, as by every other decision: a claim refers to both profiles.
  perform from public.profiles as p
  where p.id in (user_id, (select c.owner_id from public.communities as c where c.id = community_id))
  order by p.id for key share;
  select c.held_changes into held from public.communities as c where c.id = community_id for no key update;
  is_manager := private.may_manage(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  -- First: a proof may make the link live that the check then describes. Any other way to make a link live ends the
  -- verification, which the proof of a verified owner needs.
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  outcome := private.record_link_check(community_id, link, answer, group_name, is_own => true);
  -- The swapped link is not verified any more, but the page has just shown the code.
  if outcome = 'swapped' and not is_proved then
    is_proved := private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  end if;
  if is_proved and not is_manager then perform private.open_claim(community_id, user_id); end if;
  return jsonb_build_object(
    'state', answer, 'is_proved', is_proved, 'outcome', case when is_manager then outcome end,
    'published', case when is_manager then (
      select coalesce(jsonb_agg(field), '[]') from jsonb_object_keys(coalesce(held, '{}')) as field
      where not coalesce((select c.held_changes from public.communities as c where c.id = community_id), '{}') ? field
    ) end);
end
$function$;

create or replace function private.record_proof (
  community_id uuid,
  user_id      uuid,
  link         text,
  group_name   text,
  page_text    text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.may_manage(community_id, user_id);
  before jsonb;
  proved text[];
begin
  -- A save that changes the link waits, or has finished.
  select * into community from public.communities as c
  where c.id = community_id and c.status = 'approved' for no key update;
  if not found or private.is_user_suspended(user_id) or not (is_manager or private.is_listed(community_id)) then
    return false;
  end if;
  before := private.community_state(community_id);
  -- Not what was held before the verification. A name with a code, or unlike the group's, waits for an admin.
  proved := array(
    select key from jsonb_each_text(community.held_changes)
    where community.owner_id = user_id and community.verified_at < community.held_at
      and private.needs_no_review(community, group_name) and key = any (private.fields_of_proof())
      and (key <> 'name' or private.remove_codes(value) = value and not private.is_unrelated_name(value, group_name))
  );
  if 'whatsapp_link' = any (proved) and link = community.held_changes ->> 'whatsapp_link' then
    perform private.lock_until_commit('WhatsApp link ' || link);
    if private.is_whatsapp_link_listed(link, community_id) then return false; end if;
  elsif link <> community.whatsapp_link then
    return false;
  elsif 'whatsapp_link' = any (proved) then
    -- Proves only the current link.
    proved := '{}';
  end if;
  update private.ownership_codes as o set used_at = now()
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
    -- Phones may replace the hyphen with a dash.
    and page_text ~* ('\m' || replace(o.code, '-', '[\u2010-\u2015\u2212-]') || '\M');
  if not found or not is_manager then return found; end if;
  if proved <> '{}' then
    community := private.with_live_changes(community, proved);
    if 'name' = any (proved) then community.name_changed_at := now(); end if;
    if 'whatsapp_link' = any (proved) then community.verified_at := now(); end if;
    perform private.write_same_group(community);
    perform private.record_decision('changes proved', community_id, before, actor_id => user_id);
  elsif community.verified_at is null then
    update public.communities set verified_at = now() where id = community_id;
    perform private.record_decision('verified', community_id, before, actor_id => user_id);
  end if;
  return true;
end
$function$;

create or replace function private.record_save()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before constant jsonb := to_jsonb(old) || private.block_values(new.id);
begin
  if new.status <> old.status then
    -- Only the secret key ends an approval here. An admin returns the community to pending.
    if old.status = 'approved' then perform private.end_approval(new.id); end if;
    perform private.close_appeals(new.id, 'closed');
  end if;
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.note_sign_of_life(new.id);
    perform private.record_decision('approved', new.id, before, '{}');
  elsif new.status = 'rejected' and old.status <> 'rejected' then
    perform private.record_decision('rejected', new.id, before, jsonb_build_object('reason', new.rejection_reason));
  elsif new.status <> old.status then
    perform private.record_decision('resubmitted', new.id, before);
  elsif private.is_admin() and private.changed_values(to_jsonb(new), to_jsonb(old)) <> '{}' then
    perform private.record_decision('edited', new.id, before);
  end if;
  if private.may_manage(new.id) then perform private.note_sign_of_life(new.id); end if;
  return null;
end
$function$;

create or replace function private.refuse_filters()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if char_length(current_query()) > 4000 or current_query() ~* '\m(where|order by)\M' then
    raise exception 'The directory can only be filtered and sorted by the arguments of its functions.'
      using errcode = 'PT400';
  end if;
end
$function$;

create or replace function private.refuse_suspended (
  code text default 'PT403'::text
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if private.is_suspended() then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = code;
  end if;
end
$function$;

create or replace function private.refuse_suspended_writes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_sign_in_complete() then perform private.refuse_suspended(tg_argv[0]); end if;
  return null;
end
$function$;

create or replace function private.remind_owners()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  select private.queue_email('falling_asleep', due.owner_id, due.event) from (
    select distinct p.id as owner_id, private.question_event(q.asked_at) as event
    from private.settings as s
    cross join private.open_questions(now() - (s.days_to_answer - 7) * interval '1 day') as q
    join public.communities as c on c.id = q.community_id join public.profiles as p on p.id = c.owner_id
    where p.wants_decision_emails and not exists (
      select from private.email_outbox as e
      where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(q.asked_at)
    )
    limit 1000
  ) as due
$function$;

create or replace function private.remove_co_owner (
  community_id uuid,
  user_id      uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  if user_id = auth.uid() then
    perform private.require_writer();
    perform private.lock_until_commit('people of ' || community_id);
  else
    perform private.lock_people(community_id);
  end if;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = user_id;
  if found then
    -- The entry is about the user who did not act.
    perform private.log_action(
      'co-owner removed', 'community', community_id,
      case when user_id = auth.uid() then (select c.owner_id from public.communities as c where c.id = community_id)
        else user_id end);
  end if;
end
$function$;

create or replace function private.remove_codes (
  value text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select btrim(regexp_replace(value,
    '[\s(\[|/,;:·•\u2010-\u2015\u2212-]*\mWP[\u2010-\u2015\u2212-][234679ACDEFGHJKMNPQRTUVWXY]{4}\M'
    '[\s)\]|/,;:·•\u2010-\u2015\u2212-]*', ' ', 'gi'))
$function$;

create or replace function private.remove_invisible (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return regexp_replace(value,
    -- Controls.
    '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'
    -- Soft hyphens, marks and overrides of the text direction, word joiners, byte order marks, annotations.
    '|[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]'
    -- A zero-width space, unless it separates words in Thai, Lao, Myanmar or Khmer.
    '|(?<![\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF])\u200B'
    -- Joiners, except in emoji of several people, and in Persian and Indian spelling.
    '|(?<![\u0620-\u167F\u1681-\u1CFF\uA800-\uABFF\uFB50-\uFDFF\uFE70-\uFEFC\U00010A00-\U00011FFF'
    '\U0001E900-\U0001E95F\u00A9\u00AE\u203C\u2049\u2100-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF]'
    '\uFE0F?)[\u200C\u200D]'
    -- Variation selectors, except in the emoji form of a symbol or a keycap, in Myanmar letters and in ideographs.
    '|(?<![\u1000-\u109F\u00A9\u00AE\u203C\u2049\u2100-\u2BFF\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF])[\uFE00-\uFE0F](?!\u20E3)'
    '|(?<![\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60\U00020000-\U0003FFFF])[\U000E0100-\U000E01EF]'
    -- Tags, except for the flags of regions.
    '|(?<!\U0001F3F4[\U000E0020-\U000E007F]*)[\U000E0000-\U000E007F]', '', 'g');
end
$function$;

create or replace function private.reopen_requests (
  community_id uuid,
  decided_at   timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  update public.community_reports as r set resolved_at = null, resolved_by = null, is_upheld = null
  where r.community_id = community_id and r.resolved_at = decided_at and not exists (
    select from public.community_reports as other
    where other.community_id = community_id and other.reporter_id = r.reporter_id and other.resolved_at is null
  );
  perform private.close_appeals(community_id, 'closed');
  update public.appeals as a set closed_at = null, closed_by = null, outcome = null, reason = null
  where a.community_id = community_id and a.closed_at = decided_at;
end
$function$;

create or replace function private.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text                 default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  before jsonb;
  hidden_today integer;
begin
  perform private.require_writer();
  -- Of concurrent reports, the last one counts the others.
  perform from public.communities as c where c.id = community_id for no key update;
  perform private.require_listed(community_id);
  comment := case reason
    when 'other' then private.require_text(comment, 'Please say what is wrong.', 'comment')
    else nullif(private.clean_text(comment), '')
  end;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  perform private.require_quota(count(*), 10, 'You can report at most 10 communities a day. Please try again tomorrow.')
  from public.community_reports as r
  where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc';
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, comment);
  if not private.has_enough_reports(community_id) then return; end if;
  perform private.lock_until_commit('hidden by reports');
  -- Checked again: the reporters may have hidden another community while this request waited for the lock.
  if not private.has_enough_reports(community_id) then return; end if;
  hidden_today := (select count(*) from private.hidden_by_reports as h where h.at > now() - interval '1 day');
  if hidden_today >= (select hidden_by_reports_per_day from private.settings) then
    perform private.queue_reports_notice(null, jsonb_build_object('hidden_today', hidden_today));
    return;
  end if;
  before := private.community_state(community_id);
  perform private.block(community_id, 'reports');
  perform private.touch_community(community_id);
  perform private.record_decision('hidden', community_id, before, '{"cause": "reports"}', null);
  perform private.queue_reports_notice(community_id, jsonb_build_object('name', before -> 'name'));
end
$function$;

create or replace function private.report_signals (
  community public.communities
)
  returns table (
    kind    public.risk_kind,
    details jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select 'new_reporters'::public.risk_kind, jsonb_build_object('new', counted.new, 'reports', counted.reports)
  from (
    select count(*) as reports, count(*) filter (where p.created_at > r.created_at - interval '7 days') as new
    from (
      select * from public.community_reports as r
      where r.community_id = community.id and r.resolved_at is null limit 200
    ) as r join public.profiles as p on p.id = r.reporter_id
  ) as counted
  where counted.new > 0
$function$;

create or replace function private.require_complete_sign_in()
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_sign_in_complete() then
    return;
  elsif exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'Enter the code from your authenticator app to finish signing in.' using errcode = 'PT403';
  elsif exists (select from auth.users where id = (select auth.uid())) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  raise exception 'This account no longer exists.' using errcode = 'PT403';
end
$function$;

create or replace function private.require_email (
  value text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if private.is_email(value) is not true then
    raise exception '%', case when value like '%@%@%' then 'Please enter only one email address'
      else 'Please enter an email address such as name@example.com' end using errcode = 'PT400', detail = 'email';
  end if;
end
$function$;

create or replace function private.require_image (
  url       text,
  community public.communities
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  file constant text := private.image_name(url);
  uploader constant uuid := private.folder_owner(file);
begin
  if url like 'https://images.unsplash.com/%' then return; end if;
  if split_part(url, '/storage/v1/', 1) = private.project_url() and (uploader = community.owner_id or exists (
    select from public.co_owners as o where o.community_id = community.id and o.user_id = uploader
  )) then
    perform from storage.objects where bucket_id = 'community-images' and name = file for key share;
    if found then return; end if;
  end if;
  raise exception 'Invalid image URL' using errcode = 'PT400', detail = 'image_url';
end
$function$;

create or replace function private.require_listed (
  community_id uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if not private.is_listed(community_id) then
    raise exception 'This community is no longer in the directory.' using errcode = 'PT410';
  end if;
end
$function$;

create or replace function private.require_open_category (
  category public.community_category
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if category = 'Social' and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.' using errcode = 'PT403', detail = 'category';
  end if;
end
$function$;

create or replace function private.require_open_claim (
  claim      public.claims,
  is_allowed boolean
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if claim.id is null or is_allowed is not true then
    raise exception 'This claim no longer exists.' using errcode = 'PT410';
  end if;
  if claim.outcome is not null then raise exception 'This claim is already closed.' using errcode = 'PT409'; end if;
end
$function$;

create or replace function private.require_quota (
  used    bigint,
  allowed integer,
  message text,
  code    text    default 'PT429'::text,
  detail  text    default ''::text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if used >= allowed then raise exception '%', message using errcode = code, detail = detail; end if;
end
$function$;

create or replace function private.require_seen_version (
  community public.communities,
  version   timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if community.updated_at is distinct from version then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$function$;

create or replace function private.require_text (
  value   text,
  message text default 'Please give a reason.'::text,
  field   text default 'reason'::text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  value := private.clean_text(value);
  if private.is_visible(value) is not true then
    raise exception '%', message using errcode = 'PT400', detail = field;
  end if;
  return value;
end
$function$;

create or replace function private.require_writer()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  perform private.refuse_suspended();
end
$function$;

create or replace function private.reserve_link_checks (
  wanted  integer,
  source  text,
  user_id uuid    default null::uuid
)
  returns integer
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  allowed constant integer := (select link_checks_per_five_minutes from private.settings);
  has_checked constant boolean := exists (
    select from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day');
  reserved integer;
begin
  perform private.lock_until_commit('link checks');
  select greatest(0, least(wanted, case
    when source = 'schedule' then least(ceil(allowed * 0.9), ceil(allowed * 0.75) + count(c.source)) - count(*)
    when user_id is null then allowed - count(*)
    else least(
      ceil(allowed * 0.9) - count(*),
      ceil(allowed * case when has_checked then 0.3 else 0.4 end) - count(c.source),
      case when source = 'new user' then ceil(allowed * case when has_checked then 0.1 else 0.2 end) end
        - count(*) filter (where c.source = 'new user'))
  end)) into reserved
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  insert into private.link_checks (user_id, source)
  select user_id, case when user_id is not null then source end from generate_series(1, reserved);
  return reserved;
end
$function$;

create or replace function private.reserve_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted constant integer := least(
    greatest(batch, 1), (select ceil(link_checks_per_five_minutes * 0.15) from private.settings));
  held uuid[];
  live uuid[];
  reserved integer;
begin
  perform private.lock_until_commit('batches of links');
  if exists (select from public.community_links where reserved_at > now() - interval '5 minutes')
    or exists (select from private.reviewed_links where reserved_at > now() - interval '5 minutes')
    or (select count(*) = 3 and bool_and(failures > 0) from (
      select failures from public.community_links
      where checked_at > now() - interval '5 minutes' and schedule_checked_at > now() - interval '5 minutes'
      order by schedule_checked_at desc limit 3) as latest) then
    return;
  end if;
  held := array(
    select due.community_id
    from private.reviewed_links as due join public.communities as c on c.id = due.community_id
    where due.due_at <= now() and c.status = 'approved' and not private.is_user_suspended(c.owner_id)
    order by due.due_at limit ceil(wanted / 2.0) for no key update of due skip locked);
  live := array(
    select due.community_id from public.community_links as due
    where due.is_scheduled and due.due_at <= now()
    order by due.due_at, due.community_id limit wanted - cardinality(held) for no key update skip locked);
  reserved := private.reserve_link_checks(cardinality(held) + cardinality(live), 'schedule');
  return query
    update private.reviewed_links as taken set reserved_at = now()
    where taken.community_id = any (held[1:reserved]) returning taken.community_id, taken.link;
  return query
    update public.community_links as taken set reserved_at = now()
    where taken.community_id = any (live[1:reserved - cardinality(held)]) returning taken.community_id, taken.link;
end
$function$;

create or replace function private.reserve_review_check()
  returns boolean
  language sql
  security definer
  set search_path to ''
  AS $function$ select private.reserve_link_checks(1, 'reviewer') > 0 $function$;

create or replace function private.reserve_user_check (
  user_id uuid,
  is_new  boolean
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  perform private.lock_until_commit('link checks');
  perform private.require_quota(
      count(*) filter (where c.at > clock_timestamp() - interval '10 minutes'), 5,
      'You can check links at most 5 times in ten minutes. Please try again later.'),
    private.require_quota(count(*), 20, 'You can check links at most 20 times a day. Please try again tomorrow.')
  from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day';
  if private.reserve_link_checks(1, case when is_new then 'new user' else 'user' end, user_id) = 0 then
    raise exception 'Many links are being checked at the moment. Please try again in a few minutes.'
      using errcode = 'PT429';
  end if;
end
$function$;

create or replace function private.resolve_reports (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
  is_upheld constant boolean := private.is_user_suspended(community.owner_id)
    or private.is_blocked(community_id, '{dead_link}')
    or exists (
      select from public.audit_log as e join public.community_reports as r on r.community_id = e.subject_id
      where r.community_id = community_id and r.resolved_at is null
        and e.action = 'edited' and e.by_admin and e.at > r.created_at
    );
  lifted constant jsonb := private.pick(before, '{block_reports}');
begin
  if private.lift_blocks(community_id, 'reports') and exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.resolved_at is null and r.created_at > seen_at
  ) then
    raise exception 'This community was reported again in the meantime. Reload it to see all reports.'
      using errcode = 'PT412';
  end if;
  -- The reporters may have deleted their accounts.
  if not private.close_reports(community_id, is_upheld, seen_at, lifted) and lifted = '{}' then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  if lifted = '{}' then return; end if;
  perform private.touch_community(community_id);
  if private.is_hidden(community_id) then return; end if;
  perform private.record_decision('shown', community_id, before, '{}');
end
$function$;

create or replace function private.restore_blocks (
  community_id uuid,
  decision     public.audit_log
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  insert into public.community_blocks (community_id, kind, since, created_by, reason)
  select community_id, substr(lifted.key, 7)::public.block_kind, (lifted.value ->> 'since')::timestamptz,
    (select p.id from public.profiles as p where p.id = (lifted.value ->> 'created_by')::uuid),
    lifted.value ->> 'reason'
  from jsonb_each(decision.before) as lifted where lifted.key like 'block\_%'
  on conflict do nothing;
  delete from public.community_blocks as b
  where b.community_id = community_id
    and decision.after ? ('block_' || b.kind) and not decision.before ? ('block_' || b.kind);
  perform private.touch_community(community_id)
  from jsonb_object_keys(decision.before || decision.after) as key where key like 'block\_%' limit 1;
end
$function$;

create or replace function private.restore_columns (
  community public.communities,
  earlier   jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if not (to_jsonb(community) || '{"groups": []}') ?| array(select jsonb_object_keys(earlier)) then return; end if;
  community := jsonb_populate_record(community, earlier);
  community.approved_groups := coalesce(earlier -> 'groups_before', community.approved_groups);
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  -- The account of an earlier admin may have been deleted since.
  community.approved_by := (select p.id from public.profiles as p where p.id = community.approved_by);
  if community.status <> 'rejected' then
    perform private.require_unlisted_link(link, community.id)
    from unnest(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link']) as link
    where link is not null;
  end if;
  if community.groups_changed_at is null
    and community.approved_groups <> coalesce(
      case when not earlier ? 'groups_before' then earlier -> 'groups' end, private.group_list(community.id)) then
    community.groups_changed_at := now();
  end if;
  perform private.write_community(community);
  -- After the line above: otherwise the groups would count as those of an admin. Accepted groups stay, and wait again.
  perform private.write_groups(community.id, earlier -> 'groups')
  where earlier ? 'groups' and not earlier ? 'groups_before';
end
$function$;

create or replace function private.restore_name (
  community_id uuid,
  decided_at   timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.community_links as l set
    approved_name = accepted.before ->> 'group_name', renamed_at = case
      when private.is_same_group_name(coalesce(l.group_name, ''), accepted.before ->> 'group_name') is not true
      then (accepted.before ->> 'renamed_at')::timestamptz end
  from public.audit_log as accepted
  where l.community_id = restore_name.community_id and accepted.subject_id = l.community_id
    and accepted.action = 'name accepted' and accepted.at = restore_name.decided_at
    and l.approved_name = accepted.after ->> 'group_name'
$function$;

create or replace function private.resubmitted (
  community public.communities
)
  returns public.communities
  language sql
  immutable
  set search_path to ''
  AS $function$
  select jsonb_populate_record(
    community, '{"status": "pending", "approval_date": null, "approved_by": null, "rejection_reason": null}')
$function$;

create or replace function private.retention()
  returns table (
    records     text,
    source      regclass,
    column_name text,
    period      interval
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  values
    ('joins', 'public.community_joins'::regclass, 'joined_on', interval '90 days'),
    ('answers', 'private.still_active_answers', 'answered_at', '60 days'),
    ('resolved reports', 'public.community_reports', 'resolved_at', '1 year'),
    ('closed appeals', 'public.appeals', 'closed_at', '1 year'),
    ('closed claims', 'public.claims', 'decided_at', '1 year'),
    -- Answered ones expire at most 14 days later.
    ('invitations', 'public.invitations', 'expires_at', '30 days'),
    ('emails', 'private.email_outbox', 'created_at', '30 days'),
    -- Until the end of its period, a used code is not given to another user.
    ('ownership codes', 'private.ownership_codes', 'expires_at', '7 days'),
    ('open reviews', 'public.open_reviews', 'until', '1 hour'),
    ('link checks', 'private.link_checks', 'at', '1 day'),
    ('notes', 'public.admin_notes', 'created_at', '2 years'),
    ('audit log', 'public.audit_log', 'at', '2 years')
$function$;

create or replace function private.retry_delay (
  failures integer
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select interval '1 minute' * case when failures <= 12 then least(15 * 2 ^ (failures - 1), 60) else 12 * 60 end
$function$;

create or replace function private.return_to_pending (
  community_id uuid,
  version      timestamp with time zone,
  reason       text                     default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  before jsonb := private.community_state(community_id);
begin
  perform private.require_seen_version(community, version);
  community := private.resubmitted(private.with_live_changes(community, private.reviewed_fields()));
  community.rejected_version := null;
  community.rejection_reason := nullif(private.clean_text(reason), '');
  perform private.write_community(community);
  perform private.end_approval(community_id);
  perform private.close_appeals(community_id, 'closed');
  -- For an undo: the log leaves out the approved groups, as a derived column.
  before := before || jsonb_build_object('groups_before', before -> 'approved_groups');
  perform private.record_decision(
    'returned to pending', community_id, before, jsonb_build_object('reason', community.rejection_reason));
end
$function$;

create or replace function private.review_groups()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
  groups jsonb;
  is_by_owner constant boolean := auth.uid() is not null and not private.is_admin();
begin
  -- An upsert may write unchanged groups.
  if old is not distinct from new then return null; end if;
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id) for no key update;
  -- The community is being deleted, too.
  if not found then return null; end if;
  if is_by_owner then community.groups_updated_at := now(); end if;
  if community.status = 'approved' then
    groups := private.group_list(community.id);
    if groups = community.approved_groups then
      community.groups_changed_at := null;
    elsif is_by_owner then
      community.groups_changed_at := now();
    elsif community.groups_changed_at is null then
      community.approved_groups := groups;
    end if;
  end if;
  update public.communities set
    groups_updated_at = community.groups_updated_at, approved_groups = community.approved_groups,
    groups_changed_at = community.groups_changed_at
  where id = community.id;
  if is_by_owner then
    perform private.note_sign_of_life(community.id);
  elsif old.name is distinct from new.name and community.updated_at <> now() and private.is_admin() then
    perform private.log_action(
      'edited', 'community', community.id, community.owner_id, jsonb_strip_nulls(jsonb_build_object('group', old.name)),
      jsonb_strip_nulls(jsonb_build_object('group', new.name)));
  end if;
  return null;
end
$function$;

create or replace function private.reviewed_fields()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['name', 'description', 'host_name', 'host_intro', 'member_count', 'whatsapp_link', 'image_url']
$function$;

create or replace function private.risk_signals (
  community_ids uuid[]
)
  returns table (
    community_id uuid,
    kind         public.risk_kind,
    details      jsonb
  )
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select s.community_id, s.kind, s.details from private.find_risk_signals(community_ids[1:100]) as s
    order by s.community_id, s.kind;
end
$function$;

create or replace function private.search_conditions()
  returns table (
    word      text,
    condition text
  )
  language sql
  immutable
  rows 7
  set search_path to ''
  AS $function$
  values ('is:suspended',
    'c.owner_id in (select s.user_id from public.suspensions as s where s.until is null or s.until > now())'),
    ('is:renamed',
    'exists (select from public.community_links as l where l.community_id = c.id and l.renamed_at is not null)'),
    ('is:waiting', 'c.id in (select q.id from private.review_queue as q)')
  union all select kind.word, format(
    'exists (select from public.community_blocks as b where b.community_id = c.id and b.kind = any (%L))', kinds)
  from (values ('link:dead', '{dead_link}'::public.block_kind[]), ('is:hidden', private.hiding_kinds()),
    ('is:paused', '{paused}'), ('is:asleep', '{asleep}')) as kind (word, kinds)
$function$;

create or replace function private.search_directory (
  search    text    default null::text,
  location  text    default null::text,
  category  text    default null::text,
  join_type text    default null::text,
  language  text    default null::text,
  sort      text    default 'newest'::text,
  after_key text    default null::text,
  after_id  uuid    default null::uuid,
  page_size integer default 24
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 24
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  -- Cast before any query, as the key.
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  locations text[] := private.read_values(location);
  after constant record := private.read_page_key(sort, after_key, after_id);
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  searched record;
  ranks tsquery[];
  is_rare boolean;
  community public.directory_communities;
begin
  if not private.is_directory_live() then return; end if;
  searched := private.read_search(search);
  if searched.finds_nothing then return; end if;
  sort := case
    when sort = 'members' then 'joined'
    when sort in ('joined', 'name') or sort = 'best' and searched.query is not null then sort else 'newest'
  end;
  locations := private.find_places(locations);
  ranks := case when sort = 'best' then private.rank_queries(searched.words, searched.query)
    else array[searched.query] end;
  for r in after.rank .. cardinality(ranks) loop
    exit when page_left = 0;
    is_rare := ranks[r] is not null and 1000 > (select count(*) from (
      select from public.directory_communities as d where d.search_vector @@ ranks[r] limit 1000) as matching);
    for community in
      select d.* from public.directory_communities as d
      where (ranks[r] is null or d.search_vector @@ ranks[r])
        and (r = 1 or not d.search_vector @@ any (ranks[:r - 1]))
        and (locations is null or d.location = any (locations))
        and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types)) and (spoken is null or d.languages && spoken)
        and (after_id is null or r > after.rank
          or (sort = 'best' and (d.is_verified, d.joins, d.approval_date, d.id)
            < (after.is_verified, after.joins, after.approval_date, after_id))
          or (sort = 'joined' and (d.joins, d.approval_date, d.id) < (after.joins, after.approval_date, after_id))
          or (sort = 'name' and (d.sort_name, d.id) > (after.sort_name, after_id))
          or (sort = 'newest' and (d.approval_date, d.id) < (after.approval_date, after_id)))
      order by
        -- Sorts rare matches. The index of the order would be read until it has found a page of them.
        case when is_rare then d.search_vector is null end, case when sort = 'best' then d.is_verified end desc,
        case when sort in ('best', 'joined') then d.joins end desc,
        case when sort <> 'name' then d.approval_date end desc, case when sort = 'name' then d.sort_name end,
        case when sort = 'name' then d.id end, d.id desc
      limit page_left
    loop
      community.rank := r;
      page_left := page_left - 1;
      return next community;
    end loop;
  end loop;
end
$function$;

create or replace function private.search_filter (
  search text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select case when search ~ '\S' then format(
    'q.id in (select c.id from public.communities as c where %s)',
    private.community_filter(search, null, null, null, null)
  ) end
$function$;

create or replace function private.search_words (
  value     text,
  is_search boolean default false
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(string_agg(
      case when word ~ private.unspaced_characters() then (
        select string_agg(substr(word, i, 2), ' ' order by i)
        from generate_series(1, greatest(char_length(word) - is_search::integer, 1)) as i
      ) else word end, ' ' order by place
    ), '')
    from string_to_table(
      regexp_replace(
        regexp_replace(private.plain_words(value), '[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE'
          '\u102B-\u103E\u1056-\u1060\u17B4-\u17D3]', '', 'g'),
        '(' || private.unspaced_characters() || '+)', ' \1 ', 'g'), ' '
    ) with ordinality as typed (word, place)
    where word <> '');
end
$function$;

create or replace function private.set_community_paused (
  community_id uuid,
  is_paused    boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if not is_paused then
    perform private.lift_blocks(community_id, 'paused');
  elsif community.status = 'approved' then
    perform private.block(community_id, 'paused', created_by => auth.uid());
  else
    raise exception 'Only an approved community can be paused.' using errcode = 'PT409';
  end if;
  perform private.note_sign_of_life(community_id);
end
$function$;

create or replace function private.show (
  community_id uuid,
  decision     public.audit_action default 'shown'::public.audit_action
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  before constant jsonb := private.community_state(community_id);
begin
  -- Reports say nothing about the name.
  if private.is_blocked(community_id, '{admin, renamed}') then perform private.accept_name(community_id); end if;
  perform private.lift_blocks(community_id, variadic private.hiding_kinds());
  perform private.touch_community(community_id);
  perform private.close_reports(community_id, is_upheld => false);
  perform private.close_appeals(community_id, 'accepted');
  perform private.record_decision(decision, community_id, before, jsonb_build_object('status', 'approved'));
end
$function$;

create or replace function private.show_communities_of (
  suspension public.suspensions
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  hidden_id uuid;
begin
  for hidden_id in
    select c.id from public.communities as c
    where c.id in (select key::uuid from jsonb_object_keys(suspension.hidden) as key) order by c.id for no key update
  loop
    delete from public.community_blocks as b
    where b.community_id = hidden_id and b.kind = 'admin' and b.since = suspension.suspended_at;
    continue when not found;
    insert into public.community_blocks (community_id, kind, since)
    select hidden_id, 'reports', since::timestamptz from jsonb_each_text(suspension.hidden) as hidden (id, since)
    where id = hidden_id::text and since is not null;
    perform private.touch_community(hidden_id);
    perform private.reopen_requests(hidden_id, suspension.suspended_at);
  end loop;
end
$function$;

create or replace function private.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
begin
  if not private.is_hidden(community_id) then
    raise exception 'This community is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  perform private.show(community_id);
end
$function$;

create or replace function private.similar_communities (
  community_id uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id;
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}'));
  -- The threshold of the operator %. Calling similarity first loads the extension, which defines the setting.
  perform extensions.similarity('', '');
  perform set_config('pg_trgm.similarity_threshold', '0.55', true);
  return query
    -- Each query uses an index: an OR of the three would scan the whole table.
    select c.* from public.communities as c
    where c.id <> community_id and c.id in (
      select id from public.communities where whatsapp_link = community.whatsapp_link
      union
      select id from public.communities
      where held_at is not null and held_changes ->> 'whatsapp_link' = community.whatsapp_link
      union
      select id from public.communities
      where name operator(extensions.%) community.name and location = community.location and status <> 'rejected'
    )
    -- The same link first, so that similar names cannot push it out of the result.
    order by (community.whatsapp_link in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link')) is true desc,
      extensions.similarity(c.name, community.name) desc, c.created_at, c.id limit 5;
end
$function$;

create or replace function private.start_signs_of_life()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.signs_of_life (community_id) values (new.id) on conflict do nothing;
  return null;
end
$function$;

create or replace function private.stem (
  word text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$function$;

create or replace function private.summarize_review_queue (
  search    text default ''::text,
  import_id uuid default null::uuid
)
  returns table (
    kind        text,
    items       bigint,
    communities bigint,
    oldest      timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query execute format(
    'select q.kind, case q.kind when ''imports'' then count(distinct i.import_id) else count(*) end,
       count(*) filter (where $1 is null or i.import_id is null or i.import_id = $1),
       min(q.since) filter (where not q.is_owner_suspended and ($1 is null or i.import_id is null or i.import_id = $1))
     from private.review_queue as q
     left join private.imported_communities as i on i.community_id = q.id and q.kind = ''imports''
     where %s group by q.kind', coalesce(private.search_filter(search), 'true')
  ) using import_id;
end
$function$;

create or replace function private.suspend_user (
  user_id           uuid,
  reason            text,
  until             timestamp with time zone default null::timestamp with time zone,
  hides_communities boolean                  default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  if user_id = auth.uid() then raise exception 'You cannot suspend yourself.' using errcode = 'PT403'; end if;
  reason := private.require_text(reason, 'Please enter a reason');
  if until <= now() or until > now() + interval '10 years' then
    raise exception 'Please choose an end within the next ten years, or none' using errcode = 'PT400', detail = 'until';
  end if;
  if not exists (select from public.profiles as p where p.id = user_id) then
    raise exception 'This user has no profile. The account may have been deleted.' using errcode = 'PT410';
  end if;
  delete from public.suspensions as s where s.user_id = user_id and s.until <= now();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by, hidden) values (
    user_id, reason, until, auth.uid(),
    case when hides_communities then private.hide_communities_of(user_id, reason) else '{}' end);
end
$function$;

create or replace function private.suspension_details (
  suspension public.suspensions
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_strip_nulls(jsonb_build_object('reason', suspension.reason, 'until', suspension.until, 'hidden', (
    select jsonb_agg(id order by id) from jsonb_object_keys(suspension.hidden) as id
  )))
$function$;

create or replace function private.swap_link (
  community public.communities,
  name      text
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  before constant jsonb := private.community_state(community.id);
  held constant text := community.held_changes ->> 'whatsapp_link';
begin
  if held is null or not private.needs_no_review(community, name) then return false; end if;
  perform private.lock_until_commit('WhatsApp link ' || held);
  if private.is_whatsapp_link_listed(held, community.id) then return false; end if;
  perform private.write_same_group(private.with_live_changes(community, '{whatsapp_link}'));
  update public.community_links as l set
    state = 'live', checked_at = now(), live_at = now(), group_name = name, due_at = now() + interval '10 minutes'
  where l.community_id = community.id;
  perform private.record_decision('link swapped', community.id, before);
  return true;
end
$function$;

create or replace function private.telling_words (
  name text
)
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(array_agg(word), '{}')
  from string_to_table(private.search_words(private.group_name_words(name)), ' ') as word
  where (char_length(word) > 2 or word ~ private.unspaced_characters()) and word !~ '^[0-9]*$' and word not in (
    'whatsapp', 'group', 'groups', 'community', 'channel', 'chat', 'invite', 'invitation', 'link', 'messenger',
    'official', 'new', 'the', 'and', 'for', 'our', 'join', 'grupo', 'comunidad', 'comunidade', 'canal', 'invitacion',
    'convite', 'los', 'las', 'del', 'para', 'groupe', 'communaute', 'les', 'des', 'pour', 'gruppe', 'gruppo', 'groep',
    'grup', 'der', 'die', 'das', 'und', 'von'
  )
$function$;

create or replace function private.text_key (
  value text
)
  returns bigint
  language sql
  immutable
  set search_path to ''
  AS $function$
  select hashtextextended(lower(regexp_replace(normalize(value, NFKC), '[[:space:][:punct:]]+', '', 'g')), 0)
$function$;

create or replace function private.text_signals (
  community public.communities
)
  returns table (
    kind    public.risk_kind,
    details jsonb
  )
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  groups constant text := (
    select string_agg(g.name || e'\n' || g.description, e'\n')
    from (select * from public.community_groups where community_id = community.id order by name limit 50) as g
  );
  value constant text := private.contact_text(concat_ws(
    e'\n', community.name, community.description, community.host_name, community.host_intro, groups));
begin
  details := '{}';
  kind := 'short_link';
  if private.has_short_link(value) then return next; end if;
  kind := 'telegram';
  if private.has_telegram_contact(value) then return next; end if;
  kind := 'phone_number';
  if private.has_phone_number(value) then return next; end if;
end
$function$;

create or replace function private.to_join_step (
  joins bigint
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when joins < 5 then 0 else power * case when first >= 5 then 5 when first >= 2 then 2 else 1 end end
  from (select left(joins::text, 1)::integer, (10 ^ (char_length(joins::text) - 1))::integer) as digits (first, power)
$function$;

create or replace function private.touch_community (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$ update public.communities set updated_at = now() where id = community_id $function$;

create or replace function private.transfer_community (
  community_id       uuid,
  new_owner_id       uuid,
  keeps_former_owner boolean default false
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  former_owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
begin
  perform private.lock_until_commit('people of ' || community_id);
  perform from public.profiles as p where p.id in (former_owner_id, new_owner_id) order by p.id for key share;
  perform private.lock_until_commit('admin deletions');
  perform private.lock_until_commit('communities of ' || new_owner_id);
  perform from public.communities as c
  where c.id = community_id and c.owner_id = former_owner_id for no key update;
  if not found or not exists (select from public.profiles as p where p.id = new_owner_id) then
    raise exception 'This community or its owner has changed in the meantime. Reload the page.' using errcode = 'PT410';
  end if;
  if new_owner_id = former_owner_id then
    raise exception 'This user already owns this community.' using errcode = 'PT409';
  end if;
  -- The message hides whether the new owner is suspended.
  if private.is_user_suspended(new_owner_id) or exists (
    select from private.deletion_requests as r
    where r.user_id = former_owner_id and r.requested_at > now() - interval '1 hour'
  ) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  perform private.require_quota(
    count(*), 100, 'The new owner already has 100 communities, which is the maximum.', 'PT400')
  from public.communities as c where c.owner_id = new_owner_id;
  update public.communities as c set owner_id = new_owner_id where c.id = community_id;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id;
  if keeps_former_owner then
    insert into public.co_owners (community_id, user_id) values (community_id, former_owner_id);
  end if;
  perform private.close_invitations(community_id);
  -- The entry is about the user who did not act. Its owner is not in its values: deleting an account would not find it.
  perform private.log_action(
    'transferred', 'community', community_id,
    case when new_owner_id = auth.uid() then former_owner_id else new_owner_id end);
end
$function$;

create or replace function private.translated_names (
  kind     text,
  VARIADIC keys text[]
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select string_agg(t.names, ' ' order by array_position(keys, t.key))
  from private.translations as t where t.kind = translated_names.kind and t.key = any (keys)
$function$;

create or replace function private.trim_email (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  edges constant text := format('^[%1$s]*|[%1$s]*$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    '<>()\[\]{}"''`‘’“”„«»‹›＜＞,;:.，、；。،؛');
begin
  value := regexp_replace(value, edges, '', 'g');
  value := regexp_replace(value, '^mailto:([^?]*).*$', '\1', 'i');
  return regexp_replace(value, edges, '', 'g');
end
$function$;

create or replace function private.typed_words (
  search text
)
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array(
    select word
    from string_to_table(private.search_words(left(search, 100), true), ' ') with ordinality as given (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 12)
$function$;

create or replace function private.undo_decision (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
  entry public.audit_log;
begin
  -- Without what users do: an owner who appeals at once could otherwise keep an admin from undoing a mistake.
  select * into entry from public.audit_log as e
  where e.subject_id = community_id and e.action not in (
    'appealed', 'claimed', 'claim answered', 'co-owner added', 'co-owner removed', 'verified', 'renamed on WhatsApp',
    'fell asleep', 'woke up'
  )
  order by e.id desc limit 1;
  -- The last three actions change no version of the community.
  if not coalesce(entry.actor_id = auth.uid() and entry.at >= now() - private.undo_window() and (
    entry.action in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending',
      'appeal accepted', 'name accepted'
    ) and entry.at = community.updated_at
    and coalesce(entry.after -> 'groups', private.group_list(community_id)) = private.group_list(community_id)
    or entry.action in ('appeal declined', 'reports resolved', 'claim declined')
  ), false) then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;
  perform private.restore_columns(community, entry.before);
  perform private.restore_blocks(community_id, entry);
  perform private.reopen_requests(community_id, entry.at);
  with reopened as (
    update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
    where k.community_id = community_id and k.decided_at = entry.at and k.outcome in ('declined', 'closed')
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null;
  perform private.restore_name(community_id, entry.at);
  delete from private.email_outbox as e
  where e.community_id = community_id and e.event = entry.id::text and e.sent_at is null;
  perform private.record_decision('decision undone', community_id, before);
end
$function$;

create or replace function private.undo_suspension (
  user_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  suspension public.suspensions;
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  -- An admin may have ended it while this request waited.
  select * into suspension from public.suspensions as s
  where s.user_id = user_id and s.suspended_by = auth.uid() and (s.until is null or s.until > now())
    and s.suspended_at >= now() - private.undo_window()
  for update;
  if suspension.user_id is null then
    raise exception 'This suspension can no longer be undone.' using errcode = 'PT409';
  end if;
  perform private.show_communities_of(suspension);
  perform private.log_action(
    'decision undone', 'user', user_id, user_id, private.suspension_details(suspension), '{}');
  delete from private.email_outbox as e
  where e.recipient_id = user_id and e.kind = 'suspended' and e.event = suspension.suspended_at::text
    and e.sent_at is null;
  delete from public.suspensions as s where s.user_id = user_id;
end
$function$;

create or replace function private.unspaced_characters()
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\U00020000-\U0003FFFF]'
$function$;

create or replace function private.update_listing()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  if tg_table_name = 'communities' then
    community := new;
  else
    select * into community from public.communities where id = coalesce(new.community_id, old.community_id) for share;
  end if;
  if community.id is not null then perform private.write_directory_community(community); end if;
  return null;
end
$function$;

create or replace function private.update_recent_joins (
  part integer
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.directory_communities as d
  set joins = changed.joins, joins_this_month = changed.joins_this_month, is_active = changed.is_active
  from (
    select listed.id, counted.joins, counted.joins_this_month, life.is_active
    from public.directory_communities as listed cross join lateral (
      -- The aggregate keeps the planner from counting the joins of all communities instead.
      select coalesce(max(r.joins), 0) as joins, coalesce(max(r.joins_this_month), 0) as joins_this_month
      from private.recent_joins as r where r.community_id = listed.id
    ) as counted cross join lateral (
      select counted.joins_this_month > 0 or private.is_confirmed(listed.id, listed.approval_date) as is_active
    ) as life
    where listed.id between rpad(lpad(to_hex(part), 2, '0'), 32, '0')::uuid
        and rpad(lpad(to_hex(part), 2, '0'), 32, 'f')::uuid
      and (listed.joins, listed.joins_this_month, listed.is_active)
        <> (counted.joins, counted.joins_this_month, life.is_active)
    for no key update of listed skip locked
  ) as changed
  where d.id = changed.id
$function$;

create or replace function private.watch_passkeys()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create or replace trigger queue_passkey_email after insert or delete on auth.webauthn_credentials
    for each row execute function private.queue_passkey_email();
  end if;
end
$function$;

create or replace function private.with_held_changes (
  before public.communities,
  after  public.communities
)
  returns public.communities
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(after.held_changes, '{}'::jsonb);
  to_hold text[];
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from before.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if after.held_changes is distinct from before.held_changes and not private.may_manage(after.id) then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
  end if;
  if before.status = 'approved' and not private.is_admin() then
    to_hold := array(
      select field from unnest(private.reviewed_fields()) as field
      where to_jsonb(after) -> field <> to_jsonb(before) -> field
        and (field <> 'member_count' or private.is_count_reviewed(after.member_count, before.reviewed_count))
    );
    -- A count that goes live replaces the held one.
    if after.member_count <> before.member_count and 'member_count' <> all (to_hold) then
      held := held - 'member_count';
    end if;
    held := held || private.pick(to_jsonb(after), to_hold);
    after := jsonb_populate_record(after, private.pick(to_jsonb(before), to_hold));
  end if;
  -- A held value that equals the live one needs no review.
  after.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(after) -> key
  );
  -- Accepting a new name or a new sentence alone would show half a host.
  if private.is_admin() and after.host_name = ''
    and (after.held_changes ? 'host_name') <> (after.held_changes ? 'host_intro') then
    raise exception 'A change to the host waits for review. Accept or decline it before you remove the host.'
      using errcode = 'PT409', detail = 'host_name';
  end if;
  if after.held_changes is distinct from before.held_changes then
    after.held_at := case when after.held_changes is not null then now() end;
  end if;
  return after;
end
$function$;

create or replace function private.with_live_changes (
  community public.communities,
  fields    text[]
)
  returns public.communities
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  community := jsonb_populate_record(community, private.pick(coalesce(community.held_changes, '{}'), fields));
  community.held_changes := nullif(community.held_changes - fields, '{}');
  community.held_at := case when community.held_changes is not null then community.held_at end;
  return community;
end
$function$;

create or replace function private.withdraw_claim (
  claim_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim constant public.claims := private.lock_claim(claim_id);
begin
  perform private.require_open_claim(claim, claim.claimant_id = auth.uid());
  update public.claims set outcome = 'withdrawn', decided_at = now() where id = claim_id;
end
$function$;

create or replace function private.withdraw_invitation (
  invitation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities :=
    private.lock_people((select i.community_id from public.invitations as i where i.id = invitation_id));
begin
  update public.invitations as i set answered_at = now(), answer = 'withdrawn'
  where i.id = invitation_id and i.answer is null;
  if not found then
    raise exception 'This invitation has already been answered. Reload the page.' using errcode = 'PT409';
  end if;
end
$function$;

create or replace function private.withdraw_questions()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.signs_of_life set asked_at = null where community_id = any (array(
    select s.community_id from public.signs_of_life as s
    join private.open_questions() as q on q.community_id = s.community_id
    join public.communities as c on c.id = s.community_id
    where not private.may_be_listed(c, '{dead_link}')
      or not (select directory_live and days_until_question > 0 from private.settings)
      or (c.owner_id, private.question_event(q.asked_at)) in (
        select e.recipient_id, e.event from private.email_outbox as e
        where e.kind = 'still_active' and e.given_up_at is not null
      )
    order by s.community_id limit 1000 for no key update of s skip locked
  ))
$function$;

create or replace function private.without_admins (
  details jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select (details - array['approved_by', 'group_name']) #- '{block_admin,created_by}' #- '{block_paused,created_by}'
$function$;

create or replace function private.without_dates (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  pattern text;
begin
  foreach pattern in array array[
    '(?:https?://|www\.)\S+|[a-z0-9-]+\.[a-z]{2,}/\S*',
    '(?<![0-9./])(?:[0-9]{4}[./][0-9]{1,2}[./][0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./](?:[0-9]{2}){1,2})'
      '(?![0-9]|[./][0-9])',
    '(?<![0-9-])(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}-[0-9]{1,2}-(?:[0-9]{2}){1,2})(?![0-9]|-[0-9])',
    '(?<![0-9])[0-9]{1,2} [0-9]{1,2} (?:19|20)[0-9]{2}(?![0-9])',
    '[0-9]{1,2}:[0-9]{2}'
  ] loop
    value := regexp_replace(value, pattern, ' x ', 'g');
  end loop;
  return value;
end
$function$;

create or replace function private.without_held_changes (
  community   public.communities,
  is_accepted boolean
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if is_accepted then
    if community.held_changes ? 'whatsapp_link' then
      perform private.require_unlisted_link(community.held_changes ->> 'whatsapp_link', community.id);
    end if;
    if community.held_changes ? 'image_url' then
      perform private.require_image(community.held_changes ->> 'image_url', community);
    end if;
    return private.with_live_changes(community, private.reviewed_fields());
  end if;
  community.held_changes := null;
  community.held_at := null;
  return community;
end
$function$;

create or replace function private.word_query (
  typed    text[],
  i        integer,
  is_loose boolean,
  shares   integer default null::integer
)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select string_agg(alternative, ' | ' order by place)::tsquery from (
    select alternative, row_number() over best_first as place, sum(octet_length(alternative)) over best_first as bytes
    from (
      select alternative, min(kind) as kind, min(number) as number
      from (
        select typed[i] as word, typed[i - 1] as previous, typed[i + 1] as next, case
          when is_loose and i = cardinality(typed) and (
            char_length(typed[i]) > 2 or typed[i] ~ private.unspaced_characters() or char_length(typed[i]) = 2
            and not exists (select from private.directory_words as known where known.word = typed[i])
          ) then ':*' else '' end as ending
      ) as given cross join lateral (
        select format('%L%s', word, ending), 1, 0
        union all select format('%L', private.stem(word)), 2, 0 where private.stem(word) <> word
        union all select format('%L%s', previous || word, ending), 3, 1 where previous is not null
        union all select format('%L', word || next), 3, 2 where next is not null
        union all (
          select format('%L <-> %L%s', left(word, k), substr(word, k + 1), ending), 4, char_length(word) - k
          from generate_series(1, char_length(word) - 2) as k
          where exists (select from private.directory_words as known where known.word = left(given.word, k))
          order by
            exists (select from private.directory_words as known where known.word = substr(given.word, k + 1)) desc,
            k desc limit 3)
        union all select string_agg(format('%L', stem), ' <-> ' order by place), 5, number
          from public.synonyms as s
          cross join unnest(s.stems) with ordinality as synonym (term, number)
          cross join string_to_table(term, ' ') with ordinality as stems (stem, place)
          where is_loose and s.stems && array[
            private.stem(word), private.stem(previous) || ' ' || private.stem(word), private.stem(previous || word),
            private.stem(word) || ' ' || private.stem(next), private.stem(word || next)]
          group by s.id, number
      ) as found (alternative, kind, number) group by alternative
    ) as different
    window best_first as (order by kind, number, alternative collate "C")
  ) as ordered
  where place = 1 or place <= 60 / coalesce(shares, cardinality(typed))
    and bytes <= 2000 / coalesce(shares, cardinality(typed)));
end
$function$;

create or replace function private.words_query (
  words text[]
)
  returns tsquery
  language sql
  stable
  set search_path to ''
  AS $function$
  select string_agg(format('(%s)', term || private.place_query(term)), ' & ')::tsquery
  from generate_subscripts(words, 1) as i, private.word_query(words, i, true) as term
$function$;

create or replace function private.write_community (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  columns constant text := (
    select string_agg(distinct field, ', ') from unnest(private.reviewed_fields() || array[
      'location', 'requested_place', 'join_type', 'category', 'languages', 'status', 'approval_date', 'approved_by',
      'rejection_reason', 'rejected_version', 'held_changes', 'held_at', 'reviewed_count', 'verified_at',
      'name_changed_at', 'approved_groups', 'groups_changed_at'
    ]) as field
  );
begin
  execute format(
    'update public.communities as c set (%1$s, updated_at) = (select %1$s, now() from (select ($1).*) as given)
     where c.id = ($1).id', columns) using community;
end
$function$;

create or replace function private.write_directory_community (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  name_words constant text := private.search_words(community.name);
  facet_words constant text := private.search_words(concat_ws(
    ' ', community.category, case community.join_type when 'request' then 'request to join' else 'open' end,
    private.translated_names('language', variadic community.languages)));
begin
  -- Lets the schedule check the link, or not any more.
  update public.community_links set is_scheduled = not is_scheduled
  where community_id = community.id and is_scheduled <> private.may_be_listed(community, '{dead_link, renamed}');
  if not private.may_be_listed(community) then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  insert into public.directory_communities (
    id, name, description, host_name, host_intro, place_id, location, country, category, join_type, languages,
    member_count, joins, is_verified, image_url, groups, approval_date, link_checked_at, sort_name, words, name_words,
    facet_words
  )
  select
    community.id, community.name, community.description, community.host_name, community.host_intro,
    p.id, p.name, p.country, community.category, community.join_type, community.languages, community.member_count,
    coalesce(
      (select d.joins from public.directory_communities as d where d.id = community.id),
      (select r.joins from private.recent_joins as r where r.community_id = community.id), 0),
    community.verified_at is not null and community.name_changed_at is null, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    (select l.live_at from public.community_links as l where l.community_id = community.id),
    private.plain_words(community.name),
    concat_ws(' ', name_words, facet_words, private.search_words(concat_ws(
      ' ', community.description, community.host_name, community.host_intro,
      jsonb_path_query_array(community.approved_groups, '$[*].name')))),
    name_words, facet_words
  from public.places as p where p.name = community.location
  on conflict (id) do update set
    name = excluded.name, description = excluded.description,
    host_name = excluded.host_name, host_intro = excluded.host_intro, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type, languages = excluded.languages, member_count = excluded.member_count,
    is_verified = excluded.is_verified, image_url = excluded.image_url, groups = excluded.groups,
    approval_date = excluded.approval_date, link_checked_at = excluded.link_checked_at,
    sort_name = excluded.sort_name, words = excluded.words, name_words = excluded.name_words,
    facet_words = excluded.facet_words;
end
$function$;

create or replace function private.write_groups (
  community_id uuid,
  groups       jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  delete from public.community_groups as g where g.community_id = write_groups.community_id;
  insert into public.community_groups (community_id, name, description)
  select write_groups.community_id, g.name, g.description
  from jsonb_to_recordset(groups) as g (name text, description text)
$function$;

create or replace function private.write_names()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  other text;
begin
  perform private.lock_until_commit('names of places');
  if new.name <> old.name then
    new.alternative_names := array_remove(new.alternative_names, new.name) || old.name;
  end if;
  if cardinality(new.alternative_names) > 100 then
    raise exception 'A place can have at most 100 alternative names.'
      using errcode = 'PT400', detail = 'alternative_names';
  end if;
  new.known_names := array(
    select distinct private.plain_words(known) from unnest(new.alternative_names || new.name) as known);
  if '' = any(new.known_names) then
    raise exception 'A name needs a letter or a digit.' using errcode = 'PT400',
      detail = case when private.plain_words(new.name) = '' then 'name' else 'alternative_names' end;
  end if;
  new.words := private.search_words(concat_ws(' ', new.name, array_to_string(new.alternative_names, ' '), new.country,
    private.translated_names('city', new.country_code || ' ' || private.plain_words(new.name))));
  new.country_words := private.search_words(
    concat_ws(' ', new.country, private.translated_names('country', new.country_code)));
  new.updated_at := now();
  select p.name into other from public.places as p where p.known_names && new.known_names and p.id <> new.id limit 1;
  if found then
    raise exception 'Another place already has this name: %.', other using errcode = 'PT409', detail = 'name';
  end if;
  return new;
end
$function$;

create or replace function private.write_same_group (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  approved constant text := (select approved_name from public.community_links where community_id = community.id);
begin
  perform private.write_community(community);
  update public.community_links set approved_name = approved where community_id = community.id;
end
$function$;

create or replace function private.write_search_text()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.search_text := lower(concat_ws(
    ' ', new.name, new.location, new.requested_place, nullif(extensions.unaccent(new.location), new.location),
    (select p.country from public.places as p where p.name = new.location), new.whatsapp_link));
  return new;
end
$function$;

create or replace function private.write_synonyms()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.terms := private.clean_list(new.terms);
  -- In the order of the terms: a search with many words leaves out the last ones (private.word_query).
  new.stems := array(
    select (
      select coalesce(string_agg(private.stem(word), ' ' order by i), '')
      from string_to_table(private.search_words(term), ' ') with ordinality as words (word, i)) as stems
    from unnest(new.terms) with ordinality as given (term, place) group by stems order by min(place));
  new.words := private.search_words(array_to_string(new.terms, ' '));
  new.updated_at := now();
  if '' = any (new.stems) then
    raise exception 'A synonym needs a letter or a digit.' using errcode = 'PT400', detail = 'terms';
  end if;
  return new;
end
$function$;

create or replace function public.accept_group_name (
  community_id uuid,
  version      timestamp with time zone,
  group_name   text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.accept_group_name(community_id, version, group_name);
end
$function$;

create or replace function public.announce_deletion (
  user_id  uuid,
  actor_id uuid
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.announce_deletion(user_id, actor_id);
end
$function$;

create or replace function public.answer_claim (
  claim_id uuid,
  answer   text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.answer_claim(claim_id, answer);
end
$function$;

create or replace function public.answer_invitation (
  invitation_id uuid,
  is_accepted   boolean
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.answer_invitation(invitation_id, is_accepted);
end
$function$;

create or replace function public.answer_still_active (
  community_id uuid,
  is_active    boolean
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.answer_still_active(community_id, is_active);
end
$function$;

create or replace function public.appeal_community (
  community_id uuid,
  message      text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.appeal_community(community_id, message);
end
$function$;

create or replace function public.ask_owner (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.ask_owner(community_id, version, reason);
end
$function$;

create or replace function public.begin_new_check (
  link    text,
  user_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.begin_new_check(link, user_id);
end
$function$;

create or replace function public.begin_own_check (
  community_id uuid,
  user_id      uuid
)
  returns text
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.begin_own_check(community_id, user_id);
end
$function$;

create or replace function public.confirm_by_link (
  community_id uuid,
  user_id      uuid,
  asked_at     timestamp with time zone
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.confirm_by_link(community_id, user_id, asked_at);
end
$function$;

create or replace function public.confirm_community (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.confirm_community(community_id);
end
$function$;

create or replace function public.confirm_groups (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.confirm_groups(community_id, seen_at);
end
$function$;

create or replace function public.confirm_name (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.confirm_name(community_id, seen_at);
end
$function$;

create or replace function public.count_case_file (
  user_id uuid
)
  returns table (
    reports_against  bigint,
    upheld_against   bigint,
    open_against     bigint,
    reports_by       bigint,
    upheld_by        bigint,
    unfounded_by     bigint,
    approved         bigint,
    rejected         bigint,
    changes_declined bigint,
    hidden           bigint,
    appeals_accepted bigint,
    appeals_declined bigint,
    suspended        bigint
  )
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  return query select * from private.count_case_file(user_id);
end
$function$;

create or replace function public.count_directory (
  search    text default null::text,
  location  text default null::text,
  category  text default null::text,
  join_type text default null::text,
  language  text default null::text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.count_directory(search, location, category, join_type, language);
end
$function$;

create or replace function public.count_failed_emails()
  returns table (
    given_up   bigint,
    overdue    bigint,
    last_error text
  )
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  return query select * from private.count_failed_emails();
end
$function$;

create or replace function public.count_joins()
  returns table (
    community_id uuid,
    day          date,
    joins        integer
  )
  language plpgsql
  stable
  rows 100
  set search_path to ''
  AS $function$
begin
  return query select * from private.count_joins();
end
$function$;

create or replace function public.count_places (
  search    text default null::text,
  category  text default null::text,
  join_type text default null::text,
  language  text default null::text
)
  returns table (
    name        text,
    country     text,
    latitude    double precision,
    longitude   double precision,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.count_places(search, category, join_type, language);
end
$function$;

create or replace function public.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
    claimed          bigint,
    links_changed    bigint,
    held             bigint,
    groups_changed   bigint,
    pending          bigint,
    imports          bigint,
    places_requested bigint
  )
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query select * from private.count_review_queue();
end
$function$;

create or replace function public.count_users (
  search text default ''::text
)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  users bigint;
begin
  execute 'select count(*) from private.account_index as u where '
    || coalesce(private.has_words('u.search_text', search), 'true') into users;
  return users;
end
$function$;

create or replace function public.count_weekly_joins (
  community_id uuid
)
  returns table (
    week  date,
    joins integer
  )
  language plpgsql
  stable
  rows 12
  set search_path to ''
  AS $function$
begin
  return query select * from private.count_weekly_joins(community_id);
end
$function$;

create or replace function public.decide_appeal (
  appeal_id      uuid,
  is_accepted    boolean,
  reason         text                     default null::text,
  version        timestamp with time zone default null::timestamp with time zone,
  groups_version timestamp with time zone default null::timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.decide_appeal(appeal_id, is_accepted, reason, version, groups_version);
end
$function$;

create or replace function public.decide_changes (
  community_id   uuid,
  version        timestamp with time zone,
  is_accepted    boolean,
  groups_seen_at timestamp with time zone default null::timestamp with time zone,
  reason         text                     default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.decide_changes(community_id, version, is_accepted, groups_seen_at, reason);
end
$function$;

create or replace function public.decide_claim (
  claim_id       uuid,
  is_accepted    boolean,
  seen_answer_at timestamp with time zone default null::timestamp with time zone,
  reason         text                     default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.decide_claim(claim_id, is_accepted, seen_answer_at, reason);
end
$function$;

create or replace function public.decline_requested_place (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.decline_requested_place(community_id, version, reason);
end
$function$;

create or replace function public.end_suspension (
  user_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
begin
  perform private.end_suspension(user_id);
end
$function$;

create or replace function public.export_communities (
  search            text                      default ''::text,
  status            public.community_status   default null::public.community_status,
  category          public.community_category default null::public.community_category,
  country           text                      default null::text,
  owner_id          uuid                      default null::uuid,
  before_created_at timestamp with time zone  default null::timestamp with time zone,
  before_id         uuid                      default null::uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return query select * from private.export_communities(search, status, category, country, owner_id, before_created_at, before_id);
end
$function$;

create or replace function public.export_my_data()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return private.export_my_data();
end
$function$;

create or replace function public.finish_email (
  email_id uuid,
  attempt  integer,
  error    text    default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update private.email_outbox set
    reserved_at = null, last_error = left(error, 500), sent_at = case when error is null then now() end,
    due_at = case when error is null then due_at
      else now() + (array[1, 5, 15, 60])[least(attempts, 4)] * interval '1 minute' end,
    given_up_at = case when error is null then given_up_at when first_tried_at < now() - interval '1 day' then now() end
  where id = email_id and sent_at is null and (error is null or attempts = attempt)
$function$;

create or replace function public.forget_decisions (
  user_id uuid
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  forgotten integer;
  blocks integer;
begin
  update public.communities set approved_by = null where id in (
    select id from public.communities where approved_by = user_id order by id limit 1000 for no key update skip locked);
  get diagnostics forgotten = row_count;
  update public.community_blocks set created_by = null where (community_id, kind) in (
    select community_id, kind from public.community_blocks where created_by = user_id
    order by community_id limit 1000 - forgotten for no key update skip locked);
  get diagnostics blocks = row_count;
  return forgotten + blocks = 1000;
end
$function$;

create or replace function public.get_directory_community (
  community_id uuid
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.get_directory_community(community_id);
end
$function$;

create or replace function public.get_directory_numbers()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.get_directory_numbers();
end
$function$;

create or replace function public.get_group_names (
  community_id uuid
)
  returns table (
    approved_name text,
    group_name    text,
    renamed_at    timestamp with time zone
  )
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  return query select * from private.get_group_names(community_id);
end
$function$;

create or replace function public.get_invite_link (
  community_id uuid
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return private.get_invite_link(community_id);
end
$function$;

create or replace function public.get_listed_communities (
  community_ids uuid[]
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  return query select * from private.get_listed_communities(community_ids);
end
$function$;

create or replace function public.get_my_role()
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return private.get_my_role();
end
$function$;

create or replace function public.get_ownership_code (
  community_id uuid
)
  returns text
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.get_ownership_code(community_id);
end
$function$;

create or replace function public.get_review_time()
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return private.get_review_time();
end
$function$;

create or replace function public.hand_over_community (
  community_id uuid,
  new_owner_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.hand_over_community(community_id, new_owner_id);
end
$function$;

create or replace function public.hand_over_to_claimant (
  claim_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.hand_over_to_claimant(claim_id);
end
$function$;

create or replace function public.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.hide_community(community_id, version, reason);
end
$function$;

create or replace function public.import_communities (
  rows       jsonb,
  is_preview boolean default false,
  import_id  uuid    default gen_random_uuid(),
  file_name  text    default null::text
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language plpgsql
  rows 100
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
begin
  return query select * from private.import_communities(rows, is_preview, import_id, file_name);
end
$function$;

create or replace function public.invite_to_community (
  community_id       uuid,
  email              text,
  kind               public.invitation_kind,
  keeps_former_owner boolean                default false
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.invite_to_community(community_id, email, kind, keeps_former_owner);
end
$function$;

create or replace function public.is_directory_live()
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return private.is_directory_live();
end
$function$;

create or replace function public.join_community (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.join_community(community_id);
end
$function$;

create or replace function public.list_activity (
  person    text                     default ''::text,
  action    public.audit_action      default null::public.audit_action,
  since     timestamp with time zone default null::timestamp with time zone,
  until     timestamp with time zone default null::timestamp with time zone,
  before_id bigint                   default null::bigint,
  page_size integer                  default 50
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  rows 25
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_activity(person, action, since, until, before_id, page_size);
end
$function$;

create or replace function public.list_communities (
  search     text                      default ''::text,
  status     public.community_status   default null::public.community_status,
  category   public.community_category default null::public.community_category,
  country    text                      default null::text,
  owner_id   uuid                      default null::uuid,
  sort       text                      default 'created'::text,
  descending boolean                   default true,
  page_size  integer                   default 50,
  page       integer                   default 1
)
  returns SETOF public.communities
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_communities(search, status, category, country, owner_id, sort, descending, page_size, page);
end
$function$;

create or replace function public.list_images_to_delete (
  folder    uuid,
  page_size integer default 100
)
  returns table (
    name text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select o.name from storage.objects as o
  where o.bucket_id = 'community-images' and o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0')
    and not private.is_image_in_use(o.name)
  order by o.name limit private.clamp_page_size(page_size)
$function$;

create or replace function public.list_my_communities()
  returns SETOF public.communities
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_complete_sign_in();
  return query select * from public.communities
    where owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]);
end
$function$;

create or replace function public.list_my_invitations()
  returns table (
    id           uuid,
    community_id uuid,
    community    text,
    kind         public.invitation_kind,
    expires_at   timestamp with time zone
  )
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_my_invitations();
end
$function$;

create or replace function public.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date,
    is_active    boolean
  )
  language plpgsql
  stable
  rows 30
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_my_joins();
end
$function$;

create or replace function public.list_own_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    community     text,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    is_waiting    boolean,
    outcome       public.claim_outcome,
    decided_at    timestamp with time zone,
    reason        text
  )
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_own_claims();
end
$function$;

create or replace function public.list_people()
  returns table (
    community_id uuid,
    user_id      uuid,
    name         text,
    is_owner     boolean,
    added_at     timestamp with time zone,
    is_suspended boolean
  )
  language plpgsql
  stable
  rows 10
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_people();
end
$function$;

create or replace function public.list_places (
  search    text    default ''::text,
  page_size integer default 50,
  page      integer default 1
)
  returns table (
    id                uuid,
    name              text,
    alternative_names text[],
    country           text,
    country_code      text,
    latitude          double precision,
    longitude         double precision,
    is_active         boolean,
    updated_at        timestamp with time zone,
    communities       bigint,
    total             bigint
  )
  language plpgsql
  stable
  rows 50
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_places(search, page_size, page);
end
$function$;

create or replace function public.list_received_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    answer        text,
    answered_at   timestamp with time zone,
    is_owner      boolean
  )
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_received_claims();
end
$function$;

create or replace function public.list_review_numbers (
  days integer default 7
)
  returns table (
    kind   text,
    name   text,
    amount bigint,
    since  timestamp with time zone
  )
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_review_numbers(days);
end
$function$;

create or replace function public.list_review_queue (
  page_size integer default 50,
  page      integer default 1,
  kind      text    default null::text,
  search    text    default ''::text,
  sort      text    default 'urgent'::text,
  import_id uuid    default null::uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_review_queue(page_size, page, kind, search, sort, import_id);
end
$function$;

create or replace function public.list_unused_images (
  page_size integer default 100
)
  returns table (
    name text
  )
  language sql
  set search_path to ''
  AS $function$
  with start as materialized (select gen_random_uuid()::text as name), found as materialized (
    (select o.name, o.created_at from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~>=~ (select s.name from start as s)
      order by o.name using ~<~ limit 20000)
    union all
    (select o.name, o.created_at from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~<~ (select s.name from start as s)
      order by o.name using ~<~ limit 20000)
    limit 20000
  )
  select f.name from found as f
  where f.created_at < now() - interval '7 days'
    -- OFFSET has each file looked up: a join would read the images of all communities.
    and not exists (
      select from private.images_of_communities as used where used.name = private.full_image_name(f.name) offset 0
    )
    and not exists (select from private.images_of_undo as used where used.name = private.full_image_name(f.name))
  order by f.created_at, f.name limit private.clamp_page_size(page_size)
$function$;

create or replace function public.list_users (
  search     text    default ''::text,
  sort       text    default 'joined'::text,
  descending boolean default true,
  page_size  integer default 50,
  page       integer default 1
)
  returns table (
    id         uuid,
    email      text,
    created_at timestamp with time zone
  )
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
declare
  ordering constant text := format(case
    when sort in ('name', 'email', 'credits') then 'u.' || sort || ' %1$s, u.id %1$s'
    when sort = 'role' then 'u.is_admin %1$s, u.name %1$s, u.id %1$s'
    else 'u.created_at %1$s, u.id %2$s'
  end, case when descending then 'desc' else 'asc' end, case when descending then 'asc' else 'desc' end);
  size constant integer := private.clamp_page_size(page_size);
begin
  return query execute format(
    'select u.id, u.email, u.created_at from private.account_index as u join (
       select u.id from private.account_index as u where %1$s
       order by %2$s limit %3$s offset %4$s
     ) as page on page.id = u.id order by %2$s',
    coalesce(private.has_words('u.search_text', search), 'true'), ordering, size, private.rows_before(page, size));
end
$function$;

create or replace function public.list_waiting_imports()
  returns table (
    import_id   uuid,
    file_name   text,
    imported_by text,
    imported_at timestamp with time zone,
    communities bigint,
    pending     bigint
  )
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_waiting_imports();
end
$function$;

create or replace function public.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
begin
  perform private.merge_places(merged_id, kept_id);
end
$function$;

create or replace function public.open_review (
  community_id uuid default null::uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.open_review(community_id);
end
$function$;

create or replace function public.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  is_review    boolean           default false,
  is_own       boolean           default false
)
  returns text
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.record_link_check(community_id, link, answer, group_name, is_review, is_own);
end
$function$;

create or replace function public.record_own_check (
  community_id uuid,
  user_id      uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  page_text    text              default null::text
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.record_own_check(community_id, user_id, link, answer, group_name, page_text);
end
$function$;

create or replace function public.release_emails (
  emails jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update private.email_outbox set
    reserved_at = null, attempts = attempts - 1, first_tried_at = case when attempts > 1 then first_tried_at end
  where id in (
    select e.id from private.email_outbox as e
    join jsonb_to_recordset(emails) as released (id uuid, attempt integer)
      on released.id = e.id and released.attempt = e.attempts
    where e.reserved_at is not null and e.sent_at is null for update of e skip locked
  )
$function$;

create or replace function public.remove_co_owner (
  community_id uuid,
  user_id      uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.remove_co_owner(community_id, user_id);
end
$function$;

create or replace function public.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text                 default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.report_community(community_id, reason, comment);
end
$function$;

create or replace function public.require_complete_sign_in()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.require_complete_sign_in();
end
$function$;

create or replace function public.reserve_emails (
  batch integer default 50
)
  returns table (
    id             uuid,
    kind           public.email_kind,
    recipient_id   uuid,
    recipient      text,
    recipient_name text,
    community_id   uuid,
    data           jsonb,
    attempt        integer
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  due uuid[];
begin
  for i in 1 .. 10 loop
    due := array(
      select e.id from private.email_outbox as e
      where e.sent_at is null and e.given_up_at is null and e.due_at <= now()
        and (e.reserved_at is null or e.reserved_at < now() - interval '10 minutes')
      order by e.priority, e.due_at limit least(batch, 50) for update skip locked
    );
    exit when due = '{}';
    -- Emails that have been tried for a day without reporting a result.
    update private.email_outbox as e set given_up_at = now(), reserved_at = null
    where e.id = any (due) and e.reserved_at is not null and e.first_tried_at < now() - interval '1 day';
    return query
      with checked as materialized (
        select e.id, private.email_data(e) as data from private.email_outbox as e
        where e.id = any (due) and e.given_up_at is null
      ), deleted as (
        delete from private.email_outbox as e using checked as c where e.id = c.id and c.data is null
      ), reserved as (
        update private.email_outbox as e set
          reserved_at = now(), attempts = e.attempts + 1, first_tried_at = coalesce(e.first_tried_at, now())
        from checked as c where e.id = c.id and c.data is not null
        returning e.*, c.data as current_data
      )
      select e.id, e.kind, e.recipient_id, p.sign_in_email, p.name, e.community_id, e.current_data, e.attempts
      from reserved as e join public.profiles as p on p.id = e.recipient_id
      order by e.priority, e.due_at;
    exit when found;
  end loop;
end
$function$;

create or replace function public.reserve_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return query select * from private.reserve_links(batch);
end
$function$;

create or replace function public.reserve_review_check()
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
begin
  return private.reserve_review_check();
end
$function$;

create or replace function public.resolve_reports (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.resolve_reports(community_id, seen_at);
end
$function$;

create or replace function public.return_to_pending (
  community_id uuid,
  version      timestamp with time zone,
  reason       text                     default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.return_to_pending(community_id, version, reason);
end
$function$;

create or replace function public.risk_signals (
  community_ids uuid[]
)
  returns table (
    community_id uuid,
    kind         public.risk_kind,
    details      jsonb
  )
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.risk_signals(community_ids);
end
$function$;

create or replace function public.save_communities (
  community_ids uuid[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.require_writer();
  if cardinality(community_ids) > 500 then
    raise exception 'At most 500 communities can be saved at once.' using errcode = 'PT400';
  end if;
  insert into public.saved_communities (community_id)
  select distinct listed.id from unnest(community_ids) as listed (id) where private.is_listed(listed.id)
  on conflict do nothing;
end
$function$;

create or replace function public.search_directory (
  search    text    default null::text,
  location  text    default null::text,
  category  text    default null::text,
  join_type text    default null::text,
  language  text    default null::text,
  sort      text    default 'newest'::text,
  after_key text    default null::text,
  after_id  uuid    default null::uuid,
  page_size integer default 24
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 24
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.search_directory(search, location, category, join_type, language, sort, after_key, after_id, page_size);
end
$function$;

create or replace function public.set_community_paused (
  community_id uuid,
  is_paused    boolean
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.set_community_paused(community_id, is_paused);
end
$function$;

create or replace function public.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.show_community(community_id, version);
end
$function$;

create or replace function public.summarize_review_queue (
  search    text default ''::text,
  import_id uuid default null::uuid
)
  returns table (
    kind        text,
    items       bigint,
    communities bigint,
    oldest      timestamp with time zone
  )
  language plpgsql
  stable
  rows 8
  set search_path to ''
  AS $function$
begin
  return query select * from private.summarize_review_queue(search, import_id);
end
$function$;

create or replace function public.suspend_user (
  user_id           uuid,
  reason            text,
  until             timestamp with time zone default null::timestamp with time zone,
  hides_communities boolean                  default false
)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
begin
  perform private.suspend_user(user_id, reason, until, hides_communities);
end
$function$;

create or replace function public.undo_decision (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.undo_decision(community_id);
end
$function$;

create or replace function public.undo_suspension (
  user_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
begin
  perform private.undo_suspension(user_id);
end
$function$;

create or replace function public.withdraw_claim (
  claim_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.withdraw_claim(claim_id);
end
$function$;

create or replace function public.withdraw_invitation (
  invitation_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.withdraw_invitation(invitation_id);
end
$function$;

alter table "private"."announced_communities"
  add constraint "announced_communities_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."imported_communities"
  add constraint "imported_communities_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."imported_communities"
  add constraint "imported_communities_imported_by_fkey" foreign key (imported_by)
    references public.profiles(id) on delete set null;

alter table "private"."link_checks"
  add constraint "link_checks_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete set null;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "private"."reviewed_links"
  add constraint "reviewed_links_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."settings"
  add constraint "settings_days_to_answer_check"
    check (((days_to_answer >= 14) AND (days_to_answer <= 365)));

alter table "private"."settings"
  add constraint "settings_days_until_question_check"
    check (((days_until_question = 0) OR (days_until_question >= 60)));

alter table "private"."settings"
  add constraint "settings_hidden_by_reports_per_day_check" check ((hidden_by_reports_per_day > 0));

alter table "private"."settings"
  add constraint "settings_link_checks_per_five_minutes_check"
    check ((link_checks_per_five_minutes >= 0));

alter table "private"."settings"
  add constraint "settings_questions_per_day_check" check ((questions_per_day >= 0));

alter table "private"."settings"
  add constraint "settings_reports_to_hide_check" check ((reports_to_hide >= 0));

alter table "private"."still_active_answers"
  add constraint "still_active_answers_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."still_active_answers"
  add constraint "still_active_answers_user_id_fkey" foreign key (user_id)
    references public.profiles(id) on delete cascade;

alter table "public"."admin_notes"
  add constraint "admin_notes_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."admin_notes"
  add constraint "admin_notes_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."alerts"
  add constraint "alerts_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."appeals"
  add constraint "appeals_closed_by_fkey" foreign key (closed_by) references public.profiles(id)
    on delete set null;

alter table "public"."appeals"
  add constraint "appeals_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."appeals"
  add constraint "appeals_outcome_check" check (((closed_at IS NULL) = (outcome IS NULL)));

alter table "public"."claims"
  add constraint "claims_answered_by_fkey" foreign key (answered_by) references public.profiles(id)
    on delete set null;

alter table "public"."claims"
  add constraint "claims_claimant_id_fkey" foreign key (claimant_id) references public.profiles(id)
    on delete cascade;

alter table "public"."claims"
  add constraint "claims_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete set null;

alter table "public"."claims"
  add constraint "claims_decided_by_fkey" foreign key (decided_by) references public.profiles(id)
    on delete set null;

alter table "public"."claims"
  add constraint "claims_outcome_check" check (((decided_at IS NULL) = (outcome IS NULL)));

alter table "public"."claims"
  add constraint "claims_owner_id_fkey" foreign key (owner_id) references public.profiles(id)
    on delete set null;

alter table "public"."co_owners"
  add constraint "co_owners_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."co_owners"
  add constraint "co_owners_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."communities"
  add constraint "communities_host_check" check (((host_name = ''::text) = (host_intro = ''::text)));

alter table "public"."communities"
  add constraint "communities_name_changed_check"
    check (((name_changed_at IS NULL) OR (status = 'approved'::public.community_status)));

alter table "public"."communities"
  add constraint "communities_place_check" check (((location IS NOT NULL) OR ((requested_place IS
    NOT NULL) AND (status <> 'approved'::public.community_status))));

alter table "public"."communities"
  add constraint "communities_verified_check"
    check (((verified_at IS NULL) OR (status = 'approved'::public.community_status)));

alter table "public"."community_blocks"
  add constraint "community_blocks_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."community_blocks"
  add constraint "community_blocks_created_by_fkey" foreign key (created_by)
    references public.profiles(id) on delete set null;

alter table "public"."community_blocks"
  add constraint "community_blocks_pkey" primary key (community_id, kind);

alter table "public"."community_reports"
  add constraint "community_reports_is_upheld_check" check (((is_upheld IS NULL) OR (resolved_at IS
    NOT NULL)));

alter table "public"."directory_communities"
  add constraint "directory_communities_rank_check" check ((rank IS NULL));

alter table "public"."earlier_answers"
  add constraint "earlier_answers_author_id_fkey" foreign key (author_id)
    references public.profiles(id) on delete cascade;

alter table "public"."earlier_answers"
  add constraint "earlier_answers_claim_id_fkey" foreign key (claim_id) references public.claims(id)
    on delete cascade;

alter table "public"."invitations"
  add constraint "invitations_answer_check" check (((answered_at IS NULL) = (answer IS NULL)));

alter table "public"."invitations"
  add constraint "invitations_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete set null;

alter table "public"."invitations"
  add constraint "invitations_invited_by_fkey" foreign key (invited_by)
    references public.profiles(id) on delete cascade;

alter table "public"."open_reviews"
  add constraint "open_reviews_admin_id_fkey" foreign key (admin_id) references public.profiles(id)
    on delete cascade;

alter table "public"."open_reviews"
  add constraint "open_reviews_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."alerts"
  add constraint "alerts_location_fkey" foreign key (location) references public.places(name)
    on update cascade on delete cascade;

alter table "public"."saved_communities"
  add constraint "saved_communities_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."signs_of_life"
  add constraint "signs_of_life_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."suspensions"
  add constraint "suspensions_suspended_by_fkey" foreign key (suspended_by)
    references public.profiles(id) on delete set null;

alter table "public"."suspensions"
  add constraint "suspensions_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

create view "private"."hidden_by_reports" AS  SELECT audit_log.subject_id AS community_id,
    audit_log.at
   FROM public.audit_log
  WHERE ((audit_log.action = 'hidden'::public.audit_action) AND (NOT audit_log.by_admin) AND (audit_log.after ? 'block_reports'::text));

create view "private"."images_of_communities" AS  SELECT private.image_name(c.image_url) AS name
   FROM public.communities c
  WHERE (c.image_url ~~ '%/object/public/community-images/%'::text)
UNION ALL
 SELECT private.image_name((c.held_changes ->> 'image_url'::text)) AS name
   FROM public.communities c
  WHERE ((c.held_at IS NOT NULL) AND ((c.held_changes ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text))
UNION ALL
 SELECT private.image_name((c.rejected_version ->> 'image_url'::text)) AS name
   FROM public.communities c
  WHERE ((c.status = ANY (ARRAY['pending'::public.community_status, 'rejected'::public.community_status])) AND ((c.rejected_version ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

create view "private"."images_of_undo" AS  SELECT private.image_name(image.url) AS name
   FROM (public.audit_log e
     CROSS JOIN LATERAL ( VALUES ((e.before ->> 'image_url'::text)), (((e.before -> 'held_changes'::text) ->> 'image_url'::text)), (((e.before -> 'rejected_version'::text) ->> 'image_url'::text))) image(url))
  WHERE ((e.subject = 'community'::public.audit_subject) AND (e.at > (now() - ((2)::double precision * private.undo_window()))) AND (image.url ~~ '%/object/public/community-images/%'::text));

create view "private"."images_in_use" AS  SELECT images_of_communities.name
   FROM private.images_of_communities
UNION ALL
 SELECT images_of_undo.name
   FROM private.images_of_undo;

create view "private"."recent_joins" AS  SELECT j.community_id,
    private.to_join_step(count(DISTINCT j.user_id)) AS joins,
    private.to_join_step(count(DISTINCT j.user_id) FILTER (WHERE (j.joined_on >= (private.today() - 30)))) AS joins_this_month
   FROM (public.community_joins j
     JOIN public.communities c ON ((c.id = j.community_id)))
  WHERE ((j.user_id <> c.owner_id) AND (j.joined_on > (private.today() - 90)) AND (j.joined_on < private.today()) AND (NOT (EXISTS ( SELECT
           FROM public.co_owners o
          WHERE ((o.community_id = c.id) AND (o.user_id = j.user_id))))))
  GROUP BY j.community_id;

create index email_outbox_due_at_idx on private.email_outbox using btree (priority, due_at)
  where ((sent_at is null) AND (given_up_at is null));

create index email_outbox_invited_idx on private.email_outbox
  using btree (((data ->> 'email'::text)))
  where (kind = 'invitation_accepted'::public.email_kind);

create index email_outbox_questions_idx on private.email_outbox using btree (created_at)
  where (kind = ANY (ARRAY['still_active'::public.email_kind, 'falling_asleep'::public.email_kind]));

create index email_outbox_summaries_idx on private.email_outbox using btree (event)
  where (kind = 'daily_summary'::public.email_kind);

create index imported_communities_import_id_idx on private.imported_communities
  using btree (import_id);

create index imported_communities_imported_by_idx on private.imported_communities
  using btree (imported_by);

create index link_checks_at_idx on private.link_checks using btree (at);

create index link_checks_user_id_idx on private.link_checks using btree (user_id, at);

create index ownership_codes_community_id_idx on private.ownership_codes using btree (community_id);

create index reviewed_links_due_at_idx on private.reviewed_links using btree (due_at)
  where (due_at is not null);

create index still_active_answers_answered_at_idx on private.still_active_answers
  using btree (answered_at);

create index still_active_answers_doubts_idx on private.still_active_answers
  using btree (community_id)
  where (not is_active);

create index still_active_answers_user_id_idx on private.still_active_answers using btree (user_id);

create index admin_notes_community_id_idx on public.admin_notes
  using btree (community_id, created_at);

create index admin_notes_created_at_idx on public.admin_notes using btree (created_at);

create index admin_notes_user_id_idx on public.admin_notes using btree (user_id, created_at);

create index alerts_checked_until_idx on public.alerts using btree (checked_until);

create index alerts_location_idx on public.alerts using btree (location);

create index appeals_closed_at_idx on public.appeals using btree (closed_at);

create index appeals_closed_by_idx on public.appeals using btree (closed_by);

create index appeals_open_idx on public.appeals using btree (community_id)
  where (closed_at is null);

create index audit_log_action_idx on public.audit_log using btree (action, id desc);

create index audit_log_admin_idx on public.audit_log using btree (at)
  where (by_admin AND (subject = 'community'::public.audit_subject));

create index audit_log_decisions_idx on public.audit_log using btree (id)
  where (action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action]));

create index claims_answered_by_idx on public.claims using btree (answered_by);

create index claims_claimant_id_idx on public.claims using btree (claimant_id, proved_at);

create index claims_community_id_idx on public.claims using btree (community_id);

create index claims_decided_at_idx on public.claims using btree (decided_at);

create index claims_decided_by_idx on public.claims using btree (decided_by);

create unique index claims_open_key on public.claims using btree (community_id, claimant_id)
  where (outcome is null);

create index claims_owner_id_idx on public.claims using btree (owner_id);

create index co_owners_user_id_idx on public.co_owners using btree (user_id);

create index communities_held_link_idx on public.communities
  using btree (((held_changes ->> 'whatsapp_link'::text)))
  where (held_at is not null);

create index communities_name_changed_at_idx on public.communities using btree (name_changed_at, id)
  where (name_changed_at is not null);

create index communities_requested_place_idx on public.communities using btree (updated_at, id)
  where ((requested_place is not null) AND (status = 'approved'::public.community_status));

create index community_blocks_created_by_idx on public.community_blocks using btree (created_by);

create index community_blocks_kind_idx on public.community_blocks
  using btree (kind, since, community_id);

create index community_links_claimed_at_idx on public.community_links using btree (reserved_at)
  where (reserved_at is not null);

create index community_links_due_at_idx on public.community_links using btree (due_at, community_id)
  where is_scheduled;

create index community_links_renamed_idx on public.community_links using btree (community_id)
  where (renamed_at is not null);

create index directory_communities_approval_date_idx on public.directory_communities
  using btree (approval_date, id, location, category, join_type);

create index directory_communities_is_verified_idx on public.directory_communities
  using btree (is_verified, joins, approval_date, id, location, category, join_type);

create index directory_communities_joins_idx on public.directory_communities
  using btree (joins, approval_date, id, location, category, join_type);

create index directory_communities_languages_idx on public.directory_communities
  using gin (languages)
  with (fastupdate=off);

create index directory_communities_location_idx on public.directory_communities
  using btree (location, category, join_type);

create index earlier_answers_author_id_idx on public.earlier_answers using btree (author_id);

create index invitations_community_id_idx on public.invitations using btree (community_id);

create index invitations_email_idx on public.invitations using btree (email);

create index invitations_invited_by_idx on public.invitations using btree (invited_by, created_at);

create index open_reviews_admin_id_idx on public.open_reviews using btree (admin_id);

create index open_reviews_until_idx on public.open_reviews using btree (until);

create index places_country_vector_idx on public.places using gin (country_vector)
  with (fastupdate=off);

create index places_known_names_idx on public.places using gin (known_names);

create index places_search_vector_idx on public.places using gin (search_vector)
  with (fastupdate=off);

create index profiles_email_domain_idx on public.profiles
  using btree (split_part(lower(sign_in_email), '@'::text, 2), created_at);

create index profiles_search_idx on public.profiles
  using gin
  ((((((name || ' '::text) || email) || ' '::text) || sign_in_email)) extensions.gin_trgm_ops);

create index profiles_sign_in_email_idx on public.profiles using btree (lower(sign_in_email));

create index saved_communities_community_id_idx on public.saved_communities
  using btree (community_id);

create index signs_of_life_asked_at_idx on public.signs_of_life using btree (asked_at)
  where (asked_at is not null);

create index signs_of_life_silent_idx on public.signs_of_life
  using btree (GREATEST(confirmed_at, last_joined_at))
  where (asked_at is null);

create index suspensions_suspended_by_idx on public.suspensions using btree (suspended_by);

create index synonyms_stems_idx on public.synonyms using gin (stems);

select private.watch_passkeys();

create trigger clean
  before insert or update of text on public.admin_notes
  for each row
  execute function private.clean_columns('text:text');

create trigger limit_admin_notes
  after insert on public.admin_notes referencing NEW table as inserted
  for each STATEMENT
  execute function private.limit_admin_notes();

create trigger refuse_suspended_writes
  before insert or delete or update on public.admin_notes
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger complete_alert
  before insert on public.alerts
  for each row
  execute function private.complete_alert();

create trigger refuse_suspended_writes
  before insert or delete or update on public.alerts
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger clean
  before insert or update of message, reason on public.appeals
  for each row
  execute function private.clean_columns('message:text', 'reason:text');

create trigger clean
  before insert or update of answer, reason on public.claims
  for each row
  execute function private.clean_columns('answer:text', 'reason:text');

create trigger after_1_check_id
  after insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_id();

create trigger after_2_follow_links
  after insert or update of status, whatsapp_link, held_changes on public.communities
  for each row
  execute function private.follow_links();

create trigger after_3_close_claims
  after update on public.communities
  for each row
  when
    (((old.status = 'approved'::public.community_status) AND ((old.status IS DISTINCT FROM
    new.status) OR (old.whatsapp_link IS DISTINCT FROM new.whatsapp_link))))
  execute function private.close_claims();

create trigger after_3_follow_owner
  after update of owner_id on public.communities
  for each row
  when ((old.owner_id <> new.owner_id))
  execute function private.follow_owner();

create trigger after_4_start_signs_of_life
  after insert or update of status on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.start_signs_of_life();

create trigger after_5_record_save
  after update on public.communities
  for each row
  when (private.is_api_request())
  execute function private.record_save();

create trigger after_6_list_new
  after insert on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.update_listing();

create trigger after_6_update_directory
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.name IS DISTINCT FROM new.name) OR
    (old.description IS DISTINCT FROM new.description) OR
    (old.host_name IS DISTINCT FROM new.host_name) OR
    (old.host_intro IS DISTINCT FROM new.host_intro) OR (old.location IS DISTINCT FROM new.location)
    OR (old.category IS DISTINCT FROM new.category) OR
    (old.join_type IS DISTINCT FROM new.join_type) OR (old.languages IS DISTINCT FROM new.languages)
    OR (old.member_count IS DISTINCT FROM new.member_count) OR
    (old.image_url IS DISTINCT FROM new.image_url) OR
    (old.approved_groups IS DISTINCT FROM new.approved_groups) OR
    (old.approval_date IS DISTINCT FROM new.approval_date) OR
    (old.verified_at IS DISTINCT FROM new.verified_at) OR
    (old.name_changed_at IS DISTINCT FROM new.name_changed_at) OR
    (old.owner_id IS DISTINCT FROM new.owner_id)))
  execute function private.update_listing();

create trigger before_1_clean
  before insert or update of name,
    description,
    host_name, host_intro, location, requested_place, rejection_reason on public.communities
  for each row
  execute function
    private.clean_columns('name:line', 'description:text', 'host_name:line', 'host_intro:line',
    'location:line', 'requested_place:line', 'rejection_reason:text');

create trigger before_1_end_community
  before delete on public.communities
  for each row
  execute function private.end_community();

create trigger before_2_check_new
  before insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_new_community();

create trigger before_2_check_save
  before update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_save();

create trigger before_3_keep_approval
  before insert or update on public.communities
  for each row
  execute function private.keep_approval();

create trigger before_4_write_search_text
  before insert or update on public.communities
  for each row
  execute function private.write_search_text();

create trigger refuse_suspended_writes
  before insert or delete or update on public.communities
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger clean
  before insert or update of reason on public.community_blocks
  for each row
  execute function private.clean_columns('reason:text');

create trigger update_listing
  after insert or delete on public.community_blocks
  for each row
  execute function private.update_listing();

create trigger clean
  before insert or update of name, description on public.community_groups
  for each row
  execute function private.clean_columns('name:line', 'description:text');

create trigger refuse_suspended_writes
  before insert or delete or update on public.community_groups
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger review_groups
  after insert or delete or update on public.community_groups
  for each row
  execute function private.review_groups();

create trigger block_dead_link
  after insert or update of state on public.community_links
  for each row
  execute function private.block_dead_link();

create trigger queue_renamed_email
  after update on public.community_links
  for each row
  when (((old.renamed_at IS NULL) AND (new.renamed_at IS NOT NULL)))
  execute function private.queue_renamed_email();

create trigger update_listing
  after update on public.community_links
  for each row
  when ((old.live_at IS DISTINCT FROM new.live_at))
  execute function private.update_listing();

create trigger clean
  before insert or update of comment on public.community_reports
  for each row
  execute function private.clean_columns('comment:text');

create trigger queue_report_email
  after update of resolved_at on public.community_reports
  for each row
  when (((old.resolved_at IS NULL) <> (new.resolved_at IS NULL)))
  execute function private.queue_report_email();

create trigger clean
  before insert or update of email on public.invitations
  for each row
  execute function private.clean_columns('email:email');

create trigger check_version
  before update on public.places
  for each row
  when (private.is_user_request())
  execute function private.check_version('Another admin has changed this place in the meantime.');

create trigger clean
  before insert or update of name, alternative_names, country, country_code on public.places
  for each row
  execute function
    private.clean_columns('name:line', 'alternative_names:list', 'country:line',
    'country_code:line');

create trigger copy_country
  after update on public.places
  for each row
  when ((old.country <> new.country))
  execute function private.copy_country();

create trigger lock_communities
  before update on public.places
  for each row
  when (((old.name IS DISTINCT FROM new.name) OR (old.country IS DISTINCT FROM new.country)))
  execute function private.lock_communities_of_place();

create trigger refuse_suspended_writes
  before insert or delete or update on public.places
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger write_names
  before insert or update on public.places
  for each row
  execute function private.write_names();

create trigger check_version
  before update on public.profiles
  for each row
  when (private.is_user_request())
  execute function
    private.check_version('Your profile was changed in the meantime, in another tab or on another device.');

create trigger clean
  before insert or update of name, email, phone, address, country, interests on public.profiles
  for each row
  execute function private.clean_profile();

create trigger forget_answers
  before delete on public.profiles
  for each row
  execute function private.forget_answers();

create trigger keep_last_admin
  before delete on public.profiles
  for each row
  when (old.is_admin)
  execute function private.keep_last_admin('deleted');

create trigger refuse_suspended_writes
  before insert or delete or update on public.profiles
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger limit_saved_communities
  after insert on public.saved_communities referencing NEW table as inserted
  for each STATEMENT
  execute function private.limit_saved_communities();

create trigger refuse_suspended_writes
  before insert or delete or update on public.saved_communities
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger apply_suspension
  after insert or delete on public.suspensions
  for each row
  execute function private.apply_suspension();

create trigger clean
  before insert or update of reason on public.suspensions
  for each row
  execute function private.clean_columns('reason:text');

create trigger close_claims
  before insert on public.suspensions
  for each row
  execute function private.close_claims_of_suspended();

create trigger keep_last_admin
  before insert on public.suspensions
  for each row
  execute function private.keep_last_admin('suspended');

create trigger check_version
  before update on public.synonyms
  for each row
  when (private.is_user_request())
  execute function
    private.check_version('Another admin has changed these synonyms in the meantime.');

create trigger refuse_suspended_writes
  before insert or delete or update on public.synonyms
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('PT403');

create trigger write_synonyms
  before insert or update on public.synonyms
  for each row
  execute function private.write_synonyms();

create trigger refuse_suspended_writes
  before insert or delete or update on storage.objects
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes('42501');

create policy "No request reads or writes this table" on "private"."account_index"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."announced_communities"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."deletion_requests"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."directory_words"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."email_outbox"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."imported_communities"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."link_checks"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."ownership_codes"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."reviewed_links"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."settings"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."still_active_answers"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "private"."translations"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Admins delete notes" on "public"."admin_notes"
  for delete
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Admins read notes" on "public"."admin_notes"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."admin_notes"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Suspended users delete nothing" on "public"."admin_notes"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."admin_notes"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Nothing before the sign-in is complete" on "public"."alerts"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Suspended users delete nothing" on "public"."alerts"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."alerts"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Users read, add and delete their own alerts" on "public"."alerts"
  for all
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Nothing before the sign-in is complete" on "public"."appeals"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners read the appeals of their communities, admins all" on "public"."appeals"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = appeals.community_id))));

create policy "Admins read every claim" on "public"."claims"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."claims"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Nothing before the sign-in is complete" on "public"."co_owners"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users read which communities they co-own, admins all" on "public"."co_owners"
  for select
  to "authenticated"
  using (((user_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)));

create policy "Owners and co-owners edit their communities, admins every commu"
  on "public"."communities"
  for update
  to "authenticated"
  using
    (((owner_id = ( select auth.uid() as uid)) or (id = ANY (( select private.co_owned_ids() as
    co_owned_ids)::uuid[])) or ( select private.is_admin() as is_admin)));

create policy "Owners and co-owners read their communities, admins every commu"
  on "public"."communities"
  for select
  to "authenticated"
  using
    (((owner_id = ( select auth.uid() as uid)) or (id = ANY (( select private.co_owned_ids() as
    co_owned_ids)::uuid[])) or ( select private.is_admin() as is_admin)));

create policy "Suspended users delete nothing" on "public"."communities"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."communities"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Nothing before the sign-in is complete" on "public"."community_blocks"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners read the blocks of their communities, admins all"
  on "public"."community_blocks"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_blocks.community_id))));

create policy "Groups are read and written with their community" on "public"."community_groups"
  for all
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_groups.community_id))));

create policy "Suspended users delete nothing" on "public"."community_groups"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."community_groups"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "No request reads or writes this table" on "public"."community_joins"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes this table" on "public"."directory_communities"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Admins read every earlier answer" on "public"."earlier_answers"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."earlier_answers"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Nothing before the sign-in is complete" on "public"."invitations"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Admins read open reviews" on "public"."open_reviews"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."open_reviews"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Admins add places" on "public"."places"
  for insert
  to "authenticated"
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins edit places" on "public"."places"
  for update
  to "authenticated"
  using (( select private.is_admin() as is_admin))
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Nothing before the sign-in is complete" on "public"."places"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Suspended users delete nothing" on "public"."places"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."places"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Users read every place" on "public"."places"
  for select
  to "authenticated"
  using (true);

create policy "Suspended users delete nothing" on "public"."profiles"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."profiles"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Nothing before the sign-in is complete" on "public"."saved_communities"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Suspended users delete nothing" on "public"."saved_communities"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."saved_communities"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Nothing before the sign-in is complete" on "public"."signs_of_life"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners read the questions about their communities, admins all"
  on "public"."signs_of_life"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = signs_of_life.community_id))));

create policy "Nothing before the sign-in is complete" on "public"."suspensions"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users read their own suspension, admins every one" on "public"."suspensions"
  for select
  to "authenticated"
  using
    ((((user_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)) AND
    ((until is null) or (until > now()))));

create policy "Admins read, add, edit and delete synonyms" on "public"."synonyms"
  for all
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."synonyms"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Suspended users delete nothing" on "public"."synonyms"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."synonyms"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Images are added to the owner's folder" on "storage"."objects"
  for insert
  to "authenticated"
  with
    check
    (((bucket_id = 'community-images'::text) AND
    (COALESCE(current_setting('storage.operation'::text, true), ''::text) = ANY (ARRAY[''::text,
    'storage.object.upload'::text])) AND
    (((storage.foldername(name))[1] = ( SELECT private.own_image_folder() AS own_image_folder)) OR (
    SELECT private.is_admin() AS is_admin)) AND
    (name ~
    '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-(compressed|480)\.(png|jpg|jpeg|gif)$'::text)));

create policy "Suspended users delete nothing" on "storage"."objects"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "storage"."objects"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

comment on extension "fuzzystrmatch" is 'determine similarities and distance between strings';

revoke all on function "private"."accept_claim"(public.claims) from public;

revoke all
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."accept_name"(uuid) from public;

revoke all on function "private"."alert_query"(text) from public;

grant execute on function "private"."alert_query"(text) to "authenticated", "service_role";

revoke all on function "private"."answer_claim"(uuid, text) from public;

grant execute on function "private"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "private"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "private"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."answer_still_active"(uuid, boolean) from public;

grant execute
  on function "private"."answer_still_active"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."appeal_community"(uuid, text) from public;

grant execute
  on function "private"."appeal_community"(uuid, text)
  to "authenticated", "service_role";

revoke all on function "private"."appealable_decision"(public.communities) from public;

revoke all on function "private"."apply_suspension"() from public;

revoke all on function "private"."approved_name"(public.communities) from public;

revoke all on function "private"."are_languages"(text[]) from public;

grant execute on function "private"."are_languages"(text[]) to "authenticated", "service_role";

revoke all on function "private"."ask_owner"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "private"."ask_owner"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."ask_owners"() from public;

grant execute on function "private"."ask_owners"() to "service_role";

revoke all on function "private"."begin_new_check"(text, uuid) from public;

grant execute on function "private"."begin_new_check"(text, uuid) to "service_role";

revoke all on function "private"."begin_own_check"(uuid, uuid) from public;

grant execute on function "private"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "private"."block"(uuid, public.block_kind, text, uuid) from public;

revoke all on function "private"."block_dead_link"() from public;

revoke all on function "private"."block_values"(uuid) from public;

revoke all on function "private"."check_new_community"() from public;

revoke all on function "private"."check_request"() from public;

grant execute on function "private"."check_request"() to "anon", "authenticated", "service_role";

revoke all on function "private"."check_save"() from public;

revoke all on function "private"."check_version"() from public;

revoke all on function "private"."chosen_place"(public.communities, public.communities) from public;

grant execute
  on function "private"."chosen_place"(public.communities, public.communities)
  to "authenticated", "service_role";

revoke all on function "private"."clean_columns"() from public;

revoke all on function "private"."clean_email"(text) from public;

grant execute on function "private"."clean_email"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_line"(text) from public;

grant execute on function "private"."clean_line"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_list"(text[]) from public;

grant execute on function "private"."clean_list"(text[]) to "authenticated", "service_role";

revoke all on function "private"."clean_phone"(text) from public;

grant execute on function "private"."clean_phone"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_profile"() from public;

revoke all on function "private"."clean_text"(text) from public;

grant execute on function "private"."clean_text"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_with"(text, text, text) from public;

grant execute
  on function "private"."clean_with"(text, text, text)
  to "authenticated", "service_role";

revoke all on function "private"."close_appeals"(uuid, public.appeal_outcome, text) from public;

revoke all on function "private"."close_claims"() from public;

revoke all on function "private"."close_claims_of"(public.communities) from public;

revoke all on function "private"."close_claims_of_suspended"() from public;

revoke all on function "private"."close_invitations"(uuid) from public;

revoke all
  on function "private"."close_reports"(uuid, boolean, timestamp with time zone, jsonb)
  from public;

revoke all on function "private"."co_owned_ids"() from public;

grant execute on function "private"."co_owned_ids"() to "authenticated", "service_role";

revoke all on function "private"."community_state"(uuid) from public;

revoke all
  on function "private"."compare_group_name"(public.communities, text, text, boolean)
  from public;

revoke all on function "private"."complete_alert"() from public;

revoke all on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "private"."confirm_community"(uuid) from public;

grant execute on function "private"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "private"."confirm_name"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_name"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."confirmed_email"() from public;

revoke all on function "private"."contact_text"(text) from public;

revoke all on function "private"."copy_country"() from public;

revoke all on function "private"."correct_word"(text) from public;

revoke all on function "private"."correct_words"(text[]) from public;

revoke all on function "private"."count_case_file"(uuid) from public;

grant execute on function "private"."count_case_file"(uuid) to "authenticated", "service_role";

revoke all
  on function "private"."count_communities"(text, public.community_category, text, uuid)
  from public;

grant execute
  on function "private"."count_communities"(text, public.community_category, text, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."count_directory"(text, text, text, text, text) from public;

grant execute
  on function "private"."count_directory"(text, text, text, text, text)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."count_places"(text, text, text, text) from public;

grant execute
  on function "private"."count_places"(text, text, text, text)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."count_risk_signals"(text) from public;

revoke all on function "private"."count_weekly_joins"(uuid) from public;

grant execute on function "private"."count_weekly_joins"(uuid) to "authenticated", "service_role";

revoke all
  on function "private"."decide_appeal"(uuid, boolean, text, timestamp with time zone, timestamp
    with time zone)
  from public;

grant execute
  on function "private"."decide_appeal"(uuid, boolean, text, timestamp with time zone, timestamp
    with time zone)
  to "authenticated", "service_role";

revoke all
  on function "private"."decide_changes"(uuid, timestamp with time zone, boolean, timestamp
    with time zone, text)
  from public;

grant execute
  on function "private"."decide_changes"(uuid, timestamp with time zone, boolean, timestamp
    with time zone, text)
  to "authenticated", "service_role";

revoke all
  on function "private"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."decided"(public.communities) from public;

grant execute on function "private"."decided"(public.communities) to "authenticated", "service_role";

revoke all on function "private"."decision_actions"() from public;

revoke all
  on function "private"."decline_requested_place"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."decline_requested_place"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."email_data"(private.email_outbox) from public;

grant execute on function "private"."email_data"(private.email_outbox) to "service_role";

revoke all on function "private"."end_approval"(uuid) from public;

revoke all on function "private"."end_community"() from public;

revoke all on function "private"."end_expired_suspensions"() from public;

grant execute on function "private"."end_expired_suspensions"() to "service_role";

revoke all on function "private"."end_suspension"(uuid) from public;

grant execute on function "private"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "private"."export_claims_of"(uuid) from public;

revoke all
  on function
    "private"."export_communities"(text, public.community_status, public.community_category, text,
    uuid, timestamp with time zone, uuid)
  from public;

grant execute
  on function
    "private"."export_communities"(text, public.community_status, public.community_category, text,
    uuid, timestamp with time zone, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."export_communities_of"(uuid) from public;

revoke all on function "private"."export_passkeys_of"(uuid) from public;

revoke all on function "private"."fall_asleep"() from public;

grant execute on function "private"."fall_asleep"() to "service_role";

revoke all on function "private"."fields_of_proof"() from public;

revoke all on function "private"."find_place"(text) from public;

grant execute on function "private"."find_place"(text) to "authenticated", "service_role";

revoke all on function "private"."find_places"(text[]) from public;

revoke all on function "private"."find_risk_signals"(uuid[]) from public;

revoke all
  on function
    "private"."find_to_count"(tsquery, text[], public.community_category[], public.join_type[],
    text[])
  from public;

revoke all on function "private"."follow_links"() from public;

revoke all on function "private"."follow_owner"() from public;

revoke all on function "private"."forget_answers"() from public;

revoke all on function "private"."full_image_name"(text) from public;

grant execute on function "private"."full_image_name"(text) to "service_role";

revoke all on function "private"."get_directory_numbers"() from public;

grant execute
  on function "private"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "private"."get_group_names"(uuid) from public;

grant execute on function "private"."get_group_names"(uuid) to "authenticated", "service_role";

revoke all on function "private"."get_listed_communities"(uuid[]) from public;

grant execute
  on function "private"."get_listed_communities"(uuid[])
  to "anon", "authenticated", "service_role";

revoke all on function "private"."get_ownership_code"(uuid) from public;

grant execute on function "private"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "private"."get_review_time"() from public;

grant execute on function "private"."get_review_time"() to "authenticated", "service_role";

revoke all on function "private"."group_list"(uuid) from "authenticated";

grant execute on function "private"."group_list"(uuid) to "authenticated";

revoke all on function "private"."group_name_words"(text) from public;

revoke all on function "private"."group_signals"(public.communities) from public;

revoke all on function "private"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "private"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."hand_over_to_claimant"(uuid) from public;

grant execute on function "private"."hand_over_to_claimant"(uuid) to "authenticated", "service_role";

revoke all on function "private"."has_enough_reports"(uuid) from public;

revoke all on function "private"."has_phone_number"(text) from public;

revoke all on function "private"."has_short_link"(text) from public;

revoke all on function "private"."has_telegram_contact"(text) from public;

revoke all on function "private"."has_words"(text, text, text) from public;

grant execute on function "private"."has_words"(text, text, text) to "service_role";

revoke all on function "private"."has_words_or_relations"(text) from public;

revoke all on function "private"."hide_communities_of"(uuid, text) from public;

revoke all on function "private"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "private"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."hiding_kinds"() from public;

revoke all on function "private"."image_name"(text) from public;

grant execute on function "private"."image_name"(text) to "authenticated", "service_role";

revoke all on function "private"."import_communities"(jsonb, boolean, uuid, text) from public;

grant execute
  on function "private"."import_communities"(jsonb, boolean, uuid, text)
  to "authenticated", "service_role";

revoke all on function "private"."import_community"(jsonb, boolean) from public;

grant execute
  on function "private"."import_community"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_api_request"() from public;

grant execute on function "private"."is_api_request"() to "authenticated", "service_role";

revoke all on function "private"."is_blocked"(uuid, public.block_kind[]) from public;

revoke all on function "private"."is_confirmed"(uuid, timestamp with time zone) from public;

revoke all on function "private"."is_count_reviewed"(integer, integer) from public;

grant execute
  on function "private"."is_count_reviewed"(integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."is_doubted"(uuid) from public;

grant execute on function "private"."is_doubted"(uuid) to "service_role";

revoke all on function "private"."is_email"(text) from public;

grant execute on function "private"."is_email"(text) to "authenticated", "service_role";

revoke all on function "private"."is_hidden"(uuid) from public;

revoke all on function "private"."is_listed"(uuid) from public;

grant execute on function "private"."is_listed"(uuid) to "authenticated", "service_role";

revoke all on function "private"."is_other_name"(text, text) from public;

revoke all on function "private"."is_phone"(text) from public;

grant execute on function "private"."is_phone"(text) to "authenticated", "service_role";

revoke all on function "private"."is_same_group_name"(text, text) from public;

revoke all on function "private"."is_suspended"() from public;

grant execute on function "private"."is_suspended"() to "authenticated", "service_role";

revoke all on function "private"."is_unrelated_name"(text, text) from public;

revoke all on function "private"."is_user_suspended"(uuid) from public;

grant execute on function "private"."is_user_suspended"(uuid) to "service_role";

revoke all on function "private"."is_whatsapp_link_listed"(text, uuid) from public;

grant execute
  on function "private"."is_whatsapp_link_listed"(text, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."keep_active"(public.communities) from public;

revoke all on function "private"."keep_approval"() from public;

revoke all on function "private"."language_codes"() from public;

grant execute on function "private"."language_codes"() to "authenticated", "service_role";

revoke all on function "private"."lift_blocks"(uuid, public.block_kind[]) from public;

revoke all on function "private"."limit_admin_notes"() from public;

revoke all on function "private"."limit_saved_communities"() from public;

revoke all on function "private"."limits"() from public;

grant execute on function "private"."limits"() to "authenticated", "service_role";

revoke all on function "private"."link_shorteners"() from public;

revoke all on function "private"."link_under_review"(public.communities) from public;

revoke all
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";

revoke all
  on function
    "private"."list_communities"(text, public.community_status, public.community_category, text,
    uuid, text, boolean, integer, integer)
  from public;

grant execute
  on function
    "private"."list_communities"(text, public.community_status, public.community_category, text,
    uuid, text, boolean, integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."list_my_invitations"() from public;

grant execute on function "private"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "private"."list_my_joins"() from public;

grant execute on function "private"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "private"."list_own_claims"() from public;

grant execute on function "private"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "private"."list_people"() from public;

grant execute on function "private"."list_people"() to "authenticated", "service_role";

revoke all on function "private"."list_places"(text, integer, integer) from public;

grant execute
  on function "private"."list_places"(text, integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."list_received_claims"() from public;

grant execute on function "private"."list_received_claims"() to "authenticated", "service_role";

revoke all on function "private"."list_review_numbers"(integer) from public;

grant execute
  on function "private"."list_review_numbers"(integer)
  to "authenticated", "service_role";

revoke all
  on function "private"."list_review_queue"(integer, integer, text, text, text, uuid)
  from public;

grant execute
  on function "private"."list_review_queue"(integer, integer, text, text, text, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."list_waiting_imports"() from public;

grant execute on function "private"."list_waiting_imports"() to "authenticated", "service_role";

revoke all on function "private"."lock_changed_groups"(uuid, timestamp with time zone) from public;

revoke all on function "private"."lock_claim"(uuid, boolean) from public;

revoke all on function "private"."lock_communities_of_place"() from public;

revoke all on function "private"."lock_community"(uuid, boolean) from public;

revoke all on function "private"."lock_people"(uuid) from public;

revoke all on function "private"."lock_place"(text) from public;

grant execute on function "private"."lock_place"(text) to "authenticated", "service_role";

revoke all
  on function
    "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb,
    uuid)
  from public;

revoke all on function "private"."log_change"() from public;

revoke all on function "private"."log_deletion"(public.communities) from public;

revoke all on function "private"."log_import"(uuid, text) from public;

grant execute on function "private"."log_import"(uuid, text) to "authenticated", "service_role";

revoke all on function "private"."managers_of"(uuid) from public;

revoke all on function "private"."mark_query"(text, tsquery) from public;

revoke all on function "private"."mark_words"(text, text) from public;

revoke all
  on function "private"."may_be_listed"(public.communities, public.block_kind[])
  from public;

grant execute
  on function "private"."may_be_listed"(public.communities, public.block_kind[])
  to "service_role";

revoke all on function "private"."may_manage"(uuid, uuid) from public;

grant execute on function "private"."may_manage"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."median_decision_time"(timestamp with time zone) from public;

revoke all on function "private"."merge_places"(uuid, uuid) from public;

grant execute on function "private"."merge_places"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."needs_no_review"(public.communities, text) from public;

revoke all on function "private"."note_sign_of_life"(uuid) from public;

revoke all on function "private"."open_claim"(uuid, uuid) from public;

grant execute on function "private"."open_claim"(uuid, uuid) to "service_role";

revoke all on function "private"."open_questions"(timestamp with time zone) from public;

revoke all on function "private"."open_review"(uuid) from public;

grant execute on function "private"."open_review"(uuid) to "authenticated", "service_role";

revoke all on function "private"."owner_signals"(public.communities) from public;

revoke all on function "private"."owners_to_ask"(interval) from public;

revoke all on function "private"."pick"(jsonb, text[]) from public;

grant execute on function "private"."pick"(jsonb, text[]) to "authenticated", "service_role";

revoke all on function "private"."place_query"(tsquery) from public;

revoke all on function "private"."plain_words"(text) from "authenticated";

grant execute on function "private"."plain_words"(text) to "authenticated";

revoke all on function "private"."plain_words"(text) from "service_role";

grant execute on function "private"."plain_words"(text) to "service_role";

revoke all on function "private"."public_email_domains"() from public;

revoke all on function "private"."question_data"(public.profiles, text) from public;

grant execute on function "private"."question_data"(public.profiles, text) to "service_role";

revoke all on function "private"."question_event"(timestamp with time zone) from public;

revoke all on function "private"."queue_alert_emails"(timestamp with time zone) from public;

grant execute on function "private"."queue_alert_emails"(timestamp with time zone) to "service_role";

revoke all on function "private"."queue_claim_email"(public.claims, text, uuid[], jsonb) from public;

revoke all
  on function "private"."queue_email"(public.email_kind, uuid, text, jsonb, uuid, timestamp
    with time zone)
  from public;

grant execute
  on function "private"."queue_email"(public.email_kind, uuid, text, jsonb, uuid, timestamp
    with time zone)
  to "service_role";

revoke all on function "private"."queue_filter"(text, text, uuid) from public;

revoke all
  on function "private"."queue_invitation_email"(public.invitations, public.communities)
  from public;

revoke all on function "private"."queue_passkey_email"() from public;

revoke all on function "private"."queue_renamed_email"() from public;

revoke all on function "private"."queue_report_email"() from public;

revoke all on function "private"."queue_reports_notice"(uuid, jsonb) from public;

revoke all on function "private"."rank_queries"(text[], tsquery) from public;

revoke all on function "private"."read_page_key"(text, text, uuid) from public;

revoke all on function "private"."read_search"(text) from public;

revoke all on function "private"."read_values"(text) from public;

revoke all
  on function "private"."record_decision"(public.audit_action, uuid, jsonb, jsonb, uuid, jsonb)
  from public;

revoke all on function "private"."record_lifted_block"(uuid, jsonb, uuid) from public;

revoke all
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  from public;

grant execute
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  to "service_role";

revoke all
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "private"."record_proof"(uuid, uuid, text, text, text) from public;

grant execute on function "private"."record_proof"(uuid, uuid, text, text, text) to "service_role";

revoke all on function "private"."record_save"() from public;

revoke all on function "private"."refuse_filters"() from public;

grant execute on function "private"."refuse_filters"() to "anon", "authenticated", "service_role";

revoke all on function "private"."refuse_suspended"(text) from public;

grant execute on function "private"."refuse_suspended"(text) to "authenticated", "service_role";

revoke all on function "private"."refuse_suspended_writes"() from public;

revoke all on function "private"."remind_owners"() from public;

grant execute on function "private"."remind_owners"() to "service_role";

revoke all on function "private"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "private"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."remove_codes"(text) from public;

revoke all on function "private"."remove_invisible"(text) from public;

grant execute on function "private"."remove_invisible"(text) to "authenticated", "service_role";

revoke all on function "private"."reopen_requests"(uuid, timestamp with time zone) from public;

revoke all on function "private"."report_community"(uuid, public.report_reason, text) from public;

grant execute
  on function "private"."report_community"(uuid, public.report_reason, text)
  to "authenticated", "service_role";

revoke all on function "private"."report_signals"(public.communities) from public;

revoke all on function "private"."require_email"(text) from public;

grant execute on function "private"."require_email"(text) to "authenticated", "service_role";

revoke all on function "private"."require_image"(text, public.communities) from public;

grant execute
  on function "private"."require_image"(text, public.communities)
  to "authenticated", "service_role";

revoke all on function "private"."require_open_category"(public.community_category) from public;

grant execute
  on function "private"."require_open_category"(public.community_category)
  to "authenticated", "service_role";

revoke all on function "private"."require_open_claim"(public.claims, boolean) from public;

revoke all on function "private"."require_quota"(bigint, integer, text, text, text) from public;

grant execute
  on function "private"."require_quota"(bigint, integer, text, text, text)
  to "authenticated", "service_role";

revoke all
  on function "private"."require_seen_version"(public.communities, timestamp with time zone)
  from public;

revoke all on function "private"."require_text"(text, text, text) from public;

revoke all on function "private"."require_writer"() from public;

grant execute on function "private"."require_writer"() to "authenticated", "service_role";

revoke all on function "private"."reserve_link_checks"(integer, text, uuid) from public;

revoke all on function "private"."reserve_links"(integer) from public;

grant execute on function "private"."reserve_links"(integer) to "service_role";

revoke all on function "private"."reserve_review_check"() from public;

grant execute on function "private"."reserve_review_check"() to "service_role";

revoke all on function "private"."reserve_user_check"(uuid, boolean) from public;

revoke all on function "private"."restore_blocks"(uuid, public.audit_log) from public;

revoke all on function "private"."restore_columns"(public.communities, jsonb) from public;

revoke all on function "private"."restore_name"(uuid, timestamp with time zone) from public;

revoke all on function "private"."resubmitted"(public.communities) from public;

grant execute
  on function "private"."resubmitted"(public.communities)
  to "authenticated", "service_role";

revoke all on function "private"."retention"() from public;

revoke all on function "private"."retry_delay"(integer) from public;

revoke all
  on function "private"."return_to_pending"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."return_to_pending"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."risk_signals"(uuid[]) from public;

grant execute on function "private"."risk_signals"(uuid[]) to "authenticated", "service_role";

revoke all on function "private"."search_conditions"() from public;

revoke all
  on function "private"."search_directory"(text, text, text, text, text, text, text, uuid, integer)
  from public;

grant execute
  on function "private"."search_directory"(text, text, text, text, text, text, text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."search_filter"(text) from public;

revoke all on function "private"."search_words"(text, boolean) from public;

grant execute on function "private"."search_words"(text, boolean) to "authenticated", "service_role";

revoke all on function "private"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "private"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."show"(uuid, public.audit_action) from public;

revoke all on function "private"."show_communities_of"(public.suspensions) from public;

revoke all on function "private"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."start_signs_of_life"() from public;

revoke all on function "private"."stem"(text) from public;

grant execute on function "private"."stem"(text) to "authenticated", "service_role";

revoke all on function "private"."summarize_review_queue"(text, uuid) from public;

grant execute
  on function "private"."summarize_review_queue"(text, uuid)
  to "authenticated", "service_role";

revoke all
  on function "private"."suspend_user"(uuid, text, timestamp with time zone, boolean)
  from public;

grant execute
  on function "private"."suspend_user"(uuid, text, timestamp with time zone, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."suspension_details"(public.suspensions) from public;

revoke all on function "private"."swap_link"(public.communities, text) from public;

revoke all on function "private"."telling_words"(text) from public;

revoke all on function "private"."text_key"(text) from public;

grant execute on function "private"."text_key"(text) to "authenticated", "service_role";

revoke all on function "private"."text_signals"(public.communities) from public;

revoke all on function "private"."to_join_step"(bigint) from public;

revoke all on function "private"."touch_community"(uuid) from public;

revoke all on function "private"."transfer_community"(uuid, uuid, boolean) from public;

revoke all on function "private"."translated_names"(text, text[]) from public;

grant execute
  on function "private"."translated_names"(text, text[])
  to "authenticated", "service_role";

revoke all on function "private"."trim_email"(text) from public;

grant execute on function "private"."trim_email"(text) to "authenticated", "service_role";

revoke all on function "private"."typed_words"(text) from public;

revoke all on function "private"."undo_suspension"(uuid) from public;

grant execute on function "private"."undo_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "private"."unspaced_characters"() from public;

grant execute on function "private"."unspaced_characters"() to "authenticated", "service_role";

revoke all on function "private"."update_listing"() from public;

revoke all on function "private"."update_recent_joins"(integer) from public;

revoke all on function "private"."watch_passkeys"() from public;

revoke all
  on function "private"."with_held_changes"(public.communities, public.communities)
  from public;

grant execute
  on function "private"."with_held_changes"(public.communities, public.communities)
  to "authenticated", "service_role";

revoke all on function "private"."with_live_changes"(public.communities, text[]) from public;

revoke all on function "private"."withdraw_claim"(uuid) from public;

grant execute on function "private"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "private"."withdraw_invitation"(uuid) from public;

grant execute on function "private"."withdraw_invitation"(uuid) to "authenticated", "service_role";

revoke all on function "private"."withdraw_questions"() from public;

grant execute on function "private"."withdraw_questions"() to "service_role";

revoke all on function "private"."without_admins"(jsonb) from public;

revoke all on function "private"."without_dates"(text) from public;

revoke all on function "private"."without_held_changes"(public.communities, boolean) from public;

revoke all on function "private"."word_query"(text[], integer, boolean, integer) from public;

revoke all on function "private"."words_query"(text[]) from public;

revoke all on function "private"."write_community"(public.communities) from public;

revoke all on function "private"."write_groups"(uuid, jsonb) from public;

revoke all on function "private"."write_names"() from public;

revoke all on function "private"."write_same_group"(public.communities) from public;

revoke all on function "private"."write_synonyms"() from public;

revoke all
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."announce_deletion"(uuid, uuid) from public;

grant execute on function "public"."announce_deletion"(uuid, uuid) to "service_role";

revoke all on function "public"."answer_claim"(uuid, text) from public;

grant execute on function "public"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "public"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."answer_still_active"(uuid, boolean) from public;

grant execute
  on function "public"."answer_still_active"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."appeal_community"(uuid, text) from public;

grant execute on function "public"."appeal_community"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."ask_owner"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "public"."ask_owner"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."begin_new_check"(text, uuid) from public;

grant execute on function "public"."begin_new_check"(text, uuid) to "service_role";

revoke all on function "public"."begin_own_check"(uuid, uuid) from public;

grant execute on function "public"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "public"."confirm_community"(uuid) from public;

grant execute on function "public"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "public"."confirm_groups"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_groups"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."confirm_name"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_name"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."count_case_file"(uuid) from public;

grant execute on function "public"."count_case_file"(uuid) to "authenticated", "service_role";

revoke all on function "public"."count_directory"(text, text, text, text, text) from public;

grant execute
  on function "public"."count_directory"(text, text, text, text, text)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."count_failed_emails"() from public;

grant execute on function "public"."count_failed_emails"() to "authenticated", "service_role";

revoke all on function "public"."count_joins"() from public;

grant execute on function "public"."count_joins"() to "authenticated", "service_role";

revoke all on function "public"."count_places"(text, text, text, text) from public;

grant execute
  on function "public"."count_places"(text, text, text, text)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."count_weekly_joins"(uuid) from public;

grant execute on function "public"."count_weekly_joins"(uuid) to "authenticated", "service_role";

revoke all
  on function "public"."decide_appeal"(uuid, boolean, text, timestamp with time zone, timestamp
    with time zone)
  from public;

grant execute
  on function "public"."decide_appeal"(uuid, boolean, text, timestamp with time zone, timestamp
    with time zone)
  to "authenticated", "service_role";

revoke all
  on function "public"."decide_changes"(uuid, timestamp with time zone, boolean, timestamp
    with time zone, text)
  from public;

grant execute
  on function "public"."decide_changes"(uuid, timestamp with time zone, boolean, timestamp
    with time zone, text)
  to "authenticated", "service_role";

revoke all
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all
  on function "public"."decline_requested_place"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."decline_requested_place"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."end_suspension"(uuid) from public;

grant execute on function "public"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "public"."export_my_data"() from public;

grant execute on function "public"."export_my_data"() to "authenticated", "service_role";

revoke all on function "public"."finish_email"(uuid, integer, text) from public;

grant execute on function "public"."finish_email"(uuid, integer, text) to "service_role";

revoke all on function "public"."forget_decisions"(uuid) from public;

grant execute on function "public"."forget_decisions"(uuid) to "service_role";

revoke all on function "public"."get_directory_numbers"() from public;

grant execute
  on function "public"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "public"."get_group_names"(uuid) from public;

grant execute on function "public"."get_group_names"(uuid) to "authenticated", "service_role";

revoke all on function "public"."get_invite_link"(uuid) from public;

grant execute on function "public"."get_invite_link"(uuid) to "authenticated", "service_role";

revoke all on function "public"."get_listed_communities"(uuid[]) from public;

grant execute
  on function "public"."get_listed_communities"(uuid[])
  to "anon", "authenticated", "service_role";

revoke all on function "public"."get_my_role"() from public;

grant execute on function "public"."get_my_role"() to "authenticated", "service_role";

revoke all on function "public"."get_ownership_code"(uuid) from public;

grant execute on function "public"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "public"."get_review_time"() from public;

grant execute on function "public"."get_review_time"() to "authenticated", "service_role";

revoke all on function "public"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "public"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "public"."hand_over_to_claimant"(uuid) from public;

grant execute on function "public"."hand_over_to_claimant"(uuid) to "authenticated", "service_role";

revoke all on function "public"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "public"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."import_communities"(jsonb, boolean, uuid, text) from public;

grant execute
  on function "public"."import_communities"(jsonb, boolean, uuid, text)
  to "authenticated", "service_role";

revoke all
  on function "public"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "public"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."is_directory_live"() from public;

grant execute on function "public"."is_directory_live"() to "anon", "authenticated", "service_role";

revoke all on function "public"."join_community"(uuid) from public;

grant execute on function "public"."join_community"(uuid) to "authenticated", "service_role";

revoke all
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";

revoke all on function "public"."list_images_to_delete"(uuid, integer) from public;

grant execute on function "public"."list_images_to_delete"(uuid, integer) to "service_role";

revoke all on function "public"."list_my_communities"() from public;

grant execute on function "public"."list_my_communities"() to "authenticated", "service_role";

revoke all on function "public"."list_my_invitations"() from public;

grant execute on function "public"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "public"."list_my_joins"() from public;

grant execute on function "public"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "public"."list_own_claims"() from public;

grant execute on function "public"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "public"."list_people"() from public;

grant execute on function "public"."list_people"() to "authenticated", "service_role";

revoke all on function "public"."list_places"(text, integer, integer) from public;

grant execute
  on function "public"."list_places"(text, integer, integer)
  to "authenticated", "service_role";

revoke all on function "public"."list_received_claims"() from public;

grant execute on function "public"."list_received_claims"() to "authenticated", "service_role";

revoke all on function "public"."list_review_numbers"(integer) from public;

grant execute on function "public"."list_review_numbers"(integer) to "authenticated", "service_role";

revoke all
  on function "public"."list_review_queue"(integer, integer, text, text, text, uuid)
  from public;

grant execute
  on function "public"."list_review_queue"(integer, integer, text, text, text, uuid)
  to "authenticated", "service_role";

revoke all on function "public"."list_waiting_imports"() from public;

grant execute on function "public"."list_waiting_imports"() to "authenticated", "service_role";

revoke all on function "public"."merge_places"(uuid, uuid) from public;

grant execute on function "public"."merge_places"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "public"."open_review"(uuid) from public;

grant execute on function "public"."open_review"(uuid) to "authenticated", "service_role";

revoke all
  on function "public"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  from public;

grant execute
  on function "public"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  to "service_role";

revoke all
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "public"."release_emails"(jsonb) from public;

grant execute on function "public"."release_emails"(jsonb) to "service_role";

revoke all on function "public"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "public"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "public"."report_community"(uuid, public.report_reason, text) from public;

grant execute
  on function "public"."report_community"(uuid, public.report_reason, text)
  to "authenticated", "service_role";

revoke all on function "public"."require_complete_sign_in"() from public;

grant execute on function "public"."require_complete_sign_in"() to "authenticated", "service_role";

revoke all on function "public"."reserve_emails"(integer) from public;

grant execute on function "public"."reserve_emails"(integer) to "service_role";

revoke all on function "public"."reserve_links"(integer) from public;

grant execute on function "public"."reserve_links"(integer) to "service_role";

revoke all on function "public"."reserve_review_check"() from public;

grant execute on function "public"."reserve_review_check"() to "service_role";

revoke all on function "public"."resolve_reports"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."resolve_reports"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all
  on function "public"."return_to_pending"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."return_to_pending"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."risk_signals"(uuid[]) from public;

grant execute on function "public"."risk_signals"(uuid[]) to "authenticated", "service_role";

revoke all on function "public"."save_communities"(uuid[]) from public;

grant execute on function "public"."save_communities"(uuid[]) to "authenticated", "service_role";

revoke all
  on function "public"."search_directory"(text, text, text, text, text, text, text, uuid, integer)
  from public;

grant execute
  on function "public"."search_directory"(text, text, text, text, text, text, text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "public"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."summarize_review_queue"(text, uuid) from public;

grant execute
  on function "public"."summarize_review_queue"(text, uuid)
  to "authenticated", "service_role";

revoke all
  on function "public"."suspend_user"(uuid, text, timestamp with time zone, boolean)
  from public;

grant execute
  on function "public"."suspend_user"(uuid, text, timestamp with time zone, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."undo_decision"(uuid) from public;

grant execute on function "public"."undo_decision"(uuid) to "authenticated", "service_role";

revoke all on function "public"."undo_suspension"(uuid) from public;

grant execute on function "public"."undo_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_claim"(uuid) from public;

grant execute on function "public"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_invitation"(uuid) from public;

grant execute on function "public"."withdraw_invitation"(uuid) to "authenticated", "service_role";

grant all
  on table "private"."still_active_answers"
  to "service_role";

grant insert ("community_id") on table "public"."admin_notes" to "authenticated";

grant insert ("id") on table "public"."admin_notes" to "authenticated";

grant insert ("text") on table "public"."admin_notes" to "authenticated";

grant insert ("user_id") on table "public"."admin_notes" to "authenticated";

grant delete, select on table "public"."admin_notes" to "authenticated";

grant delete, insert, select on table "public"."admin_notes" to "service_role";

grant insert ("category"), select ("category") on table "public"."alerts" to "authenticated";

grant select ("created_at") on table "public"."alerts" to "authenticated";

grant insert ("id"), select ("id") on table "public"."alerts" to "authenticated";

grant insert ("join_type"), select ("join_type") on table "public"."alerts" to "authenticated";

grant insert ("language"), select ("language") on table "public"."alerts" to "authenticated";

grant insert ("location"), select ("location") on table "public"."alerts" to "authenticated";

grant insert ("search"), select ("search") on table "public"."alerts" to "authenticated";

grant insert ("user_id"), select ("user_id") on table "public"."alerts" to "authenticated";

grant delete on table "public"."alerts" to "authenticated";

grant all
  on table "public"."alerts"
  to "service_role";

grant select ("closed_at") on table "public"."appeals" to "authenticated";

grant select ("community_id") on table "public"."appeals" to "authenticated";

grant select ("created_at") on table "public"."appeals" to "authenticated";

grant select ("decided_at") on table "public"."appeals" to "authenticated";

grant select ("decision") on table "public"."appeals" to "authenticated";

grant select ("id") on table "public"."appeals" to "authenticated";

grant select ("message") on table "public"."appeals" to "authenticated";

grant select ("outcome") on table "public"."appeals" to "authenticated";

grant select ("reason") on table "public"."appeals" to "authenticated";

grant all
  on table "public"."appeals"
  to "service_role";

grant select on table "public"."claims" to "authenticated";

grant all
  on table "public"."claims"
  to "service_role";

grant select on table "public"."co_owners" to "authenticated";

grant all
  on table "public"."co_owners"
  to "service_role";

revoke all ("host_intro") on table "public"."communities" from "authenticated";

grant insert ("host_intro"), update ("host_intro")
  on table "public"."communities"
  to "authenticated";

revoke all ("host_name") on table "public"."communities" from "authenticated";

grant insert ("host_name"), update ("host_name") on table "public"."communities" to "authenticated";

revoke all ("languages") on table "public"."communities" from "authenticated";

grant insert ("languages"), update ("languages") on table "public"."communities" to "authenticated";

revoke all ("requested_place") on table "public"."communities" from "authenticated";

grant insert ("requested_place"), update ("requested_place")
  on table "public"."communities"
  to "authenticated";

grant select ("community_id") on table "public"."community_blocks" to "authenticated";

grant select ("kind") on table "public"."community_blocks" to "authenticated";

grant select ("reason") on table "public"."community_blocks" to "authenticated";

grant select ("since") on table "public"."community_blocks" to "authenticated";

grant all
  on table "public"."community_blocks"
  to "service_role";

revoke all ("renamed_at") on table "public"."community_links" from "authenticated";

grant select ("renamed_at") on table "public"."community_links" to "authenticated";

grant select on table "public"."earlier_answers" to "authenticated";

grant all
  on table "public"."earlier_answers"
  to "service_role";

grant select ("community_id") on table "public"."invitations" to "authenticated";

grant select ("created_at") on table "public"."invitations" to "authenticated";

grant select ("email") on table "public"."invitations" to "authenticated";

grant select ("id") on table "public"."invitations" to "authenticated";

grant select ("keeps_former_owner") on table "public"."invitations" to "authenticated";

grant select ("kind") on table "public"."invitations" to "authenticated";

grant all
  on table "public"."invitations"
  to "service_role";

grant select on table "public"."open_reviews" to "authenticated";

grant all
  on table "public"."open_reviews"
  to "service_role";

grant insert ("alternative_names"), update ("alternative_names")
  on table "public"."places"
  to "authenticated";

grant insert ("country_code"), update ("country_code") on table "public"."places" to "authenticated";

grant insert ("country"), update ("country") on table "public"."places" to "authenticated";

grant insert ("id") on table "public"."places" to "authenticated";

grant insert ("is_active"), update ("is_active") on table "public"."places" to "authenticated";

grant insert ("latitude"), update ("latitude") on table "public"."places" to "authenticated";

grant insert ("longitude"), update ("longitude") on table "public"."places" to "authenticated";

grant insert ("name"), update ("name") on table "public"."places" to "authenticated";

grant update ("updated_at") on table "public"."places" to "authenticated";

grant select on table "public"."places" to "authenticated";

grant all
  on table "public"."places"
  to "service_role";

revoke all ("updated_at") on table "public"."profiles" from "authenticated";

grant update ("updated_at") on table "public"."profiles" to "authenticated";

revoke all ("wants_alert_emails") on table "public"."profiles" from "authenticated";

grant update ("wants_alert_emails") on table "public"."profiles" to "authenticated";

revoke all ("wants_report_emails") on table "public"."profiles" from "authenticated";

grant update ("wants_report_emails") on table "public"."profiles" to "authenticated";

grant insert ("community_id") on table "public"."saved_communities" to "authenticated";

grant delete, select on table "public"."saved_communities" to "authenticated";

grant all
  on table "public"."saved_communities"
  to "service_role";

grant select ("asked_at") on table "public"."signs_of_life" to "authenticated";

grant select ("community_id") on table "public"."signs_of_life" to "authenticated";

grant all
  on table "public"."signs_of_life"
  to "service_role";

grant select ("reason") on table "public"."suspensions" to "authenticated";

grant select ("suspended_at") on table "public"."suspensions" to "authenticated";

grant select ("until") on table "public"."suspensions" to "authenticated";

grant select ("user_id") on table "public"."suspensions" to "authenticated";

grant all
  on table "public"."suspensions"
  to "service_role";

grant insert ("id") on table "public"."synonyms" to "authenticated";

grant insert ("terms"), update ("terms") on table "public"."synonyms" to "authenticated";

grant update ("updated_at") on table "public"."synonyms" to "authenticated";

grant delete, select on table "public"."synonyms" to "authenticated";

grant all
  on table "public"."synonyms"
  to "service_role";

grant select on table "private"."images_in_use" to "service_role";

grant select on table "private"."images_of_communities" to "service_role";

grant select on table "private"."images_of_undo" to "service_role";

alter table "private"."ownership_codes"
  add column "expires_at" timestamp with time zone
    not null default (now() + (private.limits()).ownership_code_period);

create index ownership_codes_expires_at_idx on private.ownership_codes using btree (expires_at);

create index ownership_codes_user_id_idx on private.ownership_codes
  using btree (user_id, expires_at);

alter table "public"."admin_notes"
  add constraint "admin_notes_author_id_fkey" foreign key (author_id) references public.profiles(id)
    on delete set null;

create index admin_notes_author_id_idx on public.admin_notes using btree (author_id, created_at);

create policy "Admins write notes as themselves" on "public"."admin_notes"
  for insert
  to "authenticated"
  with
    check ((( SELECT private.is_admin() AS is_admin) AND (author_id = ( SELECT auth.uid() AS uid))));

alter table "public"."claims"
  add column "answer_due_at" timestamp with time zone
    not null default (now() + (private.limits()).claim_answer_period);

alter table "public"."claims"
  add column "review_from" timestamp
    with time zone generated always as (LEAST(answered_at, answer_due_at)) stored not null;

create view private.review_queue as
select distinct on (id) id, turn, reason, since,
  (array['reports', 'appeals', 'renamed', 'claims', 'changes', 'changes', 'new', 'imports', 'places'])[turn] as kind,
  id in (
  select c.id from public.suspensions as s join public.communities as c on c.owner_id = s.user_id
  where s.until is null or s.until > now()
) as is_owner_suspended
from (
  select c.id, 1 as turn, 'reported' as reason, min(r.created_at) as since
  from public.community_reports as r join public.communities as c on c.id = r.community_id
  where r.resolved_at is null and c.status = 'approved'
  group by c.id
  -- The reporters may have deleted their accounts.
  union all select b.community_id, 1, 'reported', b.since from public.community_blocks as b where b.kind = 'reports'
  union all select a.community_id, 2, 'appealed', a.created_at from public.appeals as a where a.closed_at is null
  union all select renamed.community_id, 3, 'renamed', renamed.since
  from (
    select l.community_id, l.renamed_at as since from public.community_links as l where l.renamed_at is not null
    -- An admin may have accepted a new link since.
    union all select b.community_id, b.since from public.community_blocks as b where b.kind = 'renamed'
  ) as renamed join public.communities as c on c.id = renamed.community_id
  where c.status = 'approved' and not exists (
    select from public.community_blocks as b where b.community_id = c.id and b.kind = 'admin'
  )
  union all select k.community_id, 4, 'claimed', k.review_from from public.claims as k
  where k.outcome is null and k.review_from <= now()
  union all select c.id, 5, 'link_changed', c.held_at
  from public.communities as c join public.community_blocks as b on b.community_id = c.id and b.kind = 'dead_link'
  where c.held_at is not null and c.held_changes ? 'whatsapp_link'
  union all select c.id, 6, 'held', c.held_at from public.communities as c where c.held_at is not null
  -- A name that is live already.
  union all select c.id, 6, 'held', c.name_changed_at from public.communities as c where c.name_changed_at is not null
  union all select c.id, 6, 'groups_changed', c.groups_changed_at
  from public.communities as c where c.groups_changed_at is not null and c.held_at is null
  union all select c.id, case when i.import_id is null then 7 else 8 end,
    case when i.import_id is null then 'pending' else 'imported' end, c.created_at
  from public.communities as c
  left join private.imported_communities as i on i.community_id = c.id and c.rejected_version is null
  where c.status = 'pending'
  union all select c.id, 9, 'place_requested', c.updated_at
  from public.communities as c where c.requested_place is not null and c.status = 'approved'
) as waiting
order by id, turn, since;

create index claims_review_from_idx on public.claims using btree (review_from, community_id)
  where (outcome is null);

alter table "public"."directory_communities"
  add column "search_vector" tsvector generated always as
    ((((private.mark_words(''::text, words) || private.mark_words('^'::text, name_words)) ||
    private.mark_words('='::text, ((name_words || ' '::text) || facet_words))) ||
    array_to_tsvector(ARRAY[('#'::text || (place_id)::text), ('#'::text || md5(country))]))) stored
    not null;

alter table "public"."invitations"
  add column "expires_at" timestamp with time zone
    not null default (now() + (private.limits()).invitation_period);

create index invitations_expires_at_idx on public.invitations using btree (expires_at);

create policy "Owners read the open invitations of their communities" on "public"."invitations"
  for select
  to "authenticated"
  using (((answer is null) AND (expires_at > now()) AND (exists ( select
   from public.communities c
  where ((c.id = invitations.community_id) AND (c.owner_id = ( select auth.uid() as uid)))))));

grant select ("expires_at") on table "public"."invitations" to "authenticated";

alter table "public"."saved_communities"
  add constraint "saved_communities_user_id_fkey" foreign key (user_id)
    references public.profiles(id) on delete cascade;

create policy "Users read what they saved" on "public"."saved_communities"
  for select
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Users remove what they saved" on "public"."saved_communities"
  for delete
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Users save what is in the directory" on "public"."saved_communities"
  for insert
  to "authenticated"
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND private.is_listed(community_id)));

alter table "public"."admin_notes"
  add constraint "admin_notes_text_check"
    check ((private.is_visible(text) AND private.is_text(text, 1000)));

alter table "public"."alerts"
  add constraint "alerts_language_check" check ((language = ANY (private.language_codes())));

alter table "public"."appeals"
  add constraint "appeals_declined_check"
    check
    (((outcome <> 'declined'::public.appeal_outcome) OR COALESCE(private.is_visible(reason),
    false)));

alter table "public"."appeals"
  add constraint "appeals_message_check"
    check ((private.is_visible(message) AND private.is_text(message, 1000)));

alter table "public"."claims"
  add constraint "claims_answer_check"
    check ((private.is_visible(answer) AND private.is_text(answer, 1000)));

alter table "public"."claims"
  add constraint "claims_declined_check"
    check
    (((outcome <> 'declined'::public.claim_outcome) OR COALESCE(private.is_visible(reason), false)));

alter table "public"."communities"
  add constraint "communities_held_changes_check"
    check
    (((held_changes IS NULL) OR ((status = 'approved'::public.community_status) AND
    (jsonb_typeof(held_changes) = 'object'::text) AND
    ((held_changes - private.reviewed_fields()) = '{}'::jsonb) AND
    (held_changes = jsonb_strip_nulls(held_changes)) AND
    private.is_line(COALESCE((held_changes ->> 'name'::text), name), 100) AND
    private.is_visible(COALESCE((held_changes ->> 'description'::text), description)) AND
    private.is_text(COALESCE((held_changes ->> 'description'::text), description), 2000) AND
    private.is_optional_line(COALESCE((held_changes ->> 'host_name'::text), host_name), 60) AND
    private.is_optional_line(COALESCE((held_changes ->> 'host_intro'::text), host_intro), 200) AND
    ((COALESCE((held_changes ->> 'host_name'::text), host_name) = ''::text) =
    (COALESCE((held_changes ->> 'host_intro'::text), host_intro) = ''::text)) AND
    ((COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) >= '0'::jsonb) AND
    (COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) <= '10000000'::jsonb)) AND
    private.is_whatsapp_link(COALESCE((held_changes ->> 'whatsapp_link'::text), whatsapp_link)) AND
    private.is_image_url(COALESCE((held_changes ->> 'image_url'::text), image_url)))));

alter table "public"."communities"
  add constraint "communities_host_intro_check" check (private.is_optional_line(host_intro, 200));

alter table "public"."communities"
  add constraint "communities_host_name_check" check (private.is_optional_line(host_name, 60));

alter table "public"."communities"
  add constraint "communities_languages_check" check (private.are_languages(languages));

alter table "public"."communities"
  add constraint "communities_requested_place_check" check (private.is_line(requested_place, 100));

alter table "public"."community_blocks"
  add constraint "community_blocks_reason_check"
    check
    ((private.is_text(reason, 500) AND ((kind = 'admin'::public.block_kind) =
    COALESCE(private.is_visible(reason), false))));

alter table "public"."community_links"
  add constraint "community_links_approved_name_check"
    check (private.is_optional_line(approved_name, 200));

alter table "public"."earlier_answers"
  add constraint "earlier_answers_answer_check"
    check ((private.is_visible(answer) AND private.is_text(answer, 1000)));

alter table "public"."places"
  add constraint "places_alternative_names_check"
    check (private.is_list(alternative_names, 100, 100));

alter table "public"."suspensions"
  add constraint "suspensions_reason_check"
    check ((private.is_visible(reason) AND private.is_text(reason, 500)));

alter table "public"."synonyms"
  add constraint "synonyms_terms_check"
    check (((cardinality(terms) >= 2) AND private.is_list(terms, 30, 50)));

create index communities_held_image_name_idx on public.communities
  using btree (private.image_name((held_changes ->> 'image_url'::text)))
  where ((held_at is
    not null) AND
    ((held_changes ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

create index communities_image_name_idx on public.communities
  using btree (private.image_name(image_url))
  where (image_url ~~ '%/object/public/community-images/%'::text);

create index communities_rejected_image_name_idx on public.communities
  using btree (private.image_name((rejected_version ->> 'image_url'::text)))
  where
    ((status = ANY (ARRAY['pending'::public.community_status, 'rejected'::public.community_status]))
    AND ((rejected_version ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

create index communities_text_key_idx on public.communities
  using btree (private.text_key(description), created_at);

create index directory_communities_search_vector_idx on public.directory_communities
  using gin (search_vector)
  with (fastupdate=off);

-- Written by hand: existing rows. The triggers that log changes or count words are created afterwards.

-- The places that the enum had.
insert into public.places (name, country, country_code, latitude, longitude) values
  ('Cape Town', 'South Africa', 'ZA', -33.92584, 18.42322),
  ('Bali', 'Indonesia', 'ID', -8.40952, 115.18892),
  ('Zürich', 'Switzerland', 'CH', 47.36667, 8.55),
  ('Rio de Janeiro', 'Brazil', 'BR', -22.90642, -43.18223),
  ('Medellín', 'Colombia', 'CO', 6.25184, -75.56359),
  ('Koh Phangan', 'Thailand', 'TH', 9.7319, 100.0136);

alter table "public"."communities"
  add constraint "communities_location_fkey" foreign key (location) references public.places(name)
    on update cascade on delete restrict;

-- The first synonyms. Admins edit them.
insert into public.synonyms (terms)
select string_to_array(terms, ', ') from (values
  ('hiking, hike, hiker, walking, walker, trekking, trek, rambling, senderismo, randonnée, wandern, wanderung'),
  ('coworking, remote work, shared office, hot desk, desk, workspace'),
  ('digital nomad, nomad, remote worker, location independent, nómada digital'),
  ('surfing, surf, surfer'),
  ('kitesurfing, kitesurf, kiteboarding, kite'),
  ('diving, dive, scuba'),
  ('sailing, sail, yacht'),
  ('paddle board, paddling, sup, stand up paddle'),
  ('cycling, cyclist, bike, bicycle, biking'),
  ('running, runner, jogging, jog'),
  ('climbing, climber, bouldering'),
  ('skiing, ski, snowboard'),
  ('football, soccer, futsal, fútbol'),
  ('padel, paddle tennis'),
  ('volleyball, volley'),
  ('fitness, gym, workout'),
  ('meditation, mindfulness'),
  ('dancing, dance, dancer, baile'),
  ('concert, gig, live music'),
  ('party, nightlife, clubbing'),
  ('food, foodie, cuisine, gastronomy, dining'),
  ('cooking, cookery, chef'),
  ('vegan, vegetarian, plant based'),
  ('coffee, café, espresso'),
  ('craft beer, brewery, microbrewery'),
  ('language exchange, tandem, conversation, language practice, intercambio'),
  ('startup, founder, entrepreneur'),
  ('developer, programmer, coder, software engineer, coding'),
  ('crypto, cryptocurrency, bitcoin, web3, blockchain'),
  ('freelance, freelancer, self employed'),
  ('jobs, job, hiring, vacancies, careers'),
  ('apartment, flat, room, rent, rental, accommodation, housing'),
  ('coliving, shared living'),
  ('expat, expatriate, foreigner, newcomer'),
  ('family, families, kids, children, parents'),
  ('women, woman, girls, ladies, female'),
  ('lgbt, lgbtq, queer, gay'),
  ('photography, photo, photographer'),
  ('drawing, sketching, sketch'),
  ('book, books, reading, book club'),
  ('board games, tabletop, boardgames'),
  ('volunteering, volunteer, charity'),
  ('backpacking, backpacker'),
  ('van life, vanlife, camper, campervan, motorhome'),
  ('motorbike, motorcycle, motorcycling'),
  ('dog, dogs, puppy'),
  ('train, trains, railway, rail'),
  ('usa, us, united states, america'),
  ('uk, united kingdom, great britain, britain'),
  ('uae, united arab emirates'),
  ('netherlands, holland'),
  ('czechia, czech republic'),
  ('türkiye, turkey')
) as synonym (terms);

-- Existing links stay in their order.
update public.community_links set due_at = coalesce(checked_at + interval '12 hours', now());

-- The held links that wait for review.
insert into private.reviewed_links (community_id, link, due_at)
select id, held_changes ->> 'whatsapp_link', now() from public.communities
where status = 'approved' and held_changes ? 'whatsapp_link';

-- The texts that are already stored, if they have an invisible character: the triggers clean them. The conditions leave
-- out the few whose cleaned form would violate a constraint, and phone numbers that cannot be read.
update public.profiles set name = name
where concat_ws(' ', name, email, address, country, array_to_string(interests, ' '))
    <> private.remove_invisible(concat_ws(' ', name, email, address, country, array_to_string(interests, ' ')))
  and private.is_line(private.clean_line(name), 100)
  and private.is_list(private.clean_list(interests), 50, 100) is not false;

update public.profiles set phone = private.clean_phone(phone)
where phone <> '' and phone <> private.clean_phone(phone) and private.is_phone(private.clean_phone(phone));

update public.communities set name = name
where concat_ws(' ', name, description, rejection_reason)
    <> private.remove_invisible(concat_ws(' ', name, description, rejection_reason))
  and private.is_line(private.clean_line(name), 100)
  and private.is_visible(private.clean_text(description));

update public.communities set held_changes = held_changes || jsonb_strip_nulls(jsonb_build_object(
  'name', private.clean_line(held_changes ->> 'name'), 'description', private.clean_text(held_changes ->> 'description')
))
where concat_ws(' ', held_changes ->> 'name', held_changes ->> 'description')
    <> private.remove_invisible(concat_ws(' ', held_changes ->> 'name', held_changes ->> 'description'))
  and private.is_visible(private.clean_line(held_changes ->> 'name')) is not false
  and private.is_visible(private.clean_text(held_changes ->> 'description')) is not false;

update public.community_groups set name = name
where concat_ws(' ', name, description) <> private.remove_invisible(concat_ws(' ', name, description))
  and private.is_line(private.clean_line(name), 100);

update public.community_reports set comment = comment
where comment <> private.remove_invisible(comment)
  and (reason <> 'other' or private.is_visible(private.clean_text(comment)));

-- The member counts of existing communities were visible until now. The texts for the search of admins change, too.
update public.communities set
  reviewed_count = case when status = 'approved' then member_count end, search_text = '';

-- Neither the owner's edits nor earlier joins are known: the last change counts, also if an admin made it.
insert into public.signs_of_life (community_id, confirmed_at, last_joined_at)
select c.id, greatest(c.created_at, c.approval_date, c.updated_at), (
  select max(j.joined_on)::timestamp at time zone 'utc' from public.community_joins as j where j.community_id = c.id
)
from public.communities as c where c.status = 'approved'
on conflict (community_id) do update set
  confirmed_at = excluded.confirmed_at, last_joined_at = excluded.last_joined_at;

insert into public.community_blocks (community_id, kind, since)
select community_id, 'dead_link', dead_since from public.community_links where state = 'dead';

-- The directory, whose communities have all been announced. The index of its words is faster to create afterwards.
drop index public.directory_communities_search_vector_idx;

select private.write_directory_community(c) from public.communities as c where status = 'approved';

create index directory_communities_search_vector_idx
on public.directory_communities using gin (search_vector) with (fastupdate = off);

insert into private.announced_communities (community_id, approval_date)
select id, approval_date from public.directory_communities;

-- Counts all words at once: the triggers would count each row by itself.
insert into private.directory_words (word, communities)
select word, count(*) from (
  select distinct used.id, word from (
    select id, words from public.directory_communities
    union all select id, words from public.places
    union all select id, words from public.synonyms
  ) as used, string_to_table(used.words, ' ') as word
) as counted
where word <> ''
group by word;

create trigger log_place
  after insert or update on public.places
  for each row
  when (private.is_api_request())
  execute function private.log_change('place');

create trigger log_synonyms
  after insert or delete or update on public.synonyms
  for each row
  execute function private.log_change('synonyms');

create constraint TRIGGER count_changed_words
  after update on public.directory_communities deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.directory_communities deferrable initially deferred
  for each row
  execute function private.count_directory_words();

create constraint TRIGGER count_changed_words
  after update on public.places deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.places deferrable initially deferred
  for each row
  execute function private.count_directory_words();

create constraint TRIGGER count_changed_words
  after update on public.synonyms deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.synonyms deferrable initially deferred
  for each row
  execute function private.count_directory_words();

-- Written by hand: settings of the REST service.
-- The embedded backend has no such role: its gateway checks requests (supabase/local/gateway.ts).
-- A signed-in user can filter their own rows with a slow pattern, or embed rows several levels deep. Only functions that
-- set a longer time themselves need more than a second.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    alter role authenticated set statement_timeout = '3s';
  end if;
end
$$;
notify pgrst, 'reload config';

-- Written by hand: the sizes of statistics, which the tool that plans migrations does not see.
alter table public.communities alter column search_text set statistics 500;
alter table public.communities alter column name set statistics 500;
alter table private.account_index alter column search_text set statistics 500;
