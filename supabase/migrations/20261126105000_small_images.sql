set local check_function_bodies = off;

drop policy "Images are added to the owner's folder" on "storage"."objects";

create or replace function private.check_new_image()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  size constant bigint := coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength');
  full_name constant text := private.full_image_name(new.name);
  is_small constant boolean := new.name <> full_name;
begin
  -- The lock delays a deletion of the account until this file exists, and is deleted with it.
  perform from public.profiles where id = private.folder_owner(new.name) for key share;
  if not found then
    raise exception 'This image folder does not belong to an account.' using errcode = '42501';
  end if;
  if size = 0 then
    raise exception 'The image is empty.' using errcode = '42501';
  end if;
  if is_small and size > 150 * 1024 then
    raise exception 'The small version of an image must be at most 150 kB.' using errcode = '42501';
  end if;
  perform private.lock_until_commit('images of ' || split_part(new.name, '/', 1));
  -- Otherwise an owner could change what the cards of an approved community show. Uploads with the secret key have no
  -- owner: they may add small versions to older images.
  if is_small and new.owner_id is not null and exists (
    select from storage.objects as o where o.bucket_id = 'community-images' and o.name = full_name
  ) then
    raise exception 'The small version must be uploaded before the image.' using errcode = '42501';
  end if;
  if (
    select count(*) from storage.objects as o
    where o.bucket_id = 'community-images'
      and o.name like split_part(new.name, '/', 1) || '/%'
      and (o.name <> private.full_image_name(o.name)) = is_small
  ) > 200 then
    raise exception 'You can store at most 200 images. Unused ones are deleted after a week.'
      using errcode = '42501';
  end if;
  return null;
end
$function$;

create or replace function private.full_image_name (
  object_name text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select replace(object_name, '-480.', '-compressed.')
$function$;

create or replace function private.is_image_in_use (
  object_name text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from private.images_in_use
    where owner_id = private.folder_owner(object_name) and name = private.full_image_name(object_name)
  )
$function$;

create or replace function public.list_unused_images (
  page_size integer default 100
)
  returns table (
    name text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select o.name from storage.objects as o
  where o.bucket_id = 'community-images' and o.created_at < now() - interval '7 days'
    and not exists (select from private.images_in_use as used where used.name = private.full_image_name(o.name))
  order by o.created_at, o.name
  limit private.clamp_page_size(page_size)
$function$;

create policy "Images are added to the owner's folder" on "storage"."objects"
  for insert
  to "authenticated"
  with
    check
    (((bucket_id = 'community-images'::text) AND
    (COALESCE(current_setting('storage.operation'::text, true), ''::text) = ANY (ARRAY[''::text,
    'storage.object.upload'::text])) AND
    (((storage.foldername(name))[1] = ( SELECT private.own_image_folder() AS own_image_folder)) OR (
    SELECT private.is_admin() AS is_admin)) AND
    (name ~
    '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-(compressed|480)\.(png|jpg|jpeg|gif)$'::text)));

revoke all on function "private"."full_image_name"(text) from public;

grant execute on function "private"."full_image_name"(text) to "service_role";
