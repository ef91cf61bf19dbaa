-- The bucket of images, which are public by URL; config.toml defines it, migrations/ creates it. Users list, add and
-- delete files in their own folder only. Cards show the small version: '<time>-480.jpg' of '<time>-compressed.jpg'.

-- Null if the folder has no owner. Security definer, because row-level security hides the profiles of other users.
create function private.folder_owner(object_name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where image_folder = case
    when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' then split_part(object_name, '/', 1)::uuid
  end
$$;

-- Null if the user's account no longer exists. Security definer, so that policies need no rights on profiles.
create function private.own_image_folder() returns text
language sql stable security definer set search_path = '' as $$
  select image_folder::text from public.profiles where id = (select auth.uid())
$$;

grant execute on function private.own_image_folder to authenticated, service_role;
grant execute on function private.folder_owner to service_role;

-- Only plain uploads: the policies for a signed or resumable one are checked once, long before it ends.
create policy "Images are added to the owner's folder" on storage.objects for insert to authenticated with check (
  bucket_id = 'community-images'
  and coalesce(current_setting('storage.operation', true), '') in ('', 'storage.object.upload')
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
  and name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-(compressed|480)\.(png|jpg|jpeg|gif)$'
);

create policy "Images are listed by their owner" on storage.objects for select to authenticated using (
  bucket_id = 'community-images'
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
);

-- There is no update policy, and images in use stay: otherwise another file could take the name of an approved image.
create policy "Images that no community uses are deleted by their owner"
on storage.objects for delete to authenticated using (
  bucket_id = 'community-images'
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
  and not private.is_image_in_use(name)
);

-- The rules for every file are triggers: the storage service checks the policies, but writes as the service role. It
-- forwards only the messages of errors with the code 42501.

-- Runs after the insert, so that the policies are checked first: an error must not reveal whether another user's folder
-- exists. Security definer, to count files and lock a profile without row-level security.
create function private.check_new_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  size constant bigint := coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength');
  full_name constant text := private.full_image_name(new.name);
  is_small constant boolean := new.name <> full_name;
begin
  -- The lock delays a deletion of the account until this file exists, and is deleted with it.
  perform from public.profiles where id = private.folder_owner(new.name) for key share;
  if not found then raise exception 'This image folder does not belong to an account.' using errcode = '42501'; end if;
  if size = 0 then raise exception 'The image is empty.' using errcode = '42501'; end if;
  if is_small and size > (private.limits()).max_small_image_bytes then
    raise exception 'The small version of an image must be at most % kB.',
      (private.limits()).max_small_image_bytes / 1024 using errcode = '42501';
  end if;
  perform private.lock_until_commit('images of ' || split_part(new.name, '/', 1));
  -- Otherwise an owner could change what the cards of an approved community show. Uploads with the secret key, which
  -- have no owner, may add it later.
  if is_small and new.owner_id is not null and exists (
    select from storage.objects as o where o.bucket_id = 'community-images' and o.name = full_name
  ) then
    raise exception 'The small version must be uploaded before the image.' using errcode = '42501';
  end if;
  perform private.require_quota(
    count(*) - 1, 200, 'You can store at most 200 images. Unused ones are deleted after a week.', '42501')
  from storage.objects as o
  where o.bucket_id = 'community-images' and o.name like split_part(new.name, '/', 1) || '/%'
    and (o.name <> private.full_image_name(o.name)) = is_small;
  return null;
end
$$;

create trigger check_new_community_image after insert on storage.objects
for each row when (new.bucket_id = 'community-images') execute function private.check_new_image();

-- Checks the type of a file against the bucket's list, which the storage service skips for uploads without a type.
create function private.check_image_type() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from storage.buckets as b where b.id = new.bucket_id and (b.allowed_mime_types is null
      or lower(split_part(new.metadata ->> 'mimetype', ';', 1)) = any (b.allowed_mime_types))
  ) then
    raise exception 'Images must be JPEG, PNG or GIF.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- A row without metadata is the trial insert with which the storage service checks the policies.
create trigger check_community_image_type before insert or update of metadata on storage.objects
for each row when (new.bucket_id = 'community-images' and new.metadata is not null)
execute function private.check_image_type();

create function private.keep_image() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Stored images cannot be replaced.' using errcode = '42501';
end
$$;

create trigger keep_community_image before update on storage.objects for each row when (
  'community-images' in (old.bucket_id, new.bucket_id)
  and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version)
) execute function private.keep_image();

-- Checks again under the row lock, because a save may have started to use the image after the policy check.
create function private.keep_image_in_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_image_in_use(old.name) then
    raise exception 'This image is in use.' using errcode = '42501';
  end if;
  return old;
end
$$;

create trigger keep_community_image_in_use before delete on storage.objects
for each row when (old.bucket_id = 'community-images' and current_user in ('anon', 'authenticated'))
execute function private.keep_image_in_use();
