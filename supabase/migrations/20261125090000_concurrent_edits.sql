set local check_function_bodies = off;

drop trigger "before_4_check_count" on "public"."communities";

drop function "private"."check_community_count"();

create or replace function private.check_community_version()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
  new.updated_at := now();
  return new;
end
$function$;

create or replace function private.check_new_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('communities of ' || new.owner_id);
  if exists (
    select from public.communities
    where id = new.id and (owner_id = new.owner_id or private.is_admin())
  ) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  if (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
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
      using errcode = 'PT412';
  end if;
  groups := private.group_list(community_id);
  perform private.log_action(
    'changes accepted', 'community', community_id, community.owner_id,
    jsonb_build_object('groups', community.approved_groups), jsonb_build_object('groups', groups));
  update public.communities set approved_groups = groups, groups_changed_at = null
  where id = community_id;
end
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

create trigger before_4_check_new
  before insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_new_community();

create trigger check_version
  before update on public.places
  for each row
  when (private.is_user_request())
  execute function private.check_version('Another admin has changed this place in the meantime.');

create trigger check_version
  before update on public.profiles
  for each row
  when (private.is_user_request())
  execute function
    private.check_version('Your profile was changed in the meantime, in another tab or on another device.');

revoke all on function "private"."check_new_community"() from public;

revoke all on function "private"."check_version"() from public;

revoke all ("updated_at") on table "public"."places" from "authenticated";

grant update ("updated_at") on table "public"."places" to "authenticated";

revoke all ("updated_at") on table "public"."profiles" from "authenticated";

grant update ("updated_at") on table "public"."profiles" to "authenticated";
