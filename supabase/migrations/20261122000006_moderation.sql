-- What an admin decides, what is held until one has seen it, and how a decision is taken back.

-- Whether a save tries to decide on the community.
create function private.is_decision(before public.communities, after public.communities)
returns boolean
language sql immutable set search_path = '' as $$
  select (after.status, after.approval_date, after.approved_by, after.rejection_reason)
    is distinct from (before.status, before.approval_date, before.approved_by, before.rejection_reason)
$$;

-- Said before the version is compared, because it says more than that something changed.
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

-- A decision is an admin's and signed by the database. A rejected community that its owner edits comes
-- back for review.
create function private.moderate_community() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_decision(old, new) then
    if not private.is_admin() then
      raise exception 'Only an admin may approve or reject a community.' using errcode = '42501';
    end if;
    new.approval_date := now();
    new.approved_by := (select auth.uid());
    if new.status = 'approved' then
      new.rejection_reason := null;
    else
      new.rejected_version := private.community_content(new)
        || jsonb_build_object('rejection_reason', new.rejection_reason);
    end if;
  elsif old.status = 'rejected' and new.owner_id = (select auth.uid()) then
    new.status := 'pending';
    new.approval_date := null;
    new.approved_by := null;
    new.rejection_reason := null;
  end if;
  return new;
end
$$;

create trigger before_5_moderate
before update on public.communities
for each row when (private.is_user_request()) execute function private.moderate_community();

-- Bait and switch: what visitors were promised stays live until an admin has seen the new version.
-- held_changes sent as null starts the held version afresh; left out, the new edit adds to it.
create function private.hold_community_changes() returns trigger
language plpgsql set search_path = '' as $$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
begin
  if new.held_changes is not null and new.held_changes is distinct from old.held_changes then
    raise exception 'Held changes cannot be written directly.' using errcode = '42501';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    held := held || coalesce((
      select jsonb_object_agg(field, to_jsonb(new) -> field)
      from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
    ), '{}'::jsonb);
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(private.reviewed_fields()) as field
    ));
  end if;
  held := coalesce((
    select jsonb_object_agg(key, value)
    from jsonb_each(held) where value <> to_jsonb(new) -> key
  ), '{}'::jsonb);
  new.held_changes := nullif(held, '{}'::jsonb);
  if new.held_changes is distinct from old.held_changes then
    new.held_at := case when new.held_changes is not null then now() end;
  end if;
  return new;
end
$$;

create trigger before_7_hold_changes
before update on public.communities
for each row when (private.is_user_request()) execute function private.hold_community_changes();

-- The groups of a community as a reviewer compares them.
create function private.group_list(community_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', g.name, 'description', g.description) order by g.name, g.description
    ),
    '[]'::jsonb
  )
  from public.community_groups as g where g.community_id = group_list.community_id
$$;

-- Approving a community approves its groups.
create function private.remember_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_groups := private.group_list(new.id);
    new.groups_changed_at := null;
  end if;
  return new;
end
$$;

create trigger before_6_remember_groups
before insert or update on public.communities
for each row execute function private.remember_groups();

-- An owner's change to the groups of an approved community is live at once and brings the community back
-- for review; an admin's, and that of the secret key, counts as reviewed. updated_at stays, because it is
-- the version of the community itself. While the community waits for its approval, which is one of its groups
-- too, an owner's change moves the version on: nobody approves groups that they have not seen.
create function private.review_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  groups jsonb;
begin
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id) for no key update;
  if community.status = 'pending' and auth.uid() is not null and not private.is_admin() then
    update public.communities set updated_at = now() where id = community.id;
  end if;
  if community.status is distinct from 'approved' then
    return null;
  end if;
  groups := private.group_list(community.id);
  if groups = community.approved_groups then
    community.groups_changed_at := null;
  elsif auth.uid() is not null and not private.is_admin() then
    community.groups_changed_at := now();
  elsif community.groups_changed_at is null then
    community.approved_groups := groups;
  end if;
  update public.communities set
    approved_groups = community.approved_groups, groups_changed_at = community.groups_changed_at
  where id = community.id;
  return null;
end
$$;

create trigger review_groups
after insert or delete on public.community_groups
for each row execute function private.review_groups();

-- Saving a dialog writes every group, also those that stay as they are.
create trigger review_changed_groups
after update on public.community_groups
for each row when (old.* is distinct from new.*) execute function private.review_groups();

-- An admin has seen the changed groups. seen_at is the groups_changed_at that came with what they saw.
create function private.confirm_groups(community_id uuid, seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  groups jsonb;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.groups_changed_at is null then
    raise exception 'The groups of this community are already confirmed.' using errcode = 'PT409';
  end if;
  if community.groups_changed_at is distinct from seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT409';
  end if;
  groups := private.group_list(community_id);
  perform private.log_action(
    'changes accepted', 'community', community_id, community.owner_id,
    jsonb_build_object('groups', community.approved_groups), jsonb_build_object('groups', groups));
  update public.communities set approved_groups = groups, groups_changed_at = null
  where id = community_id;
end
$$;

-- For the queue.
create function public.confirm_groups(community_id uuid, seen_at timestamptz) returns void
language sql security invoker set search_path = '' as $$
  select private.confirm_groups(community_id, seen_at)
$$;

-- How long a decision can be taken back: the page offers it for some seconds, and a slow connection should
-- not be too late.
create function private.undo_window() returns interval
language sql immutable set search_path = '' as $$ select interval '1 minute' $$;

-- Takes back the caller's own last decision, exactly as the log remembers it.
create function private.undo_decision(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  entry public.audit_log;
  link text;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in ('approved', 'rejected', 'changes accepted', 'changes declined')
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- The decision's own time, unless something happened to the community since.
    or community.updated_at is distinct from entry.at then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  community := jsonb_populate_record(community, entry.before);
  if community.status <> 'rejected' then
    foreach link in array
      array_remove(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link'], null)
    loop
      perform private.one_at_a_time('WhatsApp link ' || link);
      if private.is_whatsapp_link_listed(link, community_id) then
        raise exception 'This WhatsApp link is already listed in the directory.'
          using errcode = '23505', detail = 'whatsapp_link';
      end if;
    end loop;
  end if;

  perform set_config('private.undoing', 'on', true);
  -- Every column that the decision changed, so that a new reviewed field needs no change here.
  execute format(
    'update public.communities set (%s, updated_at) = (%s, now()) where id = $2',
    (select string_agg(format('%I', field), ', ') from jsonb_object_keys(entry.before) as field),
    (select string_agg(format('($1).%I', field), ', ') from jsonb_object_keys(entry.before) as field)
  ) using community, community_id;
  perform set_config('private.undoing', 'off', true);
end
$$;

-- For the notice of a decision.
create function public.undo_decision(community_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.undo_decision(community_id)
$$;
