set local check_function_bodies = off;

-- Used only in the bodies of functions.
alter type "public"."audit_action" add value 'suspended' after 'returned to pending';
alter type "public"."audit_action" add value 'suspension ended' after 'suspended';
alter type "public"."email_kind" add value 'suspended' after 'returned_to_pending';

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
    select * from public.communities where owner_id = subject and status = 'approved' order by id for share
  loop
    perform private.write_directory_community(community);
  end loop;
  return null;
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
    when 'suspended' then case when private.is_user_suspended(p.id) then queued.data end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
$function$;

create or replace function private.end_expired_suspensions()
  returns void
  language sql
  set search_path to ''
  AS $function$
  delete from public.suspensions where until <= now()
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
  delete from public.suspensions as s where s.user_id = end_suspension.user_id;
  if not found then
    raise exception 'This user is not suspended.' using errcode = 'PT409';
  end if;
end
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
  if not exists (select from public.profiles as p where p.id = user_id for key share) then
    raise exception 'This user has no profile. The account may have been deleted.' using errcode = 'PT410';
  end if;
  perform private.end_expired_suspensions();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by) values (user_id, reason, until, auth.uid());
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

alter table "public"."suspensions"
  add constraint "suspensions_suspended_by_fkey" foreign key (suspended_by)
    references public.profiles(id) on delete set null;

alter table "public"."suspensions"
  add constraint "suspensions_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

create index suspensions_suspended_by_idx on public.suspensions using btree (suspended_by);

create trigger refuse_suspended_writes
  before insert or delete or update on public.alerts
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger refuse_suspended_writes
  before insert or delete or update on public.communities
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

create trigger refuse_suspended_writes
  before insert or delete or update on public.community_groups
  for each STATEMENT
  when (private.is_user_request())
  execute function private.refuse_suspended_writes();

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

revoke all on function "private"."apply_suspension"() from public;

revoke all on function "private"."clean_suspension"() from public;

revoke all on function "private"."end_expired_suspensions"() from public;

grant execute on function "private"."end_expired_suspensions"() to "service_role";

revoke all on function "private"."end_suspension"(uuid) from public;

grant execute on function "private"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "private"."has_other_admin"(uuid) from public;

grant execute on function "private"."has_other_admin"(uuid) to "service_role";

revoke all on function "private"."is_suspended"() from public;

grant execute on function "private"."is_suspended"() to "authenticated", "service_role";

revoke all on function "private"."is_user_suspended"(uuid) from public;

grant execute on function "private"."is_user_suspended"(uuid) to "service_role";

revoke all on function "private"."keep_active_admin"() from public;

revoke all on function "private"."refuse_suspended"() from public;

grant execute on function "private"."refuse_suspended"() to "authenticated", "service_role";

revoke all on function "private"."refuse_suspended_images"() from public;

revoke all on function "private"."refuse_suspended_writes"() from public;

revoke all on function "private"."require_writer"() from public;

grant execute on function "private"."require_writer"() to "authenticated", "service_role";

revoke all on function "private"."suspend_user"(uuid, text, timestamp with time zone) from public;

grant execute
  on function "private"."suspend_user"(uuid, text, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."end_suspension"(uuid) from public;

grant execute on function "public"."end_suspension"(uuid) to "authenticated", "service_role";

revoke all on function "public"."suspend_user"(uuid, text, timestamp with time zone) from public;

grant execute
  on function "public"."suspend_user"(uuid, text, timestamp with time zone)
  to "authenticated", "service_role";

grant select ("reason") on table "public"."suspensions" to "authenticated";

grant select ("suspended_at") on table "public"."suspensions" to "authenticated";

grant select ("until") on table "public"."suspensions" to "authenticated";

grant select ("user_id") on table "public"."suspensions" to "authenticated";

grant all
  on table "public"."suspensions"
  to "service_role";
