-- How long reviews take at present, for owners who wait for one.
-- Guarantee: one number from several communities, so that it reveals the time of no single review.

create index audit_log_decisions_idx on public.audit_log (id) where action in ('approved', 'rejected');

-- The median hours, rounded up, between submission and first decision of the 30 communities that were decided last.
-- Null if there are fewer than 5. Admins' decisions on their own communities don't count.
create function private.get_review_time() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_profile();
  return (
    select case when count(*) >= 5 then ceil(
      percentile_cont(0.5) within group (order by extract(epoch from latest.duration)) / 3600
    )::integer end
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
