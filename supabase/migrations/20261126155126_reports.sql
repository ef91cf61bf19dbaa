set local check_function_bodies = off;

drop trigger "queue_decision_email" on "public"."audit_log";

drop view "private"."review_queue";

drop function "private"."count_review_queue"();

drop function "private"."queue_counts"();

drop function "public"."count_review_queue"();

create table "public"."appeals" (
  "id"           uuid                     not null default gen_random_uuid(),
  "community_id" uuid                     not null,
  "decided_at"   timestamp with time zone not null,
  "message"      text                     not null,
  "created_at"   timestamp with time zone not null default now(),
  "closed_at"    timestamp with time zone,
  "closed_by"    uuid,
  "reason"       text,
  constraint "appeals_decision_key" unique (community_id, decided_at),
  constraint "appeals_pkey" primary key (id),
  constraint "appeals_message_check"
    check ((private.is_visible(message) AND private.is_text(message, 1000))),
  constraint "appeals_reason_check" check (private.is_text(reason, 500))
);

alter table "public"."appeals"
  enable row level security;

alter table "private"."settings"
  add column "reports_to_hide" integer default 3;

alter table "public"."community_reports"
  add column "is_upheld" boolean;

alter table "public"."profiles"
  add column "wants_report_emails" boolean not null default true;

create type "public"."appeal_decision" as enum (
  'hidden',
  'rejected'
);

alter table "public"."appeals"
  add column "decision" public.appeal_decision not null;

create type "public"."appeal_outcome" as enum (
  'accepted',
  'declined',
  'closed'
);

alter table "public"."appeals"
  add column "outcome" public.appeal_outcome;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

set local check_function_bodies = off;

create or replace function private.appeal_community (
  community_id uuid,
  message      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  decided_at timestamptz;
begin
  perform private.require_profile();
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = auth.uid() for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  decided_at := private.appealable_decision(community);
  if decided_at is null then
    raise exception 'You can only appeal while your community is hidden or rejected.' using errcode = 'PT409';
  end if;
  if exists (select from public.appeals as a where a.community_id = community_id and a.decided_at = decided_at) then
    raise exception 'You have already appealed this decision.' using errcode = 'PT409';
  end if;
  if not coalesce(private.is_visible(private.clean_text(message)), false) then
    raise exception 'Please say why we should look at it again.' using errcode = 'PT400', detail = 'message';
  end if;
  insert into public.appeals (community_id, decision, decided_at, message)
  values (
    community_id,
    case community.status when 'rejected' then 'rejected' else 'hidden' end::public.appeal_decision,
    decided_at, message
  );
  perform private.log_action('appealed', 'community', community_id, community.owner_id, '{}', '{}');
end
$function$;

create or replace function private.appealable_decision (
  community public.communities
)
  returns timestamp with time zone
  language sql
  stable
  set search_path to ''
  AS $function$
  select case
    when community.status = 'rejected' then coalesce(community.approval_date, community.created_at)
    else community.hidden_at
  end
$function$;

create or replace function private.clean_appeal()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.message := private.clean_text(new.message);
  new.reason := private.clean_text(new.reason);
  return new;
end
$function$;

create or replace function private.close_appeal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.appeals as a set
    closed_at = now(), closed_by = auth.uid(),
    outcome = case
      when new.hidden_at is not null and private.is_visible(new.hidden_reason) then 'declined'
      when a.decision = 'hidden' and new.status = 'approved' then 'accepted'
      else 'closed'
    end::public.appeal_outcome,
    reason = case when private.is_visible(new.hidden_reason) then new.hidden_reason end
  where a.community_id = new.id and a.closed_at is null
    and a.decided_at is distinct from private.appealable_decision(new);
  return null;
end
$function$;

create or replace function private.close_reports (
  community_id uuid,
  owner_id     uuid,
  seen_at      timestamp with time zone,
  is_upheld    boolean
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  reasons public.report_reason[];
begin
  with resolved as (
    update public.community_reports as r set
      resolved_at = now(), resolved_by = auth.uid(), is_upheld = close_reports.is_upheld
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is not null then
    perform private.log_action(
      'reports resolved', 'community', community_id, owner_id,
      jsonb_build_object('reports', cardinality(reasons), 'reasons', (
        select jsonb_agg(distinct reason) from unnest(reasons) as reason
      )), '{}');
  end if;
  return reasons is not null;
end
$function$;

create or replace function private.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    links_changed    bigint,
    held             bigint,
    groups_changed   bigint,
    pending          bigint,
    places_requested bigint
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query select * from private.queue_counts();
end
$function$;

create or replace function private.decide_appeal (
  appeal_id   uuid,
  is_accepted boolean,
  reason      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  appeal public.appeals;
begin
  perform private.require_admin();
  -- Locks the community first, as every other decision does.
  select c.* into community from public.communities as c
  where c.id = (select a.community_id from public.appeals as a where a.id = appeal_id) for no key update;
  select a.* into appeal from public.appeals as a where a.id = appeal_id for update;
  if appeal.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if appeal.closed_at is not null then
    raise exception 'This appeal is already closed.' using errcode = 'PT409';
  end if;
  if not is_accepted and not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  update public.appeals as a set
    closed_at = now(), closed_by = auth.uid(),
    outcome = case when is_accepted then 'accepted' else 'declined' end::public.appeal_outcome,
    reason = case when not is_accepted then reason end
  where a.id = appeal_id;
  if not is_accepted then
    perform private.log_action(
      'appeal declined', 'community', community.id, community.owner_id, '{}', jsonb_build_object('reason', reason));
  elsif appeal.decision = 'hidden' then
    perform private.show(community, 'appeal accepted');
  else
    perform private.require_unlisted_link(community.whatsapp_link, community.id);
    community.status := 'pending';
    community.approval_date := null;
    community.approved_by := null;
    community.rejection_reason := null;
    community.updated_at := now();
    perform private.save_decision('appeal accepted', community, array[
      'status', 'approval_date', 'approved_by', 'rejection_reason', 'updated_at'
    ]);
  end if;
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
    when 'daily_summary' then case when p.is_admin and p.wants_summary_emails then queued.data end
    when 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country) order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      where p.wants_alert_emails and private.is_directory_live()
        and exists (select from public.alerts as a where a.user_id = p.id)
      having count(*) > 0
    )
    when 'report_outcome' then case when p.wants_report_emails then queued.data end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
$function$;

create or replace function private.export_communities_of (
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(c) - array['search_text', 'approved_by', 'hidden_by', 'owner_id'] || jsonb_build_object(
      'groups', private.group_list(c.id),
      'appeals', (
        select coalesce(jsonb_agg(to_jsonb(a) - array['community_id', 'closed_by'] order by a.created_at), '[]')
        from public.appeals as a where a.community_id = c.id
      ),
      'link_check', (
        select jsonb_build_object(
          'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since)
        from public.community_links as l where l.community_id = c.id
      )
    ) order by c.created_at, c.id
  ), '[]')
  from public.communities as c where c.owner_id = user_id
$function$;

create or replace function private.hide (
  community_id uuid,
  reason       text,
  hidden_by    uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  select * into community from public.communities
  where id = community_id and status = 'approved' for no key update;
  if found and (community.hidden_at is null or hide.hidden_by is not null and community.hidden_by is null) then
    community.hidden_at := now();
    community.hidden_reason := reason;
    community.hidden_by := hidden_by;
    community.updated_at := now();
    perform private.save_decision(
      'hidden', community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
  end if;
end
$function$;

create or replace function private.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_approved_community(community_id);
begin
  -- Checked before the version, because the message is more specific.
  if community.hidden_at is not null and community.hidden_by is not null then
    raise exception 'This community is already hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  perform private.hide(community_id, reason, auth.uid());
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
    and p.id <> c.owner_id and p.created_at < r.created_at - interval '1 day'
    and not exists (
      select from public.community_reports as earlier
      where earlier.community_id = r.community_id and earlier.reporter_id = r.reporter_id and not earlier.is_upheld
    )
$function$;

create or replace function private.is_hidden_by_reports (
  community public.communities
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.hidden_at is not null and community.hidden_by is null
    and community.hidden_reason = private.reason_of_reports()
$function$;

create or replace function private.protect_profile_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (new.name, new.email, new.phone, new.address, new.country, new.interests)
    is distinct from (old.name, old.email, old.phone, old.address, old.country, old.interests) then
    new.updated_at := now();
  end if;
  if private.is_user_request()
    and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = 'PT403';
  end if;
  if private.is_user_request() and new.id <> (select auth.uid())
    and (new.wants_decision_emails, new.wants_summary_emails, new.wants_alert_emails, new.wants_report_emails)
      is distinct from (
        old.wants_decision_emails, old.wants_summary_emails, old.wants_alert_emails, old.wants_report_emails
      ) then
    raise exception 'You can only change your own email preferences.' using errcode = 'PT403';
  end if;
  return new;
end
$function$;

create or replace function private.queue_counts()
  returns table (
    reported         bigint,
    appealed         bigint,
    links_changed    bigint,
    held             bigint,
    groups_changed   bigint,
    pending          bigint,
    places_requested bigint
  )
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select count(*) filter (where reason = 'reported'), count(*) filter (where reason = 'appealed'),
    count(*) filter (where reason = 'link_changed'),
    count(*) filter (where reason = 'held'), count(*) filter (where reason = 'groups_changed'),
    count(*) filter (where reason = 'pending'), count(*) filter (where reason = 'place_requested')
  from private.review_queue
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
    where community_id = new.subject_id and sent_at is null and event = (
      select max(id)::text from public.audit_log where subject_id = new.subject_id and id < new.id
    );
  else
    insert into private.email_outbox (kind, recipient_id, community_id, event, data, due_at)
    select
      replace(new.action::text, ' ', '_')::public.email_kind, c.owner_id, c.id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason when 'hidden' then c.hidden_reason
        when 'appeal declined' then new.after ->> 'reason' end,
        'is_automatic', case when new.action = 'hidden' and new.actor_id is null then true end,
        'status', case new.action when 'appeal accepted' then c.status end)),
      new.at + private.undo_window() + interval '30 seconds'
    from public.communities as c
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id;
  end if;
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
    insert into private.email_outbox (kind, recipient_id, event, data, due_at)
    select 'report_outcome', p.id, new.id::text, jsonb_build_object('name', c.name, 'is_upheld', new.is_upheld),
      new.resolved_at + private.undo_window() + interval '30 seconds'
    from public.profiles as p join public.communities as c on c.id = new.community_id
    where p.id = new.reporter_id and p.id is distinct from new.resolved_by
    for key share of p skip locked
    on conflict on constraint email_outbox_event_key do nothing;
  end if;
  return null;
end
$function$;

create or replace function private.reason_of_reports()
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select 'Users have reported this community. It is hidden until an admin has looked at it.'
$function$;

create or replace function private.reopen_after_undo()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  undone_at constant timestamptz := (
    select e.at from public.audit_log as e where e.subject_id = new.subject_id and e.id < new.id
    order by e.id desc limit 1
  );
begin
  update public.community_reports as r set resolved_at = null, resolved_by = null, is_upheld = null
  where r.community_id = new.subject_id and r.resolved_at = undone_at and not exists (
    -- Their author may have reported the community again.
    select from public.community_reports as other
    where other.community_id = r.community_id and other.reporter_id = r.reporter_id and other.resolved_at is null
  );
  update public.appeals as a set closed_at = null, closed_by = null, outcome = null, reason = null
  where a.community_id = new.subject_id and a.closed_at = undone_at;
  return null;
end
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
  perform private.require_profile();
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
    perform private.hide(community_id, private.reason_of_reports());
  end if;
end
$function$;

create or replace function private.resolve_reports (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_upheld boolean;
begin
  perform private.require_admin();
  select * into community from public.communities as c where c.id = community_id for no key update;
  is_upheld := exists (
    select from public.community_links as l where l.community_id = community_id and l.state = 'dead'
  ) or exists (
    select from public.audit_log as e
    where e.subject_id = community_id and e.action = 'edited' and e.by_admin and e.at > (
      select min(r.created_at) from public.community_reports as r
      where r.community_id = community_id and r.resolved_at is null
    )
  );
  if not private.close_reports(community_id, community.owner_id, seen_at, is_upheld) then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  if private.is_hidden_by_reports(community) and not exists (
    select from public.community_reports as r where r.community_id = community_id and r.resolved_at is null
  ) then
    perform private.show(community);
  end if;
end
$function$;

create or replace function private.resolve_reports_by_decision()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.decision() is distinct from 'decision undone' then
    perform private.close_reports(
      new.id, new.owner_id, 'infinity', new.status <> 'approved' or new.hidden_at is not null);
  end if;
  return new;
end
$function$;

create or replace function private.resolve_reports_by_deletion()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.community_reports set
    resolved_at = now(), is_upheld = case when private.is_admin() and auth.uid() <> old.owner_id then true end
  where community_id = old.id and resolved_at is null;
  return old;
end
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
    when 'joins' then interval '30 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'emails' then interval '30 days'
    when 'audit log' then interval '2 years'
  end
$function$;

create or replace function private.show (
  community public.communities,
  decision  text               default 'shown'::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  community.hidden_at := null;
  community.hidden_reason := null;
  community.hidden_by := null;
  community.updated_at := now();
  perform private.save_decision(
    decision, community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
end
$function$;

create or replace function private.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_approved_community(community_id);
begin
  if community.hidden_at is null then
    raise exception 'This community is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  perform private.show(community);
end
$function$;

create or replace function private.undo_decision (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
  entry public.audit_log;
  link text;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending',
      'appeal accepted', 'appeal declined', 'reports resolved'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at. The last two decisions changed no column.
    or community.updated_at is distinct from entry.at and entry.action not in ('appeal declined', 'reports resolved') then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  -- Reports and appeals are reopened by the entry in the log (18_reports.sql).
  if entry.action in ('appeal declined', 'reports resolved') then
    perform private.log_action('decision undone', 'community', community_id, community.owner_id, '{}', '{}');
    return;
  end if;

  community := jsonb_populate_record(community, entry.before);
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  if community.status <> 'rejected' then
    foreach link in array
      array_remove(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link'], null)
    loop
      perform private.require_unlisted_link(link, community_id);
    end loop;
  end if;

  community.updated_at := now();
  perform private.save_decision(
    'decision undone', community, array(select jsonb_object_keys(entry.before)) || array['updated_at']);
end
$function$;

create or replace function public.appeal_community (
  community_id uuid,
  message      text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.appeal_community(community_id, message)
$function$;

create or replace function public.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    links_changed    bigint,
    held             bigint,
    groups_changed   bigint,
    pending          bigint,
    places_requested bigint
  )
  language sql
  stable
  rows 1
  set search_path to ''
  AS $function$
  select * from private.count_review_queue()
$function$;

create or replace function public.decide_appeal (
  appeal_id   uuid,
  is_accepted boolean,
  reason      text    default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.decide_appeal(appeal_id, is_accepted, reason)
$function$;

alter table "private"."settings"
  add constraint "settings_reports_to_hide_check" check ((reports_to_hide >= 0));

alter table "public"."appeals"
  add constraint "appeals_closed_by_fkey" foreign key (closed_by) references public.profiles(id)
    on delete set null;

alter table "public"."appeals"
  add constraint "appeals_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."appeals"
  add constraint "appeals_outcome_check" check (((closed_at IS NULL) = (outcome IS NULL)));

alter table "public"."community_reports"
  add constraint "community_reports_is_upheld_check" check (((is_upheld IS NULL) OR (resolved_at IS
    NOT NULL)));

create view "private"."review_queue" AS  SELECT DISTINCT ON (waiting.id) waiting.id,
    waiting.turn,
    waiting.reason,
    waiting.since
   FROM ( SELECT c.id,
            1 AS turn,
            'reported'::text AS reason,
            min(r.created_at) AS since
           FROM (public.community_reports r
             JOIN public.communities c ON ((c.id = r.community_id)))
          WHERE ((r.resolved_at IS NULL) AND (c.status = 'approved'::public.community_status))
          GROUP BY c.id
        UNION ALL
         SELECT c.id,
            1,
            'reported'::text,
            c.hidden_at
           FROM public.communities c
          WHERE ((c.hidden_at IS NOT NULL) AND (c.hidden_by IS NULL) AND private.is_hidden_by_reports(c.*))
        UNION ALL
         SELECT a.community_id,
            2,
            'appealed'::text,
            a.created_at
           FROM public.appeals a
          WHERE (a.closed_at IS NULL)
        UNION ALL
         SELECT c.id,
            3,
            'link_changed'::text,
            c.held_at
           FROM (public.communities c
             JOIN public.community_links l ON ((l.community_id = c.id)))
          WHERE ((c.held_at IS NOT NULL) AND (c.held_changes ? 'whatsapp_link'::text) AND (l.state = 'dead'::public.link_state))
        UNION ALL
         SELECT c.id,
            4,
            'held'::text,
            c.held_at
           FROM public.communities c
          WHERE (c.held_at IS NOT NULL)
        UNION ALL
         SELECT c.id,
            4,
            'groups_changed'::text,
            c.groups_changed_at
           FROM public.communities c
          WHERE ((c.groups_changed_at IS NOT NULL) AND (c.held_at IS NULL))
        UNION ALL
         SELECT c.id,
            5,
            'pending'::text,
            c.created_at
           FROM public.communities c
          WHERE (c.status = 'pending'::public.community_status)
        UNION ALL
         SELECT c.id,
            6,
            'place_requested'::text,
            c.updated_at
           FROM public.communities c
          WHERE ((c.requested_place IS NOT NULL) AND (c.status = 'approved'::public.community_status))) waiting
  ORDER BY waiting.id, waiting.turn, waiting.since;

create index appeals_closed_at_idx on public.appeals using btree (closed_at);

create index appeals_closed_by_idx on public.appeals using btree (closed_by);

create index appeals_open_idx on public.appeals using btree (community_id)
  where (closed_at is null);

create index communities_hidden_at_idx on public.communities using btree (hidden_at, id)
  where ((hidden_at is not null) AND (hidden_by is null));

create trigger clean
  before insert or update of message, reason on public.appeals
  for each row
  execute function private.clean_appeal();
set local check_function_bodies = off;

create trigger queue_decision_email
  after insert on public.audit_log
  for each row
  when
    ((new.action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action,
    'changes accepted'::public.audit_action,
    'changes declined'::public.audit_action,
    'decision undone'::public.audit_action,
    'hidden'::public.audit_action,
    'shown'::public.audit_action,
    'returned to pending'::public.audit_action,
    'appeal accepted'::public.audit_action, 'appeal declined'::public.audit_action])))
  execute function private.queue_decision_email();

create trigger reopen_after_undo
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.reopen_after_undo();

create trigger close_appeal
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.hidden_at IS DISTINCT FROM new.hidden_at)))
  execute function private.close_appeal();

create trigger resolve_reports_before_delete
  before delete on public.communities
  for each row
  execute function private.resolve_reports_by_deletion();

create trigger resolve_reports
  before update on public.communities
  for each row
  when
    (((old.status = 'approved'::public.community_status) AND ((new.status <>
    'approved'::public.community_status) OR
    ((new.hidden_by IS DISTINCT FROM old.hidden_by) AND (new.hidden_by IS
    NOT NULL)) OR ((old.hidden_at IS NOT NULL) AND (new.hidden_at IS NULL)))))
  execute function private.resolve_reports_by_decision();

create trigger queue_report_email
  after update of resolved_at on public.community_reports
  for each row
  when (((old.resolved_at IS NULL) <> (new.resolved_at IS NULL)))
  execute function private.queue_report_email();

create policy "Nothing before the sign-in is complete" on "public"."appeals"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners read the appeals of their communities, admins all" on "public"."appeals"
  for select
  to "authenticated"
  using ((exists ( select
   from public.communities c
  where (c.id = appeals.community_id))));

revoke all on function "private"."appeal_community"(uuid, text) from public;

grant execute
  on function "private"."appeal_community"(uuid, text)
  to "authenticated", "service_role";

revoke all on function "private"."appealable_decision"(public.communities) from public;

revoke all on function "private"."clean_appeal"() from public;

revoke all on function "private"."close_appeal"() from public;

revoke all
  on function "private"."close_reports"(uuid, uuid, timestamp with time zone, boolean)
  from public;

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."decide_appeal"(uuid, boolean, text) from public;

grant execute
  on function "private"."decide_appeal"(uuid, boolean, text)
  to "authenticated", "service_role";

revoke all on function "private"."is_hidden_after_reports"(uuid) from public;

revoke all on function "private"."is_hidden_by_reports"(public.communities) from public;

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

revoke all on function "private"."queue_report_email"() from public;

revoke all on function "private"."reason_of_reports"() from public;

revoke all on function "private"."reopen_after_undo"() from public;

revoke all on function "private"."resolve_reports_by_decision"() from public;

revoke all on function "private"."resolve_reports_by_deletion"() from public;

revoke all on function "private"."show"(public.communities, text) from public;

revoke all on function "public"."appeal_community"(uuid, text) from public;

grant execute on function "public"."appeal_community"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."decide_appeal"(uuid, boolean, text) from public;

grant execute
  on function "public"."decide_appeal"(uuid, boolean, text)
  to "authenticated", "service_role";

grant select ("closed_at") on table "public"."appeals" to "authenticated";

grant select ("community_id") on table "public"."appeals" to "authenticated";

grant select ("created_at") on table "public"."appeals" to "authenticated";

grant select ("decided_at") on table "public"."appeals" to "authenticated";

grant select ("decision") on table "public"."appeals" to "authenticated";

grant select ("id") on table "public"."appeals" to "authenticated";

grant select ("message") on table "public"."appeals" to "authenticated";

grant select ("outcome") on table "public"."appeals" to "authenticated";

grant select ("reason") on table "public"."appeals" to "authenticated";

grant all
  on table "public"."appeals"
  to "service_role";

revoke all ("wants_report_emails") on table "public"."profiles" from "authenticated";

grant update ("wants_report_emails") on table "public"."profiles" to "authenticated";

alter table "public"."appeals"
  add constraint "appeals_declined_check"
    check
    (((outcome <> 'declined'::public.appeal_outcome) OR COALESCE(private.is_visible(reason),
    false)));
