set local check_function_bodies = off;

drop trigger "clean" on "public"."appeals";

drop trigger "clean" on "public"."claims";

drop trigger "before_0_clean" on "public"."communities";

drop trigger "clean" on "public"."community_groups";

drop trigger "clean" on "public"."community_reports";

drop trigger "clean" on "public"."places";

drop trigger "clean" on "public"."suspensions";

drop function "private"."clean_appeal"();

drop function "private"."clean_claim"();

drop function "private"."clean_community"();

drop function "private"."clean_group"();

drop function "private"."clean_place"();

drop function "private"."clean_report"();

drop function "private"."clean_suspension"();

drop function "private"."queue_acceptance_email"(public.invitations);

drop function "private"."queue_hand_over_email"(public.communities, uuid);

drop function "private"."retention_period"(text);

create or replace function private.answer_invitation (
  invitation_id uuid,
  is_accepted   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  invitation public.invitations;
  answer constant public.invitation_answer := case when is_accepted then 'accepted' else 'declined' end;
begin
  perform private.require_writer();
  perform private.lock_until_commit(
    'people of ' || (select i.community_id from public.invitations as i where i.id = invitation_id));
  select * into invitation from public.invitations as i
  where i.id = invitation_id and i.email = private.confirmed_email();
  if invitation.answer = answer then
    return;
  end if;
  if invitation.id is null or invitation.answer is not null or invitation.expires_at <= now() then
    raise exception 'This invitation is no longer open.' using errcode = 'PT410';
  end if;
  if is_accepted and invitation.kind = 'transfer' then
    perform private.transfer_community(invitation.community_id, auth.uid(), invitation.keeps_former_owner);
    if private.is_user_suspended(invitation.invited_by) then
      raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
    end if;
  elsif is_accepted then
    perform private.add_co_owner(invitation.community_id);
  end if;
  update public.invitations as i set answered_at = now(), answer = answer where i.id = invitation_id;
  if is_accepted then
    perform private.queue_email(
      'invitation_accepted', invitation.invited_by, invitation.id::text,
      jsonb_build_object('name', c.name, 'invitation', invitation.kind, 'email', invitation.email), c.id)
    from public.communities as c where c.id = invitation.community_id;
  end if;
end
$function$;

create or replace function private.apply_suspension()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  subject constant uuid := coalesce(new.user_id, old.user_id);
  details constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'reason', coalesce(new.reason, old.reason), 'until', coalesce(new.until, old.until)
  ));
  community public.communities;
begin
  if not exists (select from public.profiles where id = subject) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_action('suspended', 'user', subject, subject, '{}', details);
    perform private.queue_email('suspended', subject, new.suspended_at::text, details);
  else
    perform private.log_action('suspension ended', 'user', subject, subject, details, '{}');
  end if;
  for community in
    select * from public.communities where owner_id = subject order by id for share
  loop
    perform private.write_directory_community(community);
  end loop;
  return null;
end
$function$;

create or replace function private.ask_owners()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.clean_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  cleaned jsonb;
begin
  execute (
    select format('select jsonb_build_object(%s)', string_agg(
      format('%L, private.clean_%s(($1).%I)', given[1], given[2], given[1]), ', '
    ))
    from unnest(tg_argv) as argument, string_to_array(argument, ':') as given
  ) into cleaned using new;
  return jsonb_populate_record(new, cleaned);
end
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
declare
  kept record;
begin
  for kept in select * from private.retention() loop
    execute format(
      'delete from %1$s where ctid = any (array(
        select ctid from %1$s where %2$I <= $1 order by %2$I limit 50000 for update skip locked
      ))', kept.source, kept.column_name
    ) using now() - kept.period;
  end loop;
end
$function$;

create or replace function private.hand_over_community (
  community_id uuid,
  new_owner_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
begin
  if not exists (
    select from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id
  ) then
    raise exception 'This user is no longer a co-owner. Reload the page.' using errcode = 'PT409';
  end if;
  perform private.transfer_community(community_id, new_owner_id);
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.queue_email(
    'handed_over', new_owner_id, community_id || ' ' || now(), jsonb_build_object('name', community.name), community_id);
end
$function$;

create or replace function private.queue_claim_email (
  claim      public.claims,
  kind       text,
  recipients uuid[],
  data       jsonb,
  due_at     timestamp with time zone default now()
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  name constant text := (select c.name from public.communities as c where c.id = claim.community_id);
begin
  perform private.queue_email(
    kind::public.email_kind, recipient, claim.id::text, jsonb_build_object('name', name) || data,
    case when kind = 'claimed' then claim.community_id end,
    case when kind = 'claimed' then greatest(due_at, (
      select max(coalesce(e.sent_at, e.due_at)) + interval '1 day' from private.email_outbox as e
      where e.recipient_id = recipient and e.kind = 'claimed' and e.community_id = claim.community_id
        and (e.sent_at is not null or private.email_data(e) is not null)
    )) else due_at end)
  from unnest(recipients) as recipient;
end
$function$;

create or replace function private.queue_daily_summaries (
  at timestamp with time zone
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  moment constant timestamp := at at time zone 'utc';
  today constant text := moment::date;
  waiting jsonb;
begin
  if moment::time < '07:00' or exists (
    select from private.email_outbox where kind = 'daily_summary' and event = today
  ) then
    return;
  end if;
  waiting := (select to_jsonb(counts) from private.queue_counts() as counts);
  perform private.queue_email('daily_summary', p.id, today, waiting)
  from public.profiles as p
  where p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    and exists (select from jsonb_each_text(waiting) where value <> '0');
end
$function$;

create or replace function private.queue_dead_link_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.queue_email(
    'link_dead', c.owner_id, c.id || ' ' || new.dead_since, jsonb_build_object('name', c.name), c.id)
  from public.communities as c where c.id = new.community_id;
  return null;
end
$function$;

create or replace function private.queue_decision_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.action = 'decision undone' then
    delete from private.email_outbox
    where community_id = new.subject_id and sent_at is null
      and event = (private.last_decision(new.subject_id, new.id)).id::text;
  else
    perform private.queue_email(
      replace(new.action::text, ' ', '_')::public.email_kind, c.owner_id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason when 'hidden' then c.hidden_reason
        when 'appeal declined' then new.after ->> 'reason' end,
        'is_automatic', case when new.action in ('hidden', 'shown') and new.actor_id is null then true end,
        'status', case new.action when 'appeal accepted' then c.status end)),
      c.id, new.at + private.undo_window() + interval '30 seconds')
    from public.communities as c
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id
      -- The email about a renamed group says that it is hidden.
      and not (new.action = 'hidden' and private.is_hidden_by_rename(c));
  end if;
  return null;
end
$function$;

create or replace function private.queue_email (
  kind         public.email_kind,
  recipient_id uuid,
  event        text,
  data         jsonb                    default '{}'::jsonb,
  community_id uuid                     default null::uuid,
  due_at       timestamp with time zone default now()
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, event, data, community_id, due_at)
  select kind, p.id, event, data, community_id, due_at from public.profiles as p where p.id = recipient_id
  for key share skip locked
  on conflict on constraint email_outbox_event_key do nothing
$function$;

create or replace function private.queue_invitation_email (
  invitation public.invitations,
  community  public.communities
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.queue_email(
    'invited', p.id, community.id || ' ' || private.today(),
    jsonb_strip_nulls(jsonb_build_object('name', private.approved_name(community), 'invitation', invitation.kind)))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(u.email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
$function$;

create or replace function private.queue_renamed_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.queue_email(
    'renamed', c.owner_id, c.id || ' ' || (new.renamed_at at time zone 'utc')::date,
    jsonb_build_object('name', c.name, 'is_hidden', private.is_hidden_by_rename(c)), c.id)
  from public.communities as c where c.id = new.community_id;
  return null;
end
$function$;

create or replace function private.queue_report_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.resolved_at is null then
    delete from private.email_outbox
    where recipient_id = new.reporter_id and kind = 'report_outcome' and event = new.id::text and sent_at is null;
  else
    perform private.queue_email(
      'report_outcome', new.reporter_id, new.id::text,
      jsonb_build_object('name', c.name, 'is_upheld', new.is_upheld),
      due_at => new.resolved_at + private.undo_window() + interval '30 seconds')
    from public.communities as c
    where c.id = new.community_id and new.reporter_id is distinct from new.resolved_by;
  end if;
  return null;
end
$function$;

create or replace function private.queue_reports_notice (
  community_id uuid,
  data         jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.queue_email(
    'daily_summary', p.id, coalesce('hidden ' || community_id, 'limit of reports') || ' ' || private.today(), data)
  from public.profiles as p where p.is_admin and p.wants_summary_emails
$function$;

create or replace function private.retention()
  returns table (
    records     text,
    source      regclass,
    column_name text,
    period      interval
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  values
    ('joins', 'public.community_joins'::regclass, 'joined_on', interval '90 days'),
    ('answers', 'private.activity_answers', 'answered_at', '60 days'),
    ('resolved reports', 'public.community_reports', 'resolved_at', '1 year'),
    ('closed appeals', 'public.appeals', 'closed_at', '1 year'),
    ('closed claims', 'public.claims', 'decided_at', '1 year'),
    -- Answered ones expire at most 14 days later.
    ('invitations', 'public.invitations', 'expires_at', '30 days'),
    ('emails', 'private.email_outbox', 'created_at', '30 days'),
    -- Until the end of its period, a used code is not given to another user.
    ('ownership codes', 'private.ownership_codes', 'expires_at', '7 days'),
    ('link checks', 'private.link_checks', 'at', '1 day'),
    ('audit log', 'public.audit_log', 'at', '2 years')
$function$;

create trigger clean
  before insert or update of message, reason on public.appeals
  for each row
  execute function private.clean_columns('message:text', 'reason:text');

create trigger clean
  before insert or update of answer, reason on public.claims
  for each row
  execute function private.clean_columns('answer:text', 'reason:text');

create trigger before_0_clean
  before insert or update of name,
    description, location, requested_place, rejection_reason, hidden_reason on public.communities
  for each row
  execute function
    private.clean_columns('name:line', 'description:text', 'location:line', 'requested_place:line',
    'rejection_reason:text', 'hidden_reason:text');

create trigger clean
  before insert or update of name, description on public.community_groups
  for each row
  execute function private.clean_columns('name:line', 'description:text');

create trigger clean
  before insert or update of comment on public.community_reports
  for each row
  execute function private.clean_columns('comment:text');

create trigger clean
  before insert or update of name, alternative_names, country, country_code on public.places
  for each row
  execute function
    private.clean_columns('name:line', 'alternative_names:list', 'country:line',
    'country_code:line');

create trigger clean
  before insert or update of reason on public.suspensions
  for each row
  execute function private.clean_columns('reason:text');

revoke all on function "private"."clean_columns"() from public;

revoke all
  on function "private"."queue_email"(public.email_kind, uuid, text, jsonb, uuid, timestamp
    with time zone)
  from public;

grant execute
  on function "private"."queue_email"(public.email_kind, uuid, text, jsonb, uuid, timestamp
    with time zone)
  to "service_role";

revoke all on function "private"."retention"() from public;
