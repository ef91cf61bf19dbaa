-- Asking owners whether their communities are still active, and falling asleep.
-- Guarantee: a community falls asleep only if its owner did not answer: 30 days after the question and a week after a
-- reminder were emailed, or half a year later without emails. An owner gets one question in 30 days, for all due ones.

-- Four jobs of the schedule, each in batches and safe to repeat. None of them waits for a locked row: a merge of places
-- locks thousands. Nothing is asked while the directory is closed, because users cannot join then.

-- The event of the emails about a question, which a reminder and its question share.
create function private.question_event(asked_at timestamptz) returns text
language sql immutable set search_path = '' as $$ select extract(epoch from asked_at)::text $$;

-- The questions until a time that wait for an answer. Those about communities that are asleep only serve the links of
-- their emails. Callers join the communities: a join here would read those of all that are asleep.
create function private.open_questions(until timestamptz default now())
returns table (community_id uuid, asked_at timestamptz) language sql stable set search_path = '' as $$
  select s.community_id, s.asked_at from public.signs_of_life as s
  where s.asked_at <= until and not exists (
    select from public.community_blocks as b where b.community_id = s.community_id and b.kind = 'asleep'
  )
$$;

-- About communities that have left the directory. A question that cannot be emailed is asked again after a month.
create function private.withdraw_questions() returns void
language sql security definer set search_path = '' as $$
  update public.signs_of_life set asked_at = null where community_id = any (array(
    select s.community_id from public.signs_of_life as s
    join private.open_questions() as q on q.community_id = s.community_id
    join public.communities as c on c.id = s.community_id
    where not private.may_be_listed(c, '{dead_link}')
      or not (select directory_live and days_until_question > 0 from private.settings)
      or (c.owner_id, private.question_event(q.asked_at)) in (
        select e.recipient_id, e.event from private.email_outbox as e
        where e.kind = 'still_active' and e.given_up_at is not null
      )
    order by s.community_id limit 1000 for no key update of s skip locked
  ))
$$;

-- The owners of the 2,000 longest silent communities who may be asked, and of those that two users doubt; and since
-- when the longest silent of their communities is. With more silent ones, a run takes no longer, and the next one
-- continues. The conditions of private.may_be_listed are written out: calling it takes long. Materialized: with
-- outdated statistics, the plan would repeat each of these for every community.
create function private.owners_to_ask(silence interval) returns table (owner_id uuid, since timestamptz)
language sql stable set search_path = '' as $$
  with unavailable as materialized (
    select u.user_id from public.suspensions as u where u.until is null or u.until > now()
    union
    select c.owner_id from private.open_questions() as q join public.communities as c on c.id = q.community_id
    union
    select e.recipient_id from private.email_outbox as e
    where e.kind in ('still_active', 'falling_asleep') and e.created_at > now() - interval '30 days'
  ), silent as materialized (
    select longest.owner_id, longest.since from (
      select c.owner_id, greatest(s.confirmed_at, s.last_joined_at) as since
      from public.signs_of_life as s join public.communities as c on c.id = s.community_id
      where s.asked_at is null and greatest(s.confirmed_at, s.last_joined_at) < now() - silence
        and c.status = 'approved' and not exists (
          select from public.community_blocks as b where b.community_id = c.id and b.kind <> 'dead_link'
        )
      order by greatest(s.confirmed_at, s.last_joined_at)
    ) as longest where longest.owner_id not in (select user_id from unavailable) limit 2000
  ), doubtful as materialized (
    select c, greatest(s.confirmed_at, s.last_joined_at) as since
    from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where s.asked_at is null and s.community_id = any (array(
      select a.community_id from private.still_active_answers as a where not a.is_active group by 1 having count(*) > 1
    ))
  )
  select found.owner_id, min(found.since) from (
    select s.owner_id, s.since from silent as s
    union all
    select (d.c).owner_id, d.since from doubtful as d
    where (d.c).owner_id not in (select user_id from unavailable)
      and private.may_be_listed(d.c, '{dead_link}') and private.is_doubted((d.c).id)
  ) as found group by 1
$$;

-- Asks the owners of the longest silent communities first, at most questions_per_day: an upgrade does not ask all at
-- once. Skips owners who are deleting their account. A concurrent call does nothing.
create function private.ask_owners() returns void
language plpgsql security definer set search_path = '' as $$
declare
  settings private.settings;
  silence interval;
  wanted integer;
  recipients uuid[];
begin
  select * into settings from private.settings where directory_live and days_until_question > 0;
  wanted := settings.questions_per_day - (
    select count(*) from private.email_outbox as e
    where e.kind = 'still_active' and e.created_at >= date_trunc('day', now(), 'utc')
  );
  if wanted is null or wanted <= 0 or not pg_try_advisory_xact_lock(hashtextextended('questions to owners', 0)) then
    return;
  end if;
  silence := settings.days_until_question * interval '1 day';
  recipients := array(
    select p.id from public.profiles as p join private.owners_to_ask(silence) as due on due.owner_id = p.id
    order by due.since limit wanted for key share of p skip locked
  );
  update public.signs_of_life set asked_at = now() where community_id in (
    select s.community_id from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where c.owner_id = any (recipients) and s.asked_at is null and private.may_be_listed(c, '{dead_link}')
      and (greatest(s.confirmed_at, s.last_joined_at) < now() - silence + interval '30 days'
        or private.is_doubted(c.id))
    order by s.community_id for no key update of s skip locked
  );
  perform private.queue_email('still_active', p.id, private.question_event(now()))
  from public.profiles as p where p.id = any (recipients) and p.wants_decision_emails;
end
$$;

create function private.remind_owners() returns void
language sql security definer set search_path = '' as $$
  select private.queue_email('falling_asleep', due.owner_id, due.event) from (
    select distinct p.id as owner_id, private.question_event(q.asked_at) as event
    from private.settings as s
    cross join private.open_questions(now() - (s.days_to_answer - 7) * interval '1 day') as q
    join public.communities as c on c.id = q.community_id join public.profiles as p on p.id = c.owner_id
    where p.wants_decision_emails and not exists (
      select from private.email_outbox as e
      where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(q.asked_at)
    )
    limit 1000
  ) as due
$$;

create function private.fall_asleep() returns void
language plpgsql security definer set search_path = '' as $$
declare
  settings private.settings;
  community public.communities;
begin
  select * into settings from private.settings where directory_live and days_until_question > 0;
  for community in
    select c.* from private.open_questions(now() - settings.days_to_answer * interval '1 day') as q
    join public.communities as c on c.id = q.community_id join public.profiles as p on p.id = c.owner_id
    where (p.wants_decision_emails or q.asked_at <= now() - settings.days_until_question * interval '1 day')
      and private.may_be_listed(c, '{dead_link}')
      and (not p.wants_decision_emails or exists (
        select from private.email_outbox as e
        where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(q.asked_at)
          and e.sent_at <= now() - interval '7 days'
      ))
    order by c.id limit 100 for no key update of c skip locked
  loop
    -- Checked again with the lock: the owner may have answered or paused the community since the query began.
    perform from public.signs_of_life as s
    where s.community_id = community.id and s.asked_at is not null for no key update skip locked;
    if found and private.may_be_listed(community, '{dead_link}') and private.block(community.id, 'asleep') then
      perform private.log_action('fell asleep', 'community', community.id, community.owner_id, actor_id => null);
    end if;
  end loop;
end
$$;

-- The communities in an email about a question, null if none is open any more. The links are signed with asked_at.
create function private.question_data(recipient public.profiles, event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'communities',
    jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'asked_at', s.asked_at) order by c.name, c.id),
    'days', (select days_to_answer from private.settings)
  )
  from public.communities as c join public.signs_of_life as s on s.community_id = c.id
  where c.owner_id = recipient.id and not private.is_blocked(c.id, '{asleep}')
    and private.question_event(s.asked_at) = event
    and recipient.wants_decision_emails and not private.is_user_suspended(recipient.id)
  having count(*) > 0
$$;

grant execute on function
  private.withdraw_questions, private.ask_owners, private.remind_owners, private.fall_asleep, private.question_data
to service_role;
