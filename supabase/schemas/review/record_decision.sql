-- Guarantee: what a decision changes is in the log, in the same transaction, and an undo restores it from there.

-- Locks a community for a decision of an admin, and returns it.
create function private.lock_community(community_id uuid, is_approved boolean default false) returns public.communities
language plpgsql set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then raise exception 'This community no longer exists.' using errcode = 'PT410'; end if;
  if is_approved and community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  return community;
end
$$;

-- version is the updated_at that the admin saw.
create function private.require_seen_version(community public.communities, version timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if community.updated_at is distinct from version then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$$;

-- A text as it is stored, which the log and the email also have.
create function private.require_text(
  value text, message text default 'Please give a reason.', field text default 'reason'
) returns text
language plpgsql stable set search_path = '' as $$
begin
  value := private.clean_text(value);
  if private.is_visible(value) is not true then
    raise exception '%', message using errcode = 'PT400', detail = field;
  end if;
  return value;
end
$$;

-- The blocks of a community, as in the log: block_admin, block_reports and so on.
create function private.block_values(community_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg('block_' || b.kind, to_jsonb(b) - array['community_id', 'kind']), '{}')
  from public.community_blocks as b where b.community_id = block_values.community_id
$$;

-- Everything that a decision may change.
create function private.community_state(community_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(c) || private.block_values(c.id) from public.communities as c where c.id = community_id
$$;

-- Writes what a decision or its undo may change in a community, with a new version. Callers lock it.
create function private.write_community(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (
    select string_agg(distinct field, ', ') from unnest(private.reviewed_fields() || array[
      'location', 'requested_place', 'join_type', 'category', 'languages', 'status', 'approval_date', 'approved_by',
      'rejection_reason', 'rejected_version', 'held_changes', 'held_at', 'reviewed_count', 'verified_at',
      'name_changed_at', 'approved_groups', 'groups_changed_at'
    ]) as field
  );
begin
  execute format(
    'update public.communities as c set (%1$s, updated_at) = (select %1$s, now() from (select ($1).*) as given)
     where c.id = ($1).id', columns) using community;
end
$$;

-- Gives a community with other blocks a new version: an edit of the earlier one is refused, and so is a stale undo.
create function private.touch_community(community_id uuid) returns void
language sql set search_path = '' as $$ update public.communities set updated_at = now() where id = community_id $$;

-- Logs a decision: what has changed since `before`, the state until then. With `email`, the values in its text, also
-- queues the email to the owner, unless they decided themselves. It is due half a minute after the undo window, because
-- an undo may still be in progress. Without an actor, the decision is automatic. `details` are for the log only.
create function private.record_decision(
  action public.audit_action, community_id uuid, before jsonb, email jsonb default null,
  actor_id uuid default auth.uid(), details jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  after constant jsonb := private.community_state(community_id);
  owner_id constant uuid := after ->> 'owner_id';
  entry_id constant bigint := private.log_action(
    action, 'community', community_id, owner_id,
    private.changed_values(before, after), private.changed_values(after, before) || details, actor_id);
begin
  if email is not null and actor_id is distinct from owner_id then
    perform private.queue_email(
      replace(action::text, ' ', '_')::public.email_kind, owner_id, entry_id::text,
      jsonb_strip_nulls(email || jsonb_build_object(
        'name', after -> 'name', 'is_automatic', case when actor_id is null then true end)),
      community_id, now() + private.undo_window() + interval '30 seconds');
  end if;
end
$$;
