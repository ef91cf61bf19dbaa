-- The audit log: decisions, changes and deletions. shared/retention.sql deletes old entries.
-- Guarantee: append-only. Admins read it, and no API role changes it, not even the secret key.

create type public.audit_action as enum (
  'approved', 'rejected', 'resubmitted', 'changes accepted', 'changes declined', 'decision undone',
  'edited', 'credits changed', 'role changed', 'deleted', 'reports resolved', 'added', 'merged', 'hidden',
  'shown', 'returned to pending', 'suspended', 'suspension ended', 'appealed', 'appeal accepted', 'appeal declined',
  'co-owner added', 'co-owner removed', 'transferred', 'renamed on WhatsApp', 'name accepted', 'link swapped',
  'verified', 'changes proved', 'claimed', 'claim answered', 'claim accepted', 'claim declined', 'fell asleep',
  'woke up', 'imported'
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
create index audit_log_action_idx on public.audit_log (action, id desc);

create policy "Admins read the audit log" on public.audit_log for select to authenticated
using ((select private.is_admin()));

grant select on public.audit_log to authenticated, service_role;

-- Returns the id of the entry. Without an actor, the action is automatic, also if a user caused it.
create function private.log_action(
  action public.audit_action, subject public.audit_subject, subject_id uuid, owner_id uuid,
  before jsonb default '{}', after jsonb default '{}', actor_id uuid default auth.uid()
) returns bigint
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id, actor_id,
    actor_id is not distinct from auth.uid() and private.is_admin(), before, after
  ) returning id
$$;

-- The values in `one` that differ from `other`, without derived columns and the owner (private.transfer_community).
create function private.changed_values(one jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(one)
  where value is distinct from other -> key and key not in (
    'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'country_words', 'country_vector',
    'approved_groups', 'groups_changed_at', 'groups_updated_at', 'owner_id'
  )
$$;

-- The link of a hidden community shows whether its owner lists it again. Without a pause, which names the co-owner who
-- set it. When the account is deleted too, private.forget_user has logged it.
create function private.log_deletion(community public.communities) returns void
language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = community.owner_id) then return; end if;
  perform private.log_action(
    'deleted', 'community', community.id, community.owner_id,
    jsonb_build_object('name', community.name) || case when private.is_hidden(community.id) then
      jsonb_build_object('whatsapp_link', community.whatsapp_link)
        || private.pick(private.block_values(community.id), '{block_admin,block_reports,block_renamed}')
    else '{}' end);
end
$$;

-- Logs a changed role or credits, and an admin's edit of another user's profile.
create function private.log_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;

create trigger log_profile after update on public.profiles for each row execute function private.log_profile();

-- The entries before `before_id`, newest first. `person` is part of the name or email of an account: of the actor, or
-- of the user whom an entry is about. Of a word that more than a thousand accounts have, only the newest accounts
-- count. The ids are literal values for the planner, which then uses their indexes. Security definer: see
-- communities/admin_lists.sql.
create function private.list_activity(
  person text default '', action public.audit_action default null, since timestamptz default null,
  until timestamptz default null, before_id bigint default null, page_size integer default 50
) returns setof public.audit_log
language plpgsql stable security definer set search_path = '' rows 25 as $$
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
$$;
