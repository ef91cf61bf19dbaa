-- The numbers of joins that visitors see: for the order 'Most joined here', and on the page for businesses.
-- Guarantee: visitors cannot observe a single join, and owners and their member counts have no influence.

-- Rounds down to 0, 5, 10, 20, 50, 100 and so on. 11 joins are not a better match than 10, and few rows change.
create function private.to_join_step(joins bigint) returns integer
language sql immutable set search_path = '' as $$
  select case when joins < 5 then 0 else power * case when first >= 5 then 5 when first >= 2 then 2 else 1 end end
  from (select left(joins::text, 1)::integer, (10 ^ (char_length(joins::text) - 1))::integer) as digits (first, power)
$$;

-- For each community, the users who joined in the last 90 days, except the owner and the co-owners, as a step. Without
-- today's joins, so that it changes only at midnight (UTC): a visitor cannot tell whose joins changed the number.
create view private.recent_joins as
select j.community_id, private.to_join_step(count(distinct j.user_id)) as joins,
  private.to_join_step(count(distinct j.user_id) filter (where j.joined_on >= private.today() - 30))
    as joins_this_month
from public.community_joins as j join public.communities as c on c.id = j.community_id
where j.user_id <> c.owner_id and j.joined_on > private.today() - 90 and j.joined_on < private.today()
  and not exists (select from public.co_owners as o where o.community_id = c.id and o.user_id = j.user_id)
group by j.community_id;

-- Whether the owner or a co-owner confirmed or edited an approved community in the 30 days before today. An approval is
-- none, and a single join would be observed.
create function private.is_confirmed(community_id uuid, approval_date timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.signs_of_life as s
    where s.community_id = is_confirmed.community_id
      and s.confirmed_at >= (private.today() - 30)::timestamp at time zone 'utc'
      and date_trunc('milliseconds', s.confirmed_at) > is_confirmed.approval_date
  )
$$;

-- Updates the counts of a 256th of the directory: the communities whose id begins with the byte `part`. A job that the
-- schedule calls every minute after midnight, with the next part each time: the rows are wide and in many indexes.
-- Skips locked rows until the next day: otherwise a run and a decision about several communities could deadlock.
create function private.update_recent_joins(part integer) returns void
language sql set search_path = '' as $$
  update public.directory_communities as d
  set joins = changed.joins, joins_this_month = changed.joins_this_month, is_active = changed.is_active
  from (
    select listed.id, counted.joins, counted.joins_this_month, life.is_active
    from public.directory_communities as listed cross join lateral (
      -- The aggregate keeps the planner from counting the joins of all communities instead.
      select coalesce(max(r.joins), 0) as joins, coalesce(max(r.joins_this_month), 0) as joins_this_month
      from private.recent_joins as r where r.community_id = listed.id
    ) as counted cross join lateral (
      select counted.joins_this_month > 0 or private.is_confirmed(listed.id, listed.approval_date) as is_active
    ) as life
    where listed.id between rpad(lpad(to_hex(part), 2, '0'), 32, '0')::uuid
        and rpad(lpad(to_hex(part), 2, '0'), 32, 'f')::uuid
      and (listed.joins, listed.joins_this_month, listed.is_active)
        <> (counted.joins, counted.joins_this_month, life.is_active)
    for no key update of listed skip locked
  ) as changed
  where d.id = changed.id
$$;

-- The listed communities, their places, and the joins of the 30 days before today: at most 100,000, which takes about
-- 20 ms, rounded down to a multiple of 10. They change only at midnight (UTC), as above. Null while closed.
create function private.get_directory_numbers() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'communities', (select count(*) from public.directory_communities),
    'places', (select count(*) from public.places as p where exists (
      select from public.directory_communities as d where d.location = p.name)),
    'joins', (
      select count(*) / 10 * 10 from (
        select from public.community_joins
        where joined_on >= private.today() - 30 and joined_on < private.today() limit 100000) as joins)
  ) where private.is_directory_live()
$$;
