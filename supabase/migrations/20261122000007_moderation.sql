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
    raise exception 'This listing is already %.', old.status using errcode = 'PT409';
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

create trigger before_4_moderate
before update on public.communities
for each row when (private.is_user_request()) execute function private.moderate_community();

-- Bait and switch: what visitors were promised stays live until an admin has seen the new version.
-- held_changes sent as null starts the held version afresh; left out, the new edit adds to it.
create function private.hold_community_changes() returns trigger
language plpgsql set search_path = '' as $$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
  editable constant text[] := array['name', 'description', 'whatsapp_link', 'image_url'];
begin
  if new.held_changes is not null and new.held_changes is distinct from old.held_changes then
    raise exception 'Held changes cannot be written directly.' using errcode = '42501';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    held := held || coalesce((
      select jsonb_object_agg(field, to_jsonb(new) -> field)
      from unnest(editable) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
    ), '{}'::jsonb);
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(editable) as field
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

create trigger before_5_hold_changes
before update on public.communities
for each row when (private.is_user_request()) execute function private.hold_community_changes();

-- Takes back the caller's own last decision, exactly as the log remembers it. A minute, because the
-- page offers it for some seconds and a slow connection should not be too late.
create function private.undo_decision(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  entry public.audit_log;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in ('approved', 'rejected', 'changes accepted', 'changes declined')
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - interval '1 minute'
    -- The decision's own time, unless something happened to the community since.
    or community.updated_at is distinct from entry.at then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  community := jsonb_populate_record(community, entry.before);
  if community.status <> 'rejected'
    and private.is_whatsapp_link_listed(
      coalesce(community.held_changes ->> 'whatsapp_link', community.whatsapp_link), community_id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = '23505', detail = 'whatsapp_link';
  end if;

  perform set_config('private.undoing', 'on', true);
  update public.communities set
    name = community.name, description = community.description,
    whatsapp_link = community.whatsapp_link, image_url = community.image_url,
    status = community.status, approval_date = community.approval_date,
    approved_by = community.approved_by, rejection_reason = community.rejection_reason,
    rejected_version = community.rejected_version,
    held_changes = community.held_changes, held_at = community.held_at, updated_at = now()
  where id = community_id;
  perform set_config('private.undoing', 'off', true);
end
$$;

create function public.undo_decision(community_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.undo_decision(community_id)
$$;
