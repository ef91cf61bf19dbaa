-- review/: what admins decide, what users may ask them to decide, and the log of it.
-- Guarantee: only an admin decides, on the version and the groups that they have seen. Visitors see only approved
-- content. The log has who decided and when, and never changes. An admin can undo their own decision for a minute.
-- A decision is one function: it checks, writes, logs and queues its email, in the order in which one reads it.
-- Approving and rejecting are updates of the status, so communities/save.sql has their order.
--   record_decision.sql: locking for a decision, its entry in the log and its email.
--   decisions.sql: approve, reject, hold, accept and decline changes.  groups.sql: the same for groups.
--   visibility.sql: hide, show, pause, return to pending.  undo.sql: undo.
--   reports.sql and appeals.sql: what users send, and its outcome.  audit_log.sql: the log.  notes.sql: private notes.
--   queue.sql: what waits for an admin, and how long reviews take. Loaded late: it reads links and claims, too.
--   risk_signals.sql and risk_texts.sql: what makes a closer look worthwhile.
--   review_numbers.sql: what waits and what was decided, in numbers.
--   open_reviews.sql: who is looking at what.

-- A community's content as a reviewer sees it, with the names of its groups.
create function private.community_content(community public.communities) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object('groups', (
    select coalesce(jsonb_agg(g.name order by g.name), '[]') from public.community_groups as g
    where g.community_id = community.id
  ))
  from unnest(
    private.reviewed_fields() || array['location', 'requested_place', 'join_type', 'category', 'languages']
  ) as field
$$;

-- A pending community with the decision of the caller.
create function private.decided(community public.communities) returns public.communities
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
  end if;
  if community.status = 'approved' and community.location is null then
    raise exception 'Add the requested place first, or choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  community.approval_date := now();
  community.approved_by := auth.uid();
  if community.status = 'approved' then
    community.rejection_reason := null;
  else
    community.rejected_version := private.community_content(community)
      || jsonb_build_object('rejection_reason', community.rejection_reason);
  end if;
  return community;
end
$$;

-- A rejected community that its owner or a co-owner has edited.
create function private.resubmitted(community public.communities) returns public.communities
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(
    community, '{"status": "pending", "approval_date": null, "approved_by": null, "rejection_reason": null}')
$$;

-- A save with its changes to the reviewed fields held, if an owner or a co-owner changes an approved community: the
-- approved values stay live until an admin accepts the new ones. An owner's save that sends held_changes replaces the
-- held version, except for the held values that it sends back: null withdraws all of them. Any other save adds to it.
-- Other admins neither withdraw nor accept with a save: only private.decide_changes decides.
create function private.with_held_changes(before public.communities, after public.communities)
returns public.communities language plpgsql stable set search_path = '' as $$
declare
  held jsonb := coalesce(after.held_changes, '{}'::jsonb);
  to_hold text[];
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from before.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if after.held_changes is distinct from before.held_changes and not private.may_manage(after.id) then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
  end if;
  if before.status = 'approved' and not private.is_admin() then
    to_hold := array(
      select field from unnest(private.reviewed_fields()) as field
      where to_jsonb(after) -> field <> to_jsonb(before) -> field
        and (field <> 'member_count' or private.is_count_reviewed(after.member_count, before.reviewed_count))
    );
    -- A count that goes live replaces the held one.
    if after.member_count <> before.member_count and 'member_count' <> all (to_hold) then
      held := held - 'member_count';
    end if;
    held := held || private.pick(to_jsonb(after), to_hold);
    after := jsonb_populate_record(after, private.pick(to_jsonb(before), to_hold));
  end if;
  -- A held value that equals the live one needs no review.
  after.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(after) -> key
  );
  -- Accepting a new name or a new sentence alone would show half a host.
  if private.is_admin() and after.host_name = ''
    and (after.held_changes ? 'host_name') <> (after.held_changes ? 'host_intro') then
    raise exception 'A change to the host waits for review. Accept or decline it before you remove the host.'
      using errcode = 'PT409', detail = 'host_name';
  end if;
  if after.held_changes is distinct from before.held_changes then
    after.held_at := case when after.held_changes is not null then now() end;
  end if;
  return after;
end
$$;

create function private.pick(record jsonb, keys text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(record) where key = any (keys)
$$;

-- A community in which some of its held changes are live: exactly the stored values, whatever their type, and whether
-- or not the release of the admin knows the field.
create function private.with_live_changes(community public.communities, fields text[]) returns public.communities
language plpgsql stable set search_path = '' as $$
begin
  community := jsonb_populate_record(community, private.pick(coalesce(community.held_changes, '{}'), fields));
  community.held_changes := nullif(community.held_changes - fields, '{}');
  community.held_at := case when community.held_changes is not null then community.held_at end;
  return community;
end
$$;

-- A community whose held changes are live or dropped.
create function private.without_held_changes(community public.communities, is_accepted boolean)
returns public.communities language plpgsql set search_path = '' as $$
begin
  if is_accepted then
    if community.held_changes ? 'whatsapp_link' then
      perform private.require_unlisted_link(community.held_changes ->> 'whatsapp_link', community.id);
    end if;
    if community.held_changes ? 'image_url' then
      perform private.require_image(community.held_changes ->> 'image_url', community);
    end if;
    return private.with_live_changes(community, private.reviewed_fields());
  end if;
  community.held_changes := null;
  community.held_at := null;
  return community;
end
$$;

-- Accepts or declines everything that has changed since the approval, values and groups, with one entry in the log. An
-- undo restores all of it. The times are the updated_at and the groups_changed_at that the admin saw.
create function private.decide_changes(
  community_id uuid, version timestamptz, is_accepted boolean, groups_seen_at timestamptz default null,
  reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  groups constant jsonb := private.group_list(community_id);
  has_groups constant boolean := community.groups_changed_at is not null;
  before jsonb := private.community_state(community_id);
  details jsonb := '{}';
begin
  -- Checked first: its message is more specific.
  if community.held_changes is null and not has_groups then
    raise exception 'This community has no changes waiting for review.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if community.groups_changed_at is distinct from groups_seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT412';
  end if;
  reason := case when not is_accepted then private.require_text(reason) end;
  community := private.without_held_changes(community, is_accepted);
  community.rejection_reason := reason;
  community.groups_changed_at := null;
  if has_groups and is_accepted then
    before := before
      || jsonb_build_object('groups', community.approved_groups, 'groups_before', community.approved_groups);
    details := jsonb_build_object('groups', groups);
    community.approved_groups := groups;
  elsif has_groups then
    before := before || jsonb_build_object('groups', groups);
    details := jsonb_build_object('groups', community.approved_groups);
  end if;
  perform private.write_community(community);
  perform private.write_groups(community_id, community.approved_groups) where has_groups and not is_accepted;
  perform private.record_decision(
    case when is_accepted then 'changes accepted' else 'changes declined' end::public.audit_action,
    community_id, before, jsonb_build_object('reason', reason), details => details);
end
$$;

-- Declines the place that was requested for an approved community, which keeps its own.
create function private.decline_requested_place(community_id uuid, version timestamptz, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  -- Checked first: its message is more specific.
  if community.requested_place is null then
    raise exception 'No place is requested for this community.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  community.requested_place := null;
  community.rejection_reason := private.require_text(reason);
  perform private.write_community(community);
  perform private.record_decision(
    'changes declined', community_id, before, jsonb_build_object('reason', community.rejection_reason));
end
$$;

grant execute on function private.community_content, private.decided, private.resubmitted,
  private.with_held_changes, private.pick to authenticated, service_role;
