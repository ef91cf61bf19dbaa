-- Rules of communities/save.sql: categories, places, links, images and groups. Errors name the field as their detail.
-- Guarantee: owners and admins alike choose from what is offered.

create function private.require_open_category(category public.community_category) returns void
language plpgsql stable set search_path = '' as $$
begin
  if category = 'Social' and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.' using errcode = 'PT403', detail = 'category';
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

create index communities_held_link_idx on public.communities ((held_changes ->> 'whatsapp_link'))
where held_at is not null;

-- Whether another community has this link, live or held. Rejected communities do not count.
-- Security definer, because row-level security hides the communities of other owners.
create function private.is_whatsapp_link_listed(link text, except_id uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.communities where whatsapp_link = link and status <> 'rejected' and id is distinct from except_id
    union all
    select from public.communities
    where held_at is not null and held_changes ->> 'whatsapp_link' = link and id is distinct from except_id
  )
$$;

-- The lock makes a request for the same link wait: the unique index covers live links, not held ones.
create function private.require_unlisted_link(link text, except_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_until_commit('WhatsApp link ' || link);
  if private.is_whatsapp_link_listed(link, except_id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = 'PT409', detail = 'whatsapp_link';
  end if;
end
$$;

-- Requires a stock photo, or a file of this project in the folder of the owner or a co-owner. Locks the file: it
-- cannot be deleted while a save starts to use it. Security definer: a lock requires an update policy.
create function private.require_image(url text, community public.communities) returns void
language plpgsql security definer set search_path = '' as $$
declare
  file constant text := private.image_name(url);
  uploader constant uuid := private.folder_owner(file);
begin
  if url like 'https://images.unsplash.com/%' then return; end if;
  if split_part(url, '/storage/v1/', 1) = private.project_url() and (uploader = community.owner_id or exists (
    select from public.co_owners as o where o.community_id = community.id and o.user_id = uploader
  )) then
    perform from storage.objects where bucket_id = 'community-images' and name = file for key share;
    if found then return; end if;
  end if;
  raise exception 'Invalid image URL' using errcode = 'PT400', detail = 'image_url';
end
$$;

-- At most 50 groups per community, not counting the new one, which an upsert may repeat. Not security definer:
-- strangers count no groups, so that row-level security refuses theirs with the same error in every community.
create function private.check_group_count() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.lock_until_commit('groups of ' || new.community_id);
  perform private.require_quota(count(*), 50, 'A community can have at most 50 groups.', 'PT400')
  from public.community_groups where community_id = new.community_id and id <> new.id;
  return new;
end
$$;

create trigger check_count before insert on public.community_groups
for each row when (private.is_user_request()) execute function private.check_group_count();

create function private.protect_group_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A group cannot be moved to another community.' using errcode = 'PT403';
end
$$;

create trigger protect_columns before update on public.community_groups
for each row when ((old.id, old.community_id) is distinct from (new.id, new.community_id))
execute function private.protect_group_columns();

grant execute on function
  private.require_open_category, private.chosen_place, private.require_unlisted_link, private.require_image
to authenticated, service_role;
