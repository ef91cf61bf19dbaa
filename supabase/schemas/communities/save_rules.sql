-- The rules for every save of a community or a group by an owner or an admin.
-- Guarantee: a save that sends a version never overwrites a newer one, an insert never changes an existing community,
-- and owners and creation dates never change. communities/links_and_images.sql checks links and images.
--
-- BEFORE triggers fire in the order of their names, and each checks one thing. The triggers for decisions and held
-- changes are in review/decisions.sql.

-- updated_at and groups_updated_at carry the versions that the editor loaded: a save of an older version is refused.
-- An edit sends only updated_at; an approval sends both, because it includes the groups.
create function private.check_community_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger before_2_check_version
before update on public.communities
for each row when (private.is_user_request()) execute function private.check_community_version();

-- Row-level security and the foreign key also check a new owner, but after all triggers: without this check, the errors
-- of later triggers would reveal data of other owners, and reveal listed links to deleted accounts.
create function private.protect_community_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.require_profile();
    if new.owner_id is distinct from (select auth.uid()) then
      raise exception 'You can only list your own communities.' using errcode = 'PT403';
    end if;
    new.created_at := now();
    new.updated_at := now();
  elsif (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
    raise exception 'The owner and the creation date of a community cannot be changed.' using errcode = 'PT403';
  end if;
  if new.category = 'Social' and (tg_op = 'INSERT' or old.category <> 'Social')
    and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.'
      using errcode = 'PT403', detail = 'category';
  end if;
  return new;
end
$$;

create trigger before_3_protect_columns
before insert or update on public.communities
for each row when (private.is_user_request()) execute function private.protect_community_columns();

-- Finds a place by any of its names: it may have been renamed or merged since the form was opened. Retired places keep
-- their communities, but take no new ones.
create function private.check_community_place() returns trigger
language plpgsql set search_path = '' as $$
declare
  place public.places;
  -- Until the requested place is added. An approved community keeps its current place until then.
  may_be_missing constant boolean :=
    new.requested_place is not null and (tg_op = 'INSERT' or old.status <> 'approved');
begin
  -- Without a lock on the place, the save cannot deadlock with a merge, which locks the place first.
  if (new.location is null and may_be_missing) or (tg_op = 'UPDATE' and new.location = old.location) then
    return new;
  end if;
  place := private.lock_place(new.location);
  if place.id is null then
    raise exception 'Please select a location' using errcode = 'PT400', detail = 'location';
  end if;
  if not place.is_active and (tg_op = 'INSERT' or place.name is distinct from old.location) then
    raise exception 'This place is no longer available. Please choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  new.location := place.name;
  return new;
end
$$;

create trigger before_4_check_place
before insert or update on public.communities
for each row when (private.is_user_request()) execute function private.check_community_place();

-- Visitors of the open directory filter by language.
create function private.require_languages() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.languages = '{}' and private.is_directory_live() then
    raise exception 'Please choose at least one language' using errcode = 'PT400', detail = 'languages';
  end if;
  return new;
end
$$;

create trigger before_4_require_languages
before insert on public.communities
for each row when (private.is_user_request()) execute function private.require_languages();

-- Reserves the id of a deleted community for its owner: a link to its page must not lead to another owner's community,
-- and the audit log must not mix the two. Security definer, because users cannot read the audit log.
create function private.check_community_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.audit_log as e
    where e.subject_id = new.id and e.action = 'deleted' and e.owner_id is distinct from new.owner_id
  ) then
    raise exception 'This community was deleted.' using errcode = 'PT410';
  end if;
  return null;
end
$$;

-- After the insert, which waits for a concurrent deletion.
create trigger check_id
after insert on public.communities
for each row when (private.is_user_request()) execute function private.check_community_id();

-- Whether private.import_communities is inserting the rows of an admin.
create function private.is_import() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('private.is_import', true), '') = 'true'
$$;

-- Refuses to insert a community again, also with an upsert: it would change the stored one, which may be approved. The
-- app compares the two, because its first attempt may have been stored although the response was lost.
-- At most 100 communities per owner, except for admins. The lock makes concurrent inserts of an owner wait for each
-- other.
-- Security definer, to count without row-level security.
create function private.check_new_community() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_until_commit('communities of ' || new.owner_id);
  if exists (
    select from public.communities
    where id = new.id and (owner_id = new.owner_id or private.may_manage(id) or private.is_admin())
  ) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  if not private.is_admin()
    and (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
  return new;
end
$$;

create trigger before_4_check_new
before insert on public.communities
for each row when (private.is_user_request()) execute function private.check_new_community();

-- At most 50 groups per community, not counting the new one, which an upsert may repeat. Not security definer:
-- strangers count no groups, so that row-level security refuses theirs with the same error in every community.
create function private.check_group_count() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.lock_until_commit('groups of ' || new.community_id);
  if (
    select count(*) from public.community_groups
    where community_id = new.community_id and id <> new.id
  ) >= 50 then
    raise exception 'A community can have at most 50 groups.' using errcode = 'PT400';
  end if;
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

grant execute on function private.is_import to authenticated, service_role;
