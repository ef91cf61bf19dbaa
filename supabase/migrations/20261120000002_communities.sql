-- Communities and their WhatsApp groups.

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

-- The stock photo host, or an image in the owner's own folder of our bucket. Whose host that folder
-- is on is the trigger's question: a CHECK cannot know the project's address.
create function private.is_image_url(url text, owner_id uuid) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(url) <= 500 and (
    url ~ '^https://images\.unsplash\.com/photo-[A-Za-z0-9-]+(\?[A-Za-z0-9=&_.,%-]*)?$'
    or url ~ (
      '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/storage/v1/object/public/community-images/'
      || owner_id::text || '/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$'
    )
  )
$$;

create table public.communities (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  description text not null
    check (description ~ '\S' and private.is_text(description, 2000)),
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
  held_changes jsonb,
  held_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint communities_image_url_check check (private.is_image_url(image_url, owner_id)),
  -- A held value goes live as it is, so it obeys the same rules as the column it waits for.
  constraint communities_held_changes_check check (
    held_changes is null or (
      status = 'approved'
      and jsonb_typeof(held_changes) = 'object'
      and held_changes - array['name', 'description', 'whatsapp_link', 'image_url'] = '{}'::jsonb
      and private.is_line(coalesce(held_changes ->> 'name', name), 100)
      and coalesce(held_changes ->> 'description', description) ~ '\S'
      and private.is_text(coalesce(held_changes ->> 'description', description), 2000)
      and private.is_whatsapp_link(coalesce(held_changes ->> 'whatsapp_link', whatsapp_link))
      and private.is_image_url(coalesce(held_changes ->> 'image_url', image_url), owner_id)
    )
  )
);

create index communities_owner_id_idx on public.communities (owner_id);
create index communities_approved_by_idx on public.communities (approved_by);
create index communities_created_at_idx on public.communities (created_at desc, id);
create index communities_held_at_idx on public.communities (held_at) where held_at is not null;
create unique index communities_whatsapp_link_key
on public.communities (whatsapp_link) where status <> 'rejected';

create table public.community_groups (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  description text not null default '' check (private.is_text(description, 500))
);

create index community_groups_community_id_idx on public.community_groups (community_id, name);

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

-- Whether the file is there and on this project's own host. Unless set, the host is taken from the
-- issuer of the caller's access token, which the auth service signed: nothing to forge.
create function private.is_stored_image(url text) returns boolean
language sql stable security definer set search_path = '' as $$
  select split_part(url, '/storage/v1/', 1) = coalesce(
      (select project_url from private.settings),
      regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', '')
    )
    and exists (
      select from storage.objects
      where bucket_id = 'community-images'
        and name = split_part(url, '/object/public/community-images/', 2)
    )
$$;

-- Whether a community shows the image, or would once its held changes are accepted.
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
      )
  )
$$;

-- The rules for what an owner or an admin may make of a community (docs/decisions.md tells them apart).
-- updated_at carries the version the editor loaded: a save of an older version is refused.
create function private.guard_community() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_admin boolean := private.is_admin();
  is_owner boolean := new.owner_id = (select auth.uid());
  held jsonb;
  editable constant text[] := array['name', 'description', 'whatsapp_link', 'image_url'];
begin
  if not private.is_user_request() then
    return new;
  end if;

  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := now();
    if new.category = 'Social' and not is_admin then
      raise exception 'Only an admin may choose the category Social.' using errcode = '42501';
    end if;
  else
    if new.updated_at is distinct from old.updated_at then
      raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
        using errcode = 'PT409';
    end if;
    new.updated_at := now();

    if (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
      raise exception 'The owner and the date of a community never change.' using errcode = '42501';
    end if;
    if new.category = 'Social' and old.category <> 'Social' and not is_admin then
      raise exception 'Only an admin may choose the category Social.' using errcode = '42501';
    end if;

    -- Moderation: pending communities only, signed by the database.
    if (new.status, new.approval_date, new.approved_by, new.rejection_reason)
      is distinct from (old.status, old.approval_date, old.approved_by, old.rejection_reason) then
      if not is_admin then
        raise exception 'Only an admin may approve or reject a community.' using errcode = '42501';
      end if;
      if old.status <> 'pending' or new.status = 'pending' then
        raise exception 'This listing is already %.', old.status using errcode = 'PT409';
      end if;
      new.approval_date := now();
      new.approved_by := (select auth.uid());
      if new.status = 'approved' then
        new.rejection_reason := null;
      end if;
    elsif old.status = 'rejected' and is_owner then
      new.status := 'pending';
      new.approval_date := null;
      new.approved_by := null;
      new.rejection_reason := null;
    end if;

    -- Bait and switch: what visitors were promised stays live until an admin has seen the new version.
    -- held_changes sent as null starts the held version afresh; left out, the new edit adds to it.
    if new.held_changes is not null and new.held_changes is distinct from old.held_changes then
      raise exception 'Held changes cannot be written directly.' using errcode = '42501';
    end if;
    held := coalesce(new.held_changes, '{}'::jsonb);
    if old.status = 'approved' and not is_admin then
      held := held || coalesce((
        select jsonb_object_agg(field, to_jsonb(new) -> field)
        from unnest(editable) as field
        where to_jsonb(new) -> field <> to_jsonb(old) -> field
      ), '{}'::jsonb);
      new := jsonb_populate_record(new, (
        select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(editable) as field
      ));
    end if;
    held := coalesce((
      select jsonb_object_agg(key, value)
      from jsonb_each(held) where value <> to_jsonb(new) -> key
    ), '{}'::jsonb);
    new.held_changes := nullif(held, '{}'::jsonb);
    if new.held_changes is distinct from old.held_changes then
      new.held_at := case when new.held_changes is not null then now() end;
    end if;
  end if;

  -- The version the editor meant to save, held or live.
  held := to_jsonb(new) || coalesce(new.held_changes, '{}'::jsonb);
  if (tg_op = 'INSERT' or new.status <> old.status
      or held ->> 'whatsapp_link' is distinct from coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link))
    and new.status <> 'rejected'
    and private.is_whatsapp_link_listed(held ->> 'whatsapp_link', new.id) then
    raise exception 'This WhatsApp link is already listed in the directory.'
      using errcode = '23505', detail = 'whatsapp_link';
  end if;
  if (tg_op = 'INSERT'
      or held ->> 'image_url' is distinct from coalesce(old.held_changes ->> 'image_url', old.image_url))
    and held ->> 'image_url' not like 'https://images.unsplash.com/%'
    and private.is_stored_image(held ->> 'image_url') is not true then
    raise exception 'Invalid image URL' using errcode = '23514', detail = 'image_url';
  end if;
  return new;
end
$$;

create trigger guard_community
before insert or update on public.communities
for each row execute function private.guard_community();

-- For the form, so that a duplicate is noticed before submitting. Security invoker on purpose: the
-- body that sees other people's rows stays in the private schema and answers yes or no.
create function public.is_whatsapp_link_listed(link text, except_id uuid default null) returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.is_whatsapp_link_listed(link, except_id)
$$;

revoke all on all functions in schema private from public;
grant execute on all functions in schema private to authenticated, service_role;
revoke execute on function
  private.create_profile(), private.guard_profile(), private.keep_last_admin(),
  private.guard_community()
from authenticated;

alter table public.communities enable row level security;
alter table public.community_groups enable row level security;

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

-- Whoever may see a community may see its groups; whoever may edit it may edit them. Row-level security
-- of communities answers both, since this subquery is subject to it.
create policy "Groups are read with their community"
on public.community_groups for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are added to a listing one may edit"
on public.community_groups for insert to authenticated
with check (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are edited with their community"
on public.community_groups for update to authenticated
using (exists (select from public.communities as c where c.id = community_id))
with check (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are deleted with their community"
on public.community_groups for delete to authenticated
using (exists (select from public.communities as c where c.id = community_id));
