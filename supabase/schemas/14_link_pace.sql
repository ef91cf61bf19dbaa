-- The pace of link checks: WhatsApp refuses to answer an address that opens about fifty invite pages in five minutes.
-- Guarantee: all paths together open at most as many pages in any five minutes as private.settings allows. Scheduled
-- checks leave a quarter of them to people, and users leave some to the schedule and to reviewers.

-- One row for each invite page that was opened, or will be in a moment.
create table private.link_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The user who pressed 'Check'. Null for the schedule and reviewers.
  user_id uuid references public.profiles (id) on delete set null
);

create index link_checks_at_idx on private.link_checks (at);
create index link_checks_user_id_idx on private.link_checks (user_id, at);

alter table private.link_checks enable row level security;

create policy "No request reads or writes the checks"
on private.link_checks as restrictive for all to authenticated using (false);

-- Reserves up to as many checks as wanted, and returns how many. source is schedule, user or reviewer.
-- Uses the clock, not the time of the transaction: it may have waited for the lock.
create function private.reserve_link_checks(wanted integer, source text, user_id uuid default null) returns integer
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
  allowed constant integer := (select link_checks_per_five_minutes from private.settings);
  used integer;
  used_by_users integer;
  reserved integer;
begin
  perform private.lock_until_commit('link checks');
  select count(*), count(c.user_id) into used, used_by_users
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  reserved := greatest(0, least(wanted, case source
    when 'schedule' then ceil(allowed * 0.75)::integer - used
    when 'user' then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.4)::integer - used_by_users)
    else allowed - used
  end));
  insert into private.link_checks (user_id) select user_id from generate_series(1, reserved);
  return reserved;
end
$$;
