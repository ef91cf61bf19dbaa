-- Review of WhatsApp groups that changed since an admin approved them.
-- Guarantee: an admin approves and confirms only groups that they have seen.

-- The groups of a community, for comparing two versions.
create function private.group_list(community_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', g.name, 'description', g.description) order by g.name, g.description
  ), '[]')
  from public.community_groups as g where g.community_id = group_list.community_id
$$;

-- A change of an owner or a co-owner to the groups gives them a new version, so that no admin approves groups they have
-- not seen. If the community is approved, the change returns it to the review queue, and visitors keep seeing
-- approved_groups. A change by an admin or the secret key counts as reviewed. The log has the names that an admin
-- changes, but not those that a decision or an import changes: the same transaction writes the community.
create function private.review_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
  groups jsonb;
  is_by_owner constant boolean := auth.uid() is not null and not private.is_admin();
begin
  -- An upsert may write unchanged groups.
  if old is not distinct from new then return null; end if;
  select * into community from public.communities
  where id = coalesce(new.community_id, old.community_id) for no key update;
  -- The community is being deleted, too.
  if not found then return null; end if;
  if is_by_owner then community.groups_updated_at := now(); end if;
  if community.status = 'approved' then
    groups := private.group_list(community.id);
    if groups = community.approved_groups then
      community.groups_changed_at := null;
    elsif is_by_owner then
      community.groups_changed_at := now();
    elsif community.groups_changed_at is null then
      community.approved_groups := groups;
    end if;
  end if;
  update public.communities set
    groups_updated_at = community.groups_updated_at, approved_groups = community.approved_groups,
    groups_changed_at = community.groups_changed_at
  where id = community.id;
  if is_by_owner then
    perform private.note_sign_of_life(community.id);
  elsif old.name is distinct from new.name and community.updated_at <> now() and private.is_admin() then
    perform private.log_action(
      'edited', 'community', community.id, community.owner_id, jsonb_strip_nulls(jsonb_build_object('group', old.name)),
      jsonb_strip_nulls(jsonb_build_object('group', new.name)));
  end if;
  return null;
end
$$;

create trigger review_groups after insert or update or delete on public.community_groups
for each row execute function private.review_groups();

-- Locks a community for a decision about its changed groups. seen_at is the groups_changed_at that the admin saw.
create function private.lock_changed_groups(community_id uuid, seen_at timestamptz) returns public.communities
language plpgsql set search_path = '' as $$
declare
  community constant public.communities := private.lock_community(community_id);
begin
  if community.groups_changed_at is null then
    raise exception 'The groups of this community are already reviewed.' using errcode = 'PT409';
  end if;
  if community.groups_changed_at is distinct from seen_at then
    raise exception 'The groups were changed again in the meantime. Reload them to see the current ones.'
      using errcode = 'PT412';
  end if;
  return community;
end
$$;

create function private.confirm_groups(community_id uuid, seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_changed_groups(community_id, seen_at);
  before constant jsonb := private.community_state(community_id);
  groups constant jsonb := private.group_list(community_id);
begin
  update public.communities set approved_groups = groups, groups_changed_at = null where id = community_id;
  perform private.record_decision(
    'changes accepted', community_id, before || jsonb_build_object('groups', community.approved_groups), '{}',
    details => jsonb_build_object('groups', groups));
end
$$;

-- Callers write the community first.
create function private.write_groups(community_id uuid, groups jsonb) returns void
language sql set search_path = '' as $$
  delete from public.community_groups as g where g.community_id = write_groups.community_id;
  insert into public.community_groups (community_id, name, description)
  select write_groups.community_id, g.name, g.description
  from jsonb_to_recordset(groups) as g (name text, description text)
$$;

grant execute on function private.group_list to authenticated, service_role;
