set local check_function_bodies = off;

drop trigger "update_directory_after_update" on "public"."communities";

drop function "private"."list_my_joins"();

drop function "public"."list_my_joins"();

create table "private"."activity_answers" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "is_active"    boolean                  not null,
  "answered_at"  timestamp with time zone not null default now(),
  constraint "activity_answers_pkey" primary key (community_id, user_id)
);

alter table "private"."activity_answers"
  enable row level security;

alter table "private"."settings"
  add column "days_until_question" integer not null default 180;

alter table "private"."settings"
  add column "days_to_answer" integer not null default 30;

alter table "private"."settings"
  add column "questions_per_day" integer not null default 200;

alter table "public"."communities"
  add column "confirmed_at" timestamp with time zone not null default now();

alter table "public"."communities"
  add column "last_joined_at" timestamp with time zone;

alter table "public"."communities"
  add column "asked_at" timestamp with time zone;

alter table "public"."communities"
  add column "asleep_at" timestamp with time zone;

create or replace function private.answer_activity (
  community_id uuid,
  is_active    boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
      not is_on or not private.may_be_listed(c) or exists (
        select from private.email_outbox as e
        where e.recipient_id = c.owner_id and e.kind = 'still_active'
          and e.event = private.question_event(c.asked_at) and e.given_up_at is not null
      )
    )
    for no key update skip locked
  );
  if not is_on then
    return;
  end if;

  for recipient in
    select p.id, p.wants_decision_emails from public.profiles as p join (
      select c.owner_id, min(greatest(c.confirmed_at, c.last_joined_at)) as since
      from public.communities as c
      where c.asked_at is null and private.may_be_listed(c) and c.id in (
        select s.id from public.communities as s
        where s.status = 'approved' and s.hidden_at is null and s.paused_at is null and s.asleep_at is null
          and s.asked_at is null and greatest(s.confirmed_at, s.last_joined_at) < now() - silence
        union all
        select d.id from public.communities as d
        where d.id in (select a.community_id from private.activity_answers as a where not a.is_active)
          and private.is_doubted(d)
      )
      group by 1
    ) as due on due.owner_id = p.id
    where not exists (
      select from public.communities as c where c.owner_id = p.id and c.asked_at is not null and c.asleep_at is null
    ) and not exists (
      select from private.email_outbox as e
      where e.recipient_id = p.id and e.kind in ('still_active', 'falling_asleep') and e.created_at > now() - month
    )
    order by due.since
    limit greatest(settings.questions_per_day - (
      select count(*) from private.email_outbox as e
      where e.kind = 'still_active' and e.created_at >= date_trunc('day', now(), 'utc')
    ), 0)
    for key share of p skip locked
  loop
    update public.communities as c set asked_at = now()
    where c.owner_id = recipient.id and c.asked_at is null and private.may_be_listed(c)
      and (greatest(c.confirmed_at, c.last_joined_at) < now() - silence + month or private.is_doubted(c));
    if recipient.wants_decision_emails then
      insert into private.email_outbox (kind, recipient_id, event)
      values ('still_active', recipient.id, private.question_event(now()))
      on conflict on constraint email_outbox_event_key do nothing;
    end if;
  end loop;

  insert into private.email_outbox (kind, recipient_id, event)
  select 'falling_asleep', p.id, open.event
  from public.profiles as p join (
    select distinct c.owner_id, private.question_event(c.asked_at) as event
    from public.communities as c where c.asked_at <= now() - answer_time + week and c.asleep_at is null
  ) as open on open.owner_id = p.id
  where p.wants_decision_emails
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;

  for community in
    select c.* from public.communities as c join public.profiles as p on p.id = c.owner_id
    where c.asked_at <= now() - case when p.wants_decision_emails then answer_time else greatest(silence, answer_time) end
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

create or replace function private.changed_values (
  one   jsonb,
  other jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in (
      'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'approved_groups', 'groups_changed_at',
      'groups_updated_at', 'paused_at', 'owner_id', 'confirmed_at', 'last_joined_at', 'asked_at', 'asleep_at'
    )
$function$;

create or replace function private.community_filter (
  search   text,
  status   public.community_status,
  category public.community_category,
  country  text,
  owner_id uuid
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select concat_ws(' and ', 'true',
    case when search ~* format(term, 'link:dead') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')'
    end,
    case when search ~* format(term, 'is:hidden') then 'c.hidden_at is not null' end,
    case when search ~* format(term, 'is:paused') then 'c.paused_at is not null' end,
    case when search ~* format(term, 'is:asleep') then 'c.asleep_at is not null' end,
    private.has_words_or_place(
      regexp_replace(search, format(term, '(link:dead|is:hidden|is:paused|is:asleep)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$function$;

create or replace function private.confirm_by_link (
  community_id uuid,
  user_id      uuid,
  asked_at     timestamp with time zone
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.confirm_community (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  perform private.keep_active(community);
end
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 50000;
begin
  perform private.end_expired_suspensions();
  delete from public.community_joins where ctid = any (array(
    select ctid from public.community_joins
    where joined_on <= private.today() - private.retention_period('joins')
    order by joined_on limit batch for update skip locked
  ));
  delete from private.activity_answers where ctid = any (array(
    select ctid from private.activity_answers
    where answered_at < now() - private.retention_period('answers')
    order by answered_at limit batch for update skip locked
  ));
  delete from public.community_reports where ctid = any (array(
    select ctid from public.community_reports
    where resolved_at < now() - private.retention_period('resolved reports')
    order by resolved_at limit batch for update skip locked
  ));
  delete from public.appeals where ctid = any (array(
    select ctid from public.appeals
    where closed_at < now() - private.retention_period('closed appeals')
    order by closed_at limit batch for update skip locked
  ));
  -- Answered ones expire at most 14 days later.
  delete from public.invitations where ctid = any (array(
    select ctid from public.invitations
    where expires_at < now() - private.retention_period('invitations')
    order by expires_at limit batch for update skip locked
  ));
  delete from private.email_outbox where ctid = any (array(
    select ctid from private.email_outbox
    where created_at < now() - private.retention_period('emails')
    order by created_at limit batch for update skip locked
  ));
  delete from public.audit_log where ctid = any (array(
    select ctid from public.audit_log
    where at < now() - private.retention_period('audit log')
    order by at limit batch for update skip locked
  ));
end
$function$;

create or replace function private.email_data (
  queued private.email_outbox
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case queued.kind
    when 'daily_summary' then case when p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id) then queued.data end
    when 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country) order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      where p.wants_alert_emails and private.is_directory_live() and not private.is_user_suspended(p.id)
        and exists (select from public.alerts as a where a.user_id = p.id)
      having count(*) > 0
    )
    -- An approved community has a public page unless the directory is closed or the community has become hidden.
    when 'approved' then case when p.wants_decision_emails then
      queued.data || jsonb_build_object('is_listed', private.is_listed(queued.community_id))
    end
    when 'suspended' then case when private.is_user_suspended(p.id) and exists (
      select from public.suspensions as s where s.user_id = p.id and s.suspended_at = queued.event::timestamptz
    ) then queued.data end
    when 'still_active' then private.question_data(p, queued.event)
    when 'falling_asleep' then private.question_data(p, queued.event)
    -- The invitation is still open, for the address to which the email is sent.
    when 'invited' then case when p.wants_decision_emails and not private.is_user_suspended(p.id) and exists (
      select from public.invitations as i
      where i.community_id = queued.community_id and i.email = lower(p.sign_in_email)
        and i.answer is null and i.expires_at > now()
    ) then queued.data end
    when 'report_outcome' then case
      when p.wants_report_emails and not private.is_user_suspended(p.id) then queued.data
    end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
$function$;

create or replace function private.export_my_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = user_id),
    'suspension', (
      select to_jsonb(s) - array['user_id', 'suspended_by'] from public.suspensions as s where s.user_id = user_id
    ),
    'communities', private.export_communities_of(user_id),
    'co_owned_communities', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', c.id, 'community', c.name, 'added_at', o.added_at) order by o.added_at, c.id
      ), '[]')
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = user_id
    ),
    'invitations', private.export_invitations_of(user_id),
    'images', (
      select coalesce(jsonb_agg(
        private.project_url() || '/storage/v1/object/public/community-images/' || o.name order by o.name
      ), '[]')
      from storage.objects as o
      where o.bucket_id = 'community-images' and starts_with(o.name, private.own_image_folder() || '/')
    ),
    'joins', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
        order by j.joined_on, j.community_id
      ), '[]')
      from public.community_joins as j
      left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = user_id
    ),
    'activity_answers', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.answered_at, a.community_id), '[]')
      from private.activity_answers as a where a.user_id = user_id
    ),
    'saved_communities', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', s.community_id, 'community', d.name, 'saved_at', s.saved_at)
        order by s.saved_at, s.community_id
      ), '[]')
      from public.saved_communities as s
      left join public.directory_communities as d on d.id = s.community_id
      where s.user_id = user_id
    ),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - array['user_id', 'query'] order by a.created_at, a.id), '[]')
      from public.alerts as a where a.user_id = user_id
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
    'emails', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at)
        || e.data order by e.created_at, e.id
      ), '[]')
      from private.email_outbox as e where e.recipient_id = user_id
    ),
    'log', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id,
          'by_admin', a.by_admin, 'before', a.before - array['approved_by', 'hidden_by'],
          'after', a.after - array['approved_by', 'hidden_by']
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.is_doubted (
  community public.communities
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.join_community (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if private.may_manage(community_id) then
    return;
  end if;
  perform private.lock_until_commit('joins of ' || user_id);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community_id, user_id, private.today())
  on conflict do nothing;
  if not found then
    return;
  end if;
  if (
    select count(*) from public.community_joins as j
    where j.user_id = user_id and j.joined_on = private.today()
  ) > 30 then
    raise exception 'You can open at most 30 invite links a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  -- A sign of life, at most one a day, so that other joins write no community. Only the owner answers a question that
  -- users brought forward.
  update public.communities as c set
    last_joined_at = date_trunc('day', now(), 'utc'), asked_at = case when private.is_doubted(c) then c.asked_at end
  where c.id = community_id and c.asleep_at is null
    and (c.last_joined_at is distinct from date_trunc('day', now(), 'utc') or c.asked_at is not null);
end
$function$;

create or replace function private.keep_active (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  update public.communities set confirmed_at = now(), asked_at = null, asleep_at = null where id = community.id;
  if community.asleep_at is not null then
    perform private.log_action('woke up', 'community', community.id, community.owner_id, '{}', '{}');
  end if;
end
$function$;

create or replace function private.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date,
    is_active    boolean
  )
  language plpgsql
  stable
  security definer
  rows 30
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select j.community_id, max(j.joined_on), a.is_active
    from public.community_joins as j
    left join private.activity_answers as a on a.community_id = j.community_id and a.user_id = j.user_id
    where j.user_id = (select auth.uid())
    group by 1, 3 order by 2 desc, 1;
end
$function$;

create or replace function private.may_be_listed (
  community public.communities
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.status = 'approved' and community.hidden_at is null and community.paused_at is null
    and community.asleep_at is null and not private.is_user_suspended(community.owner_id)
$function$;

create or replace function private.note_activity()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.question_data (
  recipient public.profiles,
  event     text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.question_event (
  asked_at timestamp with time zone
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select extract(epoch from asked_at)::text
$function$;

create or replace function private.retention_period (
  records text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case records
    when 'joins' then interval '90 days'
    when 'answers' then interval '60 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'invitations' then interval '30 days'
    when 'emails' then interval '30 days'
    when 'audit log' then interval '2 years'
  end
$function$;

create or replace function public.answer_activity (
  community_id uuid,
  is_active    boolean
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.answer_activity(community_id, is_active)
$function$;

create or replace function public.claim_email()
  returns table (
    id             uuid,
    kind           public.email_kind,
    recipient_id   uuid,
    recipient      text,
    recipient_name text,
    community_id   uuid,
    data           jsonb,
    attempt        integer
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lease constant interval := interval '10 minutes';
  due private.email_outbox;
  email_data jsonb;
begin
  perform private.end_expired_suspensions();
  perform private.queue_daily_summaries(now());
  perform private.queue_alert_emails(now());
  perform private.ask_owners();
  -- Emails that have been tried for a day without reporting a result.
  update private.email_outbox as e set given_up_at = now(), claimed_at = null
  where e.sent_at is null and e.given_up_at is null and e.claimed_at < now() - lease
    and e.first_tried_at < now() - interval '1 day';
  loop
    select e.* into due from private.email_outbox as e
    where e.sent_at is null and e.given_up_at is null and e.due_at <= now()
      and coalesce(e.claimed_at < now() - lease, true)
    order by e.due_at limit 1 for update skip locked;
    exit when not found;
    email_data := private.email_data(due);
    exit when email_data is not null;
    delete from private.email_outbox as e where e.id = due.id;
  end loop;
  return query
    update private.email_outbox as e set
      claimed_at = now(), attempts = e.attempts + 1,
      first_tried_at = coalesce(e.first_tried_at, now())
    from public.profiles as p
    where p.id = e.recipient_id and e.id = due.id
    returning e.id, e.kind, e.recipient_id, p.sign_in_email, p.name, e.community_id, email_data, e.attempts;
end
$function$;

create or replace function public.confirm_by_link (
  community_id uuid,
  user_id      uuid,
  asked_at     timestamp with time zone
)
  returns jsonb
  language sql
  set search_path to ''
  AS $function$
  select private.confirm_by_link(community_id, user_id, asked_at)
$function$;

create or replace function public.confirm_community (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.confirm_community(community_id)
$function$;

create or replace function public.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date,
    is_active    boolean
  )
  language sql
  stable
  rows 30
  set search_path to ''
  AS $function$
  select * from private.list_my_joins()
$function$;

alter table "private"."activity_answers"
  add constraint "activity_answers_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."activity_answers"
  add constraint "activity_answers_user_id_fkey" foreign key (user_id)
    references public.profiles(id) on delete cascade;

alter table "private"."settings"
  add constraint "settings_days_to_answer_check"
    check (((days_to_answer >= 14) AND (days_to_answer <= 365)));

alter table "private"."settings"
  add constraint "settings_days_until_question_check"
    check (((days_until_question = 0) OR (days_until_question >= 60)));

alter table "private"."settings"
  add constraint "settings_questions_per_day_check" check ((questions_per_day >= 0));

create index activity_answers_answered_at_idx on private.activity_answers using btree (answered_at);

create index activity_answers_doubts_idx on private.activity_answers using btree (community_id)
  where (not is_active);

create index activity_answers_user_id_idx on private.activity_answers using btree (user_id);

create index communities_asked_at_idx on public.communities using btree (asked_at)
  where ((asked_at is not null) AND (asleep_at is null));

create index communities_asleep_idx on public.communities using btree (created_at desc, id)
  where (asleep_at is not null);

create index communities_silent_idx on public.communities
  using btree (GREATEST(confirmed_at, last_joined_at))
  where
    ((status = 'approved'::public.community_status) AND (hidden_at is null) AND (paused_at is null)
    AND (asleep_at is null) AND (asked_at is null));

create trigger before_9_note_activity
  before update on public.communities
  for each row
  execute function private.note_activity();

create trigger update_directory_after_update
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.name IS DISTINCT FROM new.name) OR
    (old.description IS DISTINCT FROM new.description) OR
    (old.location IS DISTINCT FROM new.location) OR (old.category IS DISTINCT FROM new.category) OR
    (old.join_type IS DISTINCT FROM new.join_type) OR (old.languages IS DISTINCT FROM new.languages)
    OR (old.member_count IS DISTINCT FROM new.member_count) OR
    (old.image_url IS DISTINCT FROM new.image_url) OR
    (old.approved_groups IS DISTINCT FROM new.approved_groups) OR
    (old.approval_date IS DISTINCT FROM new.approval_date) OR
    (old.hidden_at IS DISTINCT FROM new.hidden_at) OR (old.paused_at IS DISTINCT FROM new.paused_at)
    OR (old.asleep_at IS DISTINCT FROM new.asleep_at) OR
    (old.owner_id IS DISTINCT FROM new.owner_id)))
  execute function private.update_directory();

create policy "No request reads or writes answers" on "private"."activity_answers"
  as restrictive
  for all
  to "authenticated"
  using (false);

revoke all on function "private"."answer_activity"(uuid, boolean) from public;

grant execute
  on function "private"."answer_activity"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."ask_owners"() from public;

grant execute on function "private"."ask_owners"() to "service_role";

revoke all on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "private"."confirm_community"(uuid) from public;

grant execute on function "private"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "private"."is_doubted"(public.communities) from public;

grant execute on function "private"."is_doubted"(public.communities) to "service_role";

revoke all on function "private"."keep_active"(public.communities) from public;

revoke all on function "private"."list_my_joins"() from public;

grant execute on function "private"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "private"."note_activity"() from public;

revoke all on function "private"."question_data"(public.profiles, text) from public;

grant execute on function "private"."question_data"(public.profiles, text) to "service_role";

revoke all on function "private"."question_event"(timestamp with time zone) from public;

revoke all on function "public"."answer_activity"(uuid, boolean) from public;

grant execute
  on function "public"."answer_activity"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "public"."confirm_community"(uuid) from public;

grant execute on function "public"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "public"."list_my_joins"() from public;

grant execute on function "public"."list_my_joins"() to "authenticated", "service_role";

grant all
  on table "private"."activity_answers"
  to "service_role";

-- Of existing communities, neither the owner's edits nor earlier joins are known: the last change counts, whoever made it.
update public.communities as c set
  confirmed_at = greatest(c.created_at, c.approval_date, c.updated_at),
  last_joined_at = (
    select max(j.joined_on)::timestamp at time zone 'utc' from public.community_joins as j where j.community_id = c.id
  );
