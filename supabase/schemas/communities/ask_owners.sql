-- Asking owners whether their communities are still active, and falling asleep.
-- Guarantee: a community falls asleep only if its owner did not answer: 30 days after the question and a week after a
-- reminder were emailed, or half a year later without emails. An owner gets one question in 30 days, for all
-- communities that are due in that time.

-- The event of the emails about a question, which a reminder and its question share.
create function private.question_event(asked_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select extract(epoch from asked_at)::text
$$;

-- Withdraws questions, asks owners, reminds them, and lets communities fall asleep. A job that the schedule calls every
-- ten minutes; concurrent calls do nothing. Nothing is asked while the directory is closed, because users cannot join
-- then. The conditions of private.may_be_listed are written out where many communities are compared: calling it for
-- each of 100,000 takes half a minute.
--
-- Asks the owners of the longest silent communities first, at most questions_per_day: an upgrade or the opening of the
-- directory does not ask all at once. Skips owners who are deleting their account: waiting could deadlock.
-- Security definer, because no API role reads the settings or may call private.log_action.
create function private.ask_owners() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  settings private.settings;
  month constant interval := interval '30 days';
  week constant interval := interval '7 days';
  silence interval;
  answer_time interval;
  is_on boolean;
  recipient record;
  community public.communities;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('questions to owners', 0)) then
    return;
  end if;
  select * into settings from private.settings;
  silence := settings.days_until_question * interval '1 day';
  answer_time := settings.days_to_answer * interval '1 day';
  is_on := settings.directory_live and settings.days_until_question > 0;

  -- A question that cannot be emailed is asked again after a month.
  update public.signs_of_life set asked_at = null where community_id in (
    select s.community_id from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where s.asked_at is not null and not private.is_blocked(c.id, '{asleep}') and (
      not is_on or not private.may_be_listed(c, '{dead_link}')
      or (c.owner_id, private.question_event(s.asked_at)) in (
        select e.recipient_id, e.event from private.email_outbox as e
        where e.kind = 'still_active' and e.given_up_at is not null
      )
    )
    order by s.community_id limit 1000
    for no key update of s skip locked
  );
  if not is_on then
    return;
  end if;

  for recipient in
    -- Materialized: with outdated statistics, the plan would repeat each of these for every community.
    with unavailable as materialized (
      select u.user_id from public.suspensions as u where u.until is null or u.until > now()
      union
      select c.owner_id from public.signs_of_life as s join public.communities as c on c.id = s.community_id
      where s.asked_at is not null and not private.is_blocked(c.id, '{asleep}')
      union
      select e.recipient_id from private.email_outbox as e
      where e.kind in ('still_active', 'falling_asleep') and e.created_at > now() - month
    ), silent as materialized (
      select c.owner_id, greatest(s.confirmed_at, s.last_joined_at) as since
      from public.signs_of_life as s join public.communities as c on c.id = s.community_id
      where s.asked_at is null and greatest(s.confirmed_at, s.last_joined_at) < now() - silence
        and c.status = 'approved' and not exists (
          select from public.community_blocks as b where b.community_id = c.id and b.kind <> 'dead_link'
        )
    ), doubtful as materialized (
      select c, greatest(s.confirmed_at, s.last_joined_at) as since
      from public.signs_of_life as s join public.communities as c on c.id = s.community_id
      where s.asked_at is null
        and s.community_id in (select a.community_id from private.activity_answers as a where not a.is_active)
    ), due as materialized (
      select found.owner_id, min(found.since) as since
      from (
        select s.owner_id, s.since from silent as s
        union all
        select (d.c).owner_id, d.since from doubtful as d
        where private.may_be_listed(d.c, '{dead_link}') and private.is_doubted((d.c).id)
      ) as found
      where found.owner_id not in (select user_id from unavailable)
      group by 1
    )
    select p.id, p.wants_decision_emails from public.profiles as p join due on due.owner_id = p.id
    order by due.since
    limit greatest(settings.questions_per_day - (
      select count(*) from private.email_outbox as e
      where e.kind = 'still_active' and e.created_at >= date_trunc('day', now(), 'utc')
    ), 0)
    for key share of p skip locked
  loop
    perform from public.communities as c where c.owner_id = recipient.id order by c.id for no key update;
    update public.signs_of_life as s set asked_at = now() from public.communities as c
    where c.id = s.community_id and c.owner_id = recipient.id and s.asked_at is null
      and private.may_be_listed(c, '{dead_link}')
      and (greatest(s.confirmed_at, s.last_joined_at) < now() - silence + month or private.is_doubted(c.id));
    if recipient.wants_decision_emails then
      perform private.queue_email('still_active', recipient.id, private.question_event(now()));
    end if;
  end loop;

  perform private.queue_email('falling_asleep', p.id, open.event)
  from public.profiles as p join (
    select distinct c.owner_id, private.question_event(s.asked_at) as event
    from public.signs_of_life as s join public.communities as c on c.id = s.community_id
    where s.asked_at <= now() - answer_time + week and not private.is_blocked(c.id, '{asleep}')
  ) as open on open.owner_id = p.id
  where p.wants_decision_emails and not exists (
    select from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = open.event
  );

  for community in
    select c.* from public.signs_of_life as s
    join public.communities as c on c.id = s.community_id
    join public.profiles as p on p.id = c.owner_id
    where s.asked_at <= now() - answer_time
      and (p.wants_decision_emails or s.asked_at <= now() - silence)
      and private.may_be_listed(c, '{dead_link}')
      and (not p.wants_decision_emails or exists (
        select from private.email_outbox as e
        where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(s.asked_at)
          and e.sent_at <= now() - week
      ))
    order by c.id limit 100
    for no key update of c skip locked
  loop
    perform private.block(community.id, 'asleep');
    perform private.log_action('fell asleep', 'community', community.id, community.owner_id, actor_id => null);
  end loop;
end
$$;

-- The communities in an email about a question, null if none is open any more. The links are signed with asked_at.
-- Security definer, because no API role reads the settings.
create function private.question_data(recipient public.profiles, event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'communities', jsonb_agg(
      jsonb_build_object('id', c.id, 'name', c.name, 'asked_at', s.asked_at) order by c.name, c.id
    ),
    'days', (select days_to_answer from private.settings)
  )
  from public.communities as c join public.signs_of_life as s on s.community_id = c.id
  where c.owner_id = recipient.id and not private.is_blocked(c.id, '{asleep}')
    and private.question_event(s.asked_at) = event
    and recipient.wants_decision_emails and not private.is_user_suspended(recipient.id)
  having count(*) > 0
$$;

grant execute on function private.ask_owners, private.question_data to service_role;
