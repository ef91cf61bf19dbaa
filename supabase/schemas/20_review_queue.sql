-- The review queue: the communities that are waiting for an admin, in order, and their number.
-- Guarantee: only admins read it.

-- Each waiting community, once: new and resubmitted ones, then held changes, changed groups, reports and requested
-- places, each oldest first.
create view private.review_queue as
select id, 1 as turn, created_at as since from public.communities where status = 'pending'
union all
select id, 2, held_at from public.communities where held_at is not null
union all
select id, 3, groups_changed_at from public.communities where groups_changed_at is not null and held_at is null
union all
select c.id, 4, min(r.created_at)
from public.community_reports as r join public.communities as c on c.id = r.community_id
where r.resolved_at is null and c.status = 'approved' and c.held_at is null and c.groups_changed_at is null
group by c.id
union all
select c.id, 5, c.updated_at from public.communities as c
where c.requested_place is not null and c.status = 'approved' and c.held_at is null and c.groups_changed_at is null
  and not exists (
    select from public.community_reports as r where r.community_id = c.id and r.resolved_at is null
  );

create index communities_pending_idx on public.communities (created_at, id) where status = 'pending';
create index communities_held_at_idx on public.communities (held_at, id) where held_at is not null;
create index communities_groups_changed_at_idx
on public.communities (groups_changed_at, id) where groups_changed_at is not null;
create index communities_requested_place_idx
on public.communities (updated_at, id) where requested_place is not null and status = 'approved';

-- Security definer, because it reads the communities of all owners.
create function private.queue_counts()
returns table (pending bigint, held bigint, groups_changed bigint, reported bigint, places_requested bigint)
language sql stable security definer set search_path = '' rows 1 as $$
  select count(*) filter (where turn = 1), count(*) filter (where turn = 2),
    count(*) filter (where turn = 3), count(*) filter (where turn = 4),
    count(*) filter (where turn = 5)
  from private.review_queue
$$;

-- A page of the queue. Callers embed the open reports: community_reports (reason, comment, created_at), filtered by
-- resolved_at is null. Security definer: see 13_admin_lists.sql.
create function private.list_review_queue(page_size integer, page integer)
returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query
    select c.* from public.communities as c join (
      select * from private.review_queue order by turn, since, id
      limit size offset private.rows_before(page, size)
    ) as waiting using (id)
    order by waiting.turn, waiting.since, c.id;
end
$$;

-- Security definer: see 13_admin_lists.sql.
create function private.count_review_queue()
returns table (pending bigint, held bigint, groups_changed bigint, reported bigint, places_requested bigint)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.require_admin();
  return query select * from private.queue_counts();
end
$$;

grant execute on function private.list_review_queue, private.count_review_queue to authenticated, service_role;
grant execute on function private.queue_counts to service_role;
