set local check_function_bodies = off;

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
    if new.status = 'approved' and new.location is null then
      raise exception 'Add the requested place first, or choose another one.'
        using errcode = 'PT400', detail = 'location';
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

create or replace function private.decide_held_changes (
  community_id uuid,
  version      timestamp with time zone,
  is_accepted  boolean
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
  columns text[] := array['held_changes', 'updated_at'];
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  -- Checked before the version, because the message is more specific.
  if community.held_changes is null then
    raise exception 'This community has no changes waiting for review.' using errcode = 'PT409';
  end if;
  if is_accepted then
    columns := columns || array(
      select field from unnest(private.reviewed_fields()) as field where community.held_changes ? field
    );
    community := jsonb_populate_record(community, community.held_changes);
  end if;
  community.held_changes := null;
  community.updated_at := version;
  perform private.save_decision(
    case when is_accepted then 'changes accepted' else 'changes declined' end, community, columns);
end
$function$;

create or replace function private.decision()
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select nullif(current_setting('private.decision', true), '')
$function$;

create or replace function private.hold_community_changes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from old.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if new.held_changes is distinct from old.held_changes and new.owner_id <> (select auth.uid())
    and private.decision() is null then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
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
  elsif private.decision() is not null then
    action := private.decision();
  elsif new.status <> old.status then
    action := case new.status
      when 'approved' then 'approved' when 'rejected' then 'rejected' else 'resubmitted' end;
  elsif not private.is_admin() then
    return new;
  else
    action := 'edited';
  end if;
  perform private.log_action(action, 'community', new.id, new.owner_id, before, after);
  return new;
end
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
  perform set_config('private.place_change', 'merge', true);
  update public.communities set location = kept.name where location = merged.name;
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id;
end
$function$;

create or replace function private.save_decision (
  decision  text,
  community public.communities,
  columns   text[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform set_config('private.decision', decision, true);
  execute format(
    'update public.communities set (%s) = row(%s) where id = ($1).id',
    (select string_agg(format('%I', field), ', ') from unnest(columns) as field),
    (select string_agg(format('($1).%I', field), ', ') from unnest(columns) as field)
  ) using community;
  perform set_config('private.decision', '', true);
end
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
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  if community.status <> 'rejected' then
    foreach link in array
      array_remove(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link'], null)
    loop
      perform private.require_unlisted_link(link, community_id);
    end loop;
  end if;

  community.updated_at := now();
  perform private.save_decision(
    'decision undone', community, array(select jsonb_object_keys(entry.before)) || array['updated_at']);
end
$function$;

create or replace function public.accept_held_changes (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.decide_held_changes(community_id, version, true)
$function$;

create or replace function public.decline_held_changes (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.decide_held_changes(community_id, version, false)
$function$;

revoke all
  on function "private"."decide_held_changes"(uuid, timestamp with time zone, boolean)
  from public;

grant execute
  on function "private"."decide_held_changes"(uuid, timestamp with time zone, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."decision"() from public;

grant execute on function "private"."decision"() to "authenticated", "service_role";

revoke all on function "private"."save_decision"(text, public.communities, text[]) from public;

grant execute
  on function "private"."save_decision"(text, public.communities, text[])
  to "authenticated", "service_role";

revoke all on function "public"."accept_held_changes"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."accept_held_changes"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."decline_held_changes"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."decline_held_changes"(uuid, timestamp with time zone)
  to "authenticated", "service_role";
