-- What was decided, changed and deleted, by whom and when.

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

-- A policy returns true or false and never raises: an error would reveal that a row exists.
create policy "Admins read the audit log"
on public.audit_log for select to authenticated
using ((select private.is_admin()));

-- Adds an entry in the name of whoever asks.
create function private.log_action(
  action public.audit_action, subject public.audit_subject, subject_id uuid, owner_id uuid,
  before jsonb, after jsonb
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (action, subject, subject_id, owner_id, auth.uid(), private.is_admin(), before, after)
$$;

-- The values of `one` that differ from those of `other`, without what follows from something else.
create function private.changed(one jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in ('updated_at', 'search_text', 'approved_groups', 'groups_changed_at')
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

-- What became of a community: by an admin's decision or edit, by resubmitting or by deleting it.
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

-- An admin's edit of a group.
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

-- A changed role or credits, and an admin's edit of somebody else's profile.
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
  by_admin boolean not null,
  requested_at timestamptz not null default now()
);

alter table private.deletion_requests enable row level security;

create policy "No request reads or writes announcements"
on private.deletion_requests for all to authenticated using (false);

-- Decides whether the account may go, and remembers who asked. Nothing is removed before that: of two last
-- admins who leave in the same moment one is refused here, with everything still in place. An announcement
-- that nothing came of counts for an hour.
create function private.announce_deletion(user_id uuid, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  is_target_admin constant boolean := exists (
    select from public.profiles as p where p.id = user_id and p.is_admin
  );
  is_actor_admin constant boolean := exists (
    select from public.profiles as p where p.id = actor_id and p.is_admin
  );
begin
  perform private.one_at_a_time('admins who leave');
  if actor_id <> user_id and not is_actor_admin then
    raise exception 'You may only delete your own account.' using errcode = 'PT403';
  end if;
  if actor_id <> user_id and is_target_admin then
    raise exception 'An admin cannot be deleted by another admin.' using errcode = 'PT403';
  end if;
  if is_target_admin and not exists (
    select from public.profiles as p
    where p.is_admin and p.id <> user_id and not exists (
      select from private.deletion_requests as r
      where r.user_id = p.id and r.requested_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You are the last admin. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  -- Of somebody who is gone already, nothing is remembered.
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  select u.id, actor_id, is_actor_admin from auth.users as u where u.id = user_id
  on conflict on constraint deletion_requests_pkey do update set
    actor_id = excluded.actor_id, by_admin = excluded.by_admin, requested_at = now();
end
$$;

-- An account without a profile takes its announcement along, too.
create function private.forget_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deletion_requests where user_id = old.id;
  return null;
end
$$;

create trigger forget_announcement
after delete on auth.users
for each row execute function private.forget_announcement();

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

-- What the function delete-user calls with the secret key.
create function public.announce_deletion(user_id uuid, actor_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.announce_deletion(user_id, actor_id)
$$;
