set local check_function_bodies = off;

alter table "private"."settings"
  add column "hidden_by_reports_per_day" integer not null default 10;

create or replace function private.hide_after_reports (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  hidden_today integer;
begin
  perform private.lock_until_commit('hidden by reports');
  if not private.is_hidden_after_reports(community_id) then
    return;
  end if;
  hidden_today := (select count(*) from private.hidden_by_reports as h where h.at > now() - interval '1 day');
  if hidden_today >= (select hidden_by_reports_per_day from private.settings) then
    perform private.queue_reports_notice(null, jsonb_build_object('hidden_today', hidden_today));
    return;
  end if;
  perform private.hide(community_id, private.reason_of_reports());
  perform private.queue_reports_notice(
    community_id, (select jsonb_build_object('name', c.name) from public.communities as c where c.id = community_id));
end
$function$;

create or replace function private.is_hidden_after_reports (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(count(*) >= (select nullif(reports_to_hide, 0) from private.settings), false)
  from public.community_reports as r
  join public.communities as c on c.id = r.community_id
  join public.profiles as p on p.id = r.reporter_id
  where r.community_id = is_hidden_after_reports.community_id and r.resolved_at is null
    and p.id <> c.owner_id
    and not exists (select from public.co_owners as o where o.community_id = c.id and o.user_id = p.id)
    and private.is_trusted_reporter(p, r.created_at)
    and not private.is_user_suspended(p.id)
    and not exists (
      select from public.community_reports as earlier
      where earlier.community_id = r.community_id and earlier.reporter_id = r.reporter_id and not earlier.is_upheld
    )
$function$;

create or replace function private.is_trusted_reporter (
  reporter    public.profiles,
  reported_at timestamp with time zone
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select (
    reporter.created_at < reported_at - interval '30 days' or exists (
      select from public.community_joins as j
      where j.user_id = reporter.id and j.joined_on <= (reported_at at time zone 'utc')::date - 7
    )
  ) and (
    select count(*) from public.community_reports as r
    where r.reporter_id = reporter.id and not r.is_upheld and r.resolved_at > now() - interval '90 days'
  ) < 2 and (
    select count(distinct h.community_id)
    from public.community_reports as r join private.hidden_by_reports as h on h.community_id = r.community_id
    where r.reporter_id = reporter.id and r.is_upheld is not true and h.at > now() - interval '7 days'
      and h.at >= r.created_at and (r.resolved_at is null or h.at <= r.resolved_at)
  ) < 2
$function$;

create or replace function private.queue_reports_notice (
  community_id uuid,
  data         jsonb
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'daily_summary', p.id, coalesce('hidden ' || community_id, 'limit of reports') || ' ' || private.today(), data
  from public.profiles as p where p.is_admin and p.wants_summary_emails
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing
$function$;

create or replace function private.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text
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
  perform from public.communities as c where c.id = community_id for no key update;
  perform private.require_listed(community_id);
  comment := private.clean_text(comment);
  if reason = 'other' and not coalesce(private.is_visible(comment), false) then
    raise exception 'Please say what is wrong.' using errcode = 'PT400', detail = 'comment';
  end if;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  if (
    select count(*) from public.community_reports as r
    where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc'
  ) >= 10 then
    raise exception 'You can report at most 10 communities a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, nullif(comment, ''));
  if private.is_hidden_after_reports(community_id) then
    perform private.hide_after_reports(community_id);
  end if;
end
$function$;

alter table "private"."settings"
  add constraint "settings_hidden_by_reports_per_day_check" check ((hidden_by_reports_per_day > 0));

create view "private"."hidden_by_reports" AS  SELECT audit_log.subject_id AS community_id,
    audit_log.at
   FROM public.audit_log
  WHERE ((audit_log.action = 'hidden'::public.audit_action) AND (NOT audit_log.by_admin) AND ((audit_log.after ->> 'hidden_reason'::text) = private.reason_of_reports()));

revoke all on function "private"."hide_after_reports"(uuid) from public;

revoke all
  on function "private"."is_trusted_reporter"(public.profiles, timestamp with time zone)
  from public;

revoke all on function "private"."queue_reports_notice"(uuid, jsonb) from public;
