-- Numbers about the queue and the decisions of the last days. Loaded late: it reads the queue.
-- Guarantee: only admins read them.

create index audit_log_admin_idx on public.audit_log (at) where by_admin and subject = 'community';

-- Which entries of the log are decisions. Several entries of one transaction are one decision.
create function private.decision_actions() returns public.audit_action[]
language sql immutable set search_path = '' as $$
  select array[
    'approved', 'rejected', 'changes accepted', 'changes declined', 'reports resolved', 'hidden', 'shown',
    'returned to pending', 'appeal accepted', 'appeal declined', 'name accepted', 'claim accepted', 'claim declined'
  ]::public.audit_action[]
$$;

-- The median seconds from the submission to the decision, of the newest 10,000. Admins' decisions on their own
-- communities don't count. Null if there are none.
create function private.median_decision_time(since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select round(percentile_cont(0.5) within group (order by extract(epoch from decision.at - coalesce((
    select submitted.at from public.audit_log as submitted
    where submitted.subject_id = decision.subject_id and submitted.id < decision.id
      and submitted.action in ('resubmitted', 'returned to pending', 'decision undone')
    order by submitted.id desc limit 1
  ), c.created_at))))::bigint
  from (
    select * from public.audit_log as e
    where e.at >= since and e.by_admin and e.subject = 'community' and e.action in ('approved', 'rejected')
    order by e.at desc limit 10000
  ) as decision join public.communities as c on c.id = decision.subject_id
  where decision.actor_id is distinct from c.owner_id
$$;

-- Rows of four kinds: 'waiting' (name is the reason in private.review_queue, since the oldest), 'decision time' (amount
-- in seconds), 'admin' (name and decisions; null for a deleted account), and 'appeals' (name is the outcome).
create function private.list_review_numbers(days integer default 7)
returns table (kind text, name text, amount bigint, since timestamptz)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
declare
  start constant timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 90));
begin
  perform private.require_admin();
  return query
    select 'waiting', q.reason, count(*), min(q.since) from private.review_queue as q group by q.reason, q.turn
    order by q.turn, q.reason;
  return query
    select 'decision time', null::text, found.seconds, null::timestamptz
    from (select private.median_decision_time(start) as seconds) as found where found.seconds is not null;
  return query
    select 'admin', p.name, made.decisions, null::timestamptz
    from (
      select e.actor_id, count(distinct (e.subject_id, e.at)) filter (where e.action <> 'decision undone')
        - count(*) filter (where e.action = 'decision undone') as decisions
      from public.audit_log as e
      where e.at >= start and e.by_admin and e.subject = 'community'
        and e.action = any (private.decision_actions() || 'decision undone'::public.audit_action)
      group by e.actor_id
    ) as made left join public.profiles as p on p.id = made.actor_id
    where made.decisions > 0 order by made.decisions desc, p.name;
  return query
    select 'appeals', a.outcome::text, count(*), null::timestamptz from public.appeals as a
    where a.closed_at >= start and a.outcome <> 'closed' group by a.outcome order by a.outcome;
end
$$;
