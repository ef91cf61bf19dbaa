-- The review queue: the communities that are waiting for an admin, the most urgent first, and how long reviews take.
-- Guarantee: only admins read the queue. Owners read one number from several reviews, which reveals no single one.

-- Each waiting community, once, under its most urgent reason. Reviewers filter by its kind.
create view private.review_queue as
select distinct on (id) id, turn, reason, since,
  (array['reports', 'appeals', 'renamed', 'claims', 'changes', 'changes', 'new', 'places'])[turn] as kind, id in (
  select c.id from public.suspensions as s join public.communities as c on c.owner_id = s.user_id
  where s.until is null or s.until > now()
) as is_owner_suspended
from (
  select c.id, 1 as turn, 'reported' as reason, min(r.created_at) as since
  from public.community_reports as r join public.communities as c on c.id = r.community_id
  where r.resolved_at is null and c.status = 'approved'
  group by c.id
  -- The reporters may have deleted their accounts.
  union all select b.community_id, 1, 'reported', b.since from public.community_blocks as b where b.kind = 'reports'
  union all select a.community_id, 2, 'appealed', a.created_at from public.appeals as a where a.closed_at is null
  union all select renamed.community_id, 3, 'renamed', renamed.since
  from (
    select l.community_id, l.renamed_at as since from public.community_links as l where l.renamed_at is not null
    -- An admin may have accepted a new link since.
    union all select b.community_id, b.since from public.community_blocks as b where b.kind = 'renamed'
  ) as renamed join public.communities as c on c.id = renamed.community_id
  where c.status = 'approved' and not exists (
    select from public.community_blocks as b where b.community_id = c.id and b.kind = 'admin'
  )
  union all select k.community_id, 4, 'claimed', k.review_from from public.claims as k
  where k.outcome is null and k.review_from <= now()
  union all select c.id, 5, 'link_changed', c.held_at
  from public.communities as c join public.community_blocks as b on b.community_id = c.id and b.kind = 'dead_link'
  where c.held_at is not null and c.held_changes ? 'whatsapp_link'
  union all select c.id, 6, 'held', c.held_at from public.communities as c where c.held_at is not null
  -- A name that is live already.
  union all select c.id, 6, 'held', c.name_changed_at from public.communities as c where c.name_changed_at is not null
  union all select c.id, 6, 'groups_changed', c.groups_changed_at
  from public.communities as c where c.groups_changed_at is not null and c.held_at is null
  union all select c.id, 7, 'pending', c.created_at from public.communities as c where c.status = 'pending'
  union all select c.id, 8, 'place_requested', c.updated_at
  from public.communities as c where c.requested_place is not null and c.status = 'approved'
) as waiting
order by id, turn, since;

create index communities_pending_idx on public.communities (created_at, id) where status = 'pending';
create index communities_held_at_idx on public.communities (held_at, id) where held_at is not null;
create index communities_name_changed_at_idx
on public.communities (name_changed_at, id) where name_changed_at is not null;
create index communities_groups_changed_at_idx
on public.communities (groups_changed_at, id) where groups_changed_at is not null;
create index claims_review_from_idx on public.claims (review_from, community_id) where outcome is null;
create index communities_requested_place_idx
on public.communities (updated_at, id) where requested_place is not null and status = 'approved';
create index audit_log_decisions_idx on public.audit_log (id) where action in ('approved', 'rejected');

-- The number of waiting communities by reason, also for the daily summary. The API's function requires an admin (see
-- api/functions.sql). Security definer: see communities/admin_lists.sql.
create function private.count_review_queue() returns table (
  reported bigint, appealed bigint, renamed bigint, claimed bigint, links_changed bigint, held bigint,
  groups_changed bigint, pending bigint, places_requested bigint
)
language sql stable security definer set search_path = '' rows 1 as $$
  select count(*) filter (where reason = 'reported'), count(*) filter (where reason = 'appealed'),
    count(*) filter (where reason = 'renamed'), count(*) filter (where reason = 'claimed'),
    count(*) filter (where reason = 'link_changed'), count(*) filter (where reason = 'held'),
    count(*) filter (where reason = 'groups_changed'), count(*) filter (where reason = 'pending'),
    count(*) filter (where reason = 'place_requested')
  from private.review_queue
$$;

-- The WHERE clause of the queue, with literal values for the planner. A search finds what it finds in the admin's list.
create function private.queue_filter(kind text, search text) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    case when kind is not null then format('q.kind = %L', kind) end,
    case when search ~ '\S' then format(
      'q.id in (select c.id from public.communities as c where %s)',
      private.community_filter(search, null, null, null, null)
    ) end)
$$;

-- A page of the queue: all kinds or one, the most urgent first or by age. Communities of suspended owners come last.
-- Callers embed open reports: community_reports (reason, comment, created_at) with resolved_at is null, appeals with
-- closed_at is null, and the claims to decide: claims with outcome is null and review_from.
-- Security definer: see communities/admin_lists.sql.
create function private.list_review_queue(
  page_size integer default 50, page integer default 1, kind text default null, search text default '',
  sort text default 'urgent'
) returns setof public.communities language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  ordering constant text := 'q.is_owner_suspended, ' || case sort
    when 'oldest' then 'q.since, q.id'
    when 'newest' then 'q.since desc, q.id desc'
    else 'q.turn, q.since, q.id'
  end;
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query execute format(
    'select c.* from public.communities as c join (
       select * from private.review_queue as q where %1$s order by %2$s limit %3$s offset %4$s
     ) as q using (id) order by %2$s',
    private.queue_filter(kind, search), ordering, size, private.rows_before(page, size)
  );
end
$$;

-- The number of waiting communities of each kind, and since when the oldest waits whose owner is not suspended.
create function private.summarize_review_queue(search text default '')
returns table (kind text, communities bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = '' rows 7 as $$
begin
  perform private.require_admin();
  return query execute format(
    'select q.kind, count(*), min(q.since) filter (where not q.is_owner_suspended)
     from private.review_queue as q where %s group by q.kind', private.queue_filter(null, search)
  );
end
$$;

-- The median hours, rounded up, between submission and first decision of the 30 communities that were decided last.
-- Null if there are fewer than 5. Admins' decisions on their own communities don't count.
create function private.get_review_time() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_profile();
  return (
    select case when count(*) >= 5 then
      ceil(percentile_cont(0.5) within group (order by extract(epoch from latest.duration)) / 3600)::integer
    end
    from (
      select decision.at - c.created_at as duration
      from public.audit_log as decision
      join public.communities as c on c.id = decision.subject_id
      where decision.action in ('approved', 'rejected') and decision.actor_id is distinct from c.owner_id
        and not exists (
          select from public.audit_log as earlier
          where earlier.subject_id = decision.subject_id and earlier.id < decision.id
            and earlier.action in ('approved', 'rejected')
        )
      order by decision.id desc limit 30
    ) as latest
  );
end
$$;
