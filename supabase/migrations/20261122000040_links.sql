-- Whether invite links still lead to a group. A server asks WhatsApp's pages (the function admin, path
-- /check-links); here is what it found, and what follows from it for the directory.

-- 'unknown' is an answer, not a state: a page that says nothing changes nothing.
create type public.link_state as enum ('unchecked', 'live', 'dead', 'unknown');

-- One row for each community that was ever approved.
create table public.community_links (
  community_id uuid primary key references public.communities (id) on delete cascade,
  -- The link that the rest of the row is about.
  link text not null check (private.is_whatsapp_link(link)),
  state public.link_state not null default 'unchecked',
  checked_at timestamptz,
  -- When its page last named a group.
  live_at timestamptz,
  -- The first of the dead answers; the second, a day later, makes the link dead.
  dead_since timestamptz,
  -- What WhatsApp calls the group: written by strangers, and for reviewers alone.
  group_name text check (private.is_line(group_name, 200)),
  claimed_at timestamptz,
  constraint community_links_dead_since_check check (state <> 'dead' or dead_since is not null)
);

create index community_links_checked_at_idx
on public.community_links (checked_at nulls first, community_id);
create index community_links_dead_idx on public.community_links (community_id) where state = 'dead';

alter table public.community_links enable row level security;

-- Row-level security of communities answers: the owner and admins. The grants say which columns.
create policy "The state of a link is read with its community"
on public.community_links for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

create function private.has_dead_link(community uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_links where community_id = community and state = 'dead'
  )
$$;

-- A link that changes is a link that nobody has checked.
create function private.follow_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.community_links as known (community_id, link)
  values (new.id, new.whatsapp_link)
  on conflict (community_id) do update set
    link = excluded.link, state = 'unchecked', checked_at = null, live_at = null,
    dead_since = null, group_name = null, claimed_at = null
  where known.link <> excluded.link;
  return null;
end
$$;

-- Before keep_directory by their names, because that asks for the state of the new link.
create trigger follow_link_at_insert
after insert on public.communities
for each row when (new.status = 'approved') execute function private.follow_link();

create trigger follow_link_at_update
after update on public.communities
for each row when (
  new.status = 'approved'
  and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link)
)
execute function private.follow_link();

-- As before, and a community with a dead link is not in the directory.
create or replace function private.keep_directory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'approved' and not private.has_dead_link(new.id) then
    perform private.write_directory_community(new);
  else
    delete from private.directory_communities where community_id = new.id;
  end if;
  return null;
end
$$;

create function private.list_or_unlist() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state = 'dead' then
    delete from private.directory_communities where community_id = new.community_id;
  else
    perform private.write_directory_community(c)
    from public.communities as c where c.id = new.community_id and c.status = 'approved';
  end if;
  return null;
end
$$;

create trigger list_or_unlist
after update on public.community_links
for each row when ((old.state = 'dead') <> (new.state = 'dead'))
execute function private.list_or_unlist();

insert into public.community_links (community_id, link)
select id, whatsapp_link from public.communities where status = 'approved';

-- As before; the word link:dead in a search finds the communities whose link is dead, under every other
-- filter, in the list, its numbers and the export alike.
create or replace function private.community_filter(
  search text, status public.community_status, category public.community_category, country text,
  owner_id uuid
) returns text
language plpgsql immutable set search_path = '' as $$
declare
  dead_links constant text := '(^|\s)link:dead(?=\s|$)';
  filter text := 'true';
begin
  if search ~* dead_links then
    filter := filter || ' and exists (
      select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')';
    search := regexp_replace(search, dead_links, ' ', 'gi');
  end if;
  if btrim(search) <> '' then
    filter := filter || private.has_words('c.search_text', search);
  end if;
  if status is not null then
    filter := filter || format(' and c.status = %L', status);
  end if;
  if category is not null then
    filter := filter || format(' and c.category = %L', category);
  end if;
  if country is not null then
    filter := filter || format(' and c.location = any (%L)', private.places_in(country));
  end if;
  if owner_id is not null then
    filter := filter || format(' and c.owner_id = %L', owner_id);
  end if;
  return filter;
end
$$;

-- When the page behind a link last named a group. Called for what visitors have found, and by nobody else.
create function private.link_checked_at(community uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select live_at from public.community_links where community_id = community);
end
$$;

-- A page of the directory, and one community of it: as before, with the date of the last check.
drop function public.search_directory(
  text, public.community_location, public.community_category, public.join_type, text, text, uuid, integer
);
create function public.search_directory(
  q text default null, place public.community_location default null,
  only_category public.community_category default null,
  only_join_type public.join_type default null, sort text default 'newest',
  after_key text default null, after_id uuid default null, page_size integer default 24
) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer, link_checked_at timestamptz
)
language plpgsql stable security invoker set search_path = '' rows 24 as $$
begin
  perform private.allow_caching();
  return query select found.*, private.link_checked_at(found.id) from private.search_directory(
    q, place, only_category, only_join_type, sort, after_key, after_id, page_size) as found;
end
$$;

drop function public.get_directory_community(uuid);
create function public.get_directory_community(community uuid) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer, groups jsonb,
  link_checked_at timestamptz
)
language plpgsql stable security invoker set search_path = '' rows 1 as $$
begin
  perform private.allow_caching();
  return query select found.*, private.link_checked_at(found.id)
  from private.get_directory_community(community) as found;
end
$$;

-- For the function admin/check-links, with the secret key: the links checked longest ago, each at most twice
-- a day, reserved for whoever asks. Nobody is given another batch while one is under way; what a batch
-- leaves unchecked, because it was stopped or killed, is free again after five minutes.
create function public.claim_links(batch integer default 50)
returns table (community_id uuid, link text)
language plpgsql volatile security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.one_at_a_time('batches of links');
  if exists (
    select from public.community_links where claimed_at > now() - interval '5 minutes'
  ) then
    return;
  end if;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id in (
      select due.community_id
      from public.community_links as due join public.communities as c on c.id = due.community_id
      where c.status = 'approved'
        and (due.checked_at is null or due.checked_at < now() - interval '12 hours')
      order by due.checked_at nulls first, due.community_id
      limit least(greatest(batch, 1), 200)
    )
    returning claimed.community_id, claimed.link;
end
$$;

-- For the same function: records what the page of a link said. Ignores a link that the community no longer
-- has.
create function public.record_link_check(
  community uuid, link text, answer public.link_state, group_name text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  -- The community decides together with its link whether it is listed. Locked first, as a save locks it, so that
  -- a check and a save at the same time each see what the other wrote.
  perform from public.communities as c where c.id = record_link_check.community for no key update;
  update public.community_links as known set
    checked_at = now(), claimed_at = null,
    state = case
      when answer = 'live' then 'live'
      when answer = 'dead' and known.dead_since <= now() - interval '24 hours' then 'dead'
      else known.state
    end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since
    end,
    group_name = case
      when answer <> 'live' then known.group_name
      when private.is_line(record_link_check.group_name, 200) then record_link_check.group_name
    end
  where known.community_id = record_link_check.community and known.link = record_link_check.link;
end
$$;
