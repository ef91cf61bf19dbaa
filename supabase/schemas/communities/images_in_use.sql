-- Which stored images are in use, and lists of the others. A small version is in use with its image.

-- The name of an image, given its own name or that of its small version.
create function private.full_image_name(object_name text) returns text
language sql immutable set search_path = '' as $$ select replace(object_name, '-480.', '-compressed.') $$;

-- The name of the stored file; empty for a stock photo.
create function private.image_name(url text) returns text
language sql immutable set search_path = '' as $$ select split_part(url, '/object/public/community-images/', 2) $$;

-- For finding the communities that use a file: they may belong to another user than its folder.
create index communities_image_name_idx on public.communities (private.image_name(image_url))
where image_url like '%/object/public/community-images/%';
create index communities_held_image_name_idx on public.communities (private.image_name(held_changes ->> 'image_url'))
where held_at is not null and held_changes ->> 'image_url' like '%/object/public/community-images/%';
create index communities_rejected_image_name_idx
on public.communities (private.image_name(rejected_version ->> 'image_url')) where status in ('pending', 'rejected')
  and rejected_version ->> 'image_url' like '%/object/public/community-images/%';

-- Live, held or in a rejected version. Each has an index.
create view private.images_of_communities as
select private.image_name(c.image_url) as name
from public.communities as c where c.image_url like '%/object/public/community-images/%'
union all
select private.image_name(c.held_changes ->> 'image_url')
from public.communities as c where c.held_at is not null
  and c.held_changes ->> 'image_url' like '%/object/public/community-images/%'
union all
select private.image_name(c.rejected_version ->> 'image_url')
from public.communities as c
where c.status in ('pending', 'rejected')
  and c.rejected_version ->> 'image_url' like '%/object/public/community-images/%';

-- Needed to undo a decision, for twice the undo window.
create view private.images_of_undo as
select private.image_name(image.url) as name
from public.audit_log as e cross join lateral (values
  (e.before ->> 'image_url'), (e.before -> 'held_changes' ->> 'image_url'),
  (e.before -> 'rejected_version' ->> 'image_url')
) as image (url)
where e.subject = 'community' and e.at > now() - 2 * private.undo_window()
  and image.url like '%/object/public/community-images/%';

create view private.images_in_use as
select name from private.images_of_communities union all select name from private.images_of_undo;

grant select on private.images_of_communities, private.images_of_undo, private.images_in_use to service_role;

create function private.is_image_in_use(object_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.images_in_use where name = private.full_image_name(object_name))
$$;

-- Unused images older than a week, for the function admin/collect-images. Younger ones may be in a draft on another
-- device. Starts at a random name and looks at 20,000 files, then continues with the first: with more files, a call
-- takes no longer, and the calls of a few days reach each file.
create function public.list_unused_images(page_size integer default 100) returns table (name text)
language sql security invoker set search_path = '' as $$
  with start as materialized (select gen_random_uuid()::text as name), found as materialized (
    (select o.name, o.created_at from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~>=~ (select s.name from start as s)
      order by o.name using ~<~ limit 20000)
    union all
    (select o.name, o.created_at from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~<~ (select s.name from start as s)
      order by o.name using ~<~ limit 20000)
    limit 20000
  )
  select f.name from found as f
  where f.created_at < now() - interval '7 days'
    -- OFFSET has each file looked up: a join would read the images of all communities.
    and not exists (
      select from private.images_of_communities as used where used.name = private.full_image_name(f.name) offset 0
    )
    and not exists (select from private.images_of_undo as used where used.name = private.full_image_name(f.name))
  order by f.created_at, f.name limit private.clamp_page_size(page_size)
$$;

-- The files in a deleted account's folder that no community of another user uses, for the function delete-user. Looks
-- each file up: a join would read every community. These operators use the index with any prefix; '0' follows '/'.
create function public.list_images_to_delete(folder uuid, page_size integer default 100) returns table (name text)
language sql stable security invoker set search_path = '' as $$
  select o.name from storage.objects as o
  where o.bucket_id = 'community-images' and o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0')
    and not private.is_image_in_use(o.name)
  order by o.name limit private.clamp_page_size(page_size)
$$;

grant execute on function private.is_image_in_use, private.image_name to authenticated, service_role;
grant execute on function public.list_images_to_delete, public.list_unused_images, private.full_image_name
to service_role;
