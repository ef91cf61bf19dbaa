-- Joining: the one way by which an invite link leaves the database, and what owners learn of it.

-- That somebody opened the link of a community on a day. Nobody reads it but the functions below: an owner
-- learns how many, never who.
create table public.community_joins (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  joined_on date not null,
  primary key (community_id, joined_on, user_id)
);

create index community_joins_user_id_idx on public.community_joins (user_id, joined_on);

alter table public.community_joins enable row level security;

create policy "No request reads or writes joins"
on public.community_joins for all to authenticated using (false);

-- The day it is, the same for everybody.
create function private.today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'utc')::date
$$;

-- The link of a community in the directory, counted once a person, community and day; its owner's own look is not
-- counted. At most 30 communities a person and day, one request at a time: that keeps scrapers out.
create function private.join_community(community uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  wanted public.communities;
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  -- By what visitors can see: nobody is sent to what has left the directory.
  select c.* into wanted from public.communities as c
  join private.directory_communities as d on d.community_id = c.id
  where c.id = community and private.is_directory_live();
  if not found then
    raise exception 'This community is not in the directory any more.' using errcode = 'PT410';
  end if;
  if wanted.owner_id = person then
    return wanted.whatsapp_link;
  end if;
  perform private.one_at_a_time('joins of ' || person);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community, person, private.today())
  on conflict do nothing;
  if found and (
    select count(*) from public.community_joins where user_id = person and joined_on = private.today()
  ) > 30 then
    raise exception 'You can open at most 30 invite links a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  return wanted.whatsapp_link;
end
$$;

-- Of the caller's own communities, each day of the last 30 on which anybody joined.
create function private.count_joins() returns table (community_id uuid, day date, joins integer)
language sql stable security definer set search_path = '' rows 100 as $$
  select j.community_id, j.joined_on, count(*)::integer
  from public.communities as c
  join public.community_joins as j on j.community_id = c.id and j.joined_on > private.today() - 30
  where c.owner_id = (select auth.uid())
  group by 1, 2 order by 1, 2
$$;

-- What the API calls.

-- For whoever is signed in and wants to join.
create function public.join_community(community uuid) returns text
language sql volatile security invoker set search_path = '' as $$
  select private.join_community(community)
$$;

-- For owners.
create function public.count_joins() returns table (community_id uuid, day date, joins integer)
language plpgsql stable security invoker set search_path = '' rows 100 as $$
#variable_conflict use_column
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  return query select * from private.count_joins();
end
$$;
