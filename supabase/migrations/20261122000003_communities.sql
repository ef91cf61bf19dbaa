-- Communities: what they are made of, who reads and writes them, and what every save is held to.

create type public.community_status as enum ('pending', 'approved', 'rejected');
create type public.join_type as enum ('open', 'request');
create type public.community_category as enum (
  'Sports', 'Party & Events', 'Tours & Adventure', 'Digital Nomads',
  'Business', 'Culture', 'Exploration', 'Social'
);
create type public.community_location as enum (
  'Cape Town', 'Bali', 'Zürich', 'Rio de Janeiro', 'Medellín', 'Koh Phangan'
);

-- The one form in which a link is stored. Every other real form is normalised to it before saving,
-- so that comparing two links is comparing two texts.
create function private.is_whatsapp_link(link text) returns boolean
language sql immutable set search_path = '' as $$
  select link ~ '^https://chat\.whatsapp\.com/[A-Za-z0-9]{22}$'
    or link ~ '^https://whatsapp\.com/channel/[A-Za-z0-9_-]{8,64}$'
$$;

-- The stock photo host, or an image in our bucket. A trigger checks the project's host and the owner's folder,
-- which a CHECK constraint cannot read.
create function private.is_image_url(url text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(url) <= 500 and (
    url ~ '^https://images\.unsplash\.com/photo-[A-Za-z0-9-]+(\?[A-Za-z0-9=&_.,%-]*)?$'
    or url ~ (
      '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/storage/v1/object/public/community-images/'
      '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'
    )
  )
$$;

-- What visitors are promised: an owner's change to one of these fields of an approved community is held until
-- an admin accepts it. src/communities/fields.ts has the same list for the page.
create function private.reviewed_fields() returns text[]
language sql immutable set search_path = '' as $$
  select array['name', 'description', 'whatsapp_link', 'image_url']
$$;

create table public.communities (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  description text not null
    check (private.is_visible(description) and private.is_text(description, 2000)),
  location public.community_location not null,
  whatsapp_link text not null
    constraint communities_whatsapp_link_check check (private.is_whatsapp_link(whatsapp_link)),
  join_type public.join_type not null default 'open',
  image_url text not null,
  category public.community_category not null,
  member_count integer not null default 0 check (member_count between 0 and 10000000),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  status public.community_status not null default 'pending',
  approval_date timestamptz,
  approved_by uuid references public.profiles (id) on delete set null,
  rejection_reason text check (private.is_text(rejection_reason, 500)),
  -- What an admin rejected, so that a resubmitted community can be shown beside it.
  rejected_version jsonb,
  held_changes jsonb,
  held_at timestamptz,
  -- The groups as an admin last saw them, and since when they differ.
  approved_groups jsonb,
  groups_changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Everything a search looks at, owner included: one text, one index.
  search_text text not null default '',
  constraint communities_image_url_check check (private.is_image_url(image_url)),
  -- A held value goes live as it is, so it obeys the same rules as the column it waits for.
  constraint communities_held_changes_check check (
    held_changes is null or (
      status = 'approved'
      and jsonb_typeof(held_changes) = 'object'
      and held_changes - private.reviewed_fields() = '{}'::jsonb
      and private.is_line(coalesce(held_changes ->> 'name', name), 100)
      and private.is_visible(coalesce(held_changes ->> 'description', description))
      and private.is_text(coalesce(held_changes ->> 'description', description), 2000)
      and private.is_whatsapp_link(coalesce(held_changes ->> 'whatsapp_link', whatsapp_link))
      and private.is_image_url(coalesce(held_changes ->> 'image_url', image_url))
    )
  )
);

create index communities_owner_id_idx on public.communities (owner_id);
create index communities_approved_by_idx on public.communities (approved_by);
create index communities_created_at_idx on public.communities (created_at desc, id);
create index communities_held_at_idx on public.communities (held_at) where held_at is not null;
create index communities_groups_changed_at_idx
on public.communities (groups_changed_at) where groups_changed_at is not null;
create unique index communities_whatsapp_link_key
on public.communities (whatsapp_link) where status <> 'rejected';

alter table public.communities enable row level security;

create policy "An owner reads their own communities, an admin every community"
on public.communities for select to authenticated
using (owner_id = (select auth.uid()) or (select private.is_admin()));

create policy "A person lists a community as their own"
on public.communities for insert to authenticated
with check (owner_id = (select auth.uid()));

create policy "An owner edits their own communities, an admin every community"
on public.communities for update to authenticated
using (owner_id = (select auth.uid()) or (select private.is_admin()))
with check (owner_id = (select auth.uid()) or (select private.is_admin()));

create policy "An owner deletes their own communities, an admin every community"
on public.communities for delete to authenticated
using (owner_id = (select auth.uid()) or (select private.is_admin()));

-- Whether another community that is not rejected has this link, live or waiting for review. Security
-- definer, because row-level security hides the communities of others from an owner.
create function private.is_whatsapp_link_listed(link text, except_id uuid) returns boolean
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

-- For the form, so that a duplicate is noticed before submitting. Security invoker on purpose: the
-- body that sees other people's rows stays in the private schema and answers yes or no. Nothing answers
-- somebody whose account is gone, however valid the token still is.
create function public.is_whatsapp_link_listed(link text, except_id uuid default null)
returns boolean
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  return private.is_whatsapp_link_listed(link, except_id);
end
$$;

-- Whether the file exists in the owner's folder on this project's host. Unless set, the host is taken from the
-- issuer of the caller's access token, which the auth service signed.
-- Locks the file, so that it cannot be deleted while a save starts to use it.
create function private.is_stored_image(url text, owner_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  host text := coalesce(
    (select project_url from private.settings),
    regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', '')
  );
  file constant text := split_part(url, '/object/public/community-images/', 2);
begin
  if split_part(url, '/storage/v1/', 1) is distinct from host
    or private.folder_owner(file) is distinct from owner_id then
    return false;
  end if;
  perform from storage.objects
  where bucket_id = 'community-images' and name = file
  for key share;
  return found;
end
$$;

-- Triggers before a row is written fire in the order of their names. Each does one thing; those of an
-- owner's and an admin's requests leave migrations, the seed and the secret key alone. What an admin
-- decides and what is held for one is in the migration on moderation.

-- updated_at carries the version that the editor loaded: a save of an older version is refused.
create function private.check_community_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.updated_at is distinct from old.updated_at then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT409';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger before_2_check_version
before update on public.communities
for each row when (private.is_user_request()) execute function private.check_community_version();

-- What nobody chooses: dates and the owner; and a category that only an admin gives.
create function private.protect_community_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := now();
  elsif (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
    raise exception 'The owner and the date of a community never change.' using errcode = '42501';
  end if;
  if new.category = 'Social' and (tg_op = 'INSERT' or old.category <> 'Social')
    and not private.is_admin() then
    raise exception 'Only an admin may choose the category Social.' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger before_3_protect_columns
before insert or update on public.communities
for each row when (private.is_user_request()) execute function private.protect_community_columns();

-- At most 100 communities a person, counted past row-level security and one request at a time.
create function private.check_community_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.one_at_a_time('communities of ' || new.owner_id);
  if (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger before_4_check_count
before insert on public.communities
for each row when (private.is_user_request()) execute function private.check_community_count();

-- The link that the editor meant to save, held or live, is listed once. Whoever saves the same link in the
-- same moment waits here, because a held link is in no unique index.
create function private.check_community_link() returns trigger
language plpgsql set search_path = '' as $$
declare
  wanted text := coalesce(new.held_changes ->> 'whatsapp_link', new.whatsapp_link);
begin
  if new.status = 'rejected' or (
    tg_op = 'UPDATE' and new.status = old.status
    and wanted = coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link)
  ) then
    return new;
  end if;
  perform private.one_at_a_time('WhatsApp link ' || wanted);
  if private.is_whatsapp_link_listed(wanted, new.id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = '23505', detail = 'whatsapp_link';
  end if;
  return new;
end
$$;

create trigger before_8_check_link
before insert or update on public.communities
for each row when (private.is_user_request()) execute function private.check_community_link();

-- The image that the editor meant to save, held or live, is a stock photo or in the owner's folder.
create function private.check_community_image() returns trigger
language plpgsql set search_path = '' as $$
declare
  wanted text := coalesce(new.held_changes ->> 'image_url', new.image_url);
begin
  if (tg_op = 'INSERT'
      or wanted is distinct from coalesce(old.held_changes ->> 'image_url', old.image_url))
    and wanted not like 'https://images.unsplash.com/%'
    and not private.is_stored_image(wanted, new.owner_id) then
    raise exception 'Invalid image URL' using errcode = '23514', detail = 'image_url';
  end if;
  return new;
end
$$;

create trigger before_9_check_image
before insert or update on public.communities
for each row when (private.is_user_request()) execute function private.check_community_image();
