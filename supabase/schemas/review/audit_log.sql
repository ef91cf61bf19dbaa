-- The audit log: decisions, changes and deletions, with the actor and the time.
-- Guarantee: append-only. Triggers write it, admins read it, and no API role changes it, not even the secret key.
-- shared/retention.sql deletes old entries.

create type public.audit_action as enum (
  'approved', 'rejected', 'resubmitted', 'changes accepted', 'changes declined', 'decision undone',
  'edited', 'credits changed', 'role changed', 'deleted', 'reports resolved', 'added', 'merged', 'hidden',
  'shown', 'returned to pending', 'suspended', 'suspension ended', 'appealed', 'appeal accepted', 'appeal declined',
  'co-owner added', 'co-owner removed', 'transferred', 'renamed on WhatsApp', 'name accepted', 'link swapped',
  'verified', 'changes proved',
  'claimed', 'claim answered', 'claim accepted', 'claim declined',
  'fell asleep', 'woke up', 'imported'
);
create type public.audit_subject as enum ('community', 'user', 'place', 'synonyms');

-- Without foreign keys, because entries outlive their subject. owner_id is the user an entry is about: deleting their
-- account removes all personal data from the entry.
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
  -- The fields that changed, with their old and new values.
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);

create index audit_log_subject_id_idx on public.audit_log (subject_id, id desc);
create index audit_log_owner_id_idx on public.audit_log (owner_id);
create index audit_log_actor_id_idx on public.audit_log (actor_id);

alter table public.audit_log enable row level security;

create policy "Nothing before the sign-in is complete"
on public.audit_log as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

create policy "Admins read the audit log"
on public.audit_log for select to authenticated
using ((select private.is_admin()));

grant select on public.audit_log to authenticated, service_role;

-- Adds an entry with the signed-in user as the actor, or the user for whom an edge function acts; without one if the
-- action is automatic, also if a user caused it.
-- Security definer, because no API role writes the log.
create function private.log_action(
  action public.audit_action, subject public.audit_subject, subject_id uuid, owner_id uuid,
  before jsonb, after jsonb, is_automatic boolean default false
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id,
    case when not is_automatic then coalesce(auth.uid(), nullif(current_setting('private.actor', true), '')::uuid) end,
    not is_automatic and private.is_admin(), before, after
  )
$$;

-- The values in `one` that differ from those in `other`, without derived columns, the owner's own switch, signs of life
-- and the owner: private.transfer_community logs transfers.
create function private.changed_values(one jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in (
      'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'country_words', 'country_vector',
      'approved_groups', 'groups_changed_at', 'groups_updated_at', 'paused_at', 'owner_id', 'confirmed_at',
      'last_joined_at', 'asked_at', 'asleep_at'
    )
$$;

-- Logs decisions, edits by admins, resubmissions, undos and deletions.
-- Security definer, because no API role may call private.log_action.
create function private.log_community() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.changed_values(to_jsonb(old), coalesce(to_jsonb(new), '{}'));
  after jsonb := private.changed_values(coalesce(to_jsonb(new), '{}'), to_jsonb(old));
  action public.audit_action;
begin
  if tg_op = 'DELETE' then
    -- The link of a hidden community shows whether its owner lists it again. When the account is deleted too, nothing
    -- about the community is logged.
    if exists (select from public.profiles where id = old.owner_id) then
      perform private.log_action(
        'deleted', 'community', old.id, old.owner_id, jsonb_build_object('name', old.name) || case
          when old.hidden_at is not null
          then jsonb_build_object('whatsapp_link', old.whatsapp_link, 'hidden_reason', old.hidden_reason)
          else '{}'
        end, '{}');
    else
      perform private.log_action('deleted', 'community', old.id, null, '{}', '{}');
    end if;
    return old;
  end if;

  if after = '{}' and before = '{}' then
    return new;
  elsif private.decision() is not null then
    action := private.decision();
    if action = 'returned to pending' then
      -- For an undo.
      before := before || jsonb_build_object('approved_groups', old.approved_groups);
    end if;
  elsif new.status <> old.status then
    action := case new.status
      when 'approved' then 'approved' when 'rejected' then 'rejected' else 'resubmitted' end;
  elsif not private.is_admin() then
    return new;
  else
    action := 'edited';
  end if;
  perform private.log_action(
    action, 'community', new.id, new.owner_id, before, after, action = 'hidden' and new.hidden_by is null);
  return new;
end
$$;

-- A renamed or merged place has one entry of its own, instead of one for each of its communities.
create trigger log_community
after update or delete on public.communities
for each row when (coalesce(current_setting('private.place_change', true), '') = '')
execute function private.log_community();

-- Logs an admin's edit of a group, but not the groups of imported communities. Security definer, because no API role
-- may call private.log_action.
create function private.log_group() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;

create trigger log_group
after insert or delete on public.community_groups
for each row when (not private.is_import()) execute function private.log_group();

-- Only the names of groups are logged, so a changed description adds no entry.
create trigger log_group_change
after update on public.community_groups
for each row when (old.name <> new.name) execute function private.log_group();

-- Logs a changed role or credits, and an admin's edit of another user's profile.
-- Security definer, because no API role may call private.log_action.
create function private.log_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;

create trigger log_profile
after update on public.profiles
for each row execute function private.log_profile();
