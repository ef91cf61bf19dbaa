-- The review queue: the communities that are waiting for an admin, the most urgent first, and how long reviews take.
-- Guarantee: only admins read the queue. Owners read one number from several reviews, which reveals no single one.

-- Each waiting community, once, under its most urgent reason. Reviewers filter by its kind. The first review of what an
-- admin has imported is a kind of its own: one import may have a thousand communities.
create view private.review_queue as
select distinct on (id) id, turn, reason, since,
  (array['reports', 'appeals', 'renamed', 'claims', 'changes', 'changes', 'new', 'imports', 'places'])[turn] as kind,
  id in (
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
  union all select c.id, case when i.import_id is null then 7 else 8 end,
    case when i.import_id is null then 'pending' else 'imported' end, c.created_at
  from public.communities as c
  left join private.imported_communities as i on i.community_id = c.id and c.rejected_version is null
  where c.status = 'pending'
  union all select c.id, 9, 'place_requested', c.updated_at
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

-- The number of waiting communities by reason, and of imports, also for the daily summary. The API's function requires
-- an admin (see api/functions.sql). Security definer: see communities/admin_lists.sql.
create function private.count_review_queue() returns table (
  reported bigint, appealed bigint, renamed bigint, claimed bigint, links_changed bigint, held bigint,
  groups_changed bigint, pending bigint, imports bigint, places_requested bigint
)
language sql stable security definer set search_path = '' rows 1 as $$
  select count(*) filter (where reason = 'reported'), count(*) filter (where reason = 'appealed'),
    count(*) filter (where reason = 'renamed'), count(*) filter (where reason = 'claimed'),
    count(*) filter (where reason = 'link_changed'), count(*) filter (where reason = 'held'),
    count(*) filter (where reason = 'groups_changed'), count(*) filter (where reason = 'pending'),
    count(distinct i.import_id), count(*) filter (where reason = 'place_requested')
  from private.review_queue left join private.imported_communities as i on i.community_id = id and reason = 'imported'
$$;

-- A search finds what it finds in the admin's list. Null if it has no words.
create function private.search_filter(search text) returns text
language sql stable set search_path = '' as $$
  select case when search ~ '\S' then format(
    'q.id in (select c.id from public.communities as c where %s)',
    private.community_filter(search, null, null, null, null)
  ) end
$$;

-- The WHERE clause of the queue, with literal values for the planner. The whole queue leaves out the communities of
-- imports, each of which is one entry of the screen; a search finds them.
create function private.queue_filter(kind text, search text, import_id uuid) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    case when import_id is not null then format(
      'q.kind = ''imports'' and q.id in (select i.community_id from private.imported_communities as i
        where i.import_id = %L)', import_id
    ) when kind is not null then format('q.kind = %L', kind)
      when search !~ '\S' then 'q.kind <> ''imports''' end,
    private.search_filter(search))
$$;

-- A page of the queue: all kinds, one kind, or one import; the most urgent first, by age, or by risk. Communities of
-- suspended owners come last.
-- Callers embed open reports: community_reports (reason, comment, created_at) with resolved_at is null, appeals with
-- closed_at is null, and the claims to decide: claims with outcome is null and review_from.
-- Security definer: see communities/admin_lists.sql.
create function private.list_review_queue(
  page_size integer default 50, page integer default 1, kind text default null, search text default '',
  sort text default 'urgent', import_id uuid default null
) returns setof public.communities language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  size constant integer := private.clamp_page_size(page_size);
  filter text;
  ordering text;
begin
  perform private.require_admin();
  filter := private.queue_filter(kind, search, import_id);
  ordering := 'q.is_owner_suspended, ' || case sort
    when 'oldest' then 'q.since, q.id'
    when 'newest' then 'q.since desc, q.id desc'
    when 'risk' then format(
      '(%L::jsonb ->> q.id::text)::integer desc nulls last, q.turn, q.since, q.id', private.count_risk_signals(filter))
    else 'q.turn, q.since, q.id'
  end;
  return query execute format(
    'select c.* from public.communities as c join (
       select * from private.review_queue as q where %1$s order by %2$s limit %3$s offset %4$s
     ) as q using (id) order by %2$s',
    filter, ordering, size, private.rows_before(page, size)
  );
end
$$;

-- The numbers of each kind: items (an import is one), communities, and since when the oldest waits whose owner is not
-- suspended. With an import_id, those of the kind 'imports' count only this import, except for the items.
create function private.summarize_review_queue(search text default '', import_id uuid default null)
returns table (kind text, items bigint, communities bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = '' rows 8 as $$
begin
  perform private.require_admin();
  return query execute format(
    'select q.kind, case q.kind when ''imports'' then count(distinct i.import_id) else count(*) end,
       count(*) filter (where $1 is null or i.import_id is null or i.import_id = $1),
       min(q.since) filter (where not q.is_owner_suspended and ($1 is null or i.import_id is null or i.import_id = $1))
     from private.review_queue as q
     left join private.imported_communities as i on i.community_id = q.id and q.kind = ''imports''
     where %s group by q.kind', coalesce(private.search_filter(search), 'true')
  ) using import_id;
end
$$;

-- The imports of which communities still wait for their first review, the newest first.
create function private.list_waiting_imports() returns table (
  import_id uuid, file_name text, imported_by text, imported_at timestamptz, communities bigint, pending bigint
)
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  perform private.require_admin();
  return query
    select i.import_id, min(i.file_name), min(p.name), min(c.created_at),
      (select count(*) from private.imported_communities as all_of_it where all_of_it.import_id = i.import_id), count(*)
    from public.communities as c join private.imported_communities as i on i.community_id = c.id
    left join public.profiles as p on p.id = i.imported_by
    where c.status = 'pending' and c.rejected_version is null
    group by i.import_id order by min(c.created_at) desc, i.import_id limit 20;
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
