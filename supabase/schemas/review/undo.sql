-- Undoing a decision.
-- Guarantee: admins can undo their own last decision on a community for a minute, unless it has changed since.

-- How long a decision can be undone. The page offers it for half of this; the rest is for slow connections.
create function private.undo_window() returns interval
language sql immutable set search_path = '' as $$ select interval '1 minute' $$;

-- The last entry about a community in the log, or the last one before another entry, without what users do and what
-- changes no decision: an owner who appeals at once could otherwise keep an admin from undoing a mistake.
create function private.last_decision(community_id uuid, before_id bigint default null) returns public.audit_log
language sql stable set search_path = '' as $$
  select e from public.audit_log as e
  where e.subject_id = community_id and (before_id is null or e.id < before_id)
    and e.action not in (
      'appealed', 'claimed', 'claim answered', 'co-owner added', 'co-owner removed', 'verified',
      'renamed on WhatsApp', 'fell asleep', 'woke up'
    )
  order by e.id desc limit 1
$$;

-- Undoes the caller's last decision: restores every column that it changed, as recorded in the audit log.
-- Security definer, because users may not write these columns.
create function private.undo_decision(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  entry public.audit_log;
  link text;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  entry := private.last_decision(community_id);
  if entry.action is null
    or entry.action not in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending',
      'appeal accepted', 'appeal declined', 'reports resolved', 'name accepted', 'claim declined'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at. The last three decisions changed no column.
    or community.updated_at is distinct from entry.at
      and entry.action not in ('appeal declined', 'reports resolved', 'claim declined') then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  -- Reports, appeals, names and claims are restored by the entry in the log (review/appeals.sql,
  -- links/renamed_groups.sql, ownership/close_claims.sql).
  if entry.action in ('appeal declined', 'reports resolved', 'name accepted', 'claim declined') then
    perform private.log_action('decision undone', 'community', community_id, community.owner_id, '{}', '{}');
    return;
  end if;

  community := jsonb_populate_record(community, entry.before);
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  -- The accounts of earlier admins may have been deleted since.
  community.approved_by := (select p.id from public.profiles as p where p.id = community.approved_by);
  community.hidden_by := (select p.id from public.profiles as p where p.id = community.hidden_by);
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
$$;

grant execute on function private.undo_window to service_role;
