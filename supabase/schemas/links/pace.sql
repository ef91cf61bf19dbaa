-- The pace of link checks: WhatsApp refuses to answer an address that opens about fifty invite pages in five minutes.
-- Guarantee: all paths together open at most as many pages in any five minutes as private.settings allows. Scheduled
-- checks leave a quarter of them to people, all users together take two fifths at most, and both leave a tenth to
-- reviewers. Users with new accounts or unapproved communities take a fifth at most, and users who have checked a link
-- in the last day leave a part of both shares to the others: otherwise two accounts could block everyone's checks.

-- One row for each invite page that was opened, or will be in a moment.
create table private.link_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The user who pressed 'Check'. Null for the schedule and reviewers, and after the account is deleted.
  user_id uuid references public.profiles (id) on delete set null,
  -- Null for the schedule and reviewers.
  source text check (source in ('user', 'new user'))
);

create index link_checks_at_idx on private.link_checks (at);
create index link_checks_user_id_idx on private.link_checks (user_id, at);

-- Reserves up to as many checks as wanted, and returns how many. source is schedule, reviewer, user, or new user: one
-- with a new account or an unapproved community.
-- Uses the clock, not the time of the transaction: it may have waited for the lock.
create function private.reserve_link_checks(wanted integer, source text, user_id uuid default null) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  allowed constant integer := (select link_checks_per_five_minutes from private.settings);
  used integer;
  used_by_users integer;
  used_by_new_users integer;
  reserved integer;
  has_checked constant boolean := exists (
    select from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day'
  );
begin
  perform private.lock_until_commit('link checks');
  select count(*), count(c.source), count(*) filter (where c.source = 'new user')
  into used, used_by_users, used_by_new_users
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  reserved := greatest(0, least(wanted, case
    when source = 'schedule'
    then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.75)::integer - used + used_by_users)
    when user_id is not null then least(
      ceil(allowed * 0.9)::integer - used,
      ceil(allowed * case when has_checked then 0.3 else 0.4 end)::integer - used_by_users,
      case when source = 'new user'
        then ceil(allowed * case when has_checked then 0.1 else 0.2 end)::integer - used_by_new_users end
    )
    else allowed - used
  end));
  insert into private.link_checks (user_id, source)
  select user_id, case when user_id is not null then source end from generate_series(1, reserved);
  return reserved;
end
$$;

-- Reserves a check for a reviewer. False if none is left.
create function private.reserve_review_check() returns boolean
language sql security definer set search_path = '' as $$
  select private.reserve_link_checks(1, 'reviewer') > 0
$$;

-- Whether the last three checks of the schedule, all in the last five minutes, were inconclusive: WhatsApp is probably
-- refusing our requests.
create function private.is_whatsapp_refusing() returns boolean
language sql stable set search_path = '' as $$
  select count(*) = 3 and bool_and(failures > 0)
  from (
    select l.failures from public.community_links as l
    where l.checked_at > now() - interval '5 minutes' and l.schedule_checked_at > now() - interval '5 minutes'
    order by l.schedule_checked_at desc limit 3
  ) as latest
$$;

-- Lets the schedule check the link of a community, or not any more. Called whenever the community may have entered or
-- left the directory.
create function private.schedule_link(community public.communities) returns void
language sql set search_path = '' as $$
  update public.community_links set is_scheduled = not is_scheduled
  where community_id = community.id and is_scheduled <> private.may_be_listed(community, '{dead_link, renamed}')
$$;

-- Reserves links for a run of the function admin/check-links, which the schedule starts every minute: a fifth of what
-- the schedule may check in five minutes, so that the checks are spread over the day. Up to half of them are held links
-- that are due, the others the links that have been due the longest. Returns no rows while another run has not
-- finished. Links that a run left unchecked are released after five minutes.
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
  if private.is_whatsapp_refusing()
    or exists (select from public.community_links where reserved_at > now() - interval '5 minutes')
    or exists (select from private.reviewed_links where reserved_at > now() - interval '5 minutes') then
    return;
  end if;
  held := array(
    select due.community_id
    from private.reviewed_links as due join public.communities as c on c.id = due.community_id
    where due.due_at <= now() and c.status = 'approved' and not private.is_user_suspended(c.owner_id)
    order by due.due_at limit ceil(wanted / 2.0)
  );
  live := array(
    select due.community_id from public.community_links as due
    where due.is_scheduled and due.due_at <= now()
    order by due.due_at, due.community_id limit wanted - cardinality(held)
  );
  reserved := private.reserve_link_checks(cardinality(held) + cardinality(live), 'schedule');
  held := held[1:reserved];
  live := live[1:reserved - cardinality(held)];
  return query
    update private.reviewed_links as taken set reserved_at = now() where taken.community_id in (
      select r.community_id from private.reviewed_links as r
      where r.community_id = any (held) for no key update skip locked
    ) returning taken.community_id, taken.link;
  return query
    update public.community_links as taken set reserved_at = now() where taken.community_id in (
      select l.community_id from public.community_links as l
      where l.community_id = any (live) for no key update skip locked
    ) returning taken.community_id, taken.link;
end
$$;
