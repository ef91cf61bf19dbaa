-- Guarantee: admins can undo their own last decision on a community for a minute, unless it has changed since.

-- How long a decision can be undone. The page offers it for a little less: connections can be slow.
create function private.undo_window() returns interval
language sql immutable set search_path = '' as $$ select interval '1 minute' $$;

-- Undoes the caller's last decision: restores every column and block that it changed, as the log has them, and reopens
-- what it closed in the same transaction.
create function private.undo_decision(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
  entry public.audit_log;
begin
  -- Without what users do: an owner who appeals at once could otherwise keep an admin from undoing a mistake.
  select * into entry from public.audit_log as e
  where e.subject_id = community_id and e.action not in (
    'appealed', 'claimed', 'claim answered', 'co-owner added', 'co-owner removed', 'verified', 'renamed on WhatsApp',
    'fell asleep', 'woke up'
  )
  order by e.id desc limit 1;
  -- The last three actions change no version of the community.
  if not coalesce(entry.actor_id = auth.uid() and entry.at >= now() - private.undo_window() and (
    entry.action in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending',
      'appeal accepted', 'name accepted'
    ) and entry.at = community.updated_at
    and coalesce(entry.after -> 'groups', private.group_list(community_id)) = private.group_list(community_id)
    or entry.action in ('appeal declined', 'reports resolved', 'claim declined')
  ), false) then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;
  perform private.restore_columns(community, entry.before);
  perform private.restore_blocks(community_id, entry);
  perform private.reopen_requests(community_id, entry.at);
  with reopened as (
    update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
    where k.community_id = community_id and k.decided_at = entry.at and k.outcome in ('declined', 'closed')
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null;
  perform private.restore_name(community_id, entry.at);
  delete from private.email_outbox as e
  where e.community_id = community_id and e.event = entry.id::text and e.sent_at is null;
  perform private.record_decision('decision undone', community_id, before);
end
$$;

-- Reopens the reports and appeals that a decision has closed, unless the author of a report has reported the community
-- again.
create function private.reopen_requests(community_id uuid, decided_at timestamptz) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  update public.community_reports as r set resolved_at = null, resolved_by = null, is_upheld = null
  where r.community_id = community_id and r.resolved_at = decided_at and not exists (
    select from public.community_reports as other
    where other.community_id = community_id and other.reporter_id = r.reporter_id and other.resolved_at is null
  );
  perform private.close_appeals(community_id, 'closed');
  update public.appeals as a set closed_at = null, closed_by = null, outcome = null, reason = null
  where a.community_id = community_id and a.closed_at = decided_at;
end
$$;

create function private.restore_columns(community public.communities, earlier jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if not (to_jsonb(community) || '{"groups": []}') ?| array(select jsonb_object_keys(earlier)) then return; end if;
  community := jsonb_populate_record(community, earlier);
  community.approved_groups := coalesce(earlier -> 'groups_before', community.approved_groups);
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  -- The account of an earlier admin may have been deleted since.
  community.approved_by := (select p.id from public.profiles as p where p.id = community.approved_by);
  if community.status <> 'rejected' then
    perform private.require_unlisted_link(link, community.id)
    from unnest(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link']) as link
    where link is not null;
  end if;
  if community.groups_changed_at is null
    and community.approved_groups <> coalesce(
      case when not earlier ? 'groups_before' then earlier -> 'groups' end, private.group_list(community.id)) then
    community.groups_changed_at := now();
  end if;
  perform private.write_community(community);
  -- After the line above: otherwise the groups would count as those of an admin. Accepted groups stay, and wait again.
  perform private.write_groups(community.id, earlier -> 'groups')
  where earlier ? 'groups' and not earlier ? 'groups_before';
end
$$;

-- Restores the blocks that a decision lifted, and lifts those that it set.
create function private.restore_blocks(community_id uuid, decision public.audit_log) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  insert into public.community_blocks (community_id, kind, since, created_by, reason)
  select community_id, substr(lifted.key, 7)::public.block_kind, (lifted.value ->> 'since')::timestamptz,
    (select p.id from public.profiles as p where p.id = (lifted.value ->> 'created_by')::uuid),
    lifted.value ->> 'reason'
  from jsonb_each(decision.before) as lifted where lifted.key like 'block\_%'
  on conflict do nothing;
  delete from public.community_blocks as b
  where b.community_id = community_id
    and decision.after ? ('block_' || b.kind) and not decision.before ? ('block_' || b.kind);
  perform private.touch_community(community_id)
  from jsonb_object_keys(decision.before || decision.after) as key where key like 'block\_%' limit 1;
end
$$;

grant execute on function private.undo_window to service_role;
