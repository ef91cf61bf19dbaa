-- The rules for saving communities and groups that communities/save.sql applies.
-- Guarantee: a save that sends a version never overwrites a newer one, an insert never changes an existing community,
-- and owners and admins alike choose from what is offered.

-- updated_at and groups_updated_at carry the versions that the editor loaded: a save of an older version is refused.
-- An edit sends only updated_at; an approval sends both, because it includes the groups.
create function private.require_current_version(before public.communities, after public.communities) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if (after.updated_at, after.groups_updated_at) is distinct from (before.updated_at, before.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$$;

create function private.require_open_category(category public.community_category) returns void
language plpgsql stable set search_path = '' as $$
begin
  if category = 'Social' and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.' using errcode = 'PT403', detail = 'category';
  end if;
end
$$;

-- Refuses to insert a community again, also with an upsert: it would change the stored one, which may be approved. The
-- app compares the two, because its first attempt may have been stored although the response was lost.
-- At most 100 communities per owner, except for admins. The lock makes concurrent inserts of an owner wait for each
-- other.
-- Security definer, to count without row-level security.
create function private.require_room_for(community public.communities) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_until_commit('communities of ' || community.owner_id);
  if exists (
    select from public.communities as c
    where c.id = community.id and (c.owner_id = community.owner_id or private.may_manage(c.id) or private.is_admin())
  ) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  if not private.is_admin()
    and (select count(*) from public.communities as c where c.owner_id = community.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
end
$$;

-- The name of the place that a save chooses, by any of its names: it may have been renamed or merged since the form was
-- opened. Retired places keep their communities, but take no new ones. Null until a requested place is added; an
-- approved community keeps its place until then.
create function private.chosen_place(after public.communities, before public.communities default null) returns text
language plpgsql set search_path = '' as $$
declare
  place public.places;
begin
  if after.location is null and after.requested_place is not null and before.status is distinct from 'approved' then
    return null;
  end if;
  place := private.lock_place(after.location);
  if place.id is null then
    raise exception 'Please select a location' using errcode = 'PT400', detail = 'location';
  end if;
  if not place.is_active and place.name is distinct from before.location then
    raise exception 'This place is no longer available. Please choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  return place.name;
end
$$;

-- At most 50 groups per community, not counting the new one, which an upsert may repeat. Not security definer:
-- strangers count no groups, so that row-level security refuses theirs with the same error in every community.
create function private.check_group_count() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.lock_until_commit('groups of ' || new.community_id);
  perform private.require_quota(count(*), 50, 'A community can have at most 50 groups.', 'PT400')
  from public.community_groups
  where community_id = new.community_id and id <> new.id;
  return new;
end
$$;

create trigger check_count
before insert on public.community_groups
for each row when (private.is_user_request()) execute function private.check_group_count();

create function private.protect_group_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A group cannot be moved to another community.' using errcode = 'PT403';
end
$$;

create trigger protect_columns
before update on public.community_groups
for each row when ((old.id, old.community_id) is distinct from (new.id, new.community_id))
execute function private.protect_group_columns();

grant execute on function
  private.require_current_version, private.require_open_category, private.require_room_for, private.chosen_place
to authenticated, service_role;
