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

-- Records that the signed-in user joins a community of the directory, once per day. An owner's visit to their
-- own community does not count. At most 30 communities per user and day keep scrapers out.
--
-- Returns nothing: if the caller made the request fail afterwards, for example by casting the result to an
-- integer, the error message would show the link and the rollback would remove the join.
create function private.join_community(community uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  if not private.is_in_directory(community) then
    raise exception 'This community is not in the directory any more.' using errcode = 'PT410';
  end if;
  if exists (select from public.communities as c where c.id = community and c.owner_id = person) then
    return;
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
end
$$;

-- The invite link of a community in the directory, for users who joined it today, its owner and admins.
create function private.get_invite_link(community uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  if not private.is_in_directory(community) then
    raise exception 'This community is not in the directory any more.' using errcode = 'PT410';
  end if;
  if not private.is_admin() and not exists (
    select from public.communities as c where c.id = community and c.owner_id = person
  ) and not exists (
    select from public.community_joins as j
    where j.community_id = community and j.user_id = person and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = '42501';
  end if;
  return (select c.whatsapp_link from public.communities as c where c.id = community);
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

-- The first of two calls that lead to an invite link. It commits before the second one reads the link.
create function public.join_community(community uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.join_community(community)
$$;

-- The second call.
create function public.get_invite_link(community uuid) returns text
language sql stable security invoker set search_path = '' as $$
  select private.get_invite_link(community)
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
