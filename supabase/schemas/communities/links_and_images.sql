-- The link and the image of a community that is saved, live or held.
-- Guarantee: a link is listed once, and an image is a stock photo or a stored file of the owner or a co-owner.

-- Whether another community has this link, live or held. Rejected communities do not count.
-- Security definer, because row-level security hides the communities of other owners.
create function private.is_whatsapp_link_listed(link text, except_id uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.communities
    where whatsapp_link = link and status <> 'rejected' and id is distinct from except_id
  ) or exists (
    select from public.communities
    where held_at is not null and held_changes ->> 'whatsapp_link' = link
      and id is distinct from except_id
  )
$$;

-- Raises an error if another community has this link. The lock makes a request for the same link wait: the unique
-- index covers live links, not held ones.
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

-- Checks a changed link, live or held.
create function private.require_new_link(before public.communities, after public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  wanted constant text := coalesce(after.held_changes ->> 'whatsapp_link', after.whatsapp_link);
begin
  if after.status <> 'rejected' and (
    after.status <> before.status or wanted <> coalesce(before.held_changes ->> 'whatsapp_link', before.whatsapp_link)
  ) then
    perform private.require_unlisted_link(wanted, after.id);
  end if;
end
$$;

-- Whether the file exists in the folder of the owner or a co-owner, in this project. Locks the file, so that it cannot
-- be deleted while a save starts to use it. Security definer, because a lock requires an update policy, which
-- storage.objects lacks.
create function private.is_stored_image(url text, community_id uuid, owner_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  file constant text := private.image_name(url);
  uploader constant uuid := private.folder_owner(file);
begin
  if split_part(url, '/storage/v1/', 1) is distinct from private.project_url()
    or uploader is distinct from owner_id and not exists (
      select from public.co_owners as o where o.community_id = community_id and o.user_id = uploader
    ) then
    return false;
  end if;
  perform from storage.objects
  where bucket_id = 'community-images' and name = file
  for key share;
  return found;
end
$$;

create function private.require_image(url text, community public.communities) returns void
language plpgsql set search_path = '' as $$
begin
  if url not like 'https://images.unsplash.com/%'
    and not private.is_stored_image(url, community.id, community.owner_id) then
    raise exception 'Invalid image URL' using errcode = 'PT400', detail = 'image_url';
  end if;
end
$$;

-- Checks a changed image, live or held. The live image is valid even if the user who uploaded it is neither owner nor
-- co-owner any more: withdrawing another one must work.
create function private.require_new_image(before public.communities, after public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  wanted constant text := coalesce(after.held_changes ->> 'image_url', after.image_url);
begin
  if wanted not in (before.image_url, coalesce(before.held_changes ->> 'image_url', before.image_url)) then
    perform private.require_image(wanted, after);
  end if;
end
$$;

grant execute on function
  private.require_unlisted_link, private.require_new_link, private.is_stored_image, private.require_image,
  private.require_new_image
to authenticated, service_role;
