-- Whether communities are still active: asking their owners, falling asleep, and the answers of users who joined.
-- Guarantee: a community falls asleep only if its owner did not answer: 30 days after the question and a week after a
-- reminder were emailed, or half a year later without emails. Other users only bring the question forward.
-- Answering needs no review. An owner gets one question in 30 days, for all communities that are due in that time.

-- One answer per user and community. Users write it with answer_activity(); owners and admins do not read it.
create table private.activity_answers (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  is_active boolean not null,
  -- Of the first answer. A repeated 'no' does not count again after the owner has confirmed the community.
  answered_at timestamptz not null default now(),
  primary key (community_id, user_id)
);

create index activity_answers_user_id_idx on private.activity_answers (user_id);
create index activity_answers_doubts_idx on private.activity_answers (community_id) where not is_active;

alter table private.activity_answers enable row level security;

create policy "No request reads or writes answers"
on private.activity_answers as restrictive for all to authenticated using (false);

grant all on private.activity_answers to service_role;

create index communities_silent_idx on public.communities (greatest(confirmed_at, last_joined_at))
where status = 'approved' and hidden_at is null and paused_at is null and asleep_at is null and asked_at is null;
create index communities_asked_at_idx on public.communities (asked_at) where asked_at is not null and asleep_at is null;

-- An approval and everything that the owner or a co-owner does are signs of life: an edit, a changed group, a pause and
-- its end, and a transfer. Only confirm_community() wakes a sleeping community, so its question stays open. Admins'
-- edits and derived columns are no signs of life. Not security definer: the role of the request shows who edits.
create function private.note_activity() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'approved' and old.status <> 'approved' and private.decision() is distinct from 'decision undone' then
    new.confirmed_at := now();
    new.asked_at := null;
    new.asleep_at := null;
  elsif new.owner_id <> old.owner_id or new.paused_at is distinct from old.paused_at
    or new.groups_updated_at <> old.groups_updated_at
    or private.is_user_request() and private.may_manage(new.id) then
    new.confirmed_at := now();
    if new.asleep_at is null then
      new.asked_at := null;
    end if;
  end if;
  return new;
end
$$;

create trigger before_9_note_activity
before update on public.communities
for each row execute function private.note_activity();

-- Whether two users have answered 'no' since the owner's last sign of life. An answer counts if the user joined in the
-- last 60 days and had an account for a day. Users who answer 'yes' do not outweigh them: accounts of the owner could.
-- Security definer, because no API role reads joins or answers.
create function private.is_doubted(community public.communities) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 2
  from private.activity_answers as a join public.profiles as p on p.id = a.user_id
  where a.community_id = community.id and not a.is_active and a.answered_at > community.confirmed_at
    and p.id <> community.owner_id
    and not exists (select from public.co_owners as o where o.community_id = community.id and o.user_id = p.id)
    and p.created_at < a.answered_at - interval '1 day'
    and not private.is_user_suspended(p.id)
    and exists (
      select from public.community_joins as j
      where j.community_id = community.id and j.user_id = p.id and j.joined_on > private.today() - 60
    )
$$;

-- Security definer, because no API role reads or writes joins and answers.
create function private.answer_activity(community_id uuid, is_active boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on > private.today() - 60
  ) then
    raise exception 'You can answer this for 60 days after you joined.' using errcode = 'PT403';
  end if;
  insert into private.activity_answers (community_id, user_id, is_active)
  values (community_id, auth.uid(), is_active)
  on conflict on constraint activity_answers_pkey do update set is_active = excluded.is_active;
end
$$;

-- Records that a community is active, and wakes it up without a review. Callers lock it.
create function private.keep_active(community public.communities) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.communities set confirmed_at = now(), asked_at = null, asleep_at = null where id = community.id;
  if community.asleep_at is not null then
    perform private.log_action('woke up', 'community', community.id, community.owner_id, '{}', '{}');
  end if;
end
$$;

-- Security definer, because no API role writes these columns.
create function private.confirm_community(community_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  if community.paused_at is not null then
    raise exception 'This community is paused. Resume it instead.' using errcode = 'PT409';
  end if;
  perform private.keep_active(community);
end
$$;

-- Answers a question with the link of its email, whose signature the function admin/still-active has checked. Once the
-- question is answered or withdrawn, the link only shows the state of the community, and it ends after 90 days, with a
-- new question or a new owner. Returns the name, and whether visitors see the community.
-- Security definer, because no API role may call private.log_action.
create function private.confirm_by_link(community_id uuid, user_id uuid, asked_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
begin
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = user_id and c.status = 'approved' for no key update;
  if community.id is null or asked_at < now() - interval '90 days' or community.asked_at <> asked_at then
    raise exception 'This link has ended. Please answer on your profile.' using errcode = 'PT409';
  end if;
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if community.asked_at = asked_at then
    perform private.keep_active(community);
  end if;
  return jsonb_build_object('name', community.name, 'is_listed', private.is_listed(community_id));
end
$$;

-- The event of the emails about a question, which a reminder and its question share.
create function private.question_event(asked_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select extract(epoch from asked_at)::text
$$;

-- Withdraws questions, asks owners, reminds them, and lets communities fall asleep. A job that the schedule calls every
-- ten minutes; concurrent calls do nothing. Nothing is asked while the directory is closed, because users cannot join
-- then. The conditions of private.may_be_listed are written out where many communities are compared: calling it for each
-- of 100,000 takes half a minute.
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
  update public.communities set asked_at = null where id in (
    select c.id from public.communities as c
    where c.asked_at is not null and c.asleep_at is null and (
      not is_on or c.status <> 'approved' or c.hidden_at is not null or c.paused_at is not null
      or c.owner_id in (select s.user_id from public.suspensions as s where s.until is null or s.until > now())
      or (c.owner_id, private.question_event(c.asked_at)) in (
        select e.recipient_id, e.event from private.email_outbox as e
        where e.kind = 'still_active' and e.given_up_at is not null
      )
    )
    limit 1000
    for no key update skip locked
  );
  if not is_on then
    return;
  end if;

  for recipient in
    -- Materialized: with outdated statistics, the plan would repeat each of these for every community.
    with unavailable as materialized (
      select s.user_id from public.suspensions as s where s.until is null or s.until > now()
      union
      select c.owner_id from public.communities as c where c.asked_at is not null and c.asleep_at is null
      union
      select e.recipient_id from private.email_outbox as e
      where e.kind in ('still_active', 'falling_asleep') and e.created_at > now() - month
    ), silent as materialized (
      select c.owner_id, greatest(c.confirmed_at, c.last_joined_at) as since from public.communities as c
      where c.status = 'approved' and c.hidden_at is null and c.paused_at is null and c.asleep_at is null
        and c.asked_at is null and greatest(c.confirmed_at, c.last_joined_at) < now() - silence
    ), doubtful as materialized (
      select c from public.communities as c
      where c.asked_at is null
        and c.id in (select a.community_id from private.activity_answers as a where not a.is_active)
    ), due as materialized (
      select found.owner_id, min(found.since) as since
      from (
        select s.owner_id, s.since from silent as s
        union all
        select (d.c).owner_id, greatest((d.c).confirmed_at, (d.c).last_joined_at) from doubtful as d
        where private.may_be_listed(d.c) and private.is_doubted(d.c)
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
    update public.communities as c set asked_at = now()
    where c.owner_id = recipient.id and c.asked_at is null and private.may_be_listed(c)
      and (greatest(c.confirmed_at, c.last_joined_at) < now() - silence + month or private.is_doubted(c));
    if recipient.wants_decision_emails then
      perform private.queue_email('still_active', recipient.id, private.question_event(now()));
    end if;
  end loop;

  perform private.queue_email('falling_asleep', p.id, open.event)
  from public.profiles as p join (
    select distinct c.owner_id, private.question_event(c.asked_at) as event
    from public.communities as c where c.asked_at <= now() - answer_time + week and c.asleep_at is null
  ) as open on open.owner_id = p.id
  where p.wants_decision_emails and not exists (
    select from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = open.event
  );

  for community in
    select c.* from public.communities as c join public.profiles as p on p.id = c.owner_id
    where c.asleep_at is null and c.asked_at <= now() - answer_time
      and (p.wants_decision_emails or c.asked_at <= now() - silence)
      and private.may_be_listed(c)
      and (not p.wants_decision_emails or exists (
        select from private.email_outbox as e
        where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = private.question_event(c.asked_at)
          and e.sent_at <= now() - week
      ))
    limit 100
    for no key update of c skip locked
  loop
    update public.communities set asleep_at = now() where id = community.id;
    perform private.log_action(
      'fell asleep', 'community', community.id, community.owner_id, '{}', '{}', is_automatic => true);
  end loop;
end
$$;

-- The communities in an email about a question, null if none is open any more. The links are signed with asked_at.
-- Security definer, because no API role reads the settings.
create function private.question_data(recipient public.profiles, event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'communities', jsonb_agg(
      jsonb_build_object('id', c.id, 'name', c.name, 'asked_at', c.asked_at) order by c.name, c.id
    ),
    'days', (select days_to_answer from private.settings)
  )
  from public.communities as c
  where c.owner_id = recipient.id and c.asked_at is not null and c.asleep_at is null
    and private.question_event(c.asked_at) = event
    and recipient.wants_decision_emails and not private.is_user_suspended(recipient.id)
  having count(*) > 0
$$;

grant execute on function private.is_doubted, private.confirm_by_link, private.ask_owners, private.question_data
to service_role;
grant execute on function private.answer_activity, private.confirm_community to authenticated, service_role;
