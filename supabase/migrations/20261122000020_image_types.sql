-- A storage service may let an upload pass that names no type, or writes past its own list; what is stored
-- would then be served as whatever a browser takes it for. So the bucket's list holds here as well, and is
-- refused with the one code whose sentence that service passes on.
create function private.check_image_type() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from storage.buckets as b
    where b.id = new.bucket_id and (
      b.allowed_mime_types is null
      or lower(split_part(new.metadata ->> 'mimetype', ';', 1)) = any (b.allowed_mime_types)
    )
  ) then
    raise exception 'An image is a JPEG, PNG or GIF.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- Without metadata it is the trial by which the storage service asks the policies.
create trigger check_community_image_type
before insert or update of metadata on storage.objects
for each row when (new.bucket_id = 'community-images' and new.metadata is not null)
execute function private.check_image_type();
