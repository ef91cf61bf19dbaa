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

-- Whether a community shows the image, or would once its held changes are accepted. A rejected image stays
-- for as long as a reviewer may want to see it beside the new one.
create function private.is_image_in_use(object_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.communities
    where owner_id = case
        when object_name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/'
        then split_part(object_name, '/', 1)::uuid
      end
      and (
        image_url like '%/community-images/' || object_name
        or held_changes ->> 'image_url' like '%/community-images/' || object_name
        or (
          status <> 'approved'
          and rejected_version ->> 'image_url' like '%/community-images/' || object_name
        )
      )
  )
$$;

-- There is no update policy: an image that an admin has approved cannot be swapped under its name.
create policy "Images are added below the folder of their owner"
on storage.objects for insert to authenticated
with check (
  bucket_id = 'community-images'
  and (select private.has_profile())
  and (
    (storage.foldername(name))[1] = (select auth.uid())::text
    or (select private.is_admin())
  )
  and name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'
);

create policy "Images are listed by their owner"
on storage.objects for select to authenticated
using (
  bucket_id = 'community-images'
  and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.is_admin()))
);

-- Deleting an image in use would let another take its name, and its approval.
create policy "Images that no community uses are deleted by their owner"
on storage.objects for delete to authenticated
using (
  bucket_id = 'community-images'
  and (select private.has_profile())
  and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.is_admin()))
  and not private.is_image_in_use(name)
);
