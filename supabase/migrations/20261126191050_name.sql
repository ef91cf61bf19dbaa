set local check_function_bodies = off;

create table "private"."link_checks" (
  "id"      bigint                   generated always as identity not null,
  "at"      timestamp with time zone not null default clock_timestamp(),
  "user_id" uuid,
  constraint "link_checks_pkey" primary key (id)
);

alter table "private"."link_checks"
  enable row level security;

alter table "private"."settings"
  add column "link_checks_per_five_minutes" integer not null default 20;

alter table "public"."community_links"
  add column "approved_name" text;

alter table "public"."community_links"
  add column "renamed_at" timestamp with time zone;

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
  is_manager boolean;
begin
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  select * into community from public.communities as c where c.id = community_id;
  is_manager := private.is_manager(community_id, user_id);
  if not is_manager
    and not (private.is_listed(community_id) and private.has_ownership_code(community_id, user_id)) then
    raise exception 'This community is no longer in the directory, or you have no code for it.'
      using errcode = 'PT410';
  end if;
  perform private.lock_until_commit('link checks');
  perform private.require_check_allowance(user_id);
  if private.reserve_link_checks(1, 'user', user_id) = 0 then
    raise exception 'Many links are being checked at the moment. Please try again in a few minutes.'
      using errcode = 'PT429';
  end if;
  return case when is_manager then coalesce(community.held_changes ->> 'whatsapp_link', community.whatsapp_link)
    else community.whatsapp_link end;
end
$function$;

create or replace function private.has_ownership_code (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select false
$function$;

create or replace function private.is_manager (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id)
$function$;

create or replace function private.open_claim (
  community_id uuid,
  user_id      uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select
$function$;

create or replace function private.record_own_check (
  community_id uuid,
  user_id      uuid,
  link         text,
  answer       public.link_state,
  group_name   text,
  page_text    text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  is_manager boolean;
  is_proved boolean;
begin
  -- Locked first, as by every other decision.
  perform from public.communities as c where c.id = community_id for no key update;
  is_manager := private.is_manager(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  perform public.record_link_check(community_id, link, answer, group_name);
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, left(page_text, 3000));
  if is_proved and not is_manager then
    perform private.open_claim(community_id, user_id);
  end if;
  return jsonb_build_object('state', answer, 'is_proved', is_proved);
end
$function$;

create or replace function private.record_proof (
  community_id uuid,
  user_id      uuid,
  link         text,
  page_text    text
)
  returns boolean
  language sql
  set search_path to ''
  AS $function$
  select false
$function$;

create or replace function private.require_check_allowance (
  user_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (
    select count(*) from private.link_checks as c
    where c.user_id = require_check_allowance.user_id and c.at > clock_timestamp() - interval '10 minutes'
  ) >= 5 then
    raise exception 'You can check links at most 5 times in ten minutes. Please try again later.'
      using errcode = 'PT429';
  end if;
  if (
    select count(*) from private.link_checks as c
    where c.user_id = require_check_allowance.user_id and c.at > clock_timestamp() - interval '1 day'
  ) >= 20 then
    raise exception 'You can check links at most 20 times a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
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
  used integer;
  used_by_users integer;
  reserved integer;
begin
  perform private.lock_until_commit('link checks');
  select count(*), count(c.user_id) into used, used_by_users
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  reserved := greatest(0, least(wanted, case source
    when 'schedule' then ceil(allowed * 0.75)::integer - used
    when 'user' then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.4)::integer - used_by_users)
    else allowed - used
  end));
  insert into private.link_checks (user_id) select user_id from generate_series(1, reserved);
  return reserved;
end
$function$;

create or replace function public.begin_own_check (
  community_id uuid,
  user_id      uuid
)
  returns text
  language sql
  set search_path to ''
  AS $function$
  select private.begin_own_check(community_id, user_id)
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
  language sql
  set search_path to ''
  AS $function$
  select private.record_own_check(community_id, user_id, link, answer, group_name, page_text)
$function$;

alter table "private"."link_checks"
  add constraint "link_checks_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete set null;

alter table "private"."settings"
  add constraint "settings_link_checks_per_five_minutes_check"
    check ((link_checks_per_five_minutes >= 0));

create index link_checks_at_idx on private.link_checks using btree (at);

create index link_checks_user_id_idx on private.link_checks using btree (user_id, at);

create policy "No request reads or writes the checks" on "private"."link_checks"
  as restrictive
  for all
  to "authenticated"
  using (false);

revoke all on function "private"."begin_own_check"(uuid, uuid) from public;

grant execute on function "private"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "private"."has_ownership_code"(uuid, uuid) from public;

revoke all on function "private"."is_manager"(uuid, uuid) from public;

revoke all on function "private"."open_claim"(uuid, uuid) from public;

revoke all
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "private"."record_proof"(uuid, uuid, text, text) from public;

revoke all on function "private"."require_check_allowance"(uuid) from public;

revoke all on function "private"."reserve_link_checks"(integer, text, uuid) from public;

revoke all on function "public"."begin_own_check"(uuid, uuid) from public;

grant execute on function "public"."begin_own_check"(uuid, uuid) to "service_role";

revoke all
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all ("renamed_at") on table "public"."community_links" from "authenticated";

grant select ("renamed_at") on table "public"."community_links" to "authenticated";

alter table "public"."community_links"
  add constraint "community_links_approved_name_check"
    check (private.is_optional_line(approved_name, 200));
