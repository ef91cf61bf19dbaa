-- The initial migration. Generated from supabase/schemas by npm run db:diff, except for the parts marked 'By hand': edit
-- the schemas, not this file.

-- By hand: objects that may already exist. The platform creates the extensions schema. Extensions in another schema are
-- moved, because functions refer to this one.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm schema extensions;
create extension if not exists unaccent schema extensions;

do $$
declare
  extension name;
begin
  for extension in
    select extname from pg_extension
    where extname in ('pg_trgm', 'unaccent') and extnamespace <> 'extensions'::regnamespace
  loop
    execute format('alter extension %I set schema extensions', extension);
  end loop;
end
$$;

-- By hand: revoke the platform's default grants to the API roles before creating the first table or function.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

set local check_function_bodies = off;

create schema "private";

create extension if not exists "pg_trgm" schema "extensions";

create extension if not exists "unaccent" schema "extensions";

create table "private"."account_index" (
  "id"         uuid                     not null,
  "name"       text                     not null,
  "email"      text                     not null,
  "credits"    integer                  not null,
  "is_admin"   boolean                  not null,
  "created_at" timestamp with time zone not null,
  constraint "account_index_pkey" primary key (id)
);

alter table "private"."account_index"
  enable row level security;

create table "private"."deletion_requests" (
  "user_id"      uuid                     not null,
  "actor_id"     uuid                     not null,
  "by_admin"     boolean                  not null,
  "requested_at" timestamp with time zone not null default now(),
  constraint "deletion_requests_pkey" primary key (user_id)
);

alter table "private"."deletion_requests"
  enable row level security;

create table "private"."directory_words" (
  "word"        text    collate pg_catalog."C" not null,
  "communities" integer not null,
  "masks"       text[]  not null,
  constraint "directory_words_pkey" primary key (word)
);

alter table "private"."directory_words"
  enable row level security;

create table "private"."email_outbox" (
  "id"             uuid                     not null default gen_random_uuid(),
  "recipient_id"   uuid                     not null,
  "community_id"   uuid,
  "event"          text                     not null,
  "data"           jsonb                    not null default '{}'::jsonb,
  "created_at"     timestamp with time zone not null default now(),
  "due_at"         timestamp with time zone not null default now(),
  "attempts"       integer                  not null default 0,
  "first_tried_at" timestamp with time zone,
  "claimed_at"     timestamp with time zone,
  "last_error"     text,
  "sent_at"        timestamp with time zone,
  "given_up_at"    timestamp with time zone,
  constraint "email_outbox_pkey" primary key (id)
);

alter table "private"."email_outbox"
  enable row level security;

create table "private"."settings" (
  "only_row"                  boolean not null default true,
  "project_url"               text,
  "directory_live"            boolean not null default false,
  "admins_need_second_factor" boolean not null default false,
  constraint "settings_only_row_check" check (only_row),
  constraint "settings_pkey" primary key (only_row)
);

alter table "private"."settings"
  enable row level security;

create table "public"."audit_log" (
  "id"         bigint                   generated always as identity not null,
  "at"         timestamp with time zone not null default now(),
  "subject_id" uuid,
  "owner_id"   uuid,
  "actor_id"   uuid,
  "by_admin"   boolean                  not null default false,
  "before"     jsonb                    not null default '{}'::jsonb,
  "after"      jsonb                    not null default '{}'::jsonb,
  constraint "audit_log_pkey" primary key (id)
);

alter table "public"."audit_log"
  enable row level security;

create table "public"."communities" (
  "id"                uuid                     not null default gen_random_uuid(),
  "name"              text                     not null,
  "description"       text                     not null,
  "whatsapp_link"     text                     not null,
  "image_url"         text                     not null,
  "member_count"      integer                  not null default 0,
  "approval_date"     timestamp with time zone,
  "approved_by"       uuid,
  "rejection_reason"  text,
  "rejected_version"  jsonb,
  "held_changes"      jsonb,
  "held_at"           timestamp with time zone,
  "approved_groups"   jsonb,
  "groups_changed_at" timestamp with time zone,
  "groups_updated_at" timestamp with time zone not null default now(),
  "created_at"        timestamp with time zone not null default now(),
  "updated_at"        timestamp with time zone not null default now(),
  "search_text"       text                     not null default ''::text,
  constraint "communities_member_count_check"
    check (((member_count >= 0) AND (member_count <= 10000000))),
  constraint "communities_pkey" primary key (id),
  "owner_id"          uuid                     not null default auth.uid()
);

alter table "public"."communities"
  enable row level security;

create table "public"."community_groups" (
  "id"           uuid not null default gen_random_uuid(),
  "community_id" uuid not null,
  "name"         text not null,
  "description"  text not null default ''::text,
  constraint "community_groups_pkey" primary key (id)
);

alter table "public"."community_groups"
  enable row level security;

create table "public"."community_joins" (
  "community_id" uuid not null,
  "user_id"      uuid not null,
  "joined_on"    date not null,
  constraint "community_joins_pkey" primary key (community_id, joined_on, user_id)
);

alter table "public"."community_joins"
  enable row level security;

create table "public"."community_links" (
  "community_id" uuid                     not null,
  "link"         text                     not null,
  "checked_at"   timestamp with time zone,
  "live_at"      timestamp with time zone,
  "dead_since"   timestamp with time zone,
  "group_name"   text,
  "claimed_at"   timestamp with time zone,
  constraint "community_links_pkey" primary key (community_id)
);

alter table "public"."community_links"
  enable row level security;

create table "public"."community_reports" (
  "id"           uuid                     not null default gen_random_uuid(),
  "community_id" uuid                     not null,
  "reporter_id"  uuid                     not null,
  "comment"      text,
  "created_at"   timestamp with time zone not null default now(),
  "resolved_at"  timestamp with time zone,
  "resolved_by"  uuid,
  constraint "community_reports_pkey" primary key (id)
);

alter table "public"."community_reports"
  enable row level security;

create table "public"."directory_communities" (
  "id"              uuid                        not null,
  "name"            text                        not null,
  "description"     text                        not null,
  "member_count"    integer                     not null,
  "image_url"       text                        not null,
  "groups"          jsonb                       not null,
  "listed_at"       timestamp(3) with time zone not null,
  "link_checked_at" timestamp with time zone,
  "sort_name"       text                        collate pg_catalog."C" not null,
  "words"           text                        not null,
  constraint "directory_communities_pkey" primary key (id)
);

alter table "public"."directory_communities"
  enable row level security;

create table "public"."profiles" (
  "id"                    uuid                     not null,
  "name"                  text                     not null,
  "email"                 text                     not null default ''::text,
  "sign_in_email"         text                     not null default ''::text,
  "phone"                 text                     not null default ''::text,
  "address"               text,
  "country"               text,
  "interests"             text[],
  "image_folder"          uuid                     not null default gen_random_uuid(),
  "credits"               integer                  not null default 3,
  "is_admin"              boolean                  not null default false,
  "wants_decision_emails" boolean                  not null default true,
  "wants_summary_emails"  boolean                  not null default true,
  "created_at"            timestamp with time zone not null default now(),
  "updated_at"            timestamp with time zone not null default now(),
  constraint "profiles_credits_check" check ((credits >= 0)),
  constraint "profiles_image_folder_key" unique (image_folder),
  constraint "profiles_pkey" primary key (id)
);

alter table "public"."profiles"
  enable row level security;

alter table "private"."account_index"
  add column "search_text" text generated always as (((name || ' '::text) || email)) stored;

alter table "public"."directory_communities"
  add column "summary" text generated always as ("left"(description, 300)) stored not null;

alter table "public"."directory_communities"
  add column "group_count" integer generated always as (jsonb_array_length(groups)) stored not null;

alter table "public"."directory_communities"
  add column "search_vector" tsvector generated always as
    ((to_tsvector('simple'::regconfig, words) || to_tsvector('english'::regconfig, words))) stored
    not null;

create type "public"."audit_action" as enum (
  'approved',
  'rejected',
  'resubmitted',
  'changes accepted',
  'changes declined',
  'decision undone',
  'edited',
  'credits changed',
  'role changed',
  'deleted',
  'reports resolved'
);

alter table "public"."audit_log"
  add column "action" public.audit_action not null;

create type "public"."audit_subject" as enum (
  'community',
  'user'
);

alter table "public"."audit_log"
  add column "subject" public.audit_subject not null;

create type "public"."community_category" as enum (
  'Sports',
  'Party & Events',
  'Tours & Adventure',
  'Digital Nomads',
  'Business',
  'Culture',
  'Exploration',
  'Social'
);

alter table "public"."communities"
  add column "category" public.community_category not null;

alter table "public"."directory_communities"
  add column "category" public.community_category not null;

create type "public"."community_location" as enum (
  'Cape Town',
  'Bali',
  'Zürich',
  'Rio de Janeiro',
  'Medellín',
  'Koh Phangan'
);

alter table "public"."communities"
  add column "location" public.community_location not null;

alter table "public"."directory_communities"
  add column "location" public.community_location not null;

create type "public"."community_status" as enum (
  'pending',
  'approved',
  'rejected'
);

alter table "public"."communities"
  add column "status" public.community_status not null default 'pending'::public.community_status;

create type "public"."email_kind" as enum (
  'approved',
  'rejected',
  'changes_accepted',
  'changes_declined',
  'link_dead',
  'daily_summary'
);

alter table "private"."email_outbox"
  add column "kind" public.email_kind not null;

create type "public"."join_type" as enum (
  'open',
  'request'
);

alter table "public"."communities"
  add column "join_type" public.join_type not null default 'open'::public.join_type;

alter table "public"."directory_communities"
  add column "join_type" public.join_type not null;

create type "public"."link_state" as enum (
  'unchecked',
  'live',
  'dead',
  'unknown'
);

alter table "public"."community_links"
  add column "state" public.link_state not null default 'unchecked'::public.link_state;

create type "public"."report_reason" as enum (
  'dead_link',
  'spam',
  'misleading',
  'other'
);

alter table "public"."community_reports"
  add column "reason" public.report_reason not null;

create or replace function private.allow_caching()
  returns void
  language sql
  set search_path to ''
  AS $function$
  select set_config(
    'response.headers',
    '[{"Cache-Control": "public, max-age=60, stale-while-revalidate=60"}, '
    '{"Vary": "Accept, Accept-Profile, Origin, Prefer, Range"}]',
    true
  )
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as headers) as request
  where private.is_directory_live()
    and not headers ?| array['accept-profile', 'range']
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
  is_user_admin constant boolean := exists (
    select from public.profiles as p where p.id = user_id and p.is_admin
  );
  is_actor_admin constant boolean := exists (
    select from public.profiles as p where p.id = actor_id and p.is_admin
  );
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
    where p.is_admin and p.id <> user_id and not exists (
      select from private.deletion_requests as r
      where r.user_id = p.id and r.requested_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You are the last admin. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  -- Inserts no row for a user who is already deleted.
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  select u.id, actor_id, is_actor_admin from auth.users as u where u.id = user_id
  on conflict on constraint deletion_requests_pkey do update set
    actor_id = excluded.actor_id, by_admin = excluded.by_admin, requested_at = now();
  return found;
end
$function$;

create or replace function private.approve_groups()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_groups := private.group_list(new.id);
    new.groups_changed_at := null;
  end if;
  return new;
end
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
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in ('updated_at', 'search_text', 'approved_groups', 'groups_changed_at', 'groups_updated_at')
$function$;

create or replace function private.check_community_count()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('communities of ' || new.owner_id);
  if (select count(*) from public.communities where owner_id = new.owner_id and id <> new.id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
  return new;
end
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
    raise exception 'This community was deleted.' using errcode = 'PT409';
  end if;
  return null;
end
$function$;

create or replace function private.check_community_image()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  wanted text := coalesce(new.held_changes ->> 'image_url', new.image_url);
begin
  if (tg_op = 'INSERT'
      or wanted is distinct from coalesce(old.held_changes ->> 'image_url', old.image_url))
    and wanted not like 'https://images.unsplash.com/%'
    and not private.is_stored_image(wanted, new.owner_id) then
    raise exception 'Invalid image URL' using errcode = 'PT400', detail = 'image_url';
  end if;
  return new;
end
$function$;

create or replace function private.check_community_is_undecided()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_decision(old, new) and (old.status <> 'pending' or new.status = 'pending')
    and private.is_admin() then
    raise exception 'This community is already %.', old.status using errcode = 'PT409';
  end if;
  return new;
end
$function$;

create or replace function private.check_community_link()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  wanted text := coalesce(new.held_changes ->> 'whatsapp_link', new.whatsapp_link);
begin
  if new.status = 'rejected' or (
    tg_op = 'UPDATE' and new.status = old.status
    and wanted = coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link)
  ) then
    return new;
  end if;
  perform private.require_unlisted_link(wanted, new.id);
  return new;
end
$function$;

create or replace function private.check_community_version()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT409';
  end if;
  new.updated_at := now();
  return new;
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
    select from auth.mfa_factors
    where user_id = new.user_id and id <> new.id and status = 'verified'
  ) then
    -- A session that was at aal2 before has a claim from before.
    if not exists (
      select from auth.sessions as s join auth.mfa_amr_claims as c on c.session_id = s.id
      where s.factor_id = new.id and c.created_at < new.updated_at
        and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
    ) then
      raise exception 'Enter the code from your authenticator app first.' using errcode = 'PT403';
    end if;
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
  if (
    select count(*) from public.community_groups
    where community_id = new.community_id and id <> new.id
  ) >= 50 then
    raise exception 'A community can have at most 50 groups.' using errcode = 'PT400';
  end if;
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
    select from storage.buckets as b
    where b.id = new.bucket_id and (
      b.allowed_mime_types is null
      or lower(split_part(new.metadata ->> 'mimetype', ';', 1)) = any (b.allowed_mime_types)
    )
  ) then
    raise exception 'Images must be JPEG, PNG or GIF.' using errcode = '42501';
  end if;
  return new;
end
$function$;

create or replace function private.check_new_image()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- The lock delays a deletion of the account until this file exists, and is deleted with it.
  perform from public.profiles where id = private.folder_owner(new.name) for key share;
  if not found then
    raise exception 'This image folder does not belong to an account.' using errcode = '42501';
  end if;
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength') = '0' then
    raise exception 'The image is empty.' using errcode = '42501';
  end if;
  perform private.lock_until_commit('images of ' || split_part(new.name, '/', 1));
  if (
    select count(*) from storage.objects as o
    where o.bucket_id = 'community-images'
      and o.name like split_part(new.name, '/', 1) || '/%'
  ) > 200 then
    raise exception 'You can store at most 200 images. Unused ones are deleted after a week.'
      using errcode = '42501';
  end if;
  return null;
end
$function$;

create or replace function private.clamp_page_size (
  page_size integer
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select least(greatest(coalesce(page_size, 50), 1), 1000)
$function$;

create or replace function private.community_content (
  community public.communities
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
  from unnest(
    private.reviewed_fields() || array['location', 'join_type', 'category', 'member_count']
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
    case when search ~* dead_links then
      'exists (select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')'
    end,
    private.has_words('c.search_text', regexp_replace(search, dead_links, ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select location from unnest(enum_range(null::public.community_location)) as location
      where private.country_of(location) = country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)link:dead(?=\s|$)' as dead_links) as pattern
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
  community public.communities;
  groups jsonb;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.groups_changed_at is null then
    raise exception 'The groups of this community are already confirmed.' using errcode = 'PT409';
  end if;
  if community.groups_changed_at is distinct from seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT409';
  end if;
  groups := private.group_list(community_id);
  perform private.log_action(
    'changes accepted', 'community', community_id, community.owner_id,
    jsonb_build_object('groups', community.approved_groups), jsonb_build_object('groups', groups));
  update public.communities set approved_groups = groups, groups_changed_at = null
  where id = community_id;
end
$function$;

create or replace function private.copy_sign_in_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.profiles set
    sign_in_email = coalesce(new.email, ''),
    email = case
      when lower(email) = lower(coalesce(old.email, '')) and private.is_line(new.email, 254)
      then new.email else email
    end
  where id = new.id;
  return null;
end
$function$;

create or replace function private.count_communities (
  search   text,
  category public.community_category,
  country  text,
  owner_id uuid
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
  search    text,
  location  public.community_location,
  category  public.community_category,
  join_type public.join_type
)
  returns table (
    facet       text,
    value       text,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  searched_for text;
begin
  select * into query, finds_nothing, searched_for from private.read_search(search);
  return query
    with found as materialized (
      select d.location, d.category, d.join_type,
        coalesce(d.location = location, true) as l,
        coalesce(d.category = category, true) as c,
        coalesce(d.join_type = join_type, true) as j
      from public.directory_communities as d
      where not finds_nothing and (query is null or d.search_vector @@ query) and (
          (location is null or d.location = location) and (category is null or d.category = category)
          or (location is null or d.location = location) and (join_type is null or d.join_type = join_type)
          or (category is null or d.category = category) and (join_type is null or d.join_type = join_type))
      limit 2000
    ), counts (facet, value, communities) as (
      select 'total', '', count(*) from found where l and c and j
      union all select 'location', f.location::text, count(*) from found as f where c and j group by f.location
      union all select 'category', f.category::text, count(*) from found as f where l and j group by f.category
      union all select 'join_type', f.join_type::text, count(*) from found as f where l and c group by f.join_type
      union all select 'searched_for', searched_for, 0 where searched_for is not null
    )
    select counts.facet, counts.value, counts.communities::integer, (select count(*) from found) = 2000
    from counts where private.is_directory_live();
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
  insert into private.directory_words as known (word, communities, masks)
  select word, sum(change), private.masks_of(word) from (
    select distinct word, 1 from string_to_table(new.words, ' ') as word
    union all
    select distinct word, -1 from string_to_table(old.words, ' ') as word
  ) as changed (word, change)
  where word <> ''
  group by word having sum(change) <> 0
  on conflict (word) do update set communities = known.communities + excluded.communities;
  delete from private.directory_words
  where word = any (string_to_array(old.words, ' ')) and communities <= 0;
  return null;
end
$function$;

create or replace function private.count_failed_emails()
  returns table (
    given_up   bigint,
    overdue    bigint,
    last_error text
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  if current_setting('role', true) in ('anon', 'authenticated') then
    perform private.require_admin();
  end if;
  return query select
    count(*) filter (where e.given_up_at is not null),
    count(*) filter (where e.given_up_at is null and e.created_at < now() - interval '1 hour'),
    (array_agg(e.last_error order by e.first_tried_at desc) filter (where e.last_error is not null))[1]
  from private.email_outbox as e where e.sent_at is null;
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
    where c.owner_id = (select auth.uid())
    group by 1, 2 order by 1, 2;
end
$function$;

create or replace function private.count_review_queue()
  returns table (
    pending        bigint,
    held           bigint,
    groups_changed bigint,
    reported       bigint
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query select * from private.queue_counts();
end
$function$;

create or replace function private.country_of (
  location public.community_location
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case location
    when 'Cape Town' then 'South Africa' when 'Bali' then 'Indonesia' when 'Zürich' then 'Switzerland'
    when 'Rio de Janeiro' then 'Brazil' when 'Medellín' then 'Colombia'
    when 'Koh Phangan' then 'Thailand'
  end
$function$;

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  sign_in_email text := coalesce(new.email, '');
  display_name text := left(btrim(coalesce(new.raw_user_meta_data ->> 'name', '')), 100);
begin
  if not private.is_line(display_name, 100) then
    display_name := left(split_part(sign_in_email, '@', 1), 100);
  end if;
  if not private.is_line(display_name, 100) then
    display_name := 'User';
  end if;
  insert into public.profiles (id, name, email)
  values (new.id, display_name, case when private.is_line(sign_in_email, 254) then sign_in_email else '' end)
  on conflict (id) do nothing;
  return new;
end
$function$;

create or replace function private.decide_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_decision(old, new) then
    if not private.is_admin() then
      raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
    end if;
    new.approval_date := now();
    new.approved_by := (select auth.uid());
    if new.status = 'approved' then
      new.rejection_reason := null;
    else
      new.rejected_version := private.community_content(new)
        || jsonb_build_object('rejection_reason', new.rejection_reason);
    end if;
  elsif old.status = 'rejected' and new.owner_id = (select auth.uid()) then
    new.status := 'pending';
    new.approval_date := null;
    new.approved_by := null;
    new.rejection_reason := null;
  end if;
  return new;
end
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 50000;
begin
  delete from public.community_joins where ctid = any (array(
    select ctid from public.community_joins
    where joined_on <= private.today() - private.retention_period('joins')
    order by joined_on limit batch for update skip locked
  ));
  delete from public.community_reports where ctid = any (array(
    select ctid from public.community_reports
    where resolved_at < now() - private.retention_period('resolved reports')
    order by resolved_at limit batch for update skip locked
  ));
  delete from private.email_outbox where ctid = any (array(
    select ctid from private.email_outbox
    where created_at < now() - private.retention_period('emails')
    order by created_at limit batch for update skip locked
  ));
  delete from public.audit_log where ctid = any (array(
    select ctid from public.audit_log
    where at < now() - private.retention_period('audit log')
    order by at limit batch for update skip locked
  ));
end
$function$;

create or replace function private.export_communities (
  search            text,
  status            public.community_status,
  category          public.community_category,
  country           text,
  owner_id          uuid,
  before_created_at timestamp with time zone,
  before_id         uuid
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
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(c) - array['search_text', 'approved_by', 'owner_id'] || jsonb_build_object(
      'groups', private.group_list(c.id),
      'link_check', (
        select jsonb_build_object(
          'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since)
        from public.community_links as l where l.community_id = c.id
      )
    ) order by c.created_at, c.id
  ), '[]')
  from public.communities as c where c.owner_id = user_id
$function$;

create or replace function private.export_my_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = user_id),
    'communities', private.export_communities_of(user_id),
    'images', (
      select coalesce(jsonb_agg(
        private.project_url() || '/storage/v1/object/public/community-images/' || o.name order by o.name
      ), '[]')
      from storage.objects as o
      where o.bucket_id = 'community-images' and starts_with(o.name, private.own_image_folder() || '/')
    ),
    'joins', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
        order by j.joined_on, j.community_id
      ), '[]')
      from public.community_joins as j
      left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = user_id
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
    'emails', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at)
        || e.data order by e.created_at, e.id
      ), '[]')
      from private.email_outbox as e where e.recipient_id = user_id
    ),
    'log', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id,
          'by_admin', a.by_admin, 'before', a.before - 'approved_by', 'after', a.after - 'approved_by'
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.fill_sign_in_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.sign_in_email := coalesce((select email from auth.users where id = new.id), '');
  return new;
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
  select id from public.profiles
  where image_folder = case
    when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/'
    then split_part(object_name, '/', 1)::uuid
  end
$function$;

create or replace function private.forget_deletion_request()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from private.deletion_requests where user_id = old.id;
  return null;
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
  update public.audit_log set
    subject_id = case when subject = 'community' then subject_id end,
    owner_id = null, before = '{}', after = '{}'
  where owner_id = old.id;
  update public.audit_log set actor_id = null where actor_id = old.id and not by_admin;

  delete from private.deletion_requests where user_id = old.id returning * into request;
  insert into public.audit_log (action, subject, actor_id, by_admin)
  values (
    'deleted', 'user', case when request.by_admin then request.actor_id end,
    coalesce(request.by_admin, false)
  );
  return old;
end
$function$;

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
  select d.* from public.directory_communities as d
  where d.id = community_id and private.is_directory_live()
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
declare
  community public.communities;
begin
  perform private.require_profile();
  perform private.require_listed(community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id <> auth.uid() and not private.is_admin() and not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = 'PT403';
  end if;
  return community.whatsapp_link;
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
    raise exception 'Admins need two-factor authentication. Add an authenticator app on your profile page.'
      using errcode = 'PT403';
  end if;
  return case profile_is_admin when true then 'admin' when false then 'user' end;
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
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', g.name, 'description', g.description) order by g.name, g.description
    ),
    '[]'::jsonb
  )
  from public.community_groups as g where g.community_id = group_list.community_id
$function$;

create or replace function private.has_words (
  search_column text,
  search        text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(distinct format(
    '%s ilike %L', search_column, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  ), ' and ')
  from regexp_split_to_table(btrim(left(search, 200)), '\s+') as word
  where word <> ''
$function$;

create or replace function private.hold_community_changes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
begin
  if new.held_changes is not null and new.held_changes is distinct from old.held_changes then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    held := held || coalesce((
      select jsonb_object_agg(field, to_jsonb(new) -> field)
      from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
    ), '{}'::jsonb);
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(field, to_jsonb(old) -> field)
      from unnest(private.reviewed_fields()) as field
    ));
  end if;
  -- A held value that equals the live one needs no review.
  new.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(new) -> key
  );
  if new.held_changes is distinct from old.held_changes then
    new.held_at := case when new.held_changes is not null then now() end;
  end if;
  return new;
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
  select
    u.id,
    coalesce(p.name, nullif(split_part(u.email, '@', 1), ''), 'User'),
    coalesce(nullif(u.email, ''), p.email, ''),
    coalesce(p.credits, 3),
    coalesce(p.is_admin, false),
    coalesce(u.created_at, now())
  from auth.users as u
  left join public.profiles as p on p.id = u.id
  where u.id = coalesce(new.id, old.id)
  on conflict (id) do update set
    name = excluded.name, email = excluded.email, credits = excluded.credits,
    is_admin = excluded.is_admin, created_at = excluded.created_at;
  return null;
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
    and private.is_sign_in_complete()
    and (
      private.is_at_aal2()
      or not exists (select from private.settings where admins_need_second_factor)
    );
end
$function$;

create or replace function private.is_at_aal2()
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end
$function$;

create or replace function private.is_decision (
  before public.communities,
  after  public.communities
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select (after.status, after.approval_date, after.approved_by, after.rejection_reason)
    is distinct from (before.status, before.approval_date, before.approved_by, before.rejection_reason)
$function$;

create or replace function private.is_directory_live()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select directory_live from private.settings
$function$;

create or replace function private.is_image_in_use (
  object_name text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from private.images_in_use
    where owner_id = private.folder_owner(object_name) and name = object_name
  )
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
    or url ~ (
      '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/storage/v1/object/public/community-images/'
      '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'
    )
  )
$function$;

create or replace function private.is_line (
  value      text,
  max_length integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
    and private.is_visible(value)
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
  select cardinality(lines) <= max_lines
    and coalesce(array_ndims(lines), 1) = 1
    and not exists (
      select from unnest(lines) as line where private.is_line(line, max_length) is not true
    )
$function$;

create or replace function private.is_optional_line (
  value      text,
  max_length integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value = '' or private.is_line(value, max_length)
$function$;

create or replace function private.is_sign_in_complete()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return private.is_at_aal2()
    or not exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    );
end
$function$;

create or replace function private.is_stored_image (
  url      text,
  owner_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  file constant text := split_part(url, '/object/public/community-images/', 2);
begin
  if split_part(url, '/storage/v1/', 1) is distinct from private.project_url()
    or private.folder_owner(file) is distinct from owner_id then
    return false;
  end if;
  perform from storage.objects
  where bucket_id = 'community-images' and name = file
  for key share;
  return found;
end
$function$;

create or replace function private.is_text (
  value      text,
  max_length integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
$function$;

create or replace function private.is_user_request()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select current_user in ('anon', 'authenticated')
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
    '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  )
$function$;

create or replace function private.is_whatsapp_link (
  link text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select link ~ '^https://chat\.whatsapp\.com/[A-Za-z0-9]{22}$'
    or link ~ '^https://whatsapp\.com/channel/[A-Za-z0-9_-]{8,64}$'
$function$;

create or replace function private.is_whatsapp_link_listed (
  link      text,
  except_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.communities
    where whatsapp_link = link and status <> 'rejected' and id is distinct from except_id
  ) or exists (
    select from public.communities
    where held_at is not null and held_changes ->> 'whatsapp_link' = link
      and id is distinct from except_id
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
  perform private.require_profile();
  perform private.require_listed(community_id);
  if exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id) then
    return;
  end if;
  perform private.lock_until_commit('joins of ' || user_id);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community_id, user_id, private.today())
  on conflict do nothing;
  if found and (
    select count(*) from public.community_joins as j
    where j.user_id = user_id and j.joined_on = private.today()
  ) > 30 then
    raise exception 'You can open at most 30 invite links a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
end
$function$;

create or replace function private.keep_image()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  raise exception 'Stored images cannot be replaced.' using errcode = '42501';
end
$function$;

create or replace function private.keep_image_in_use()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_image_in_use(old.name) then
    raise exception 'This image is in use.' using errcode = '42501';
  end if;
  return old;
end
$function$;

create or replace function private.keep_last_admin()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('admin deletions');
  if not exists (select from public.profiles where is_admin and id <> old.id) then
    raise exception 'The last admin cannot be deleted. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  return old;
end
$function$;

create or replace function private.list_communities (
  search     text,
  status     public.community_status,
  category   public.community_category,
  country    text,
  owner_id   uuid,
  sort       text,
  descending boolean,
  page_size  integer,
  page       integer
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
    source, private.community_filter(search, status, category, country, owner_id), ordering,
    size, private.rows_before(page, size)
  );
end
$function$;

create or replace function private.list_review_queue (
  page_size integer,
  page      integer
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
begin
  perform private.require_admin();
  return query
    select c.* from public.communities as c join (
      select * from private.review_queue order by turn, since, id
      limit size offset private.rows_before(page, size)
    ) as waiting using (id)
    order by waiting.turn, waiting.since, c.id;
end
$function$;

create or replace function private.lock_until_commit (
  name text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select pg_advisory_xact_lock(hashtextextended(name, 0))
$function$;

create or replace function private.log_action (
  action     public.audit_action,
  subject    public.audit_subject,
  subject_id uuid,
  owner_id   uuid,
  before     jsonb,
  after      jsonb
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (action, subject, subject_id, owner_id, auth.uid(), private.is_admin(), before, after)
$function$;

create or replace function private.log_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before jsonb := private.changed_values(to_jsonb(old), coalesce(to_jsonb(new), '{}'));
  after jsonb := private.changed_values(coalesce(to_jsonb(new), '{}'), to_jsonb(old));
  action public.audit_action;
begin
  if tg_op = 'DELETE' then
    -- When the account is deleted too, the community's name is not logged.
    if exists (select from public.profiles where id = old.owner_id) then
      perform private.log_action(
        'deleted', 'community', old.id, old.owner_id, jsonb_build_object('name', old.name), '{}');
    else
      perform private.log_action('deleted', 'community', old.id, null, '{}', '{}');
    end if;
    return old;
  end if;

  if after = '{}' and before = '{}' then
    return new;
  elsif current_setting('private.undoing', true) = 'on' then
    action := 'decision undone';
  elsif new.status <> old.status then
    action := case new.status
      when 'approved' then 'approved' when 'rejected' then 'rejected' else 'resubmitted' end;
  elsif not private.is_admin() then
    return new;
  elsif old.held_changes is not null and new.held_changes is null then
    action := case
      when to_jsonb(new) @> old.held_changes then 'changes accepted' else 'changes declined' end;
  else
    action := 'edited';
  end if;
  perform private.log_action(action, 'community', new.id, new.owner_id, before, after);
  return new;
end
$function$;

create or replace function private.log_group()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id);
  -- The community is being deleted too, or its owner edits it.
  if community.id is null or not private.is_admin() then
    return null;
  end if;
  perform private.log_action(
    'edited', 'community', community.id, community.owner_id,
    case when tg_op <> 'INSERT' then jsonb_build_object('group', old.name) else '{}' end,
    case when tg_op <> 'DELETE' then jsonb_build_object('group', new.name) else '{}' end);
  return null;
end
$function$;

create or replace function private.log_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before jsonb := private.changed_values(to_jsonb(old), to_jsonb(new));
  after jsonb := private.changed_values(to_jsonb(new), to_jsonb(old));
begin
  if new.is_admin <> old.is_admin then
    perform private.log_action('role changed', 'user', new.id, new.id, before, after);
  elsif new.credits <> old.credits then
    perform private.log_action('credits changed', 'user', new.id, new.id, before, after);
  elsif after <> '{}' and new.id <> auth.uid() then
    perform private.log_action('edited', 'user', new.id, new.id, before, after);
  end if;
  return new;
end
$function$;

create or replace function private.masks_near (
  typed text
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array_agg(mask) from generate_series(0, char_length(typed)) as i cross join lateral (values
    (left(typed, i) || '_' || substr(typed, i + 2)),
    (left(typed, i) || '_' || substr(typed, i + 1)),
    (left(typed, i) || substr(typed, i + 2)),
    (left(typed, i) || substr(typed, i + 2, 1) || substr(typed, i + 1, 1) || substr(typed, i + 3))
  ) as near (mask)
$function$;

create or replace function private.masks_of (
  word text
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array_agg(overlay(word placing '_' from i for 1)) || word from generate_series(1, char_length(word)) as i
$function$;

create or replace function private.own_image_folder()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select image_folder::text from public.profiles where id = (select auth.uid())
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
    '\uFE00-\uFE0F\U0001F000-\U0001FAFF]+', ' ', 'g'
  ))
$function$;

create or replace function private.project_url()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(project_url, regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', ''))
  from private.settings
$function$;

create or replace function private.protect_community_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.require_profile();
    if new.owner_id is distinct from (select auth.uid()) then
      raise exception 'You can only list your own communities.' using errcode = 'PT403';
    end if;
    new.created_at := now();
    new.updated_at := now();
  elsif (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
    raise exception 'The owner and the creation date of a community cannot be changed.' using errcode = 'PT403';
  end if;
  if new.category = 'Social' and (tg_op = 'INSERT' or old.category <> 'Social')
    and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.'
      using errcode = 'PT403', detail = 'category';
  end if;
  return new;
end
$function$;

create or replace function private.protect_group_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  raise exception 'A group cannot be moved to another community.' using errcode = 'PT403';
end
$function$;

create or replace function private.protect_profile_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.updated_at := now();
  if private.is_user_request()
    and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = 'PT403';
  end if;
  if private.is_user_request() and new.id <> (select auth.uid())
    and (new.wants_decision_emails, new.wants_summary_emails)
      is distinct from (old.wants_decision_emails, old.wants_summary_emails) then
    raise exception 'You can only change your own email preferences.' using errcode = 'PT403';
  end if;
  return new;
end
$function$;

create or replace function private.queue_counts()
  returns table (
    pending        bigint,
    held           bigint,
    groups_changed bigint,
    reported       bigint
  )
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select count(*) filter (where turn = 1), count(*) filter (where turn = 2),
    count(*) filter (where turn = 3), count(*) filter (where turn = 4)
  from private.review_queue
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
  waiting constant jsonb := (select to_jsonb(counts) from private.queue_counts() as counts);
begin
  if moment::time < '07:00' or exists (
    select from private.email_outbox where kind = 'daily_summary' and event = today
  ) then
    return;
  end if;
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'daily_summary', p.id, today, waiting
  from public.profiles as p
  where p.is_admin and p.wants_summary_emails
    and exists (select from jsonb_each_text(waiting) where value <> '0')
  on conflict on constraint email_outbox_event_key do nothing;
end
$function$;

create or replace function private.queue_dead_link_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'link_dead', c.owner_id, c.id, c.id || ' ' || new.dead_since,
    jsonb_build_object('name', c.name)
  from public.communities as c where c.id = new.community_id
  on conflict on constraint email_outbox_event_key do nothing;
  return null;
end
$function$;

create or replace function private.queue_decision_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.action = 'decision undone' then
    delete from private.email_outbox
    where community_id = new.subject_id and sent_at is null and event = (
      select max(id)::text from public.audit_log where subject_id = new.subject_id and id < new.id
    );
  else
    insert into private.email_outbox (kind, recipient_id, community_id, event, data, due_at)
    select
      replace(new.action::text, ' ', '_')::public.email_kind, c.owner_id, c.id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason end)),
      new.at + private.undo_window() + interval '30 seconds'
    from public.communities as c
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id;
  end if;
  return null;
end
$function$;

create or replace function private.read_search (
  search text,
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
  words text[] := array(
    select word from string_to_table(private.plain_words(left(search, 100)), ' ') with ordinality as typed (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 8
  );
  term tsquery;
  nearest text;
begin
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when finds_nothing then '' end;
  for i in 1 .. cardinality(words) loop
    term := private.word_query(words, i);
    if not exists (select from private.directory_words
        where word like words[i] || case when i = cardinality(words) then '%' else '' end)
      and not exists (select from public.directory_communities where search_vector @@ term) then
      select word into nearest from private.directory_words
      where masks && private.masks_near(words[i]) and char_length(words[i]) >= 4
      order by left(word, 1) <> left(words[i], 1), communities desc, word limit 1;
      if not found then
        finds_nothing := true;
        searched_for := null;
        return;
      end if;
      words[i] := nearest;
      term := private.word_query(words, i);
      searched_for := array_to_string(words, ' ');
    end if;
    query := case when i = 1 then term else query && term end;
  end loop;
end
$function$;

create or replace function private.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text
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
  perform private.require_profile();
  perform private.require_listed(community_id);
  if reason = 'other' and not coalesce(private.is_visible(comment), false) then
    raise exception 'Please say what is wrong.' using errcode = 'PT400', detail = 'comment';
  end if;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  if (
    select count(*) from public.community_reports as r
    where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc'
  ) >= 10 then
    raise exception 'You can report at most 10 communities a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, nullif(btrim(comment), ''));
end
$function$;

create or replace function private.require_admin()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if not private.is_admin() then
    -- Raises the more specific errors.
    perform private.get_my_role();
    raise exception 'Only an admin may do that.' using errcode = 'PT403';
  end if;
end
$function$;

create or replace function private.require_complete_sign_in()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if not private.is_sign_in_complete() then
    raise exception 'Enter the code from your authenticator app to finish signing in.' using errcode = 'PT403';
  end if;
end
$function$;

create or replace function private.require_listed (
  community_id uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_directory_live()
    or not exists (select from public.directory_communities as d where d.id = community_id) then
    raise exception 'This community is no longer in the directory.' using errcode = 'PT410';
  end if;
end
$function$;

create or replace function private.require_profile()
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_complete_sign_in();
  if not exists (select from public.profiles where id = (select auth.uid())) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT403';
  end if;
end
$function$;

create or replace function private.require_unlisted_link (
  link      text,
  except_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('WhatsApp link ' || link);
  if private.is_whatsapp_link_listed(link, except_id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = 'PT409', detail = 'whatsapp_link';
  end if;
end
$function$;

create or replace function private.reset_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.community_links as known (community_id, link)
  values (new.id, new.whatsapp_link)
  on conflict (community_id) do update set
    link = excluded.link, state = 'unchecked', checked_at = null, live_at = null,
    dead_since = null, group_name = null, claimed_at = null
  where known.link <> excluded.link;
  return null;
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
  reasons public.report_reason[];
begin
  perform private.require_admin();
  with resolved as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid()
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is null then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  perform private.log_action(
    'reports resolved', 'community', community_id,
    (select c.owner_id from public.communities as c where c.id = community_id),
    jsonb_build_object('reports', cardinality(reasons), 'reasons', (
      select jsonb_agg(distinct reason) from unnest(reasons) as reason
    )), '{}');
end
$function$;

create or replace function private.retention_period (
  records text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case records
    when 'joins' then interval '30 days'
    when 'resolved reports' then interval '1 year'
    when 'emails' then interval '30 days'
    when 'audit log' then interval '2 years'
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
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id) for no key update;
  if is_by_owner then
    community.groups_updated_at := now();
  end if;
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
    groups_updated_at = community.groups_updated_at,
    approved_groups = community.approved_groups,
    groups_changed_at = community.groups_changed_at
  where id = community.id;
  return null;
end
$function$;

create or replace function private.reviewed_fields()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['name', 'description', 'whatsapp_link', 'image_url']
$function$;

create or replace function private.rewrite_search_texts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.communities set search_text = '' where owner_id = new.id;
  return new;
end
$function$;

create or replace function private.rows_before (
  page      integer,
  page_size integer
)
  returns bigint
  language sql
  immutable
  set search_path to ''
  AS $function$
  select (greatest(page, 1) - 1)::bigint * page_size
$function$;

create or replace function private.search_directory (
  search    text,
  location  public.community_location,
  category  public.community_category,
  join_type public.join_type,
  sort      text,
  after_key text,
  after_id  uuid,
  page_size integer
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 24
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
begin
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  sort := case when sort in ('members', 'name') then sort else 'newest' end;
  return query
    select d.* from public.directory_communities as d
    where private.is_directory_live() and not finds_nothing
      and (query is null or d.search_vector @@ query)
      and (location is null or d.location = location)
      and (category is null or d.category = category)
      and (join_type is null or d.join_type = join_type)
      and (after_id is null
        or (sort = 'members' and (d.member_count, d.id) < (after_key::integer, after_id))
        or (sort = 'name' and (d.sort_name, d.id) > (private.plain_words(after_key), after_id))
        or (sort = 'newest' and (d.listed_at, d.id) < (after_key::timestamptz, after_id)))
    order by
      case when sort = 'members' then d.member_count end desc,
      case when sort = 'newest' then d.listed_at end desc,
      case when sort = 'name' then d.sort_name end,
      case when sort = 'name' then d.id end,
      d.id desc
    limit least(greatest(coalesce(page_size, 24), 1), 48);
end
$function$;

create or replace function private.show_link_check()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.write_directory_community(c) from public.communities as c where c.id = new.community_id;
  return null;
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
      where name operator(extensions.%) community.name
        and location = community.location
        and status <> 'rejected'
    )
    -- The same link first, so that similar names cannot push it out of the result.
    order by
      (community.whatsapp_link in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link')) is true desc,
      extensions.similarity(c.name, community.name) desc, c.created_at, c.id
    limit 5;
end
$function$;

create or replace function private.today()
  returns date
  language sql
  stable
  set search_path to ''
  AS $function$
  select (now() at time zone 'utc')::date
$function$;

create or replace function private.undo_decision (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
  entry public.audit_log;
  link text;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in ('approved', 'rejected', 'changes accepted', 'changes declined')
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at.
    or community.updated_at is distinct from entry.at then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  community := jsonb_populate_record(community, entry.before);
  if community.status <> 'rejected' then
    foreach link in array
      array_remove(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link'], null)
    loop
      perform private.require_unlisted_link(link, community_id);
    end loop;
  end if;

  perform set_config('private.undoing', 'on', true);
  execute format(
    'update public.communities set (%s, updated_at) = (%s, now()) where id = $2',
    (select string_agg(format('%I', field), ', ') from jsonb_object_keys(entry.before) as field),
    (select string_agg(format('($1).%I', field), ', ') from jsonb_object_keys(entry.before) as field)
  ) using community, community_id;
  perform set_config('private.undoing', 'off', true);
end
$function$;

create or replace function private.undo_window()
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$ select interval '1 minute' $function$;

create or replace function private.update_directory()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.write_directory_community(new);
  return null;
end
$function$;

create or replace function private.word_query (
  words text[],
  i     integer
)
  returns tsquery
  language sql
  stable
  set search_path to ''
  AS $function$
  select string_agg(alternative, ' | ')::tsquery from (
    select words[i] as word, case when i = cardinality(words) then ':*' else '' end as ending
  ) as typed cross join lateral (
    select format('%L%s', word, ending)
    union all select format('%L', stem)
      from unnest(ts_lexize('pg_catalog.english_stem', word)) as stem where stem <> word
    union all select format('%L%s', words[i - 1] || word, ending) where i > 1
    union all select format('%L', word || words[i + 1]) where i < cardinality(words)
    union all select format('%L <-> %L%s', left(word, k), substr(word, k + 1), ending)
      from generate_series(2, char_length(word) - 2) as k
  ) as found (alternative)
$function$;

create or replace function private.write_directory_community (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  link public.community_links;
begin
  select * into link from public.community_links where community_id = community.id;
  if community.status <> 'approved' or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  insert into public.directory_communities (
    id, name, description, location, category, join_type, member_count, image_url,
    groups, listed_at, link_checked_at, sort_name, words
  ) values (
    community.id, community.name, community.description, community.location, community.category,
    community.join_type, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    link.live_at, private.plain_words(community.name),
    private.plain_words(concat_ws(' ', community.name, community.location,
      private.country_of(community.location), community.description))
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, location = excluded.location,
    category = excluded.category, join_type = excluded.join_type,
    member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, listed_at = excluded.listed_at,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words;
end
$function$;

create or replace function private.write_search_text()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  select concat_ws(
      ' ', new.name, new.location, nullif(extensions.unaccent(new.location::text), new.location::text),
      private.country_of(new.location), new.whatsapp_link, p.name, p.email,
      nullif(nullif(p.sign_in_email, p.email), '')
    )
  into new.search_text
  from public.profiles as p where p.id = new.owner_id;
  return new;
end
$function$;

create or replace function public.announce_deletion (
  user_id  uuid,
  actor_id uuid
)
  returns boolean
  language sql
  set search_path to ''
  AS $function$
  select private.announce_deletion(user_id, actor_id)
$function$;

create or replace function public.claim_email()
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
  lease constant interval := interval '10 minutes';
begin
  perform private.queue_daily_summaries(now());
  -- Emails that the recipient has unsubscribed from.
  delete from private.email_outbox as e using public.profiles as p
  where p.id = e.recipient_id and e.sent_at is null and e.given_up_at is null
    and e.due_at <= now() and coalesce(e.claimed_at < now() - lease, true)
    and not case e.kind
      when 'daily_summary' then p.is_admin and p.wants_summary_emails else p.wants_decision_emails end;
  -- Emails that have been tried for a day without reporting a result.
  update private.email_outbox as e set given_up_at = now(), claimed_at = null
  where e.sent_at is null and e.given_up_at is null and e.claimed_at < now() - lease
    and e.first_tried_at < now() - interval '1 day';
  return query
    update private.email_outbox as e set
      claimed_at = now(), attempts = e.attempts + 1,
      first_tried_at = coalesce(e.first_tried_at, now())
    from public.profiles as p
    where p.id = e.recipient_id and e.id = (
      select due.id from private.email_outbox as due
      where due.sent_at is null and due.given_up_at is null and due.due_at <= now()
        and coalesce(due.claimed_at < now() - lease, true)
      order by due.due_at limit 1 for update skip locked
    )
    returning e.id, e.kind, e.recipient_id, p.sign_in_email, p.name, e.community_id, e.data, e.attempts;
end
$function$;

create or replace function public.claim_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.lock_until_commit('batches of links');
  if exists (
    select from public.community_links where claimed_at > now() - interval '5 minutes'
  ) then
    return;
  end if;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id in (
      select due.community_id
      from public.community_links as due join public.communities as c on c.id = due.community_id
      where c.status = 'approved'
        and (due.checked_at is null or due.checked_at < now() - interval '12 hours')
      order by due.checked_at nulls first, due.community_id
      limit least(greatest(batch, 1), 200)
    )
    returning claimed.community_id, claimed.link;
end
$function$;

create or replace function public.confirm_groups (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.confirm_groups(community_id, seen_at)
$function$;

create or replace function public.count_communities (
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
  rows 3
  set search_path to ''
  AS $function$
begin
  return query select * from private.count_communities(search, category, country, owner_id);
end
$function$;

create or replace function public.count_directory (
  search    text                      default null::text,
  location  public.community_location default null::public.community_location,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type
)
  returns table (
    facet       text,
    value       text,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.allow_caching();
  return query select * from private.count_directory(search, location, category, join_type);
end
$function$;

create or replace function public.count_failed_emails()
  returns table (
    given_up   bigint,
    overdue    bigint,
    last_error text
  )
  language sql
  stable
  rows 1
  set search_path to ''
  AS $function$
  select * from private.count_failed_emails()
$function$;

create or replace function public.count_joins()
  returns table (
    community_id uuid,
    day          date,
    joins        integer
  )
  language sql
  stable
  rows 100
  set search_path to ''
  AS $function$
  select * from private.count_joins()
$function$;

create or replace function public.count_review_queue()
  returns table (
    pending        bigint,
    held           bigint,
    groups_changed bigint,
    reported       bigint
  )
  language sql
  stable
  rows 1
  set search_path to ''
  AS $function$
  select * from private.count_review_queue()
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
    || coalesce(private.has_words('u.search_text', search), 'true')
  into users;
  return users;
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
  return query select * from private.export_communities(
    search, status, category, country, owner_id, before_created_at, before_id);
end
$function$;

create or replace function public.export_my_data()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.export_my_data()
$function$;

create or replace function public.finish_email (
  email_id uuid,
  attempt  integer,
  error    text    default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if error is null then
    update private.email_outbox set sent_at = now(), claimed_at = null, last_error = null
    where id = email_id and sent_at is null;
  else
    update private.email_outbox set
      claimed_at = null, last_error = left(error, 500),
      due_at = now() + (array[1, 5, 15, 60])[least(attempts, 4)] * interval '1 minute',
      given_up_at = case when first_tried_at < now() - interval '1 day' then now() end
    where id = email_id and attempts = attempt and sent_at is null;
  end if;
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
  perform private.allow_caching();
  return query select * from private.get_directory_community(community_id);
end
$function$;

create or replace function public.get_invite_link (
  community_id uuid
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.get_invite_link(community_id)
$function$;

create or replace function public.get_my_role()
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.get_my_role()
$function$;

create or replace function public.is_directory_live()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.is_directory_live()
$function$;

create or replace function public.is_whatsapp_link_listed (
  link      text,
  except_id uuid default null::uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return private.is_whatsapp_link_listed(link, except_id);
end
$function$;

create or replace function public.join_community (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.join_community(community_id)
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
  return query select * from private.list_communities(
    search, status, category, country, owner_id, sort, descending, page_size, page);
end
$function$;

create or replace function public.list_review_queue (
  page_size integer default 50,
  page      integer default 1
)
  returns SETOF public.communities
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_review_queue(page_size, page);
end
$function$;

create or replace function public.list_unused_images (
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
  where o.bucket_id = 'community-images' and o.created_at < now() - interval '7 days'
    and not exists (select from private.images_in_use as used where used.name = o.name)
  order by o.created_at, o.name
  limit private.clamp_page_size(page_size)
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
  direction constant text := case when descending then 'desc' else 'asc' end;
  ordering text := case sort
    when 'name' then format('u.name %1$s, u.id %1$s', direction)
    when 'email' then format('u.email %1$s, u.id %1$s', direction)
    when 'credits' then format('u.credits %1$s, u.id %1$s', direction)
    when 'role' then format('u.is_admin %1$s, u.name %1$s, u.id %1$s', direction)
    else format(
      'u.created_at %s, u.id %s', direction, case when descending then 'asc' else 'desc' end)
  end;
  size constant integer := private.clamp_page_size(page_size);
begin
  return query execute format(
    'select u.id, u.email, u.created_at from private.account_index as u join (
       select u.id from private.account_index as u where %1$s
       order by %2$s limit %3$s offset %4$s
     ) as page on page.id = u.id order by %2$s',
    coalesce(private.has_words('u.search_text', search), 'true'), ordering, size, private.rows_before(page, size)
  );
end
$function$;

create or replace function public.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  -- Locks the community first, as a save does: both write the directory, and each must see what the other wrote.
  perform from public.communities as c where c.id = community_id for no key update;
  update public.community_links as known set
    checked_at = now(), claimed_at = null,
    state = case
      when answer = 'live' then 'live'
      when answer = 'dead' and known.dead_since <= now() - interval '24 hours' then 'dead'
      else known.state
    end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since
    end,
    group_name = case
      when answer <> 'live' then known.group_name when private.is_line(group_name, 200) then group_name
    end
  where known.community_id = community_id and known.link = link;
end
$function$;

create or replace function public.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text                 default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.report_community(community_id, reason, comment)
$function$;

create or replace function public.require_complete_sign_in()
  returns void
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.require_complete_sign_in()
$function$;

create or replace function public.resolve_reports (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.resolve_reports(community_id, seen_at)
$function$;

create or replace function public.search_directory (
  search    text                      default null::text,
  location  public.community_location default null::public.community_location,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  sort      text                      default 'newest'::text,
  after_key text                      default null::text,
  after_id  uuid                      default null::uuid,
  page_size integer                   default 24
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 24
  set search_path to ''
  AS $function$
begin
  perform private.allow_caching();
  return query select * from private.search_directory(
    search, location, category, join_type, sort, after_key, after_id, page_size);
end
$function$;

create or replace function public.similar_communities (
  community_id uuid
)
  returns SETOF public.communities
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  return query select * from private.similar_communities(community_id);
end
$function$;

create or replace function public.undo_decision (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.undo_decision(community_id)
$function$;

alter table "private"."account_index"
  add constraint "account_index_id_fkey" foreign key (id) references auth.users(id)
    on delete cascade;

alter table "private"."email_outbox"
  add constraint "email_outbox_event_key" unique (recipient_id, kind, event);

alter table "private"."email_outbox"
  add constraint "email_outbox_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."community_groups"
  add constraint "community_groups_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."community_joins"
  add constraint "community_joins_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."community_links"
  add constraint "community_links_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."community_links"
  add constraint "community_links_dead_since_check"
    check (((state <> 'dead'::public.link_state) OR (dead_since IS NOT NULL)));

alter table "public"."community_reports"
  add constraint "community_reports_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."directory_communities"
  add constraint "directory_communities_id_fkey" foreign key (id) references public.communities(id)
    on delete cascade;

alter table "public"."profiles"
  add constraint "profiles_id_fkey" foreign key (id) references auth.users(id) on delete cascade;

alter table "private"."email_outbox"
  add constraint "email_outbox_recipient_id_fkey" foreign key (recipient_id)
    references public.profiles(id) on delete cascade;

alter table "public"."communities"
  add constraint "communities_approved_by_fkey" foreign key (approved_by)
    references public.profiles(id) on delete set null;

alter table "public"."community_joins"
  add constraint "community_joins_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."community_reports"
  add constraint "community_reports_reporter_id_fkey" foreign key (reporter_id)
    references public.profiles(id) on delete cascade;

alter table "public"."community_reports"
  add constraint "community_reports_resolved_by_fkey" foreign key (resolved_by)
    references public.profiles(id) on delete set null;

create view "private"."review_queue" AS  SELECT communities.id,
    1 AS turn,
    communities.created_at AS since
   FROM public.communities
  WHERE (communities.status = 'pending'::public.community_status)
UNION ALL
 SELECT communities.id,
    2 AS turn,
    communities.held_at AS since
   FROM public.communities
  WHERE (communities.held_at IS NOT NULL)
UNION ALL
 SELECT communities.id,
    3 AS turn,
    communities.groups_changed_at AS since
   FROM public.communities
  WHERE ((communities.groups_changed_at IS NOT NULL) AND (communities.held_at IS NULL))
UNION ALL
 SELECT c.id,
    4 AS turn,
    min(r.created_at) AS since
   FROM (public.community_reports r
     JOIN public.communities c ON ((c.id = r.community_id)))
  WHERE ((r.resolved_at IS NULL) AND (c.status = 'approved'::public.community_status) AND (c.held_at IS NULL) AND (c.groups_changed_at IS NULL))
  GROUP BY c.id;

create index account_index_created_at_idx on private.account_index using btree (created_at desc, id);

create index account_index_credits_idx on private.account_index using btree (credits, id);

create index account_index_email_idx on private.account_index using btree (email, id);

create index account_index_is_admin_idx on private.account_index using btree (is_admin, name, id);

create index account_index_name_idx on private.account_index using btree (name, id);

create index account_index_search_text_idx on private.account_index
  using gin (search_text extensions.gin_trgm_ops);

create index directory_words_masks_idx on private.directory_words using gin (masks);

create index email_outbox_community_id_idx on private.email_outbox using btree (community_id);

create index email_outbox_created_at_idx on private.email_outbox using btree (created_at);

create index email_outbox_due_at_idx on private.email_outbox using btree (due_at)
  where ((sent_at is null) AND (given_up_at is null));

create index audit_log_actor_id_idx on public.audit_log using btree (actor_id);

create index audit_log_at_idx on public.audit_log using btree (at);

create index audit_log_owner_id_idx on public.audit_log using btree (owner_id);

create index audit_log_subject_id_idx on public.audit_log using btree (subject_id, id desc);

create index communities_approved_by_idx on public.communities using btree (approved_by);

create index communities_created_at_idx on public.communities using btree (created_at desc, id);

create index communities_facets_idx on public.communities using btree (location, category, status);

create index communities_groups_changed_at_idx on public.communities
  using btree (groups_changed_at, id)
  where (groups_changed_at is not null);

create index communities_held_at_idx on public.communities using btree (held_at, id)
  where (held_at is not null);

create index communities_name_idx on public.communities using btree (name, id);

create index communities_pending_idx on public.communities using btree (created_at, id)
  where (status = 'pending'::public.community_status);

create index communities_search_text_idx on public.communities
  using gin (search_text extensions.gin_trgm_ops);

create index communities_similar_name_idx on public.communities
  using gin (name extensions.gin_trgm_ops);

create index communities_status_idx on public.communities using btree (status, created_at desc, id);

create index communities_whatsapp_link_idx on public.communities using btree (whatsapp_link);

create unique index communities_whatsapp_link_key on public.communities using btree (whatsapp_link)
  where (status <> 'rejected'::public.community_status);

create index community_groups_community_id_idx on public.community_groups
  using btree (community_id, name);

create index community_joins_joined_on_idx on public.community_joins using btree (joined_on);

create index community_joins_user_id_idx on public.community_joins using btree (user_id, joined_on);

create index community_links_checked_at_idx on public.community_links
  using btree (checked_at nulls first, community_id);

create index community_links_dead_idx on public.community_links using btree (community_id)
  where (state = 'dead'::public.link_state);

create index community_reports_community_id_idx on public.community_reports
  using btree (community_id);

create unique index community_reports_open_key on public.community_reports
  using btree (community_id, reporter_id)
  where (resolved_at is null);

create index community_reports_reporter_id_idx on public.community_reports
  using btree (reporter_id, created_at);

create index community_reports_resolved_at_idx on public.community_reports using btree (resolved_at);

create index community_reports_resolved_by_idx on public.community_reports using btree (resolved_by);

create index directory_communities_listed_at_idx on public.directory_communities
  using btree (listed_at, id, location, category, join_type);

create index directory_communities_member_count_idx on public.directory_communities
  using btree (member_count, id, location, category, join_type);

create index directory_communities_search_vector_idx on public.directory_communities
  using gin (search_vector)
  with (fastupdate=off);

create index directory_communities_sort_name_idx on public.directory_communities
  using btree (sort_name, id, location, category, join_type);

create index profiles_name_idx on public.profiles using btree (name, id);

create constraint TRIGGER check_confirmed_factor
  after update of status on auth.mfa_factors deferrable initially deferred
  for each row
  when
    (((new.status = 'verified'::auth.factor_status) AND (old.status <>
    'verified'::auth.factor_status)))
  execute function private.check_confirmed_factor();

create trigger copy_sign_in_email
  after update of email on auth.users
  for each row
  when (((old.email)::text IS DISTINCT FROM (new.email)::text))
  execute function private.copy_sign_in_email();

create trigger create_profile
  after insert on auth.users
  for each row
  execute function private.create_profile();

create trigger forget_deletion_request
  after delete on auth.users
  for each row
  execute function private.forget_deletion_request();

create trigger index_account
  after insert or update of email, created_at on auth.users
  for each row
  execute function private.index_account();

create trigger queue_decision_email
  after insert on public.audit_log
  for each row
  when
    ((new.action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action,
    'changes accepted'::public.audit_action,
    'changes declined'::public.audit_action, 'decision undone'::public.audit_action])))
  execute function private.queue_decision_email();

create trigger before_1_check_undecided
  before update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_is_undecided();

create trigger before_2_check_version
  before update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_version();

create trigger before_3_protect_columns
  before insert or update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.protect_community_columns();

create trigger before_4_check_count
  before insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_count();

create trigger before_5_decide
  before update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.decide_community();

create trigger before_6_approve_groups
  before insert or update on public.communities
  for each row
  execute function private.approve_groups();

create trigger before_7_hold_changes
  before update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.hold_community_changes();

create trigger before_8_check_link
  before insert or update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_link();

create trigger before_9_check_image
  before insert or update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_image();

create trigger check_id
  after insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_id();

create trigger log_community
  after delete or update on public.communities
  for each row
  execute function private.log_community();

create trigger reset_link_after_insert
  after insert on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.reset_link();

create trigger reset_link_after_update
  after update on public.communities
  for each row
  when
    (((new.status = 'approved'::public.community_status) AND ((old.status IS DISTINCT FROM
    new.status) OR (old.whatsapp_link IS DISTINCT FROM new.whatsapp_link))))
  execute function private.reset_link();

create trigger update_directory_after_insert
  after insert on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.update_directory();

create trigger update_directory_after_update
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.name IS DISTINCT FROM new.name) OR
    (old.description IS DISTINCT FROM new.description) OR
    (old.location IS DISTINCT FROM new.location) OR (old.category IS DISTINCT FROM new.category) OR
    (old.join_type IS DISTINCT FROM new.join_type) OR
    (old.member_count IS DISTINCT FROM new.member_count) OR
    (old.image_url IS DISTINCT FROM new.image_url) OR
    (old.approved_groups IS DISTINCT FROM new.approved_groups) OR
    (old.approval_date IS DISTINCT FROM new.approval_date)))
  execute function private.update_directory();

create trigger write_search_text
  before insert or update on public.communities
  for each row
  execute function private.write_search_text();

create trigger check_count
  before insert on public.community_groups
  for each row
  when (private.is_user_request())
  execute function private.check_group_count();

create trigger log_group_change
  after update on public.community_groups
  for each row
  when ((old.name <> new.name))
  execute function private.log_group();

create trigger log_group
  after insert or delete on public.community_groups
  for each row
  execute function private.log_group();

create trigger protect_columns
  before update on public.community_groups
  for each row
  when (((old.id IS DISTINCT FROM new.id) OR (old.community_id IS DISTINCT FROM new.community_id)))
  execute function private.protect_group_columns();

create trigger review_changed_groups
  after update on public.community_groups
  for each row
  when ((old.* IS DISTINCT FROM new.*))
  execute function private.review_groups();

create trigger review_groups
  after insert or delete on public.community_groups
  for each row
  execute function private.review_groups();

create trigger queue_dead_link_email
  after update on public.community_links
  for each row
  when (((old.state <> 'dead'::public.link_state) AND (new.state = 'dead'::public.link_state)))
  execute function private.queue_dead_link_email();

create trigger show_link_check
  after update on public.community_links
  for each row
  when
    ((((old.state = 'dead'::public.link_state) IS DISTINCT FROM (new.state =
    'dead'::public.link_state)) OR (old.live_at IS DISTINCT FROM new.live_at)))
  execute function private.show_link_check();

create constraint TRIGGER count_words
  after insert or delete or update of words on public.directory_communities deferrable
    initially deferred
  for each row
  execute function private.count_directory_words();

create trigger fill_sign_in_email
  before insert on public.profiles
  for each row
  execute function private.fill_sign_in_email();

create trigger forget_user
  before delete on public.profiles
  for each row
  execute function private.forget_user();

create trigger index_account
  after insert or delete or update of name, email, credits, is_admin on public.profiles
  for each row
  execute function private.index_account();

create trigger keep_last_admin
  before delete on public.profiles
  for each row
  when (old.is_admin)
  execute function private.keep_last_admin();

create trigger log_profile
  after update on public.profiles
  for each row
  execute function private.log_profile();

create trigger protect_columns
  before update on public.profiles
  for each row
  execute function private.protect_profile_columns();

create trigger rewrite_search_texts
  after update on public.profiles
  for each row
  when
    (((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email) OR
    (old.sign_in_email IS DISTINCT FROM new.sign_in_email)))
  execute function private.rewrite_search_texts();

create trigger check_community_image_type
  before insert or update of metadata on storage.objects
  for each row
  when (((new.bucket_id = 'community-images'::text) AND (new.metadata IS NOT NULL)))
  execute function private.check_image_type();

create trigger check_new_community_image
  after insert on storage.objects
  for each row
  when ((new.bucket_id = 'community-images'::text))
  execute function private.check_new_image();

create trigger keep_community_image_in_use
  before delete on storage.objects
  for each row
  when
    (((old.bucket_id = 'community-images'::text) AND (CURRENT_USER = ANY (ARRAY['anon'::name,
    'authenticated'::name]))))
  execute function private.keep_image_in_use();

create trigger keep_community_image
  before update on storage.objects
  for each row
  when
    (((('community-images'::text = old.bucket_id) OR ('community-images'::text = new.bucket_id)) AND
    ((old.bucket_id IS DISTINCT FROM new.bucket_id) OR (old.name IS DISTINCT FROM new.name) OR
    (old.version IS DISTINCT FROM new.version))))
  execute function private.keep_image();

create policy "No request reads or writes the account index" on "private"."account_index"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes deletion requests" on "private"."deletion_requests"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes the words" on "private"."directory_words"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes the outbox" on "private"."email_outbox"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes the settings" on "private"."settings"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Admins read the audit log" on "public"."audit_log"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."audit_log"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Nothing before the sign-in is complete" on "public"."communities"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Groups are added with their community" on "public"."community_groups"
  for insert
  to "authenticated"
  with check ((EXISTS ( SELECT
   FROM public.communities c
  WHERE (c.id = community_groups.community_id))));

create policy "Groups are deleted with their community" on "public"."community_groups"
  for delete
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_groups.community_id))));

create policy "Groups are edited with their community" on "public"."community_groups"
  for update
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_groups.community_id))))
  with check ((EXISTS ( SELECT
   FROM public.communities c
  WHERE (c.id = community_groups.community_id))));

create policy "Groups are read with their community" on "public"."community_groups"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_groups.community_id))));

create policy "Nothing before the sign-in is complete" on "public"."community_groups"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "No request reads or writes joins" on "public"."community_joins"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Nothing before the sign-in is complete" on "public"."community_links"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners and admins read the state of a link" on "public"."community_links"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = community_links.community_id))));

create policy "Admins read reports" on "public"."community_reports"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."community_reports"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "No request reads or writes the directory" on "public"."directory_communities"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Nothing before the sign-in is complete" on "public"."profiles"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users add their own missing profile" on "public"."profiles"
  for insert
  to "authenticated"
  with check ((id = ( SELECT auth.uid() AS uid)));

create policy "Users edit their own profile, admins every profile" on "public"."profiles"
  for update
  to "authenticated"
  using (((id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)))
  with check (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

create policy "Users read their own profile, admins every profile" on "public"."profiles"
  for select
  to "authenticated"
  using (((id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)));

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
    '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'::text)));

create policy "Images are listed by their owner" on "storage"."objects"
  for select
  to "authenticated"
  using
    (((bucket_id = 'community-images'::text) AND (((storage.foldername(name))[1] = ( select
    private.own_image_folder() as own_image_folder)) or ( select private.is_admin() as is_admin))));

create policy "Images that no community uses are deleted by their owner" on "storage"."objects"
  for delete
  to "authenticated"
  using
    (((bucket_id = 'community-images'::text) AND (((storage.foldername(name))[1] = ( select
    private.own_image_folder() as own_image_folder)) or ( select private.is_admin() as is_admin))
    AND (not private.is_image_in_use(name))));

create policy "Nothing before the sign-in is complete" on "storage"."objects"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

comment on extension "pg_trgm" is 'text similarity measurement and index searching based on trigrams';

comment on extension "unaccent" is 'text search dictionary that removes accents';

revoke all on function "private"."allow_caching"() from public;

grant execute on function "private"."allow_caching"() to "anon", "authenticated", "service_role";

revoke all on function "private"."announce_deletion"(uuid, uuid) from public;

grant execute on function "private"."announce_deletion"(uuid, uuid) to "service_role";

revoke all on function "private"."approve_groups"() from public;

revoke all on function "private"."changed_values"(jsonb, jsonb) from public;

revoke all on function "private"."check_community_count"() from public;

revoke all on function "private"."check_community_id"() from public;

revoke all on function "private"."check_community_image"() from public;

revoke all on function "private"."check_community_is_undecided"() from public;

revoke all on function "private"."check_community_link"() from public;

revoke all on function "private"."check_community_version"() from public;

revoke all on function "private"."check_confirmed_factor"() from public;

revoke all on function "private"."check_group_count"() from public;

revoke all on function "private"."check_image_type"() from public;

revoke all on function "private"."check_new_image"() from public;

revoke all on function "private"."clamp_page_size"(integer) from public;

grant execute on function "private"."clamp_page_size"(integer) to "service_role";

revoke all on function "private"."community_content"(public.communities) from public;

grant execute
  on function "private"."community_content"(public.communities)
  to "authenticated", "service_role";

revoke all
  on function
    "private"."community_filter"(text, public.community_status, public.community_category, text,
    uuid)
  from public;

revoke all on function "private"."confirm_groups"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_groups"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."copy_sign_in_email"() from public;

revoke all
  on function "private"."count_communities"(text, public.community_category, text, uuid)
  from public;

grant execute
  on function "private"."count_communities"(text, public.community_category, text, uuid)
  to "authenticated", "service_role";

revoke all
  on function
    "private"."count_directory"(text, public.community_location, public.community_category,
    public.join_type)
  from public;

grant execute
  on function
    "private"."count_directory"(text, public.community_location, public.community_category,
    public.join_type)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."count_directory_words"() from public;

revoke all on function "private"."count_failed_emails"() from public;

grant execute on function "private"."count_failed_emails"() to "authenticated", "service_role";

revoke all on function "private"."count_joins"() from public;

grant execute on function "private"."count_joins"() to "authenticated", "service_role";

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."country_of"(public.community_location) from public;

grant execute
  on function "private"."country_of"(public.community_location)
  to "authenticated", "service_role";

revoke all on function "private"."create_profile"() from public;

revoke all on function "private"."decide_community"() from public;

revoke all on function "private"."delete_expired"() from public;

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

revoke all on function "private"."export_my_data"() from public;

grant execute on function "private"."export_my_data"() to "authenticated", "service_role";

revoke all on function "private"."fill_sign_in_email"() from public;

revoke all on function "private"."folder_owner"(text) from public;

grant execute on function "private"."folder_owner"(text) to "service_role";

revoke all on function "private"."forget_deletion_request"() from public;

revoke all on function "private"."forget_user"() from public;

revoke all on function "private"."get_directory_community"(uuid) from public;

grant execute
  on function "private"."get_directory_community"(uuid)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."get_invite_link"(uuid) from public;

grant execute on function "private"."get_invite_link"(uuid) to "authenticated", "service_role";

revoke all on function "private"."get_my_role"() from public;

grant execute on function "private"."get_my_role"() to "authenticated", "service_role";

revoke all on function "private"."group_list"(uuid) from public;

grant execute on function "private"."group_list"(uuid) to "service_role";

revoke all on function "private"."has_words"(text, text) from public;

grant execute on function "private"."has_words"(text, text) to "service_role";

revoke all on function "private"."hold_community_changes"() from public;

revoke all on function "private"."index_account"() from public;

revoke all on function "private"."is_admin"() from public;

grant execute on function "private"."is_admin"() to "authenticated", "service_role";

revoke all on function "private"."is_at_aal2"() from public;

revoke all on function "private"."is_decision"(public.communities, public.communities) from public;

grant execute
  on function "private"."is_decision"(public.communities, public.communities)
  to "authenticated", "service_role";

revoke all on function "private"."is_directory_live"() from public;

grant execute on function "private"."is_directory_live"() to "anon", "authenticated", "service_role";

revoke all on function "private"."is_image_in_use"(text) from public;

grant execute on function "private"."is_image_in_use"(text) to "authenticated", "service_role";

revoke all on function "private"."is_image_url"(text) from public;

grant execute on function "private"."is_image_url"(text) to "authenticated", "service_role";

revoke all on function "private"."is_line"(text, integer) from public;

grant execute on function "private"."is_line"(text, integer) to "authenticated", "service_role";

revoke all on function "private"."is_list"(text[], integer, integer) from public;

grant execute
  on function "private"."is_list"(text[], integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."is_optional_line"(text, integer) from public;

grant execute
  on function "private"."is_optional_line"(text, integer)
  to "authenticated", "service_role";

revoke all on function "private"."is_sign_in_complete"() from public;

grant execute on function "private"."is_sign_in_complete"() to "authenticated", "service_role";

revoke all on function "private"."is_stored_image"(text, uuid) from public;

grant execute on function "private"."is_stored_image"(text, uuid) to "authenticated", "service_role";

revoke all on function "private"."is_text"(text, integer) from public;

grant execute on function "private"."is_text"(text, integer) to "authenticated", "service_role";

revoke all on function "private"."is_user_request"() from public;

grant execute on function "private"."is_user_request"() to "authenticated", "service_role";

revoke all on function "private"."is_visible"(text) from public;

grant execute on function "private"."is_visible"(text) to "authenticated", "service_role";

revoke all on function "private"."is_whatsapp_link"(text) from public;

grant execute on function "private"."is_whatsapp_link"(text) to "authenticated", "service_role";

revoke all on function "private"."is_whatsapp_link_listed"(text, uuid) from public;

grant execute
  on function "private"."is_whatsapp_link_listed"(text, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."join_community"(uuid) from public;

grant execute on function "private"."join_community"(uuid) to "authenticated", "service_role";

revoke all on function "private"."keep_image"() from public;

revoke all on function "private"."keep_image_in_use"() from public;

revoke all on function "private"."keep_last_admin"() from public;

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

revoke all on function "private"."list_review_queue"(integer, integer) from public;

grant execute
  on function "private"."list_review_queue"(integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."lock_until_commit"(text) from public;

grant execute on function "private"."lock_until_commit"(text) to "authenticated", "service_role";

revoke all
  on function
    "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb)
  from public;

revoke all on function "private"."log_community"() from public;

revoke all on function "private"."log_group"() from public;

revoke all on function "private"."log_profile"() from public;

revoke all on function "private"."masks_near"(text) from public;

revoke all on function "private"."masks_of"(text) from public;

revoke all on function "private"."own_image_folder"() from public;

grant execute on function "private"."own_image_folder"() to "authenticated", "service_role";

revoke all on function "private"."plain_words"(text) from public;

revoke all on function "private"."project_url"() from public;

revoke all on function "private"."protect_community_columns"() from public;

revoke all on function "private"."protect_group_columns"() from public;

revoke all on function "private"."protect_profile_columns"() from public;

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

revoke all on function "private"."queue_daily_summaries"(timestamp with time zone) from public;

grant execute
  on function "private"."queue_daily_summaries"(timestamp with time zone)
  to "service_role";

revoke all on function "private"."queue_dead_link_email"() from public;

revoke all on function "private"."queue_decision_email"() from public;

revoke all on function "private"."read_search"(text) from public;

revoke all on function "private"."report_community"(uuid, public.report_reason, text) from public;

grant execute
  on function "private"."report_community"(uuid, public.report_reason, text)
  to "authenticated", "service_role";

revoke all on function "private"."require_admin"() from public;

grant execute on function "private"."require_admin"() to "authenticated", "service_role";

revoke all on function "private"."require_complete_sign_in"() from public;

grant execute on function "private"."require_complete_sign_in"() to "authenticated", "service_role";

revoke all on function "private"."require_listed"(uuid) from public;

revoke all on function "private"."require_profile"() from public;

grant execute on function "private"."require_profile"() to "authenticated", "service_role";

revoke all on function "private"."require_unlisted_link"(text, uuid) from public;

grant execute
  on function "private"."require_unlisted_link"(text, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."reset_link"() from public;

revoke all on function "private"."resolve_reports"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."resolve_reports"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."retention_period"(text) from public;

revoke all on function "private"."review_groups"() from public;

revoke all on function "private"."reviewed_fields"() from public;

grant execute on function "private"."reviewed_fields"() to "authenticated", "service_role";

revoke all on function "private"."rewrite_search_texts"() from public;

revoke all on function "private"."rows_before"(integer, integer) from public;

grant execute on function "private"."rows_before"(integer, integer) to "service_role";

revoke all
  on function
    "private"."search_directory"(text, public.community_location, public.community_category,
    public.join_type, text, text, uuid, integer)
  from public;

grant execute
  on function
    "private"."search_directory"(text, public.community_location, public.community_category,
    public.join_type, text, text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."show_link_check"() from public;

revoke all on function "private"."similar_communities"(uuid) from public;

grant execute on function "private"."similar_communities"(uuid) to "authenticated", "service_role";

revoke all on function "private"."today"() from public;

revoke all on function "private"."undo_decision"(uuid) from public;

grant execute on function "private"."undo_decision"(uuid) to "authenticated", "service_role";

revoke all on function "private"."undo_window"() from public;

grant execute on function "private"."undo_window"() to "service_role";

revoke all on function "private"."update_directory"() from public;

revoke all on function "private"."word_query"(text[], integer) from public;

revoke all on function "private"."write_directory_community"(public.communities) from public;

revoke all on function "private"."write_search_text"() from public;

revoke all on function "public"."announce_deletion"(uuid, uuid) from public;

grant execute on function "public"."announce_deletion"(uuid, uuid) to "service_role";

revoke all on function "public"."claim_email"() from public;

grant execute on function "public"."claim_email"() to "service_role";

revoke all on function "public"."claim_links"(integer) from public;

grant execute on function "public"."claim_links"(integer) to "service_role";

revoke all on function "public"."confirm_groups"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_groups"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all
  on function "public"."count_communities"(text, public.community_category, text, uuid)
  from public;

grant execute
  on function "public"."count_communities"(text, public.community_category, text, uuid)
  to "authenticated", "service_role";

revoke all
  on function
    "public"."count_directory"(text, public.community_location, public.community_category,
    public.join_type)
  from public;

grant execute
  on function
    "public"."count_directory"(text, public.community_location, public.community_category,
    public.join_type)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."count_failed_emails"() from public;

grant execute on function "public"."count_failed_emails"() to "authenticated", "service_role";

revoke all on function "public"."count_joins"() from public;

grant execute on function "public"."count_joins"() to "authenticated", "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."count_users"(text) from public;

grant execute on function "public"."count_users"(text) to "service_role";

revoke all
  on function
    "public"."export_communities"(text, public.community_status, public.community_category, text,
    uuid, timestamp with time zone, uuid)
  from public;

grant execute
  on function
    "public"."export_communities"(text, public.community_status, public.community_category, text,
    uuid, timestamp with time zone, uuid)
  to "authenticated", "service_role";

revoke all on function "public"."export_my_data"() from public;

grant execute on function "public"."export_my_data"() to "authenticated", "service_role";

revoke all on function "public"."finish_email"(uuid, integer, text) from public;

grant execute on function "public"."finish_email"(uuid, integer, text) to "service_role";

revoke all on function "public"."get_directory_community"(uuid) from public;

grant execute
  on function "public"."get_directory_community"(uuid)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."get_invite_link"(uuid) from public;

grant execute on function "public"."get_invite_link"(uuid) to "authenticated", "service_role";

revoke all on function "public"."get_my_role"() from public;

grant execute on function "public"."get_my_role"() to "authenticated", "service_role";

revoke all on function "public"."is_directory_live"() from public;

grant execute on function "public"."is_directory_live"() to "anon", "authenticated", "service_role";

revoke all on function "public"."is_whatsapp_link_listed"(text, uuid) from public;

grant execute
  on function "public"."is_whatsapp_link_listed"(text, uuid)
  to "authenticated", "service_role";

revoke all on function "public"."join_community"(uuid) from public;

grant execute on function "public"."join_community"(uuid) to "authenticated", "service_role";

revoke all
  on function
    "public"."list_communities"(text, public.community_status, public.community_category, text,
    uuid, text, boolean, integer, integer)
  from public;

grant execute
  on function
    "public"."list_communities"(text, public.community_status, public.community_category, text,
    uuid, text, boolean, integer, integer)
  to "authenticated", "service_role";

revoke all on function "public"."list_review_queue"(integer, integer) from public;

grant execute
  on function "public"."list_review_queue"(integer, integer)
  to "authenticated", "service_role";

revoke all on function "public"."list_unused_images"(integer) from public;

grant execute on function "public"."list_unused_images"(integer) to "service_role";

revoke all on function "public"."list_users"(text, text, boolean, integer, integer) from public;

grant execute
  on function "public"."list_users"(text, text, boolean, integer, integer)
  to "service_role";

revoke all on function "public"."record_link_check"(uuid, text, public.link_state, text) from public;

grant execute
  on function "public"."record_link_check"(uuid, text, public.link_state, text)
  to "service_role";

revoke all on function "public"."report_community"(uuid, public.report_reason, text) from public;

grant execute
  on function "public"."report_community"(uuid, public.report_reason, text)
  to "authenticated", "service_role";

revoke all on function "public"."require_complete_sign_in"() from public;

grant execute on function "public"."require_complete_sign_in"() to "authenticated", "service_role";

revoke all on function "public"."resolve_reports"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."resolve_reports"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all
  on function
    "public"."search_directory"(text, public.community_location, public.community_category,
    public.join_type, text, text, uuid, integer)
  from public;

grant execute
  on function
    "public"."search_directory"(text, public.community_location, public.community_category,
    public.join_type, text, text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all on function "public"."similar_communities"(uuid) from public;

grant execute on function "public"."similar_communities"(uuid) to "authenticated", "service_role";

revoke all on function "public"."undo_decision"(uuid) from public;

grant execute on function "public"."undo_decision"(uuid) to "authenticated", "service_role";

grant usage on schema "private" to "anon", "authenticated", "service_role";

revoke all on schema "public" from "anon";

grant usage on schema "public" to "anon";

revoke all on schema "public" from "authenticated";

grant usage on schema "public" to "authenticated";

revoke all on schema "public" from "service_role";

grant usage on schema "public" to "service_role";

grant select on table "private"."account_index" to "service_role";

grant delete, insert, select, update on table "private"."email_outbox" to "service_role";

grant select on table "public"."audit_log" to "authenticated", "service_role";

grant update ("approval_date") on table "public"."communities" to "authenticated";

grant update ("approved_by") on table "public"."communities" to "authenticated";

grant insert ("category"), update ("category") on table "public"."communities" to "authenticated";

grant insert ("description"), update ("description")
  on table "public"."communities"
  to "authenticated";

grant update ("groups_updated_at") on table "public"."communities" to "authenticated";

grant update ("held_changes") on table "public"."communities" to "authenticated";

grant insert ("id"), update ("id") on table "public"."communities" to "authenticated";

grant insert ("image_url"), update ("image_url") on table "public"."communities" to "authenticated";

grant insert ("join_type"), update ("join_type") on table "public"."communities" to "authenticated";

grant insert ("location"), update ("location") on table "public"."communities" to "authenticated";

grant insert ("member_count"), update ("member_count")
  on table "public"."communities"
  to "authenticated";

grant insert ("name"), update ("name") on table "public"."communities" to "authenticated";

grant update ("rejection_reason") on table "public"."communities" to "authenticated";

grant update ("status") on table "public"."communities" to "authenticated";

grant update ("updated_at") on table "public"."communities" to "authenticated";

grant insert ("whatsapp_link"), update ("whatsapp_link")
  on table "public"."communities"
  to "authenticated";

grant delete, select on table "public"."communities" to "authenticated";

grant all
  on table "public"."communities"
  to "service_role";

grant insert ("community_id"), update ("community_id")
  on table "public"."community_groups"
  to "authenticated";

grant insert ("description"), update ("description")
  on table "public"."community_groups"
  to "authenticated";

grant insert ("id"), update ("id") on table "public"."community_groups" to "authenticated";

grant insert ("name"), update ("name") on table "public"."community_groups" to "authenticated";

grant delete, select on table "public"."community_groups" to "authenticated";

grant all
  on table "public"."community_groups"
  to "service_role";

grant all
  on table "public"."community_joins"
  to "service_role";

grant select ("checked_at") on table "public"."community_links" to "authenticated";

grant select ("community_id") on table "public"."community_links" to "authenticated";

grant select ("dead_since") on table "public"."community_links" to "authenticated";

grant select ("live_at") on table "public"."community_links" to "authenticated";

grant select ("state") on table "public"."community_links" to "authenticated";

grant all
  on table "public"."community_links"
  to "service_role";

grant select on table "public"."community_reports" to "authenticated";

grant all
  on table "public"."community_reports"
  to "service_role";

grant insert ("address"), update ("address") on table "public"."profiles" to "authenticated";

grant insert ("country"), update ("country") on table "public"."profiles" to "authenticated";

grant update ("credits") on table "public"."profiles" to "authenticated";

grant insert ("email"), update ("email") on table "public"."profiles" to "authenticated";

grant insert ("id") on table "public"."profiles" to "authenticated";

grant insert ("interests"), update ("interests") on table "public"."profiles" to "authenticated";

grant insert ("name"), update ("name") on table "public"."profiles" to "authenticated";

grant insert ("phone"), update ("phone") on table "public"."profiles" to "authenticated";

grant update ("wants_decision_emails") on table "public"."profiles" to "authenticated";

grant update ("wants_summary_emails") on table "public"."profiles" to "authenticated";

grant select on table "public"."profiles" to "authenticated";

grant all
  on table "public"."profiles"
  to "service_role";

alter default privileges revoke all on FUNCTIONS from public;

alter table "public"."communities"
  add constraint "communities_owner_id_fkey" foreign key (owner_id) references public.profiles(id)
    on delete cascade;

create view "private"."images_in_use" AS  SELECT c.owner_id,
    split_part(image.url, '/object/public/community-images/'::text, 2) AS name
   FROM (public.communities c
     CROSS JOIN LATERAL ( VALUES (c.image_url), ((c.held_changes ->> 'image_url'::text)), (
                CASE
                    WHEN (c.status <> 'approved'::public.community_status) THEN (c.rejected_version ->> 'image_url'::text)
                    ELSE NULL::text
                END)) image(url))
  WHERE (image.url ~~ '%/object/public/community-images/%'::text)
UNION ALL
 SELECT e.owner_id,
    split_part(image.url, '/object/public/community-images/'::text, 2) AS name
   FROM (public.audit_log e
     CROSS JOIN LATERAL ( VALUES ((e.before ->> 'image_url'::text)), (((e.before -> 'held_changes'::text) ->> 'image_url'::text)), (((e.before -> 'rejected_version'::text) ->> 'image_url'::text))) image(url))
  WHERE ((e.subject = 'community'::public.audit_subject) AND (e.at > (now() - ((2)::double precision * private.undo_window()))) AND (image.url ~~ '%/object/public/community-images/%'::text));

create index communities_owner_id_idx on public.communities using btree (owner_id);

create policy "Owners delete their own communities, admins every community"
  on "public"."communities"
  for delete
  to "authenticated"
  using (((owner_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)));

create policy "Owners edit their own communities, admins every community" on "public"."communities"
  for update
  to "authenticated"
  using (((owner_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)))
  with
    check (((owner_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

create policy "Owners read their own communities, admins every community" on "public"."communities"
  for select
  to "authenticated"
  using (((owner_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)));

create policy "Users list a community as their own" on "public"."communities"
  for insert
  to "authenticated"
  with check ((owner_id = ( SELECT auth.uid() AS uid)));

grant insert ("owner_id") on table "public"."communities" to "authenticated";

grant select on table "private"."images_in_use" to "service_role";

alter table "public"."communities"
  add constraint "communities_description_check"
    check ((private.is_visible(description) AND private.is_text(description, 2000)));

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
    private.is_whatsapp_link(COALESCE((held_changes ->> 'whatsapp_link'::text), whatsapp_link)) AND
    private.is_image_url(COALESCE((held_changes ->> 'image_url'::text), image_url)))));

alter table "public"."communities"
  add constraint "communities_image_url_check" check (private.is_image_url(image_url));

alter table "public"."communities"
  add constraint "communities_name_check" check (private.is_line(name, 100));

alter table "public"."communities"
  add constraint "communities_rejection_reason_check" check (private.is_text(rejection_reason, 500));

alter table "public"."communities"
  add constraint "communities_whatsapp_link_check" check (private.is_whatsapp_link(whatsapp_link));

alter table "public"."community_groups"
  add constraint "community_groups_description_check" check (private.is_text(description, 500));

alter table "public"."community_groups"
  add constraint "community_groups_name_check" check (private.is_line(name, 100));

alter table "public"."community_links"
  add constraint "community_links_group_name_check" check (private.is_line(group_name, 200));

alter table "public"."community_links"
  add constraint "community_links_link_check" check (private.is_whatsapp_link(link));

alter table "public"."community_reports"
  add constraint "community_reports_comment_check" check (private.is_text(comment, 500));

alter table "public"."community_reports"
  add constraint "community_reports_other_check"
    check
    (((reason <> 'other'::public.report_reason) OR COALESCE(private.is_visible(comment), false)));

alter table "public"."profiles"
  add constraint "profiles_address_check" check (private.is_text(address, 300));

alter table "public"."profiles"
  add constraint "profiles_country_check" check (private.is_optional_line(country, 100));

alter table "public"."profiles"
  add constraint "profiles_email_check" check (private.is_optional_line(email, 254));

alter table "public"."profiles"
  add constraint "profiles_interests_check" check (private.is_list(interests, 50, 100));

alter table "public"."profiles"
  add constraint "profiles_name_check" check (private.is_line(name, 100));

alter table "public"."profiles"
  add constraint "profiles_phone_check" check (private.is_optional_line(phone, 40));

-- By hand: the rows that the functions expect.
insert into private.settings default values;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'community-images', 'community-images', true, 5242880,
  array['image/jpeg', 'image/png', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- By hand, because not every project runs realtime: admins see each other's decisions. Deletions are not published: they
-- would reach every signed-in user, because policies cannot check a deleted row.
do $$
begin
  if exists (
    select from pg_publication where pubname = 'supabase_realtime' and not puballtables
  ) then
    alter publication supabase_realtime add table public.communities;
    alter publication supabase_realtime set (publish = 'insert, update');
  end if;
end
$$;
