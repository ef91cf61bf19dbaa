-- What an admin decides, what is remembered of it, and how a decision is taken back.

-- PL/pgSQL keeps the plan for the whole connection, an SQL function makes it anew for each statement.
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_admin);
end
$$;

create function private.require_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Only an admin may do that.' using errcode = '42501';
  end if;
  return true;
end
$$;

-- What an admin rejected, so that a resubmitted community can be shown beside it. Written by the trigger.
alter table public.communities add column rejected_version jsonb;

create type public.audit_action as enum (
  'approved', 'rejected', 'resubmitted', 'changes accepted', 'changes declined', 'decision undone',
  'edited', 'credits changed', 'role changed', 'deleted'
);
create type public.audit_subject as enum ('community', 'user');

-- Append-only: triggers write it, admins read it, and no API role may change it, the secret key
-- included. There are no foreign keys, because it outlives what it tells of. owner_id is the person an
-- entry is about; when their account goes, everything personal in it goes too, and the bare fact stays.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action public.audit_action not null,
  subject public.audit_subject not null,
  subject_id uuid,
  owner_id uuid,
  -- Null for the secret key and SQL.
  actor_id uuid,
  by_admin boolean not null default false,
  -- The fields that changed, as they were and as they are.
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);

create index audit_log_subject_id_idx on public.audit_log (subject_id, id desc);
create index audit_log_owner_id_idx on public.audit_log (owner_id);
create index audit_log_actor_id_idx on public.audit_log (actor_id);

alter table public.audit_log enable row level security;

-- A refusal instead of an empty answer: whoever lost the role learns it at the next look.
create policy "Admins read the audit log"
on public.audit_log for select to authenticated
using ((select private.require_admin()));

create function private.log_action(
  action public.audit_action, subject public.audit_subject, subject_id uuid, owner_id uuid,
  before jsonb, after jsonb
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (action, subject, subject_id, owner_id, auth.uid(), private.is_admin(), before, after)
$$;

-- The values of `one` that differ from those of `other`.
create function private.changed(one jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key and key not in ('updated_at', 'search_text')
$$;

-- A community's content as a reviewer sees it, groups by name.
create function private.community_content(community public.communities) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', community.name, 'description', community.description, 'location', community.location,
    'whatsapp_link', community.whatsapp_link, 'join_type', community.join_type,
    'image_url', community.image_url, 'category', community.category,
    'member_count', community.member_count,
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
$$;

create function private.log_community() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.changed(to_jsonb(old), coalesce(to_jsonb(new), '{}'));
  after jsonb := private.changed(coalesce(to_jsonb(new), '{}'), to_jsonb(old));
  action public.audit_action;
begin
  if tg_op = 'DELETE' then
    -- With the account, the community goes nameless.
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
$$;

create trigger log_community
after update or delete on public.communities
for each row execute function private.log_community();

create function private.log_group() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
begin
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id);
  -- Gone with its community, or an owner's own business.
  if community.id is null or not private.is_admin() then
    return null;
  end if;
  perform private.log_action(
    'edited', 'community', community.id, community.owner_id,
    case when tg_op <> 'INSERT' then jsonb_build_object('group', old.name) else '{}' end,
    case when tg_op <> 'DELETE' then jsonb_build_object('group', new.name) else '{}' end);
  return null;
end
$$;

-- Saving a dialog writes every group, also those that stay as they are.
create trigger log_group
after insert or delete on public.community_groups
for each row execute function private.log_group();
create trigger log_group_change
after update on public.community_groups
for each row when (old.name <> new.name) execute function private.log_group();

create function private.log_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.changed(to_jsonb(old), to_jsonb(new));
  after jsonb := private.changed(to_jsonb(new), to_jsonb(old));
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
$$;

create trigger log_profile
after update on public.profiles
for each row execute function private.log_profile();

-- The auth service deletes accounts in a connection of its own and does not know who asked: the
-- function delete-user says so here first.
create table private.deletion_requests (
  user_id uuid primary key,
  actor_id uuid not null,
  by_admin boolean not null
);

create function private.announce_deletion(user_id uuid, actor_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  values (
    user_id, actor_id,
    exists (select from public.profiles as p where p.id = actor_id and p.is_admin)
  )
  on conflict on constraint deletion_requests_pkey
  do update set actor_id = excluded.actor_id, by_admin = excluded.by_admin
$$;

-- Of a person who leaves, the log keeps that something was done, by which admin and when. What they
-- did as an admin stays under their id, or a last act could not be told from somebody else's.
create function private.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;

create trigger forget_person
before delete on public.profiles
for each row execute function private.forget_person();

-- Takes back the caller's own last decision, exactly as the log remembers it. A minute, because the
-- page offers it for some seconds and a slow connection should not be too late.
create function private.undo_decision(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  entry public.audit_log;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in ('approved', 'rejected', 'changes accepted', 'changes declined')
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - interval '1 minute'
    -- The decision's own time, unless something happened to the community since.
    or community.updated_at is distinct from entry.at then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  community := jsonb_populate_record(community, entry.before);
  if community.status <> 'rejected'
    and private.is_whatsapp_link_listed(
      coalesce(community.held_changes ->> 'whatsapp_link', community.whatsapp_link), community_id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = '23505', detail = 'whatsapp_link';
  end if;

  perform set_config('private.undoing', 'on', true);
  update public.communities set
    name = community.name, description = community.description,
    whatsapp_link = community.whatsapp_link, image_url = community.image_url,
    status = community.status, approval_date = community.approval_date,
    approved_by = community.approved_by, rejection_reason = community.rejection_reason,
    rejected_version = community.rejected_version,
    held_changes = community.held_changes, held_at = community.held_at, updated_at = now()
  where id = community_id;
  perform set_config('private.undoing', 'off', true);
end
$$;

create function public.undo_decision(community_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.undo_decision(community_id)
$$;

create function public.announce_deletion(user_id uuid, actor_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.announce_deletion(user_id, actor_id)
$$;

-- The rules for what an owner or an admin may make of a community (docs/decisions.md tells them apart).
-- updated_at carries the version the editor loaded: a save of an older version is refused.
create or replace function private.guard_community() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_admin boolean := private.is_admin();
  is_owner boolean := new.owner_id = (select auth.uid());
  decides boolean;
  held jsonb;
  editable constant text[] := array['name', 'description', 'whatsapp_link', 'image_url'];
begin
  if not private.is_user_request() then
    return new;
  end if;

  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := now();
    if new.category = 'Social' and not is_admin then
      raise exception 'Only an admin may choose the category Social.' using errcode = '42501';
    end if;
  else
    decides := (new.status, new.approval_date, new.approved_by, new.rejection_reason)
      is distinct from (old.status, old.approval_date, old.approved_by, old.rejection_reason);
    -- Said before the version is compared, because it says more than that something changed.
    if decides and is_admin and (old.status <> 'pending' or new.status = 'pending') then
      raise exception 'This listing is already %.', old.status using errcode = 'PT409';
    end if;
    if new.updated_at is distinct from old.updated_at then
      raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
        using errcode = 'PT409';
    end if;
    new.updated_at := now();

    if (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
      raise exception 'The owner and the date of a community never change.' using errcode = '42501';
    end if;
    if new.category = 'Social' and old.category <> 'Social' and not is_admin then
      raise exception 'Only an admin may choose the category Social.' using errcode = '42501';
    end if;

    -- Moderation: pending communities only, signed by the database.
    if decides then
      if not is_admin then
        raise exception 'Only an admin may approve or reject a community.' using errcode = '42501';
      end if;
      new.approval_date := now();
      new.approved_by := (select auth.uid());
      if new.status = 'approved' then
        new.rejection_reason := null;
      else
        new.rejected_version := private.community_content(new)
          || jsonb_build_object('rejection_reason', new.rejection_reason);
      end if;
    elsif old.status = 'rejected' and is_owner then
      new.status := 'pending';
      new.approval_date := null;
      new.approved_by := null;
      new.rejection_reason := null;
    end if;

    -- Bait and switch: what visitors were promised stays live until an admin has seen the new version.
    -- held_changes sent as null starts the held version afresh; left out, the new edit adds to it.
    if new.held_changes is not null and new.held_changes is distinct from old.held_changes then
      raise exception 'Held changes cannot be written directly.' using errcode = '42501';
    end if;
    held := coalesce(new.held_changes, '{}'::jsonb);
    if old.status = 'approved' and not is_admin then
      held := held || coalesce((
        select jsonb_object_agg(field, to_jsonb(new) -> field)
        from unnest(editable) as field
        where to_jsonb(new) -> field <> to_jsonb(old) -> field
      ), '{}'::jsonb);
      new := jsonb_populate_record(new, (
        select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(editable) as field
      ));
    end if;
    held := coalesce((
      select jsonb_object_agg(key, value)
      from jsonb_each(held) where value <> to_jsonb(new) -> key
    ), '{}'::jsonb);
    new.held_changes := nullif(held, '{}'::jsonb);
    if new.held_changes is distinct from old.held_changes then
      new.held_at := case when new.held_changes is not null then now() end;
    end if;
  end if;

  -- The version the editor meant to save, held or live.
  held := to_jsonb(new) || coalesce(new.held_changes, '{}'::jsonb);
  if (tg_op = 'INSERT' or new.status <> old.status
      or held ->> 'whatsapp_link' is distinct from coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link))
    and new.status <> 'rejected'
    and private.is_whatsapp_link_listed(held ->> 'whatsapp_link', new.id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = '23505', detail = 'whatsapp_link';
  end if;
  if (tg_op = 'INSERT'
      or held ->> 'image_url' is distinct from coalesce(old.held_changes ->> 'image_url', old.image_url))
    and held ->> 'image_url' not like 'https://images.unsplash.com/%'
    and private.is_stored_image(held ->> 'image_url') is not true then
    raise exception 'Invalid image URL' using errcode = '23514', detail = 'image_url';
  end if;
  return new;
end
$$;

-- A rejected image stays for as long as a reviewer may want to see it beside the new one.
create or replace function private.is_image_in_use(object_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.communities
    where owner_id = case
        when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/'
        then split_part(object_name, '/', 1)::uuid
      end
      and (
        image_url like '%/community-images/' || object_name
        or held_changes ->> 'image_url' like '%/community-images/' || object_name
        or (
          status <> 'approved'
          and rejected_version ->> 'image_url' like '%/community-images/' || object_name
        )
      )
  )
$$;

revoke all on all functions in schema private from public;
grant execute on all functions in schema private to service_role;
grant execute on function
  private.require_admin(), private.undo_decision(uuid), private.changed(jsonb, jsonb),
  private.community_content(public.communities)
to authenticated;
revoke execute on function private.announce_deletion(uuid, uuid) from authenticated;
