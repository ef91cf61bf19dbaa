-- review/: what admins decide, what users may ask them to decide, and the log of it.
-- Guarantee: only an admin decides, on the version and the groups that they have seen. Visitors see only approved
-- content. The log has every decision and never changes. An admin can undo their own for a minute.
--   decisions.sql: approve, reject, hold, accept and decline changes.  groups.sql: the same for groups.
--   visibility.sql: hide, show, pause, return to pending.  undo.sql: undo.
--   reports.sql, resolve_reports.sql and appeals.sql: what users send, and its outcome.
--   audit_log.sql: the log.  activity_log.sql: the log on the admin page.
--   queue.sql: what waits for an admin, once each. Loaded late: it reads links and claims, too.
--   review_time.sql: how long reviews take.

-- Review of communities: decisions and held changes.
-- Guarantee: only an admin decides, and the database records who decided and when. Visitors see only approved content.

-- Whether a save attempts a decision.
create function private.is_decision(before public.communities, after public.communities)
returns boolean
language sql immutable set search_path = '' as $$
  select (after.status, after.approval_date, after.approved_by, after.rejection_reason)
    is distinct from (before.status, before.approval_date, before.approved_by, before.rejection_reason)
$$;

-- Refuses a second decision. Checked before the version, because the message is more specific.
create function private.check_community_is_undecided() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_decision(old, new) and (old.status <> 'pending' or new.status = 'pending')
    and private.is_admin() then
    raise exception 'This community is already %.', old.status using errcode = 'PT409';
  end if;
  return new;
end
$$;

create trigger before_1_check_undecided
before update on public.communities
for each row when (private.is_user_request())
execute function private.check_community_is_undecided();

-- A community's content as a reviewer sees it, with the names of its groups.
create function private.community_content(community public.communities) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
  from unnest(
    private.reviewed_fields()
    || array['location', 'requested_place', 'join_type', 'category', 'languages']
  ) as field
$$;

-- Records who decided and when. A rejected community becomes pending again when its owner or a co-owner edits it.
create function private.decide_community() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_decision(old, new) then
    if not private.is_admin() then
      raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
    end if;
    if new.status = 'approved' and new.location is null then
      raise exception 'Add the requested place first, or choose another one.'
        using errcode = 'PT400', detail = 'location';
    end if;
    new.approval_date := now();
    new.approved_by := (select auth.uid());
    if new.status = 'approved' then
      new.rejection_reason := null;
    else
      new.rejected_version := private.community_content(new)
        || jsonb_build_object('rejection_reason', new.rejection_reason);
    end if;
  elsif old.status = 'rejected' and private.may_manage(new.id) then
    new.status := 'pending';
    new.approval_date := null;
    new.approved_by := null;
    new.rejection_reason := null;
  end if;
  return new;
end
$$;

create trigger before_5_decide
before update on public.communities
for each row when (private.is_user_request()) execute function private.decide_community();

-- The decision that private.save_decision is writing, null during any other save.
create function private.decision() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('private.decision', true), '')
$$;

-- Holds the changes of an owner or a co-owner to the reviewed fields of an approved community: the approved values stay
-- live until an admin accepts the new ones. An owner's save that sends held_changes replaces the held version, except
-- for the held values that it sends back: null withdraws all of them. Any other save adds to it. Other admins neither
-- withdraw nor accept with a save: only private.decide_held_changes decides.
create function private.hold_community_changes() returns trigger
language plpgsql set search_path = '' as $$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
  to_hold text[];
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from old.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if new.held_changes is distinct from old.held_changes and not private.may_manage(new.id)
    and private.decision() is null then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    to_hold := array(
      select field from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
        and (field <> 'member_count' or private.is_count_reviewed(new.member_count, old.reviewed_count))
    );
    -- A count that goes live replaces the held one.
    if new.member_count <> old.member_count and 'member_count' <> all (to_hold) then
      held := held - 'member_count';
    end if;
    held := held || coalesce(
      (select jsonb_object_agg(field, to_jsonb(new) -> field) from unnest(to_hold) as field), '{}');
    new := jsonb_populate_record(new, coalesce(
      (select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(to_hold) as field), '{}'));
  end if;
  -- A held value that equals the live one needs no review.
  new.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(new) -> key
  );
  if new.held_changes is distinct from old.held_changes then
    new.held_at := case when new.held_changes is not null then now() end;
  end if;
  return new;
end
$$;

create trigger before_7_hold_changes
before update on public.communities
for each row when (private.is_user_request()) execute function private.hold_community_changes();

-- Records the member count that an admin approves: with the community, with held changes, or by writing it. So does
-- SQL. An undo restores the earlier one from the log.
create function private.record_reviewed_count() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.decision() is distinct from 'decision undone' and (
    tg_op = 'INSERT' or new.status <> old.status
    or new.member_count <> old.member_count and (private.is_admin() or not private.is_user_request())
  ) then
    new.reviewed_count := new.member_count;
  end if;
  return new;
end
$$;

-- After the trigger that restores the live values.
create trigger before_7_record_reviewed_count
before insert or update on public.communities
for each row when (new.status = 'approved') execute function private.record_reviewed_count();

-- Writes the columns of a community that a decision changes. The audit log records it under the name of the decision.
create function private.save_decision(decision text, community public.communities, columns text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('private.decision', decision, true);
  execute format(
    'update public.communities set (%s) = row(%s) where id = ($1).id',
    (select string_agg(format('%I', field), ', ') from unnest(columns) as field),
    (select string_agg(format('($1).%I', field), ', ') from unnest(columns) as field)
  ) using community;
  perform set_config('private.decision', '', true);
end
$$;

-- Accepts or declines the held changes of a community. Accepting makes exactly the stored values live, of whatever type
-- and whether or not the admin's release knows the field. version is the updated_at that the admin saw.
-- Not security definer: the update follows all rules for an admin's save, such as the check of the version.
create function private.decide_held_changes(community_id uuid, version timestamptz, is_accepted boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  community public.communities;
  columns text[] := array['held_changes', 'updated_at'];
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  -- Checked before the version, because the message is more specific.
  if community.held_changes is null then
    raise exception 'This community has no changes waiting for review.' using errcode = 'PT409';
  end if;
  if is_accepted then
    columns := columns || array(
      select field from unnest(private.reviewed_fields()) as field where community.held_changes ? field
    );
    community := jsonb_populate_record(community, community.held_changes);
  end if;
  community.held_changes := null;
  community.updated_at := version;
  perform private.save_decision(
    case when is_accepted then 'changes accepted' else 'changes declined' end, community, columns);
end
$$;

grant execute on function
  private.is_decision, private.community_content, private.decision, private.save_decision, private.decide_held_changes
to authenticated, service_role;
