-- Joining a community: the only way for members to read its invite link.
-- Guarantee: a link is returned only after a join is committed. Owners see how many users joined, never who.

-- One row for each user who opened a community's link on a day.
create table public.community_joins (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  joined_on date not null,
  primary key (community_id, joined_on, user_id)
);

create index community_joins_user_id_idx on public.community_joins (user_id, joined_on);

grant all on public.community_joins to service_role;

-- Records that the signed-in user joins a community in the directory, once per day. Its owner and co-owners are not
-- counted. Returns nothing: a caller could make the request fail afterwards, for example by casting a returned link to
-- an integer. The error message would show the link, and the rollback would remove the join.
create function private.join_community(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if private.may_manage(community_id) then return; end if;
  perform private.lock_until_commit('joins of ' || user_id);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community_id, user_id, private.today()) on conflict do nothing;
  if not found then return; end if;
  perform private.require_quota(
    count(*) - 1, 30, 'You can open at most 30 invite links a day. Please try again tomorrow.')
  from public.community_joins as j where j.user_id = user_id and j.joined_on = private.today();
  -- A sign of life, at most one a day. Only the owner answers a question that users brought forward.
  update public.signs_of_life as s set
    last_joined_at = date_trunc('day', now(), 'utc'),
    asked_at = case when private.is_doubted(s.community_id) then s.asked_at end
  where s.community_id = community_id
    and (s.last_joined_at is distinct from date_trunc('day', now(), 'utc') or s.asked_at is not null);
end
$$;

-- For users who joined the community today, its owner, co-owners and admins.
create function private.get_invite_link(community_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if not private.may_manage(community_id) and not private.is_admin() and not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = 'PT403';
  end if;
  return (select c.whatsapp_link from public.communities as c where c.id = community_id);
end
$$;

-- The joins per day in the last 30 days.
create function private.count_joins() returns table (community_id uuid, day date, joins integer)
language plpgsql stable security definer set search_path = '' rows 100 as $$
begin
  perform private.require_profile();
  return query
    select j.community_id, j.joined_on, count(*)::integer
    from public.communities as c
    join public.community_joins as j on j.community_id = c.id and j.joined_on > private.today() - 30
    where c.owner_id = (select auth.uid()) or c.id = any (private.co_owned_ids())
    group by 1, 2 order by 1, 2;
end
$$;

-- The joins of a community per week, Monday to Sunday, in the last twelve weeks with this one: joins are kept 90 days.
-- For its owner and co-owners. Other users get the same message for every id.
create function private.count_weekly_joins(community_id uuid) returns table (week date, joins integer)
language plpgsql stable security definer set search_path = '' rows 12 as $$
#variable_conflict use_variable
declare
  this_week constant date := private.today() - (extract(isodow from private.today())::integer - 1);
begin
  perform private.require_profile();
  if not private.may_manage(community_id) then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  return query
    select w.monday, count(j.user_id)::integer
    from (select this_week - 7 * n as monday from generate_series(0, 11) as n) as w
    left join public.community_joins as j
      on j.community_id = community_id and j.joined_on >= w.monday and j.joined_on < w.monday + 7
    group by 1 order by 1;
end
$$;
