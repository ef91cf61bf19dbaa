set local check_function_bodies = off;

drop trigger "queue_decision_email" on "public"."audit_log";

drop trigger "before_0_clean" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop trigger "log_group" on "public"."community_groups";

drop view "private"."review_queue";

drop function "private"."count_review_queue"();

drop function
  "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb);

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

create table "public"."suspensions" (
  "user_id"      uuid                     not null,
  "reason"       text                     not null,
  "until"        timestamp with time zone,
  "suspended_by" uuid,
  "suspended_at" timestamp with time zone not null default now(),
  constraint "suspensions_pkey" primary key (user_id),
  constraint "suspensions_reason_check"
    check ((private.is_visible(reason) AND private.is_text(reason, 500)))
);

alter table "public"."suspensions"
  enable row level security;

alter table "private"."settings"
  add column "reports_to_hide" integer default 3;

alter table "public"."communities"
  add column "hidden_at" timestamp with time zone;

alter table "public"."communities"
  add column "hidden_reason" text;

alter table "public"."communities"
  add column "hidden_by" uuid;

alter table "public"."communities"
  add column "paused_at" timestamp with time zone;

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

create type "public"."import_outcome" as enum (
  'imported',
  'already listed',
  'rejected before',
  'invalid'
);

create or replace function private.announce_deletion (
  user_id  uuid,
  actor_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  is_user_admin constant boolean := exists (
    select from public.profiles as p where p.id = user_id and p.is_admin
  );
  is_actor_admin constant boolean := exists (
    select from public.profiles as p
    where p.id = actor_id and p.is_admin and not private.is_user_suspended(p.id)
  );
begin
  perform private.lock_until_commit('admin deletions');
  if actor_id <> user_id and not is_actor_admin then
    raise exception 'You can only delete your own account.' using errcode = 'PT403';
  end if;
  if actor_id <> user_id and is_user_admin then
    raise exception 'Admins cannot delete other admins.' using errcode = 'PT403';
  end if;
  if is_user_admin and not exists (
    select from public.profiles as p
    where p.is_admin and p.id <> user_id and not private.is_user_suspended(p.id) and not exists (
      select from private.deletion_requests as r
      where r.user_id = p.id and r.requested_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You are the last admin. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  -- Inserts no row for a user who is already deleted.
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  select u.id, actor_id, is_actor_admin from auth.users as u where u.id = user_id
  on conflict on constraint deletion_requests_pkey do update set
    actor_id = excluded.actor_id, by_admin = excluded.by_admin, requested_at = now();
  return found;
end
$function$;

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
  perform private.require_writer();
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
    insert into private.email_outbox (kind, recipient_id, event, data)
    values ('suspended', subject, new.suspended_at::text, details);
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

create or replace function private.approve_groups()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
  elsif tg_op = 'UPDATE' and old.status <> 'approved' and private.decision() = 'decision undone' then
    new.groups_changed_at := case when private.group_list(new.id) is distinct from new.approved_groups then now() end;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_groups := private.group_list(new.id);
    new.groups_changed_at := null;
  end if;
  return new;
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
      'groups_updated_at', 'paused_at'
    )
$function$;

create or replace function private.check_new_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('communities of ' || new.owner_id);
  if exists (
    select from public.communities
    where id = new.id and (owner_id = new.owner_id or private.is_admin())
  ) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  if not private.is_import()
    and (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
  return new;
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

create or replace function private.clean_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_text(new.description);
  new.location := private.clean_line(new.location);
  new.requested_place := private.clean_line(new.requested_place);
  new.rejection_reason := private.clean_text(new.rejection_reason);
  new.hidden_reason := private.clean_text(new.hidden_reason);
  return new;
end
$function$;

create or replace function private.clean_suspension()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
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
    private.has_words_or_place(
      regexp_replace(search, format(term, '(link:dead|is:hidden|is:paused)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
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
  perform private.end_expired_suspensions();
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
    when 'report_outcome' then case
      when p.wants_report_emails and not private.is_user_suspended(p.id) then queued.data
    end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
$function$;

create or replace function private.end_expired_suspensions()
  returns void
  language sql
  set search_path to ''
  AS $function$
  delete from public.suspensions where user_id in (
    select p.id from public.suspensions as s join public.profiles as p on p.id = s.user_id
    where s.until <= now() for key share of p skip locked
  )
$function$;

create or replace function private.end_suspension (
  user_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = end_suspension.user_id for key share;
  delete from public.suspensions as s where s.user_id = end_suspension.user_id;
  if not found then
    raise exception 'This user is not suspended.' using errcode = 'PT409';
  end if;
end
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

create or replace function private.get_directory_numbers()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_directory_live() then
    return null;
  end if;
  return jsonb_build_object(
    'communities', (select count(*) from public.directory_communities),
    'places', (
      select count(*) from public.places as p
      where exists (select from public.directory_communities as d where d.location = p.name)
    ),
    'joins', (
      select count(*) / 10 * 10 from (
        select from public.community_joins
        where joined_on >= private.today() - 30 and joined_on < private.today() limit 100000
      ) as joins
    )
  );
end
$function$;

create or replace function private.get_invite_link (
  community_id uuid
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id <> auth.uid() and not private.is_admin() and not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = 'PT403';
  end if;
  return community.whatsapp_link;
end
$function$;

create or replace function private.get_my_role()
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  profile_is_admin constant boolean := (select is_admin from public.profiles where id = (select auth.uid()));
begin
  perform private.require_complete_sign_in();
  if profile_is_admin and not private.is_admin() then
    perform private.refuse_suspended();
    raise exception 'Admins need two-factor authentication. Add an authenticator app on your profile page.'
      using errcode = 'PT403';
  end if;
  return case profile_is_admin when true then 'admin' when false then 'user' end;
end
$function$;

create or replace function private.get_review_time()
  returns integer
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return (
    select case when count(*) >= 5 then ceil(
      percentile_cont(0.5) within group (order by extract(epoch from latest.duration)) / 3600
    )::integer end
    from (
      select decision.at - c.created_at as duration
      from public.audit_log as decision
      join public.communities as c on c.id = decision.subject_id
      where decision.action in ('approved', 'rejected') and decision.actor_id is distinct from c.owner_id
        and not exists (
          select from public.audit_log as earlier
          where earlier.subject_id = decision.subject_id and earlier.id < decision.id
            and earlier.action in ('approved', 'rejected')
        )
      order by decision.id desc limit 30
    ) as latest
  );
end
$function$;

create or replace function private.has_other_admin (
  user_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.profiles as p
    where p.is_admin and p.id <> user_id and not private.is_user_suspended(p.id)
  )
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

create or replace function private.import_communities (
  rows       jsonb,
  is_preview boolean
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language plpgsql
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Import at most 1,000 communities at once.' using errcode = 'PT400';
  end if;
  -- Concurrent imports of the same links in another order would deadlock.
  perform private.lock_until_commit('import of communities');
  perform set_config('private.is_import', 'true', true);
  return query
    select given.place::integer, imported.outcome, imported.problem, imported.field
    from jsonb_array_elements(rows) with ordinality as given (row_values, place),
      private.import_community(given.row_values, is_preview) as imported
    order by given.place;
  perform set_config('private.is_import', '', true);
end
$function$;

create or replace function private.import_community (
  row_values jsonb,
  is_preview boolean,
  OUT        outcome public.import_outcome,
  OUT        problem text,
  OUT        field text
)
  returns record
  language plpgsql
  set search_path to ''
  AS $function$
declare
  new_row public.communities;
begin
  new_row := jsonb_populate_record(null::public.communities, row_values);
  if exists (select from public.communities where id = new_row.id and owner_id = (select auth.uid())) then
    outcome := 'imported';
    return;
  end if;
  if exists (
    select from public.communities where whatsapp_link = new_row.whatsapp_link and status = 'rejected'
  ) and not private.is_whatsapp_link_listed(new_row.whatsapp_link, null) then
    outcome := 'rejected before';
    return;
  end if;
  insert into public.communities (
    id, name, description, location, requested_place, whatsapp_link, join_type, image_url, category, languages,
    member_count
  ) values (
    new_row.id, new_row.name, new_row.description, new_row.location, new_row.requested_place, new_row.whatsapp_link,
    new_row.join_type, new_row.image_url, new_row.category, new_row.languages, new_row.member_count
  );
  insert into public.community_groups (community_id, name)
  select new_row.id, name from jsonb_array_elements_text(row_values -> 'groups') as name;
  if is_preview then
    -- Caught below. Nothing else raises it.
    raise savepoint_exception;
  end if;
  outcome := 'imported';
exception when savepoint_exception then
  outcome := 'imported';
when others then
  -- Anything but invalid values, such as a deadlock, ends the whole call.
  if sqlstate !~ '^(PT4|22|23)' then
    raise;
  end if;
  outcome := 'invalid';
  problem := 'The database does not accept this row.';
  if starts_with(sqlstate, 'PT4') then
    get stacked diagnostics problem = message_text, field = pg_exception_detail;
    if sqlstate = 'PT409' and field = 'whatsapp_link' then
      outcome := 'already listed';
    end if;
  end if;
end
$function$;

create or replace function private.is_admin()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_admin)
    and private.is_sign_in_complete()
    and not private.is_suspended()
    and (
      private.is_at_aal2()
      or not exists (select from private.settings where admins_need_second_factor)
    );
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
    and not private.is_user_suspended(p.id)
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

create or replace function private.is_import()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(current_setting('private.is_import', true), '') = 'true'
$function$;

create or replace function private.is_suspended()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (
    select from public.suspensions as s
    where s.user_id = (select auth.uid()) and (s.until is null or s.until > now())
  );
end
$function$;

create or replace function private.is_user_suspended (
  user_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.suspensions as s
    where s.user_id = is_user_suspended.user_id and (s.until is null or s.until > now())
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
  if exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id) then
    return;
  end if;
  perform private.lock_until_commit('joins of ' || user_id);
  insert into public.community_joins (community_id, user_id, joined_on)
  values (community_id, user_id, private.today())
  on conflict do nothing;
  if found and (
    select count(*) from public.community_joins as j
    where j.user_id = user_id and j.joined_on = private.today()
  ) > 30 then
    raise exception 'You can open at most 30 invite links a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
end
$function$;

create or replace function private.keep_active_admin()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('admin deletions');
  if exists (select from public.profiles where id = new.user_id and is_admin)
    and not private.has_other_admin(new.user_id) then
    raise exception 'The last admin cannot be suspended. Make someone else an admin first.' using errcode = 'PT409';
  end if;
  return new;
end
$function$;

create or replace function private.keep_last_admin()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('admin deletions');
  if not private.has_other_admin(old.id) then
    raise exception 'The last admin cannot be deleted. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  return old;
end
$function$;

create or replace function private.list_activity (
  person    text,
  action    public.audit_action,
  since     timestamp with time zone,
  until     timestamp with time zone,
  before_id bigint,
  page_size integer
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  security definer
  rows 25
  set search_path to ''
  AS $function$
declare
  words constant text := private.has_words('account.search_text', person);
  people uuid[];
begin
  perform private.require_admin();
  if words is not null then
    execute format(
      'select array(select account.id from private.account_index as account where %s
         order by account.created_at desc, account.id limit 1000)', words
    ) into people;
  end if;
  return query execute format(
    'select entry.* from public.audit_log as entry where %s order by entry.id desc limit %s',
    concat_ws(' and ', 'true',
      case when people is not null then
        format('(entry.actor_id = any (%1$L::uuid[]) or entry.owner_id = any (%1$L::uuid[]))', people)
      end,
      case when action is not null then format('entry.action = %L', action) end,
      case when since is not null then format('entry.at >= %L', since) end,
      case when until is not null then format('entry.at < %L', until) end,
      case when before_id is not null then format('entry.id < %L', before_id) end),
    private.clamp_page_size(page_size)
  );
end
$function$;

create or replace function private.lock_approved_community (
  community_id uuid
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  return community;
end
$function$;

create or replace function private.log_action (
  action       public.audit_action,
  subject      public.audit_subject,
  subject_id   uuid,
  owner_id     uuid,
  before       jsonb,
  after        jsonb,
  is_automatic boolean              default false
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id, case when not is_automatic then auth.uid() end,
    not is_automatic and private.is_admin(), before, after
  )
$function$;

create or replace function private.log_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before jsonb := private.changed_values(to_jsonb(old), coalesce(to_jsonb(new), '{}'));
  after jsonb := private.changed_values(coalesce(to_jsonb(new), '{}'), to_jsonb(old));
  action public.audit_action;
begin
  if tg_op = 'DELETE' then
    -- The link of a hidden community shows whether its owner lists it again. When the account is deleted too, nothing
    -- about the community is logged.
    if exists (select from public.profiles where id = old.owner_id) then
      perform private.log_action(
        'deleted', 'community', old.id, old.owner_id, jsonb_build_object('name', old.name) || case
          when old.hidden_at is not null
          then jsonb_build_object('whatsapp_link', old.whatsapp_link, 'hidden_reason', old.hidden_reason)
          else '{}'
        end, '{}');
    else
      perform private.log_action('deleted', 'community', old.id, null, '{}', '{}');
    end if;
    return old;
  end if;

  if after = '{}' and before = '{}' then
    return new;
  elsif private.decision() is not null then
    action := private.decision();
    if action = 'returned to pending' then
      -- For an undo.
      before := before || jsonb_build_object('approved_groups', old.approved_groups);
    end if;
  elsif new.status <> old.status then
    action := case new.status
      when 'approved' then 'approved' when 'rejected' then 'rejected' else 'resubmitted' end;
  elsif not private.is_admin() then
    return new;
  else
    action := 'edited';
  end if;
  perform private.log_action(
    action, 'community', new.id, new.owner_id, before, after, action = 'hidden' and new.hidden_by is null);
  return new;
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
    and not private.is_user_suspended(community.owner_id)
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
    from public.communities as c join public.profiles as p on p.id = c.owner_id
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id
    for key share of p skip locked;
  end if;
  return null;
end
$function$;

create or replace function private.queue_dead_link_email()
  returns trigger
  language plpgsql
  security definer
  set search_path = '' as $$
begin
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'link_dead', c.owner_id, c.id, c.id || ' ' || new.dead_since,
    jsonb_build_object('name', c.name)
  from public.communities as c join public.profiles as p on p.id = c.owner_id
  where c.id = new.community_id
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;
  return null;
end
$$;

create or replace function private.queue_daily_summaries(at timestamptz)
  returns void
  language plpgsql
  set search_path = '' as $$
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
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'daily_summary', p.id, today, waiting
  from public.profiles as p
  where p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    and exists (select from jsonb_each_text(waiting) where value <> '0')
  on conflict on constraint email_outbox_event_key do nothing;
end
$$;

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

create or replace function private.refuse_suspended()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if private.is_suspended() then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
end
$function$;

create or replace function private.refuse_suspended_images()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_sign_in_complete() and private.is_suspended() then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = '42501';
  end if;
  return null;
end
$function$;

create or replace function private.refuse_suspended_writes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_sign_in_complete() then
    perform private.refuse_suspended();
  end if;
  return null;
end
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
    perform private.hide(community_id, private.reason_of_reports());
  end if;
end
$function$;

create or replace function private.require_seen_version (
  community public.communities,
  version   timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if community.updated_at is distinct from version then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$function$;

create or replace function private.require_writer()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  perform private.refuse_suspended();
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
  is_upheld := private.is_user_suspended(community.owner_id) or exists (
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

create or replace function private.return_to_pending (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_approved_community(community_id);
begin
  perform private.require_seen_version(community, version);
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}') || jsonb_build_object(
    'status', 'pending', 'approval_date', null, 'approved_by', null, 'rejected_version', null,
    'held_changes', null, 'held_at', null, 'hidden_at', null, 'hidden_reason', null, 'hidden_by', null,
    'updated_at', now()
  ));
  perform private.save_decision('returned to pending', community, private.reviewed_fields() || array[
    'status', 'approval_date', 'approved_by', 'rejected_version', 'held_changes', 'held_at', 'hidden_at',
    'hidden_reason', 'hidden_by', 'updated_at'
  ]);
end
$function$;

create or replace function private.set_community_paused (
  community_id uuid,
  is_paused    boolean
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
  where id = community_id and owner_id = (select auth.uid()) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if is_paused and community.status <> 'approved' then
    raise exception 'Only an approved community can be paused.' using errcode = 'PT409';
  end if;
  update public.communities set paused_at = case when is_paused then coalesce(paused_at, now()) end
  where id = community_id;
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
  perform private.end_expired_suspensions();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by) values (user_id, reason, until, auth.uid());
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
  -- The accounts of earlier admins may have been deleted since.
  community.approved_by := (select p.id from public.profiles as p where p.id = community.approved_by);
  community.hidden_by := (select p.id from public.profiles as p where p.id = community.hidden_by);
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

create or replace function private.write_directory_community (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  link public.community_links;
  place public.places;
  name_words constant text := private.search_words(community.name);
  facet_words constant text := private.search_words(concat_ws(
    ' ', community.category, case community.join_type when 'request' then 'request to join' else 'open' end,
    private.language_names(community.languages)
  ));
begin
  select * into link from public.community_links where community_id = community.id;
  if not private.may_be_listed(community) or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  select * into place from public.places where name = community.location;
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, image_url,
    groups, approval_date, link_checked_at, sort_name, words, name_words, facet_words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    link.live_at, private.plain_words(community.name),
    concat_ws(' ', name_words, facet_words, private.search_words(concat_ws(
      ' ', community.description, jsonb_path_query_array(community.approved_groups, '$[*].name'))
    )),
    name_words, facet_words
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type,
    languages = excluded.languages, member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words, name_words = excluded.name_words, facet_words = excluded.facet_words;
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

create or replace function public.claim_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.lock_until_commit('batches of links');
  if exists (
    select from public.community_links where claimed_at > now() - interval '5 minutes'
  ) then
    return;
  end if;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id in (
      select due.community_id
      from public.community_links as due join public.communities as c on c.id = due.community_id
      where private.may_be_listed(c)
        and (due.checked_at is null or due.checked_at < now() - interval '12 hours')
      order by due.checked_at nulls first, due.community_id
      limit least(greatest(batch, 1), 200)
    )
    returning claimed.community_id, claimed.link;
end
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

create or replace function public.end_suspension (
  user_id uuid
)
  returns void
  language sql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
  select private.end_suspension(user_id)
$function$;

create or replace function public.get_directory_numbers()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.get_directory_numbers();
end
$function$;

create or replace function public.get_review_time()
  returns integer
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.get_review_time()
$function$;

create or replace function public.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.hide_community(community_id, version, reason)
$function$;

create or replace function public.import_communities (
  rows       jsonb,
  is_preview boolean default false
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language sql
  rows 100
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
  select * from private.import_communities(rows, is_preview)
$function$;

create or replace function public.list_activity (
  person    text                     default ''::text,
  action    public.audit_action      default null::public.audit_action,
  since     timestamp with time zone default null::timestamp with time zone,
  until     timestamp with time zone default null::timestamp with time zone,
  before_id bigint                   default null::bigint,
  page_size integer                  default 50
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  rows 25
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_activity(person, action, since, until, before_id, page_size);
end
$function$;

create or replace function public.return_to_pending (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.return_to_pending(community_id, version)
$function$;

create or replace function public.save_communities (
  community_ids uuid[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.require_writer();
  if cardinality(community_ids) > 500 then
    raise exception 'At most 500 communities can be saved at once.' using errcode = 'PT400';
  end if;
  insert into public.saved_communities (community_id)
  select distinct listed.id from unnest(community_ids) as listed (id) where private.is_listed(listed.id)
  on conflict do nothing;
end
$function$;

create or replace function public.set_community_paused (
  community_id uuid,
  is_paused    boolean
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.set_community_paused(community_id, is_paused)
$function$;

create or replace function public.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.show_community(community_id, version)
$function$;

create or replace function public.suspend_user (
  user_id uuid,
  reason  text,
  until   timestamp with time zone default null::timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
  select private.suspend_user(user_id, reason, until)
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

alter table "public"."communities"
  add constraint "communities_hidden_by_fkey" foreign key (hidden_by) references public.profiles(id)
    on delete set null;

alter table "public"."communities"
  add constraint "communities_hidden_check" check (
CASE
    WHEN (hidden_at IS NULL) THEN (num_nonnulls(hidden_reason, hidden_by) = 0)
    ELSE (status = 'approved'::public.community_status)
END);

alter table "public"."community_reports"
  add constraint "community_reports_is_upheld_check" check (((is_upheld IS NULL) OR (resolved_at IS
    NOT NULL)));

alter table "public"."suspensions"
  add constraint "suspensions_suspended_by_fkey" foreign key (suspended_by)
    references public.profiles(id) on delete set null;

alter table "public"."suspensions"
  add constraint "suspensions_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

create view private.review_queue as
select distinct on (id) id, turn, reason, since
from (
  select c.id, 1 as turn, 'reported' as reason, min(r.created_at) as since
  from public.community_reports as r join public.communities as c on c.id = r.community_id
  where r.resolved_at is null and c.status = 'approved'
  group by c.id
  union all
  -- The reporters may have deleted their accounts.
  select c.id, 1, 'reported', c.hidden_at
  from public.communities as c
  where c.hidden_at is not null and c.hidden_by is null and private.is_hidden_by_reports(c)
  union all
  select a.community_id, 2, 'appealed', a.created_at from public.appeals as a where a.closed_at is null
  union all
  select c.id, 3, 'link_changed', c.held_at
  from public.communities as c join public.community_links as l on l.community_id = c.id
  where c.held_at is not null and c.held_changes ? 'whatsapp_link' and l.state = 'dead'
  union all
  select c.id, 4, 'held', c.held_at from public.communities as c where c.held_at is not null
  union all
  select c.id, 4, 'groups_changed', c.groups_changed_at
  from public.communities as c where c.groups_changed_at is not null and c.held_at is null
  union all
  select c.id, 5, 'pending', c.created_at from public.communities as c where c.status = 'pending'
  union all
  select c.id, 6, 'place_requested', c.updated_at
  from public.communities as c where c.requested_place is not null and c.status = 'approved'
) as waiting
order by id, turn, since;

create index appeals_closed_at_idx on public.appeals using btree (closed_at);

create index appeals_closed_by_idx on public.appeals using btree (closed_by);

create index appeals_open_idx on public.appeals using btree (community_id)
  where (closed_at is null);

create index audit_log_action_idx on public.audit_log using btree (action, id desc);

create index audit_log_decisions_idx on public.audit_log using btree (id)
  where (action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action]));

create index communities_hidden_at_idx on public.communities using btree (hidden_at, id)
  where ((hidden_at is not null) AND (hidden_by is null));

create index communities_hidden_by_idx on public.communities using btree (hidden_by);

create index communities_hidden_idx on public.communities using btree (created_at desc, id)
  where (hidden_at is not null);

create index communities_paused_idx on public.communities using btree (created_at desc, id)
  where (paused_at is not null);

create index suspensions_suspended_by_idx on public.suspensions using btree (suspended_by);

create trigger refuse_suspended_writes
  before insert or delete or update on public.alerts
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger clean
  before insert or update of message, reason on public.appeals
  for each row
  execute function private.clean_appeal();

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

create trigger before_0_clean
  before insert or update of name,
    description, location, requested_place, rejection_reason, hidden_reason on public.communities
  for each row
  execute function private.clean_community();

create trigger close_appeal
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.hidden_at IS DISTINCT FROM new.hidden_at)))
  execute function private.close_appeal();

create trigger refuse_suspended_writes
  before insert or delete or update on public.communities
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

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
    (old.hidden_at IS DISTINCT FROM new.hidden_at) OR
    (old.paused_at IS DISTINCT FROM new.paused_at)))
  execute function private.update_directory();

create trigger log_group
  after insert or delete on public.community_groups
  for each row
  when ((NOT private.is_import()))
  execute function private.log_group();

create trigger refuse_suspended_writes
  before insert or delete or update on public.community_groups
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger queue_report_email
  after update of resolved_at on public.community_reports
  for each row
  when (((old.resolved_at IS NULL) <> (new.resolved_at IS NULL)))
  execute function private.queue_report_email();

create trigger refuse_suspended_writes
  before insert or delete or update on public.places
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger refuse_suspended_writes
  before insert or delete or update on public.profiles
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger refuse_suspended_writes
  before insert or delete or update on public.saved_communities
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger apply_suspension
  after insert or delete on public.suspensions
  for each row
  execute function private.apply_suspension();

create trigger clean
  before insert or update of reason on public.suspensions
  for each row
  execute function private.clean_suspension();

create trigger keep_active_admin
  before insert on public.suspensions
  for each row
  execute function private.keep_active_admin();

create trigger refuse_suspended_writes
  before insert or delete or update on public.synonyms
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger refuse_suspended_writes
  before insert or delete or update on storage.objects
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_images();

create policy "Suspended users delete nothing" on "public"."alerts"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."alerts"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

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

create policy "Suspended users delete nothing" on "public"."communities"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."communities"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Suspended users delete nothing" on "public"."community_groups"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."community_groups"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Suspended users delete nothing" on "public"."places"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."places"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Suspended users delete nothing" on "public"."profiles"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."profiles"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Suspended users delete nothing" on "public"."saved_communities"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."saved_communities"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Nothing before the sign-in is complete" on "public"."suspensions"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users read their own suspension, admins every one" on "public"."suspensions"
  for select
  to "authenticated"
  using
    ((((user_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)) AND
    ((until is null) or (until > now()))));

create policy "Suspended users delete nothing" on "public"."synonyms"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "public"."synonyms"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

create policy "Suspended users delete nothing" on "storage"."objects"
  as restrictive
  for delete
  to "authenticated"
  using (( select (not private.is_suspended())));

create policy "Suspended users write nothing" on "storage"."objects"
  as restrictive
  for all
  to "authenticated"
  using (true)
  with check (( SELECT (NOT private.is_suspended())));

revoke all on function "private"."appeal_community"(uuid, text) from public;

grant execute
  on function "private"."appeal_community"(uuid, text)
  to "authenticated", "service_role";

revoke all on function "private"."appealable_decision"(public.communities) from public;

revoke all on function "private"."apply_suspension"() from public;

revoke all on function "private"."clean_appeal"() from public;

revoke all on function "private"."clean_suspension"() from public;

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

revoke all on function "private"."end_expired_suspensions"() from public;

grant execute on function "private"."end_expired_suspensions"() to "service_role";

revoke all on function "private"."end_suspension"(uuid) from public;

grant execute on function "private"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "private"."get_directory_numbers"() from public;

grant execute
  on function "private"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "private"."get_review_time"() from public;

grant execute on function "private"."get_review_time"() to "authenticated", "service_role";

revoke all on function "private"."has_other_admin"(uuid) from public;

grant execute on function "private"."has_other_admin"(uuid) to "service_role";

revoke all on function "private"."hide"(uuid, text, uuid) from public;

revoke all on function "private"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "private"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."import_communities"(jsonb, boolean) from public;

grant execute
  on function "private"."import_communities"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."import_community"(jsonb, boolean) from public;

grant execute
  on function "private"."import_community"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_hidden_after_reports"(uuid) from public;

revoke all on function "private"."is_hidden_by_reports"(public.communities) from public;

revoke all on function "private"."is_import"() from public;

grant execute on function "private"."is_import"() to "authenticated", "service_role";

revoke all on function "private"."is_suspended"() from public;

grant execute on function "private"."is_suspended"() to "authenticated", "service_role";

revoke all on function "private"."is_user_suspended"(uuid) from public;

grant execute on function "private"."is_user_suspended"(uuid) to "service_role";

revoke all on function "private"."keep_active_admin"() from public;

revoke all
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";

revoke all on function "private"."lock_approved_community"(uuid) from public;

revoke all
  on function
    "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb,
    boolean)
  from public;

revoke all on function "private"."may_be_listed"(public.communities) from public;

grant execute on function "private"."may_be_listed"(public.communities) to "service_role";

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

revoke all on function "private"."queue_report_email"() from public;

revoke all on function "private"."reason_of_reports"() from public;

revoke all on function "private"."refuse_suspended"() from public;

grant execute on function "private"."refuse_suspended"() to "authenticated", "service_role";

revoke all on function "private"."refuse_suspended_images"() from public;

revoke all on function "private"."refuse_suspended_writes"() from public;

revoke all on function "private"."reopen_after_undo"() from public;

revoke all
  on function "private"."require_seen_version"(public.communities, timestamp with time zone)
  from public;

revoke all on function "private"."require_writer"() from public;

grant execute on function "private"."require_writer"() to "authenticated", "service_role";

revoke all on function "private"."resolve_reports_by_decision"() from public;

revoke all on function "private"."resolve_reports_by_deletion"() from public;

revoke all on function "private"."return_to_pending"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."return_to_pending"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "private"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."show"(public.communities, text) from public;

revoke all on function "private"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."suspend_user"(uuid, text, timestamp with time zone) from public;

grant execute
  on function "private"."suspend_user"(uuid, text, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."appeal_community"(uuid, text) from public;

grant execute on function "public"."appeal_community"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."decide_appeal"(uuid, boolean, text) from public;

grant execute
  on function "public"."decide_appeal"(uuid, boolean, text)
  to "authenticated", "service_role";

revoke all on function "public"."end_suspension"(uuid) from public;

grant execute on function "public"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "public"."get_directory_numbers"() from public;

grant execute
  on function "public"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "public"."get_review_time"() from public;

grant execute on function "public"."get_review_time"() to "authenticated", "service_role";

revoke all on function "public"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "public"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."import_communities"(jsonb, boolean) from public;

grant execute
  on function "public"."import_communities"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";

revoke all on function "public"."return_to_pending"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."return_to_pending"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "public"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."suspend_user"(uuid, text, timestamp with time zone) from public;

grant execute
  on function "public"."suspend_user"(uuid, text, timestamp with time zone)
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

grant select ("reason") on table "public"."suspensions" to "authenticated";

grant select ("suspended_at") on table "public"."suspensions" to "authenticated";

grant select ("until") on table "public"."suspensions" to "authenticated";

grant select ("user_id") on table "public"."suspensions" to "authenticated";

grant all
  on table "public"."suspensions"
  to "service_role";

alter table "public"."appeals"
  add constraint "appeals_declined_check"
    check
    (((outcome <> 'declined'::public.appeal_outcome) OR COALESCE(private.is_visible(reason),
    false)));

alter table "public"."communities"
  add constraint "communities_hidden_reason_check" check (private.is_text(hidden_reason, 500));
