-- The numbers in an admin's file about a user. The rest of the file is read from the tables.

-- Reports against the communities that the user owns, and by the user; decisions of admins about the communities, from
-- the log; and suspensions. Never who reported.
create function private.count_case_file(user_id uuid) returns table (
  reports_against bigint, upheld_against bigint, open_against bigint,
  reports_by bigint, upheld_by bigint, unfounded_by bigint,
  approved bigint, rejected bigint, changes_declined bigint, hidden bigint, appeals_accepted bigint,
  appeals_declined bigint, suspended bigint
)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.require_admin();
  return query select against.*, sent.*, decided.*
  from (
    select count(*), count(*) filter (where r.is_upheld), count(*) filter (where r.resolved_at is null)
    from public.community_reports as r join public.communities as c on c.id = r.community_id
    where c.owner_id = count_case_file.user_id
  ) as against
  cross join (
    select count(*), count(*) filter (where r.is_upheld), count(*) filter (where not r.is_upheld)
    from public.community_reports as r where r.reporter_id = count_case_file.user_id
  ) as sent
  cross join (
    select count(*) filter (where e.action = 'approved'), count(*) filter (where e.action = 'rejected'),
      count(*) filter (where e.action = 'changes declined'), count(*) filter (where e.action = 'hidden'),
      count(*) filter (where e.action = 'appeal accepted'), count(*) filter (where e.action = 'appeal declined'),
      count(*) filter (where e.action = 'suspended')
    from public.audit_log as e where e.owner_id = count_case_file.user_id and e.by_admin
  ) as decided;
end
$$;
