set local check_function_bodies = off;

drop policy "Owners edit their own communities, admins every community" on "public"."communities";

drop policy "Owners read their own communities, admins every community" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop view "private"."images_in_use";

drop view "private"."review_queue";

drop function "private"."count_review_queue"();

drop function "private"."is_stored_image"(text, uuid);

drop function "private"."queue_counts"();

drop function "public"."count_review_queue"();

create table "private"."link_checks" (
  "id"      bigint                   generated always as identity not null,
  "at"      timestamp with time zone not null default clock_timestamp(),
  "user_id" uuid,
  constraint "link_checks_pkey" primary key (id)
);

alter table "private"."link_checks"
  enable row level security;

create table "private"."ownership_codes" (
  "code"         text                     not null,
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "expires_at"   timestamp with time zone not null default (now() + '1 day'::interval),
  "used_at"      timestamp with time zone,
  constraint "ownership_codes_pkey" primary key (code)
);

alter table "private"."ownership_codes"
  enable row level security;

create table "public"."claims" (
  "id"            uuid                     not null default gen_random_uuid(),
  "community_id"  uuid,
  "claimant_id"   uuid                     not null,
  "owner_id"      uuid,
  "proved_at"     timestamp with time zone not null default now(),
  "answer_due_at" timestamp with time zone not null default (now() + '7 days'::interval),
  "answer"        text,
  "answered_at"   timestamp with time zone,
  "answered_by"   uuid,
  "decided_at"    timestamp with time zone,
  "decided_by"    uuid,
  "reason"        text,
  constraint "claims_answered_check" check (((answer IS NULL) OR (answered_at IS NOT NULL))),
  constraint "claims_pkey" primary key (id),
  constraint "claims_answer_check"
    check ((private.is_visible(answer) AND private.is_text(answer, 1000))),
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

create table "public"."invitations" (
  "id"                 uuid                     not null default gen_random_uuid(),
  "community_id"       uuid                     not null,
  "email"              text                     not null,
  "keeps_former_owner" boolean                  not null default false,
  "invited_by"         uuid                     not null,
  "created_at"         timestamp with time zone not null default now(),
  "expires_at"         timestamp with time zone not null default (now() + '14 days'::interval),
  "answered_at"        timestamp with time zone,
  constraint "invitations_pkey" primary key (id),
  constraint "invitations_email_check" check (private.is_line(email, 254))
);

alter table "public"."invitations"
  enable row level security;

alter table "private"."settings"
  add column "link_checks_per_five_minutes" integer not null default 20;

alter table "public"."claims"
  add column "review_from" timestamp
    with time zone generated always as (LEAST(answered_at, answer_due_at)) stored not null;

alter table "public"."communities"
  add column "verified_at" timestamp with time zone;

alter table "public"."community_links"
  add column "approved_name" text;

alter table "public"."community_links"
  add column "renamed_at" timestamp with time zone;

alter type "public"."audit_action" add value 'verified' after 'appeal declined';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'changes proved' after 'verified';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'claimed' after 'changes proved';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'claim answered' after 'claimed';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'claim accepted' after 'claim answered';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'claim declined' after 'claim accepted';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'co-owner added' after 'claim declined';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'co-owner removed' after 'co-owner added';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'transferred' after 'co-owner removed';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'renamed on WhatsApp' after 'transferred';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'name accepted' after 'renamed on WhatsApp';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'link swapped' after 'name accepted';

set local check_function_bodies = off;

create type "public"."claim_outcome" as enum (
  'accepted',
  'declined',
  'withdrawn',
  'closed'
);

alter table "public"."claims"
  add column "outcome" public.claim_outcome;

alter type "public"."email_kind" add value 'claimed' after 'appeal_declined';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'claim_accepted' after 'claimed';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'claim_declined' after 'claim_accepted';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'invited' after 'claim_declined';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'invitation_accepted' after 'invited';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'handed_over' after 'invitation_accepted';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'renamed' after 'handed_over';
