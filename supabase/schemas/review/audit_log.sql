-- The audit log: decisions, changes and deletions, with the actor and the time.
-- Guarantee: append-only. Functions and triggers write it, admins read it, and no API role changes it, not even the
-- secret key. shared/retention.sql deletes old entries.

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

create policy "Admins read the audit log"
on public.audit_log for select to authenticated
using ((select private.is_admin()));

grant select on public.audit_log to authenticated, service_role;

-- Adds an entry, and returns its id. Without an actor, the action is automatic, also if a user caused it.
create function private.log_action(
  action public.audit_action, subject public.audit_subject, subject_id uuid, owner_id uuid,
  before jsonb default '{}', after jsonb default '{}', actor_id uuid default auth.uid()
) returns bigint
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id, actor_id,
    coalesce(actor_id = auth.uid(), false) and private.is_admin(), before, after
  )
  returning id
$$;

-- The values in `one` that differ from those in `other`, without derived columns and the owner:
-- private.transfer_community logs transfers.
create function private.changed_values(one jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in (
      'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'country_words', 'country_vector',
      'approved_groups', 'groups_changed_at', 'groups_updated_at', 'owner_id'
    )
$$;

-- The link of a hidden community shows whether its owner lists it again. Without a pause, which names the co-owner who
-- set it. When the account is deleted too, nothing about the community is logged.
create function private.log_deletion(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  details jsonb := jsonb_build_object('name', community.name);
begin
  if private.is_hidden(community.id) then
    details := details || jsonb_build_object('whatsapp_link', community.whatsapp_link)
      || private.pick(private.block_values(community.id), '{block_admin,block_reports,block_renamed}');
  end if;
  if exists (select from public.profiles where id = community.owner_id) then
    perform private.log_action('deleted', 'community', community.id, community.owner_id, details);
  else
    perform private.log_action('deleted', 'community', community.id, null);
  end if;
end
$$;

-- Logs an admin's edit of a group, but not the groups of a community that the same transaction imports: the names only,
-- so a changed description adds no entry.
create function private.log_group() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then jsonb_build_object('group', old.name) else '{}' end;
  after constant jsonb := case when tg_op <> 'DELETE' then jsonb_build_object('group', new.name) else '{}' end;
begin
  if before <> after and private.is_admin() then
    -- No row if the community is being deleted, too.
    perform private.log_action('edited', 'community', c.id, c.owner_id, before, after)
    from public.communities as c
    where c.id = coalesce(new.community_id, old.community_id) and c.created_at <> now();
  end if;
  return null;
end
$$;

create trigger log_group
after insert or update or delete on public.community_groups
for each row execute function private.log_group();

-- Logs a changed role or credits, and an admin's edit of another user's profile.
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
