set local check_function_bodies = off;

drop function "public"."list_images_to_delete"(uuid, uuid, integer);

create table "private"."announced_communities" (
  "community_id"  uuid                     not null,
  "approval_date" timestamp with time zone not null,
  constraint "announced_communities_pkey" primary key (community_id)
);

alter table "private"."announced_communities"
  enable row level security;

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
  where p.wants_decision_emails and not exists (
    select from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'falling_asleep' and e.event = open.event
  )
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;

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

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 50000;
begin
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
  delete from public.claims where ctid = any (array(
    select ctid from public.claims
    where decided_at < now() - private.retention_period('closed claims')
    order by decided_at limit batch for update skip locked
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
  delete from private.ownership_codes where ctid = any (array(
    select ctid from private.ownership_codes
    where expires_at < now() - private.retention_period('ownership codes')
    order by expires_at limit batch for update skip locked
  ));
  delete from private.link_checks where ctid = any (array(
    select ctid from private.link_checks
    where at < now() - private.retention_period('link checks')
    order by at limit batch for update skip locked
  ));
  delete from public.audit_log where ctid = any (array(
    select ctid from public.audit_log
    where at < now() - private.retention_period('audit log')
    order by at limit batch for update skip locked
  ));
end
$function$;

create or replace function private.end_expired_suspensions()
  returns void
  language sql
  set search_path to ''
  AS $function$
  delete from public.suspensions where user_id in (
    select p.id from public.suspensions as s join public.profiles as p on p.id = s.user_id
    where s.until <= now() order by s.until limit 100 for key share of p skip locked
  )
$function$;

create or replace function private.forget_answers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set
    answer = null, answered_by = null,
    owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$function$;

create or replace function private.queue_alert_emails (
  at timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
declare
  midnight constant timestamptz := date_trunc('day', at, 'utc');
  cutoff constant timestamptz := midnight + interval '7 hours';
  recipients uuid[];
begin
  if at < cutoff + private.undo_window() + interval '30 seconds' or not private.is_directory_live()
    or not exists (select from public.alerts where checked_until < cutoff) then
    return;
  end if;
  perform private.lock_until_commit('alert emails');
  recipients := array(
    select a.user_id from public.alerts as a
    where a.checked_until < cutoff and not exists (
      select from private.email_outbox as e
      where e.recipient_id = a.user_id and e.kind = 'new_communities'
        and (e.sent_at >= midnight or e.sent_at is null and e.given_up_at is null)
    )
    group by a.user_id order by min(a.checked_until)
    limit (
      select greatest(200000 / greatest(count(*), 100), 1) from public.directory_communities
      where approval_date > cutoff - interval '7 days' and approval_date <= cutoff
    )
  );
  insert into private.announced_communities (community_id, approval_date)
  select d.id, d.approval_date from public.directory_communities as d
  where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  on conflict do nothing;
  with listed as materialized (
    select d.id, n.approval_date, d.location, d.category, d.join_type, d.languages,
      private.managers_of(d.id) as managers, d.search_vector || p.search_vector as search_vector
    from public.directory_communities as d
    join private.announced_communities as n on n.community_id = d.id
    join public.places as p on p.id = d.place_id
    where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  ), found as (
    select distinct a.user_id, l.id, l.approval_date
    from public.alerts as a
    join listed as l on l.approval_date > a.checked_until and a.user_id <> all (l.managers)
      and (a.location is null or l.location = a.location)
      and (a.category is null or l.category = a.category)
      and (a.join_type is null or l.join_type = a.join_type)
      and (a.language is null or a.language = any (l.languages))
      and (a.query is null or l.search_vector @@ a.query)
    where a.user_id = any (recipients)
  )
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'new_communities', f.user_id, (at at time zone 'utc')::date::text, jsonb_build_object(
    'communities', (array_agg(f.id order by f.approval_date desc, f.id))[:10], 'more', greatest(count(*) - 10, 0)
  )
  from found as f join public.profiles as p on p.id = f.user_id
  where p.wants_alert_emails
  group by f.user_id
  on conflict on constraint email_outbox_event_key do nothing;
  update public.alerts set checked_until = cutoff where user_id = any (recipients) and checked_until < cutoff;
end
$function$;

create or replace function private.suspend_user (
  user_id uuid,
  reason  text,
  until   timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  if user_id = auth.uid() then
    raise exception 'You cannot suspend yourself.' using errcode = 'PT403';
  end if;
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please enter a reason' using errcode = 'PT400', detail = 'reason';
  end if;
  if until <= now() or until > now() + interval '10 years' then
    raise exception 'Please choose an end within the next ten years, or none' using errcode = 'PT400', detail = 'until';
  end if;
  if not exists (select from public.profiles as p where p.id = user_id) then
    raise exception 'This user has no profile. The account may have been deleted.' using errcode = 'PT410';
  end if;
  delete from public.suspensions as s where s.user_id = user_id and s.until <= now();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by) values (user_id, reason, until, auth.uid());
end
$function$;

create or replace function private.transfer_community (
  community_id       uuid,
  new_owner_id       uuid,
  keeps_former_owner boolean default false
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  former_owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
begin
  perform private.lock_until_commit('people of ' || community_id);
  perform from public.profiles as p where p.id in (former_owner_id, new_owner_id) order by p.id for key share;
  perform private.lock_until_commit('admin deletions');
  perform private.lock_until_commit('communities of ' || new_owner_id);
  perform from public.communities as c
  where c.id = community_id and c.owner_id = former_owner_id for no key update;
  if not found or not exists (select from public.profiles as p where p.id = new_owner_id) then
    raise exception 'This community or its owner has changed in the meantime. Reload the page.' using errcode = 'PT410';
  end if;
  if new_owner_id = former_owner_id then
    raise exception 'This user already owns this community.' using errcode = 'PT409';
  end if;
  -- The message hides whether the new owner is suspended.
  if private.is_user_suspended(new_owner_id) or exists (
    select from private.deletion_requests as r
    where r.user_id = former_owner_id and r.requested_at > now() - interval '1 hour'
  ) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  if (select count(*) from public.communities as c where c.owner_id = new_owner_id) >= 100 then
    raise exception 'The new owner already has 100 communities, which is the maximum.' using errcode = 'PT400';
  end if;
  update public.communities as c set owner_id = new_owner_id where c.id = community_id;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id;
  if keeps_former_owner then
    insert into public.co_owners (community_id, user_id) values (community_id, former_owner_id);
  end if;
  perform private.close_invitations(community_id);
  -- The entry is about the user who did not act. Its owner is not in its values: deleting an account would not find it.
  perform private.log_action(
    'transferred', 'community', community_id,
    case when new_owner_id = auth.uid() then former_owner_id else new_owner_id end, '{}', '{}');
end
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
  -- Emails that have been tried for a day without reporting a result.
  update private.email_outbox as e set given_up_at = now(), claimed_at = null
  where e.sent_at is null and e.given_up_at is null and e.claimed_at < now() - lease
    and e.first_tried_at < now() - interval '1 day';
  for i in 1 .. 500 loop
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

create or replace function public.forget_decisions (
  user_id uuid
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 1000;
  forgotten integer;
begin
  update public.communities as c set
    approved_by = nullif(c.approved_by, user_id), hidden_by = nullif(c.hidden_by, user_id)
  where c.id in (
    select d.id from public.communities as d
    where d.approved_by = user_id or d.hidden_by = user_id
    limit batch for no key update skip locked
  );
  get diagnostics forgotten = row_count;
  return forgotten = batch;
end
$function$;

create or replace function public.list_images_to_delete (
  folder    uuid,
  page_size integer default 100
)
  returns table (
    name text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select o.name from storage.objects as o
  where o.bucket_id = 'community-images' and starts_with(o.name, folder || '/') and not private.is_image_in_use(o.name)
  order by o.name
  limit private.clamp_page_size(page_size)
$function$;

alter table "private"."announced_communities"
  add constraint "announced_communities_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

create policy "No request reads or writes announced communities"
  on "private"."announced_communities"
  as restrictive
  for all
  to "authenticated"
  using (false);

revoke all on function "public"."forget_decisions"(uuid) from public;

grant execute on function "public"."forget_decisions"(uuid) to "service_role";

revoke all on function "public"."list_images_to_delete"(uuid, integer) from public;

grant execute on function "public"."list_images_to_delete"(uuid, integer) to "service_role";

create index communities_held_image_name_idx on public.communities
  using btree (private.image_name((held_changes ->> 'image_url'::text)))
  where ((held_at is
    not null) AND
    ((held_changes ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

create index communities_rejected_image_name_idx on public.communities
  using btree (private.image_name((rejected_version ->> 'image_url'::text)))
  where
    ((status = ANY (ARRAY['pending'::public.community_status, 'rejected'::public.community_status]))
    AND ((rejected_version ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

-- Written by hand: what is listed has been announced, or will be at its first approval.
insert into private.announced_communities (community_id, approval_date)
select d.id, d.approval_date from public.directory_communities as d on conflict do nothing;
