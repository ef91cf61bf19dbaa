-- Suspending a user and hiding all their communities in one step, and the undo of a suspension.
-- Guarantee: what is hidden with a suspension stays hidden after its end, until an admin shows it. Within a minute, the
-- admin who suspended the user can undo all of it, which restores the former state. Either has one entry in the log.

-- Hides the approved communities of a user, and decides about their reports and appeals like private.hide_community.
-- Returns them for an undo: by id, since when reports had hidden it, or null. Locks the others as well, in the order of
-- private.apply_suspension, which locks all of them.
create function private.hide_communities_of(user_id uuid, reason text) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  hidden jsonb := '{}';
begin
  for community in
    select * from public.communities as c where c.owner_id = user_id order by c.id for no key update
  loop
    continue when community.status <> 'approved' or private.is_blocked(community.id, '{admin}');
    hidden := hidden || jsonb_build_object(community.id, (
      select b.since from public.community_blocks as b where b.community_id = community.id and b.kind = 'reports'));
    perform private.block(community.id, 'admin', reason, auth.uid());
    perform private.lift_blocks(community.id, 'reports');
    perform private.touch_community(community.id);
    -- Without entries in the log: that of the suspension has the communities.
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid(), is_upheld = true
    where r.community_id = community.id and r.resolved_at is null;
    perform private.close_appeals(community.id, 'declined', reason);
  end loop;
  return hidden;
end
$$;

-- Undoes private.hide_communities_of, except for communities about which an admin has decided since.
create function private.show_communities_of(suspension public.suspensions) returns void
language plpgsql set search_path = '' as $$
declare
  hidden_id uuid;
begin
  for hidden_id in
    select c.id from public.communities as c
    where c.id in (select key::uuid from jsonb_object_keys(suspension.hidden) as key) order by c.id for no key update
  loop
    delete from public.community_blocks as b
    where b.community_id = hidden_id and b.kind = 'admin' and b.since = suspension.suspended_at;
    continue when not found;
    insert into public.community_blocks (community_id, kind, since)
    select hidden_id, 'reports', since::timestamptz from jsonb_each_text(suspension.hidden) as hidden (id, since)
    where id = hidden_id::text and since is not null;
    perform private.touch_community(hidden_id);
    perform private.reopen_requests(hidden_id, suspension.suspended_at);
  end loop;
end
$$;

-- Only the admin who suspended the user, and only within the time in which a decision can be undone.
create function private.undo_suspension(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  suspension public.suspensions;
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  -- An admin may have ended it while this request waited.
  select * into suspension from public.suspensions as s
  where s.user_id = user_id and s.suspended_by = auth.uid() and (s.until is null or s.until > now())
    and s.suspended_at >= now() - private.undo_window()
  for update;
  if suspension.user_id is null then
    raise exception 'This suspension can no longer be undone.' using errcode = 'PT409';
  end if;
  perform private.show_communities_of(suspension);
  perform private.log_action(
    'decision undone', 'user', user_id, user_id, private.suspension_details(suspension), '{}');
  delete from private.email_outbox as e
  where e.recipient_id = user_id and e.kind = 'suspended' and e.event = suspension.suspended_at::text
    and e.sent_at is null;
  delete from public.suspensions as s where s.user_id = user_id;
end
$$;
