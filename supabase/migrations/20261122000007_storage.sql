-- Images of communities. Public URLs need no select policy; listing and deleting do.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'community-images', 'community-images', true, 5242880,
  array['image/jpeg', 'image/png', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Every image that a community shows, would show once its held changes are accepted, or showed when it was
-- rejected; and what undoing a decision may bring back, twice as long as that takes.
create view private.images_in_use as
select c.owner_id, split_part(image.url, '/object/public/community-images/', 2) as name
from public.communities as c cross join lateral (values
  (c.image_url),
  (c.held_changes ->> 'image_url'),
  (case when c.status <> 'approved' then c.rejected_version ->> 'image_url' end)
) as image (url)
where image.url like '%/object/public/community-images/%'
union all
select e.owner_id, split_part(image.url, '/object/public/community-images/', 2)
from public.audit_log as e cross join lateral (values
  (e.before ->> 'image_url'),
  (e.before -> 'held_changes' ->> 'image_url'),
  (e.before -> 'rejected_version' ->> 'image_url')
) as image (url)
where e.subject = 'community' and e.at > now() - 2 * private.undo_window()
  and image.url like '%/object/public/community-images/%';

-- The user whose folder a file is in; null if the folder is nobody's. Security definer, because row-level
-- security hides the profiles of other users.
create function private.folder_owner(object_name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where image_folder = case
    when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/'
    then split_part(object_name, '/', 1)::uuid
  end
$$;

-- The folder of the signed-in user, as text; null when their account no longer exists.
create function private.own_image_folder() returns text
language sql stable security definer set search_path = '' as $$
  select image_folder::text from public.profiles where id = (select auth.uid())
$$;

-- Whether an image has to stay.
create function private.is_image_in_use(object_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.images_in_use
    where owner_id = private.folder_owner(object_name) and name = object_name
  )
$$;

-- Images that nothing has used for a week, for the function admin/collect-images. A week, because a draft on
-- another device may still show one.
create function public.list_unused_images(page_size integer default 100)
returns table (name text)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query
    select o.name from storage.objects as o
    where o.bucket_id = 'community-images' and o.created_at < now() - interval '7 days'
      and not exists (select from private.images_in_use as used where used.name = o.name)
    order by o.created_at, o.name
    limit least(greatest(page_size, 1), 1000);
end
$$;

-- The storage service asks the policies before an upload and then writes past them, and an address signed
-- beforehand writes at any time later. So what must hold for every upload is in triggers.

-- An image belongs to somebody who has an account, is not empty, and is one of at most 200. 42501 is the one
-- code whose sentence the storage service passes on. After the insert, because the policies are asked before
-- it: a folder of somebody else is none of the caller's business.
create function private.check_new_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that the account does not go before the image is there to go with it.
  perform from public.profiles where id = private.folder_owner(new.name) for key share;
  if not found then
    raise exception 'This image folder does not belong to an account.'
      using errcode = '42501';
  end if;
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength') = '0' then
    raise exception 'The image is empty.' using errcode = '42501';
  end if;
  perform private.one_at_a_time('images of ' || split_part(new.name, '/', 1));
  if (
    select count(*) from storage.objects as o
    where o.bucket_id = 'community-images'
      and o.name like split_part(new.name, '/', 1) || '/%'
  ) > 200 then
    raise exception 'You can store at most 200 images. Those that nothing uses go after a week.'
      using errcode = '42501';
  end if;
  return null;
end
$$;

create trigger check_new_community_image
after insert on storage.objects
for each row when (new.bucket_id = 'community-images')
execute function private.check_new_image();

-- What an admin has approved is not swapped, moved over or moved away, by whichever way of uploading.
create function private.keep_image() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A stored image is never replaced.' using errcode = '42501';
end
$$;

create trigger keep_community_image
before update on storage.objects
for each row when (
  'community-images' in (old.bucket_id, new.bucket_id)
  and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version)
)
execute function private.keep_image();

-- The policy on deleting has looked before the row was locked; a save may have begun to use the image since.
create function private.keep_image_in_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_image_in_use(old.name) then
    raise exception 'A community uses this image.' using errcode = '42501';
  end if;
  return old;
end
$$;

create trigger keep_community_image_in_use
before delete on storage.objects
for each row when (
  old.bucket_id = 'community-images' and current_user in ('anon', 'authenticated')
)
execute function private.keep_image_in_use();

-- There is no update policy: an image that an admin has approved cannot be swapped under its name. A plain
-- upload alone is allowed, because signed and resumable ones are checked once and used whenever.
create policy "Images are added to the owner's folder"
on storage.objects for insert to authenticated
with check (
  bucket_id = 'community-images'
  and coalesce(current_setting('storage.operation', true), '') in ('', 'storage.object.upload')
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
  and name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'
);

create policy "Images are listed by their owner"
on storage.objects for select to authenticated
using (
  bucket_id = 'community-images'
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
);

-- Deleting an image in use would let another take its name, and its approval.
create policy "Images that no community uses are deleted by their owner"
on storage.objects for delete to authenticated
using (
  bucket_id = 'community-images'
  and ((storage.foldername(name))[1] = (select private.own_image_folder()) or (select private.is_admin()))
  and not private.is_image_in_use(name)
);
