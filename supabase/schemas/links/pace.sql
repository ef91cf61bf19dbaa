-- The pace of link checks: WhatsApp refuses to answer an address that opens about fifty invite pages in five minutes.
-- Guarantee: all checks together open at most as many pages in any five minutes as private.settings allows.

-- One row for each invite page that was opened, or will be in a moment.
create table private.link_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Both null for the schedule and reviewers; the user also after the account is deleted.
  user_id uuid references public.profiles (id) on delete set null,
  source text check (source in ('user', 'new user'))
);

create index link_checks_at_idx on private.link_checks (at);
create index link_checks_user_id_idx on private.link_checks (user_id, at);

-- Reserves up to as many checks as wanted, and returns how many. source is schedule, reviewer, user, or new user: one
-- with a new account or an unapproved community. The schedule leaves a quarter to people, all users together take two
-- fifths at most, and both leave a tenth to reviewers. New users take a fifth at most. Users who have checked a link in
-- the last day leave a part of both shares to the others: otherwise two accounts could block everyone's checks.
-- Uses the clock: the transaction may have waited for the lock.
create function private.reserve_link_checks(wanted integer, source text, user_id uuid default null) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  allowed constant integer := (select link_checks_per_five_minutes from private.settings);
  has_checked constant boolean := exists (
    select from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day');
  reserved integer;
begin
  perform private.lock_until_commit('link checks');
  select greatest(0, least(wanted, case
    when source = 'schedule' then least(ceil(allowed * 0.9), ceil(allowed * 0.75) + count(c.source)) - count(*)
    when user_id is null then allowed - count(*)
    else least(
      ceil(allowed * 0.9) - count(*),
      ceil(allowed * case when has_checked then 0.3 else 0.4 end) - count(c.source),
      case when source = 'new user' then ceil(allowed * case when has_checked then 0.1 else 0.2 end) end
        - count(*) filter (where c.source = 'new user'))
  end)) into reserved
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  insert into private.link_checks (user_id, source)
  select user_id, case when user_id is not null then source end from generate_series(1, reserved);
  return reserved;
end
$$;

create function private.reserve_review_check() returns boolean
language sql security definer set search_path = '' as $$ select private.reserve_link_checks(1, 'reviewer') > 0 $$;

-- Reserves links for a run of the function admin/check-links, which the schedule starts every minute: a fifth of what
-- the schedule may check in five minutes, so that the checks are spread over the day. Up to half are held links, the
-- others those that have been due the longest. No rows while another run has not finished: links that it left unchecked
-- are released after five minutes. Nor if the last three scheduled checks, all in the last five minutes, were
-- inconclusive: WhatsApp is probably refusing our requests.
create function private.reserve_links(batch integer default 50) returns table (community_id uuid, link text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted constant integer := least(
    greatest(batch, 1), (select ceil(link_checks_per_five_minutes * 0.15) from private.settings));
  held uuid[];
  live uuid[];
  reserved integer;
begin
  perform private.lock_until_commit('batches of links');
  if exists (select from public.community_links where reserved_at > now() - interval '5 minutes')
    or exists (select from private.reviewed_links where reserved_at > now() - interval '5 minutes')
    or (select count(*) = 3 and bool_and(failures > 0) from (
      select failures from public.community_links
      where checked_at > now() - interval '5 minutes' and schedule_checked_at > now() - interval '5 minutes'
      order by schedule_checked_at desc limit 3) as latest) then
    return;
  end if;
  held := array(
    select due.community_id
    from private.reviewed_links as due join public.communities as c on c.id = due.community_id
    where due.due_at <= now() and c.status = 'approved' and not private.is_user_suspended(c.owner_id)
    order by due.due_at limit ceil(wanted / 2.0) for no key update of due skip locked);
  live := array(
    select due.community_id from public.community_links as due
    where due.is_scheduled and due.due_at <= now()
    order by due.due_at, due.community_id limit wanted - cardinality(held) for no key update skip locked);
  reserved := private.reserve_link_checks(cardinality(held) + cardinality(live), 'schedule');
  return query
    update private.reviewed_links as taken set reserved_at = now()
    where taken.community_id = any (held[1:reserved]) returning taken.community_id, taken.link;
  return query
    update public.community_links as taken set reserved_at = now()
    where taken.community_id = any (live[1:reserved - cardinality(held)]) returning taken.community_id, taken.link;
end
$$;
