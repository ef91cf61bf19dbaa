set local check_function_bodies = off;

create type "public"."invitation_answer" as enum (
  'accepted',
  'declined',
  'withdrawn',
  'closed'
);

alter table "public"."invitations"
  add column "answer" public.invitation_answer;

create type "public"."invitation_kind" as enum (
  'co-owner',
  'transfer'
);

alter table "public"."invitations"
  add column "kind" public.invitation_kind not null;

create or replace function private.accept_claim (
  claim public.claims
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  if private.is_user_suspended(claim.claimant_id) then
    raise exception 'The claimant is suspended.' using errcode = 'PT409';
  end if;
  update public.claims set outcome = 'accepted', decided_at = now(), decided_by = auth.uid() where id = claim.id;
  perform private.queue_claim_email(claim, 'claim_accepted', array[claim.claimant_id], '{"is_claimant": true}');
  perform private.queue_claim_email(
    claim, 'claim_accepted', array_remove(private.managers_of(claim.community_id), auth.uid()), '{}');
  select * into community from public.communities where id = claim.community_id;
  if community.held_changes is null then
    perform private.log_action('claim accepted', 'community', community.id, community.owner_id, '{}', '{}');
  else
    community.held_changes := null;
    community.held_at := null;
    community.updated_at := now();
    perform private.save_decision('claim accepted', community, array['held_changes', 'held_at', 'updated_at']);
  end if;
  delete from public.co_owners where community_id = claim.community_id;
  perform private.transfer_community(claim.community_id, claim.claimant_id);
  select * into community from public.communities where id = claim.community_id;
  community.verified_at := claim.proved_at;
  perform private.save_decision('verified', community, array['verified_at']);
end
$function$;

create or replace function private.add_co_owner (
  community_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  owner_id uuid;
begin
  select c.owner_id into owner_id from public.communities as c where c.id = community_id for key share;
  if owner_id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if owner_id = auth.uid() then
    raise exception 'You already own this community.' using errcode = 'PT409';
  end if;
  insert into public.co_owners (community_id, user_id) values (community_id, auth.uid()) on conflict do nothing;
  if found then
    perform private.log_action('co-owner added', 'community', community_id, owner_id, '{}', '{}');
  end if;
end
$function$;

create or replace function private.answer_claim (
  claim_id uuid,
  answer   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id);
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.answered_at is not null then
    raise exception 'This claim is already answered.' using errcode = 'PT409';
  end if;
  if not coalesce(private.is_visible(private.clean_text(answer)), false) then
    raise exception 'Please say why this is your community.' using errcode = 'PT400', detail = 'answer';
  end if;
  update public.claims as k set answer = answer, answered_at = now(), answered_by = auth.uid() where k.id = claim_id;
  perform private.log_action('claim answered', 'community', claim.community_id, claim.owner_id, '{}', '{}');
end
$function$;

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
    perform private.queue_acceptance_email(invitation);
  end if;
end
$function$;

create or replace function private.begin_own_check (
  community_id uuid,
  user_id      uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager boolean;
begin
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  select * into community from public.communities as c where c.id = community_id;
  is_manager := private.is_manager(community_id, user_id);
  if not is_manager
    and not (private.is_listed(community_id) and private.has_ownership_code(community_id, user_id)) then
    raise exception 'This community is no longer in the directory, or you have no code for it.'
      using errcode = 'PT410';
  end if;
  perform private.lock_until_commit('link checks');
  perform private.require_check_allowance(user_id);
  if private.reserve_link_checks(1, 'user', user_id) = 0 then
    raise exception 'Many links are being checked at the moment. Please try again in a few minutes.'
      using errcode = 'PT429';
  end if;
  return case when is_manager then coalesce(community.held_changes ->> 'whatsapp_link', community.whatsapp_link)
    else community.whatsapp_link end;
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
      'groups_updated_at', 'paused_at', 'owner_id'
    )
$function$;

create or replace function private.check_community_image()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  wanted text := coalesce(new.held_changes ->> 'image_url', new.image_url);
begin
  if (tg_op = 'INSERT' or wanted not in (old.image_url, coalesce(old.held_changes ->> 'image_url', old.image_url)))
    and wanted not like 'https://images.unsplash.com/%'
    and not private.is_stored_image(wanted, new.id, new.owner_id) then
    raise exception 'Invalid image URL' using errcode = 'PT400', detail = 'image_url';
  end if;
  return new;
end
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
    where id = new.id and (owner_id = new.owner_id or private.may_manage(id) or private.is_admin())
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

create or replace function private.clean_claim()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.answer := private.clean_text(new.answer);
  new.reason := private.clean_text(new.reason);
  return new;
end
$function$;

create or replace function private.clean_invitation()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.email := lower(private.clean_line(new.email));
  return new;
end
$function$;

create or replace function private.close_claims()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.community_id = old.id and k.outcome is null;
  return coalesce(new, old);
end
$function$;

create or replace function private.close_claims_of_suspended()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.claimant_id = new.user_id and k.outcome is null;
  return new;
end
$function$;

create or replace function private.close_invitations (
  community_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.invitations as i set answered_at = now(), answer = 'closed'
  where i.community_id = close_invitations.community_id and i.answer is null
$function$;

create or replace function private.co_owned_ids()
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return array(select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()));
end
$function$;

create or replace function private.confirmed_email()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select lower(u.email) from auth.users as u where u.id = (select auth.uid()) and u.email_confirmed_at is not null
$function$;

create or replace function private.contains_code (
  value text,
  code  text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(value ~* ('\m' || replace(code, '-', '[\u2010-\u2015\u2212-]') || '\M'), false)
$function$;

create or replace function private.count_joins()
  returns table (
    community_id uuid,
    day          date,
    joins        integer
  )
  language plpgsql
  stable
  security definer
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select j.community_id, j.joined_on, count(*)::integer
    from public.communities as c
    join public.community_joins as j on j.community_id = c.id and j.joined_on > private.today() - 30
    where c.owner_id = (select auth.uid()) or c.id = any (private.co_owned_ids())
    group by 1, 2 order by 1, 2;
end
$function$;

create or replace function private.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    claimed          bigint,
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

create or replace function private.create_ownership_code()
  returns text
  language sql
  set search_path to ''
  AS $function$
  select 'WP-' || string_agg(substr('234679ACDEFGHJKMNPQRTUVWXY', 1 + mod(number, 26), 1), '')
  from (
    -- Seven hexadecimal digits of a random UUID, which are a number of 28 bits.
    select ('x0' || left(gen_random_uuid()::text, 7))::bit(32)::integer as number
    from generate_series(1, 4)
  ) as random
$function$;

create or replace function private.decide_claim (
  claim_id       uuid,
  is_accepted    boolean,
  seen_answer_at timestamp with time zone,
  reason         text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  perform private.require_admin();
  claim := private.lock_claim(claim_id, is_accepted);
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  perform private.require_open_claim(claim, true);
  if claim.review_from > now() then
    raise exception 'The owner still has time to answer this claim.' using errcode = 'PT409';
  end if;
  if claim.answered_at is distinct from seen_answer_at then
    raise exception 'The owner has answered in the meantime. Reload the page to read the answer.' using errcode = 'PT412';
  end if;
  if is_accepted then
    perform private.accept_claim(claim);
    return;
  end if;
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  update public.claims as k set outcome = 'declined', decided_at = now(), decided_by = auth.uid(), reason = reason
  where k.id = claim_id;
  -- The entry is about the claimant, for whom the reason is.
  perform private.log_action(
    'claim declined', 'community', claim.community_id, claim.claimant_id, '{}', jsonb_build_object('reason', reason));
  -- As for every decision that can be undone: see private.queue_decision_email.
  perform private.queue_claim_email(
    claim, 'claim_declined', array[claim.claimant_id], jsonb_build_object('is_claimant', true, 'reason', reason),
    now() + private.undo_window() + interval '30 seconds');
  perform private.queue_claim_email(
    claim, 'claim_declined', private.managers_of(claim.community_id), '{}',
    now() + private.undo_window() + interval '30 seconds');
end
$function$;

create or replace function private.decide_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_decision(old, new) then
    if not private.is_admin() then
      raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
    end if;
    if new.status = 'approved' and new.location is null then
      raise exception 'Add the requested place first, or choose another one.'
        using errcode = 'PT400', detail = 'location';
    end if;
    new.approval_date := now();
    new.approved_by := (select auth.uid());
    if new.status = 'approved' then
      new.rejection_reason := null;
    else
      new.rejected_version := private.community_content(new)
        || jsonb_build_object('rejection_reason', new.rejection_reason);
    end if;
  elsif old.status = 'rejected' and private.may_manage(new.id) then
    new.status := 'pending';
    new.approval_date := null;
    new.approved_by := null;
    new.rejection_reason := null;
  end if;
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
    when 'claimed' then case when exists (
      select from public.claims as k where k.id = queued.event::uuid and k.outcome is null and k.answered_at is null
    ) then queued.data end
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

create or replace function private.end_verification()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' or new.owner_id <> old.owner_id
    or new.whatsapp_link <> old.whatsapp_link and private.decision() is distinct from 'changes proved' then
    new.verified_at := null;
  end if;
  return new;
end
$function$;

create or replace function private.export_claims_of (
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'made', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at, k.outcome, k.decided_at, k.reason
        from public.claims as k where k.claimant_id = user_id
      ) as k
    ),
    'received', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at, k.answer, k.answered_at, k.outcome, k.decided_at
        from public.claims as k where k.owner_id = user_id or k.answered_by = user_id
      ) as k
    )
  )
$function$;

create or replace function private.export_invitations_of (
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'sent', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'invited_by' order by i.created_at, i.id), '[]')
      from public.invitations as i where i.invited_by = user_id
    ),
    'received', (
      select coalesce(jsonb_agg(
        to_jsonb(i) - array['invited_by', 'keeps_former_owner'] || jsonb_build_object('community', c.name)
        order by i.created_at, i.id
      ), '[]')
      from public.invitations as i
      join public.communities as c on c.id = i.community_id
      join auth.users as u on lower(u.email) = i.email
      where u.id = user_id and u.email_confirmed_at is not null
    )
  )
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
    'ownership_codes', (
      select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.expires_at, o.code), '[]')
      from private.ownership_codes as o where o.user_id = user_id
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
    'claims', private.export_claims_of(user_id),
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

create or replace function private.forget_answers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set answer = null where answered_by = old.id;
  return old;
end
$function$;

create or replace function private.forget_user()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  request private.deletion_requests;
begin
  update public.audit_log set
    subject_id = case when subject = 'community' then subject_id end,
    owner_id = null, before = '{}', after = '{}'
  where owner_id = old.id;
  update public.audit_log set actor_id = null where actor_id = old.id and not by_admin;
  -- Those that the user sent are deleted with the profile.
  delete from public.invitations where email = lower(old.sign_in_email);

  delete from private.deletion_requests where user_id = old.id returning * into request;
  insert into public.audit_log (action, subject, actor_id, by_admin)
  values (
    'deleted', 'user', case when request.by_admin then request.actor_id end,
    coalesce(request.by_admin, false)
  );
  return old;
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
  if not private.may_manage(community_id) and not private.is_admin() and not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on = private.today()
  ) then
    raise exception 'Join this community to get its invite link.' using errcode = 'PT403';
  end if;
  return community.whatsapp_link;
end
$function$;

create or replace function private.get_ownership_code (
  community_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  new_code text;
begin
  perform private.require_writer();
  if not private.is_manager(community_id, user_id) then
    perform private.require_listed(community_id);
  elsif exists (select from public.communities as c where c.id = community_id and c.status <> 'approved') then
    raise exception 'Only an approved community can be verified.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('ownership codes of ' || user_id);
  select o.code into new_code from private.ownership_codes as o
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null
    and o.expires_at > now() + interval '1 hour';
  if found then
    return new_code;
  end if;
  if (
    select count(*) from private.ownership_codes as o where o.user_id = user_id and o.expires_at > now()
  ) >= 20 then
    raise exception 'You can get at most 20 codes a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  -- Another user may have the same code.
  for attempt in 1..20 loop
    insert into private.ownership_codes (code, community_id, user_id)
    values (private.create_ownership_code(), community_id, user_id)
    on conflict do nothing returning code into new_code;
    exit when found;
  end loop;
  if new_code is null then
    raise exception 'There is no free code. Please try again later.' using errcode = 'PT503';
  end if;
  return new_code;
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
  perform private.queue_hand_over_email(community, new_owner_id);
end
$function$;

create or replace function private.hand_over_to_claimant (
  claim_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id, true);
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can hand over a community.' using errcode = 'PT403';
  end if;
  perform private.accept_claim(claim);
end
$function$;

create or replace function private.has_ownership_code (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from private.ownership_codes as o
    where o.community_id = has_ownership_code.community_id and o.user_id = has_ownership_code.user_id
      and o.used_at is null and o.expires_at > now()
  )
$function$;

create or replace function private.hold_community_changes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from old.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if new.held_changes is distinct from old.held_changes and not private.may_manage(new.id)
    and private.decision() is null then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    held := held || coalesce((
      select jsonb_object_agg(field, to_jsonb(new) -> field)
      from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
    ), '{}'::jsonb);
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(field, to_jsonb(old) -> field)
      from unnest(private.reviewed_fields()) as field
    ));
  end if;
  -- A held value that equals the live one needs no review.
  new.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(new) -> key
  );
  if new.held_changes is distinct from old.held_changes then
    new.held_at := case when new.held_changes is not null then now() end;
  end if;
  return new;
end
$function$;

create or replace function private.image_name (
  url text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select split_part(url, '/object/public/community-images/', 2)
$function$;

create or replace function private.invite_to_community (
  community_id       uuid,
  email              text,
  kind               public.invitation_kind,
  keeps_former_owner boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
  invitation public.invitations;
begin
  email := lower(private.clean_line(email));
  if email is null or char_length(email) > 254 or email !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    raise exception 'Please enter a valid email' using errcode = 'PT400', detail = 'email';
  end if;
  if email = (select lower(p.sign_in_email) from public.profiles as p where p.id = auth.uid()) then
    raise exception 'This is your own email.' using errcode = 'PT400', detail = 'email';
  end if;
  if exists (
    select from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and i.kind = kind and (i.kind = 'transfer' or i.email = email)
  ) then
    raise exception '%', case kind
      when 'transfer' then 'You have already offered this community to someone. Withdraw that offer first.'
      else 'You have already invited this address.'
    end using errcode = 'PT409', detail = 'email';
  end if;
  if (kind = 'co-owner' or keeps_former_owner) and (
    select count(*) from public.co_owners as o where o.community_id = community_id
  ) + (
    select count(*) from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and (i.kind = 'co-owner' or i.keeps_former_owner)
  ) >= 5 then
    raise exception 'A community can have at most five co-owners, including open invitations.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('invitations of ' || auth.uid());
  if (
    select count(*) from public.invitations as i
    where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day'
  ) >= 20 then
    raise exception 'You can send at most 20 invitations a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
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
    and p.created_at < r.created_at - interval '1 day'
    and not private.is_user_suspended(p.id)
    and not exists (
      select from public.community_reports as earlier
      where earlier.community_id = r.community_id and earlier.reporter_id = r.reporter_id and not earlier.is_upheld
    )
$function$;

create or replace function private.is_image_in_use (
  object_name text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.images_in_use where name = private.full_image_name(object_name))
$function$;

create or replace function private.is_manager (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.communities as c where c.id = is_manager.community_id and c.owner_id = is_manager.user_id
  ) or exists (
    select from public.co_owners as o where o.community_id = is_manager.community_id and o.user_id = is_manager.user_id
  )
$function$;

create or replace function private.is_stored_image (
  url          text,
  community_id uuid,
  owner_id     uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  file constant text := private.image_name(url);
  uploader constant uuid := private.folder_owner(file);
begin
  if split_part(url, '/storage/v1/', 1) is distinct from private.project_url()
    or uploader is distinct from owner_id and not exists (
      select from public.co_owners as o where o.community_id = community_id and o.user_id = uploader
    ) then
    return false;
  end if;
  perform from storage.objects
  where bucket_id = 'community-images' and name = file
  for key share;
  return found;
end
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
  if found and (
    select count(*) from public.community_joins as j
    where j.user_id = user_id and j.joined_on = private.today()
  ) > 30 then
    raise exception 'You can open at most 30 invite links a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
end
$function$;

create or replace function private.list_my_invitations()
  returns table (
    id           uuid,
    community_id uuid,
    community    text,
    kind         public.invitation_kind,
    expires_at   timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select i.id, c.id, c.name, i.kind, i.expires_at
    from public.invitations as i join public.communities as c on c.id = i.community_id
    where i.email = private.confirmed_email() and i.answer is null and i.expires_at > now()
    order by i.created_at, i.id;
end
$function$;

create or replace function private.list_own_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    community     text,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    is_waiting    boolean,
    outcome       public.claim_outcome,
    decided_at    timestamp with time zone,
    reason        text
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, d.name, k.proved_at, k.answer_due_at, k.answer_due_at > now(), k.outcome, k.decided_at,
      k.reason
    from public.claims as k
    left join public.directory_communities as d on d.id = k.community_id and private.is_directory_live()
    where k.claimant_id = (select auth.uid())
    order by k.proved_at desc, k.id;
end
$function$;

create or replace function private.list_people()
  returns table (
    community_id uuid,
    user_id      uuid,
    name         text,
    is_owner     boolean,
    added_at     timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 10
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select c.id, p.id, p.name, false, o.added_at
    from public.communities as c
    join public.co_owners as o on o.community_id = c.id
    join public.profiles as p on p.id = o.user_id
    where c.owner_id = (select auth.uid())
    union all
    select c.id, p.id, p.name, true, null
    from public.co_owners as o
    join public.communities as c on c.id = o.community_id
    join public.profiles as p on p.id = c.owner_id
    where o.user_id = (select auth.uid())
    order by 1, 5, 2;
end
$function$;

create or replace function private.list_received_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    answer        text,
    answered_at   timestamp with time zone,
    is_owner      boolean
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, k.proved_at, k.answer_due_at, k.answer, k.answered_at,
      k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and (
      k.owner_id = (select auth.uid())
      or k.community_id in (select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()))
    )
    order by k.proved_at, k.id;
end
$function$;

create or replace function private.lock_claim (
  claim_id    uuid,
  is_transfer boolean default false
)
  returns public.claims
  language plpgsql
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  select * into claim from public.claims as k where k.id = claim_id;
  if is_transfer then
    perform private.lock_until_commit('people of ' || claim.community_id);
  end if;
  perform from public.profiles as p
  where p.id in (claim.claimant_id, claim.owner_id, auth.uid()) order by p.id for key share;
  if is_transfer then
    perform private.lock_until_commit('admin deletions');
  end if;
  perform from public.communities as c where c.id = claim.community_id for no key update;
  select * into claim from public.claims as k where k.id = claim_id for update;
  return claim;
end
$function$;

create or replace function private.lock_people (
  community_id uuid
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_writer();
  perform private.lock_until_commit('people of ' || community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id = auth.uid() then
    return community;
  elsif private.may_manage(community_id) then
    raise exception 'Only the owner of this community may do that.' using errcode = 'PT403';
  end if;
  raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
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
    action, subject, subject_id, owner_id,
    case when not is_automatic then coalesce(auth.uid(), nullif(current_setting('private.actor', true), '')::uuid) end,
    not is_automatic and private.is_admin(), before, after
  )
$function$;

create or replace function private.managers_of (
  community_id uuid
)
  returns uuid[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array(
    select c.owner_id from public.communities as c where c.id = community_id
    union select o.user_id from public.co_owners as o where o.community_id = managers_of.community_id
  )
$function$;

create or replace function private.may_manage (
  community_id uuid
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (
    select from public.communities as c where c.id = may_manage.community_id and c.owner_id = (select auth.uid())
  ) or exists (
    select from public.co_owners as o
    where o.community_id = may_manage.community_id and o.user_id = (select auth.uid())
  );
end
$function$;

create or replace function private.open_claim (
  community_id uuid,
  user_id      uuid
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  claim public.claims;
begin
  select * into community from public.communities as c where c.id = community_id;
  if not private.is_listed(community_id) then
    raise exception 'This community is no longer in the directory.' using errcode = 'PT410';
  end if;
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if private.is_manager(community_id, user_id) then
    raise exception 'You already manage this community.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('claims of ' || user_id);
  select * into claim from public.claims as k
  where k.community_id = community_id and k.claimant_id = user_id and k.outcome is null;
  if found then
    return claim.answer_due_at;
  end if;
  -- Each claim sends an email to the owner.
  if exists (
    select from public.claims as k
    where k.community_id = community_id and k.claimant_id = user_id and k.outcome in ('declined', 'withdrawn')
      and k.decided_at > now() - interval '30 days'
  ) then
    raise exception 'You can claim a community again 30 days after your last claim.' using errcode = 'PT409';
  end if;
  if (select count(*) from public.claims as k where k.claimant_id = user_id and k.outcome is null) >= 5
    or (
      select count(*) from public.claims as k
      where k.claimant_id = user_id and k.proved_at > now() - interval '30 days'
    ) >= 10 then
    raise exception 'You have made too many claims. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.claims (community_id, claimant_id, owner_id)
  values (community_id, user_id, community.owner_id) returning * into claim;
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id)
  values ('claimed', 'community', community_id, community.owner_id, user_id);
  perform private.queue_claim_email(
    claim, 'claimed', private.managers_of(community_id), jsonb_build_object('until', claim.answer_due_at));
  return claim.answer_due_at;
end
$function$;

create or replace function private.queue_acceptance_email (
  invitation public.invitations
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'invitation_accepted', p.id, c.id, invitation.id::text,
    jsonb_build_object('name', c.name, 'kind', invitation.kind, 'email', invitation.email)
  from public.profiles as p join public.communities as c on c.id = invitation.community_id
  where p.id = invitation.invited_by
  for key share of p skip locked
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
  insert into private.email_outbox (kind, recipient_id, event, data, due_at)
  select kind::public.email_kind, p.id, claim.id::text, data || jsonb_build_object('name', name), due_at
  from public.profiles as p where p.id = any (recipients)
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;
end
$function$;

create or replace function private.queue_counts()
  returns table (
    reported         bigint,
    appealed         bigint,
    claimed          bigint,
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
    count(*) filter (where reason = 'claimed'), count(*) filter (where reason = 'link_changed'),
    count(*) filter (where reason = 'held'), count(*) filter (where reason = 'groups_changed'),
    count(*) filter (where reason = 'pending'), count(*) filter (where reason = 'place_requested')
  from private.review_queue
$function$;

create or replace function private.queue_hand_over_email (
  community    public.communities,
  new_owner_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  values (
    'handed_over', new_owner_id, community.id, community.id || ' ' || now(), jsonb_build_object('name', community.name))
$function$;

create or replace function private.queue_invitation_email (
  invitation public.invitations,
  community  public.communities
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'invited', p.id, community.id, community.id || ' ' || private.today(),
    jsonb_strip_nulls(jsonb_build_object(
      'name', case when community.status = 'approved' then community.name end, 'kind', invitation.kind))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(u.email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing
$function$;

create or replace function private.record_own_check (
  community_id uuid,
  user_id      uuid,
  link         text,
  answer       public.link_state,
  group_name   text,
  page_text    text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  is_manager boolean;
  is_proved boolean;
begin
  -- Locked first, as by every other decision: a claim refers to both profiles.
  perform from public.profiles as p
  where p.id in (user_id, (select c.owner_id from public.communities as c where c.id = community_id))
  order by p.id for key share;
  perform from public.communities as c where c.id = community_id for no key update;
  is_manager := private.is_manager(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  perform public.record_link_check(community_id, link, answer, group_name);
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, left(page_text, 3000));
  if is_proved and not is_manager then
    perform private.open_claim(community_id, user_id);
  end if;
  return jsonb_build_object('state', answer, 'is_proved', is_proved);
end
$function$;

create or replace function private.record_proof (
  community_id uuid,
  user_id      uuid,
  link         text,
  page_text    text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.is_manager(community_id, user_id);
  proved jsonb := '{}';
  columns text[] := array['verified_at'];
begin
  -- A save that changes the link waits, or has finished.
  select * into community from public.communities as c
  where c.id = community_id and c.status = 'approved' for no key update;
  if not found or private.is_user_suspended(user_id) or not (is_manager or private.is_listed(community_id)) then
    return false;
  end if;
  -- Not what was held before the verification.
  if is_manager and community.verified_at < community.held_at then
    select coalesce(jsonb_object_agg(key, value), '{}') into proved from jsonb_each(community.held_changes)
    where key = 'whatsapp_link' or key = 'name' and private.remove_codes(value #>> '{}') = value #>> '{}';
  end if;
  if link = proved ->> 'whatsapp_link' then
    perform private.lock_until_commit('WhatsApp link ' || link);
    if private.is_whatsapp_link_listed(link, community_id) then
      return false;
    end if;
  elsif link <> community.whatsapp_link then
    return false;
  elsif proved ? 'whatsapp_link' then
    -- Proves only the current link.
    proved := '{}';
  end if;

  update private.ownership_codes as o set used_at = now()
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
    and private.contains_code(page_text, o.code);
  if not found then
    return false;
  end if;
  if not is_manager then
    return true;
  end if;

  if proved = '{}' then
    community.verified_at := coalesce(community.verified_at, now());
  else
    columns := columns || array['held_changes', 'held_at', 'updated_at'] || array(select jsonb_object_keys(proved));
    community := jsonb_populate_record(community, proved);
    community.held_changes := nullif(community.held_changes - array(select jsonb_object_keys(proved)), '{}');
    community.held_at := case when community.held_changes is not null then community.held_at end;
    community.updated_at := now();
    if proved ? 'whatsapp_link' then
      community.verified_at := now();
    end if;
  end if;
  perform set_config('private.actor', user_id::text, true);
  perform private.save_decision(
    case when proved = '{}' then 'verified' else 'changes proved' end, community, columns);
  perform set_config('private.actor', '', true);
  return true;
end
$function$;

create or replace function private.remove_co_owner (
  community_id uuid,
  user_id      uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  if user_id = auth.uid() then
    perform private.require_writer();
    perform private.lock_until_commit('people of ' || community_id);
  else
    perform private.lock_people(community_id);
  end if;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = user_id;
  if found then
    -- The entry is about the user who did not act.
    perform private.log_action(
      'co-owner removed', 'community', community_id,
      case when user_id = auth.uid() then (select c.owner_id from public.communities as c where c.id = community_id)
        else user_id end,
      '{}', '{}');
  end if;
end
$function$;

create or replace function private.remove_codes (
  value text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select btrim(regexp_replace(
    value,
    '[\s(\[|/,;:·•\u2010-\u2015\u2212-]*\mWP[\u2010-\u2015\u2212-][234679ACDEFGHJKMNPQRTUVWXY]{4}\M'
    '[\s)\]|/,;:·•\u2010-\u2015\u2212-]*', ' ', 'gi'
  ))
$function$;

create or replace function private.reopen_claim()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim_id uuid;
begin
  update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
  where k.community_id = new.subject_id and k.outcome = 'declined' and k.decided_at = (
    select e.at from public.audit_log as e where e.subject_id = new.subject_id and e.id < new.id
    order by e.id desc limit 1
  )
  returning k.id into claim_id;
  delete from private.email_outbox
  where kind = 'claim_declined' and event = claim_id::text and sent_at is null;
  return null;
end
$function$;

create or replace function private.require_check_allowance (
  user_id uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (
    select count(*) from private.link_checks as c
    where c.user_id = require_check_allowance.user_id and c.at > clock_timestamp() - interval '10 minutes'
  ) >= 5 then
    raise exception 'You can check links at most 5 times in ten minutes. Please try again later.'
      using errcode = 'PT429';
  end if;
  if (
    select count(*) from private.link_checks as c
    where c.user_id = require_check_allowance.user_id and c.at > clock_timestamp() - interval '1 day'
  ) >= 20 then
    raise exception 'You can check links at most 20 times a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
end
$function$;

create or replace function private.require_open_claim (
  claim      public.claims,
  is_allowed boolean
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if claim.id is null or is_allowed is not true then
    raise exception 'This claim no longer exists.' using errcode = 'PT410';
  end if;
  if claim.outcome is not null then
    raise exception 'This claim is already closed.' using errcode = 'PT409';
  end if;
end
$function$;

create or replace function private.reserve_link_checks (
  wanted  integer,
  source  text,
  user_id uuid    default null::uuid
)
  returns integer
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  allowed constant integer := (select link_checks_per_five_minutes from private.settings);
  used integer;
  used_by_users integer;
  reserved integer;
begin
  perform private.lock_until_commit('link checks');
  select count(*), count(c.user_id) into used, used_by_users
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  reserved := greatest(0, least(wanted, case source
    when 'schedule' then ceil(allowed * 0.75)::integer - used
    when 'user' then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.4)::integer - used_by_users)
    else allowed - used
  end));
  insert into private.link_checks (user_id) select user_id from generate_series(1, reserved);
  return reserved;
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
    when 'closed claims' then interval '1 year'
    when 'invitations' then interval '30 days'
    when 'emails' then interval '30 days'
    -- After their end. Until then, a used code is not given to another user.
    when 'ownership codes' then interval '7 days'
    when 'audit log' then interval '2 years'
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
  where id = community_id and private.may_manage(id) for no key update;
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
  -- The images may be gone already.
  if exists (
    select from private.deletion_requests as r
    where r.user_id = former_owner_id and r.requested_at > now() - interval '1 hour'
  ) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  if private.is_user_suspended(new_owner_id) then
    raise exception 'The new owner is suspended.' using errcode = 'PT409';
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
      'appeal accepted', 'appeal declined', 'reports resolved', 'claim declined'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at. The last three decisions changed no column.
    or community.updated_at is distinct from entry.at
      and entry.action not in ('appeal declined', 'reports resolved', 'claim declined') then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  -- Reports, appeals and claims are reopened by the entry in the log (18_appeals.sql, 18_claims.sql).
  if entry.action in ('appeal declined', 'reports resolved', 'claim declined') then
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

create or replace function private.withdraw_claim (
  claim_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id);
  perform private.require_open_claim(claim, claim.claimant_id = auth.uid());
  update public.claims set outcome = 'withdrawn', decided_at = now() where id = claim_id;
end
$function$;

create or replace function private.withdraw_invitation (
  invitation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities :=
    private.lock_people((select i.community_id from public.invitations as i where i.id = invitation_id));
begin
  update public.invitations as i set answered_at = now(), answer = 'withdrawn'
  where i.id = invitation_id and i.answer is null;
  if not found then
    raise exception 'This invitation has already been answered. Reload the page.' using errcode = 'PT409';
  end if;
end
$function$;

create or replace function public.answer_claim (
  claim_id uuid,
  answer   text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.answer_claim(claim_id, answer)
$function$;

create or replace function public.answer_invitation (
  invitation_id uuid,
  is_accepted   boolean
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.answer_invitation(invitation_id, is_accepted)
$function$;

create or replace function public.begin_own_check (
  community_id uuid,
  user_id      uuid
)
  returns text
  language sql
  set search_path to ''
  AS $function$
  select private.begin_own_check(community_id, user_id)
$function$;

create or replace function public.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    claimed          bigint,
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

create or replace function public.decide_claim (
  claim_id       uuid,
  is_accepted    boolean,
  seen_answer_at timestamp with time zone default null::timestamp with time zone,
  reason         text                     default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.decide_claim(claim_id, is_accepted, seen_answer_at, reason)
$function$;

create or replace function public.get_ownership_code (
  community_id uuid
)
  returns text
  language sql
  set search_path to ''
  AS $function$
  select private.get_ownership_code(community_id)
$function$;

create or replace function public.hand_over_community (
  community_id uuid,
  new_owner_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.hand_over_community(community_id, new_owner_id)
$function$;

create or replace function public.hand_over_to_claimant (
  claim_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.hand_over_to_claimant(claim_id)
$function$;

create or replace function public.invite_to_community (
  community_id       uuid,
  email              text,
  kind               public.invitation_kind,
  keeps_former_owner boolean                default false
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.invite_to_community(community_id, email, kind, keeps_former_owner)
$function$;

create or replace function public.list_images_to_delete (
  user_id   uuid,
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
  where o.bucket_id = 'community-images' and starts_with(o.name, folder || '/')
    and not exists (
      select from public.communities as c
      where c.owner_id <> list_images_to_delete.user_id and private.full_image_name(o.name) in (
        private.image_name(c.image_url), private.image_name(c.held_changes ->> 'image_url'),
        private.image_name(c.rejected_version ->> 'image_url')
      )
    )
  order by o.name
  limit private.clamp_page_size(page_size)
$function$;

create or replace function public.list_my_communities()
  returns SETOF public.communities
  language plpgsql
  stable
  rows 5
  set search_path to ''
  AS $function$
begin
  perform private.require_complete_sign_in();
  return query
    select * from public.communities
    where owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]);
end
$function$;

create or replace function public.list_my_invitations()
  returns table (
    id           uuid,
    community_id uuid,
    community    text,
    kind         public.invitation_kind,
    expires_at   timestamp with time zone
  )
  language sql
  stable
  rows 5
  set search_path to ''
  AS $function$
  select * from private.list_my_invitations()
$function$;

create or replace function public.list_own_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    community     text,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    is_waiting    boolean,
    outcome       public.claim_outcome,
    decided_at    timestamp with time zone,
    reason        text
  )
  language sql
  stable
  rows 5
  set search_path to ''
  AS $function$
  select * from private.list_own_claims()
$function$;

create or replace function public.list_people()
  returns table (
    community_id uuid,
    user_id      uuid,
    name         text,
    is_owner     boolean,
    added_at     timestamp with time zone
  )
  language sql
  stable
  rows 10
  set search_path to ''
  AS $function$
  select * from private.list_people()
$function$;

create or replace function public.list_received_claims()
  returns table (
    id            uuid,
    community_id  uuid,
    proved_at     timestamp with time zone,
    answer_due_at timestamp with time zone,
    answer        text,
    answered_at   timestamp with time zone,
    is_owner      boolean
  )
  language sql
  stable
  rows 5
  set search_path to ''
  AS $function$
  select * from private.list_received_claims()
$function$;

create or replace function public.record_own_check (
  community_id uuid,
  user_id      uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  page_text    text              default null::text
)
  returns jsonb
  language sql
  set search_path to ''
  AS $function$
  select private.record_own_check(community_id, user_id, link, answer, group_name, page_text)
$function$;

create or replace function public.remove_co_owner (
  community_id uuid,
  user_id      uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.remove_co_owner(community_id, user_id)
$function$;

create or replace function public.withdraw_claim (
  claim_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.withdraw_claim(claim_id)
$function$;

create or replace function public.withdraw_invitation (
  invitation_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.withdraw_invitation(invitation_id)
$function$;

alter table "private"."link_checks"
  add constraint "link_checks_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete set null;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "private"."settings"
  add constraint "settings_link_checks_per_five_minutes_check"
    check ((link_checks_per_five_minutes >= 0));

alter table "public"."claims"
  add constraint "claims_answered_by_fkey" foreign key (answered_by) references public.profiles(id)
    on delete set null;

alter table "public"."claims"
  add constraint "claims_claimant_id_fkey" foreign key (claimant_id) references public.profiles(id)
    on delete cascade;

alter table "public"."claims"
  add constraint "claims_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete set null;

alter table "public"."claims"
  add constraint "claims_decided_by_fkey" foreign key (decided_by) references public.profiles(id)
    on delete set null;

alter table "public"."claims"
  add constraint "claims_outcome_check" check (((decided_at IS NULL) = (outcome IS NULL)));

alter table "public"."claims"
  add constraint "claims_owner_id_fkey" foreign key (owner_id) references public.profiles(id)
    on delete set null;

alter table "public"."co_owners"
  add constraint "co_owners_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."co_owners"
  add constraint "co_owners_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."communities"
  add constraint "communities_verified_check"
    check (((verified_at IS NULL) OR (status = 'approved'::public.community_status)));

alter table "public"."invitations"
  add constraint "invitations_answer_check" check (((answered_at IS NULL) = (answer IS NULL)));

alter table "public"."invitations"
  add constraint "invitations_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."invitations"
  add constraint "invitations_invited_by_fkey" foreign key (invited_by)
    references public.profiles(id) on delete cascade;

create view "private"."images_in_use" AS  SELECT private.image_name(c.image_url) AS name
   FROM public.communities c
  WHERE (c.image_url ~~ '%/object/public/community-images/%'::text)
UNION ALL
 SELECT private.image_name((c.held_changes ->> 'image_url'::text)) AS name
   FROM public.communities c
  WHERE ((c.held_at IS NOT NULL) AND ((c.held_changes ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text))
UNION ALL
 SELECT private.image_name((c.rejected_version ->> 'image_url'::text)) AS name
   FROM public.communities c
  WHERE ((c.status = ANY (ARRAY['pending'::public.community_status, 'rejected'::public.community_status])) AND ((c.rejected_version ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text))
UNION ALL
 SELECT private.image_name(image.url) AS name
   FROM (public.audit_log e
     CROSS JOIN LATERAL ( VALUES ((e.before ->> 'image_url'::text)), (((e.before -> 'held_changes'::text) ->> 'image_url'::text)), (((e.before -> 'rejected_version'::text) ->> 'image_url'::text))) image(url))
  WHERE ((e.subject = 'community'::public.audit_subject) AND (e.at > (now() - ((2)::double precision * private.undo_window()))) AND (image.url ~~ '%/object/public/community-images/%'::text));

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
         SELECT k.community_id,
            3,
            'claimed'::text,
            k.review_from
           FROM public.claims k
          WHERE ((k.outcome IS NULL) AND (k.review_from <= now()))
        UNION ALL
         SELECT c.id,
            4,
            'link_changed'::text,
            c.held_at
           FROM (public.communities c
             JOIN public.community_links l ON ((l.community_id = c.id)))
          WHERE ((c.held_at IS NOT NULL) AND (c.held_changes ? 'whatsapp_link'::text) AND (l.state = 'dead'::public.link_state))
        UNION ALL
         SELECT c.id,
            5,
            'held'::text,
            c.held_at
           FROM public.communities c
          WHERE (c.held_at IS NOT NULL)
        UNION ALL
         SELECT c.id,
            5,
            'groups_changed'::text,
            c.groups_changed_at
           FROM public.communities c
          WHERE ((c.groups_changed_at IS NOT NULL) AND (c.held_at IS NULL))
        UNION ALL
         SELECT c.id,
            6,
            'pending'::text,
            c.created_at
           FROM public.communities c
          WHERE (c.status = 'pending'::public.community_status)
        UNION ALL
         SELECT c.id,
            7,
            'place_requested'::text,
            c.updated_at
           FROM public.communities c
          WHERE ((c.requested_place IS NOT NULL) AND (c.status = 'approved'::public.community_status))) waiting
  ORDER BY waiting.id, waiting.turn, waiting.since;

create index link_checks_at_idx on private.link_checks using btree (at);

create index link_checks_user_id_idx on private.link_checks using btree (user_id, at);

create index ownership_codes_community_id_idx on private.ownership_codes using btree (community_id);

create index ownership_codes_expires_at_idx on private.ownership_codes using btree (expires_at);

create index ownership_codes_user_id_idx on private.ownership_codes
  using btree (user_id, expires_at);

create index claims_answered_by_idx on public.claims using btree (answered_by);

create index claims_claimant_id_idx on public.claims using btree (claimant_id, proved_at);

create index claims_community_id_idx on public.claims using btree (community_id);

create index claims_decided_at_idx on public.claims using btree (decided_at);

create index claims_decided_by_idx on public.claims using btree (decided_by);

create unique index claims_open_key on public.claims using btree (community_id, claimant_id)
  where (outcome is null);

create index claims_owner_id_idx on public.claims using btree (owner_id);

create index claims_review_from_idx on public.claims using btree (review_from, community_id)
  where (outcome is null);

create index co_owners_user_id_idx on public.co_owners using btree (user_id);

create index invitations_community_id_idx on public.invitations using btree (community_id);

create index invitations_email_idx on public.invitations using btree (email);

create index invitations_expires_at_idx on public.invitations using btree (expires_at);

create index invitations_invited_by_idx on public.invitations using btree (invited_by, created_at);

set local check_function_bodies = off;

create trigger reopen_claim
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.reopen_claim();

create trigger clean
  before insert or update of answer, reason on public.claims
  for each row
  execute function private.clean_claim();

create trigger before_9_end_verification
  before update on public.communities
  for each row
  execute function private.end_verification();

create trigger close_claims_of_deleted
  before delete on public.communities
  for each row
  execute function private.close_claims();

create trigger close_claims
  after update on public.communities
  for each row
  when
    (((old.status = 'approved'::public.community_status) AND ((old.status IS DISTINCT FROM
    new.status) OR (old.whatsapp_link IS DISTINCT FROM new.whatsapp_link) OR
    (old.owner_id IS DISTINCT FROM new.owner_id))))
  execute function private.close_claims();

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
    OR (old.owner_id IS DISTINCT FROM new.owner_id)))
  execute function private.update_directory();

create trigger clean
  before insert or update of email on public.invitations
  for each row
  execute function private.clean_invitation();

create trigger forget_answers
  before delete on public.profiles
  for each row
  execute function private.forget_answers();

create trigger close_claims
  before insert on public.suspensions
  for each row
  execute function private.close_claims_of_suspended();

create policy "No request reads or writes the checks" on "private"."link_checks"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes ownership codes" on "private"."ownership_codes"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "Admins read every claim" on "public"."claims"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."claims"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Nothing before the sign-in is complete" on "public"."co_owners"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users read which communities they co-own, admins all" on "public"."co_owners"
  for select
  to "authenticated"
  using (((user_id = ( select auth.uid() as uid)) or ( select private.is_admin() as is_admin)));

create policy "Owners and co-owners edit their communities, admins every commu"
  on "public"."communities"
  for update
  to "authenticated"
  using
    (((owner_id = ( select auth.uid() as uid)) or (id = ANY (( select private.co_owned_ids() as
    co_owned_ids)::uuid[])) or ( select private.is_admin() as is_admin)))
  with
    check
    (((owner_id = ( SELECT auth.uid() AS uid)) OR (id = ANY (( SELECT private.co_owned_ids() AS
    co_owned_ids)::uuid[])) OR ( SELECT private.is_admin() AS is_admin)));

create policy "Owners and co-owners read their communities, admins every commu"
  on "public"."communities"
  for select
  to "authenticated"
  using
    (((owner_id = ( select auth.uid() as uid)) or (id = ANY (( select private.co_owned_ids() as
    co_owned_ids)::uuid[])) or ( select private.is_admin() as is_admin)));

create policy "Nothing before the sign-in is complete" on "public"."invitations"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Owners read the open invitations of their communities" on "public"."invitations"
  for select
  to "authenticated"
  using (((answer is null) AND (expires_at > now()) AND (exists ( select
   from public.communities c
  where ((c.id = invitations.community_id) AND (c.owner_id = ( select auth.uid() as uid)))))));

revoke all on function "private"."accept_claim"(public.claims) from public;

revoke all on function "private"."add_co_owner"(uuid) from public;

revoke all on function "private"."answer_claim"(uuid, text) from public;

grant execute on function "private"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "private"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "private"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."begin_own_check"(uuid, uuid) from public;

grant execute on function "private"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "private"."clean_claim"() from public;

revoke all on function "private"."clean_invitation"() from public;

revoke all on function "private"."close_claims"() from public;

revoke all on function "private"."close_claims_of_suspended"() from public;

revoke all on function "private"."close_invitations"(uuid) from public;

revoke all on function "private"."co_owned_ids"() from public;

grant execute on function "private"."co_owned_ids"() to "authenticated", "service_role";

revoke all on function "private"."confirmed_email"() from public;

revoke all on function "private"."contains_code"(text, text) from public;

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."create_ownership_code"() from public;

revoke all
  on function "private"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."end_verification"() from public;

revoke all on function "private"."export_claims_of"(uuid) from public;

revoke all on function "private"."export_invitations_of"(uuid) from public;

revoke all on function "private"."forget_answers"() from public;

revoke all on function "private"."get_ownership_code"(uuid) from public;

grant execute on function "private"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "private"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "private"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."hand_over_to_claimant"(uuid) from public;

grant execute on function "private"."hand_over_to_claimant"(uuid) to "authenticated", "service_role";

revoke all on function "private"."has_ownership_code"(uuid, uuid) from public;

revoke all on function "private"."image_name"(text) from public;

grant execute on function "private"."image_name"(text) to "authenticated", "service_role";

revoke all
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_manager"(uuid, uuid) from public;

revoke all on function "private"."is_stored_image"(text, uuid, uuid) from public;

grant execute
  on function "private"."is_stored_image"(text, uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."list_my_invitations"() from public;

grant execute on function "private"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "private"."list_own_claims"() from public;

grant execute on function "private"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "private"."list_people"() from public;

grant execute on function "private"."list_people"() to "authenticated", "service_role";

revoke all on function "private"."list_received_claims"() from public;

grant execute on function "private"."list_received_claims"() to "authenticated", "service_role";

revoke all on function "private"."lock_claim"(uuid, boolean) from public;

revoke all on function "private"."lock_people"(uuid) from public;

revoke all on function "private"."managers_of"(uuid) from public;

revoke all on function "private"."may_manage"(uuid) from public;

grant execute on function "private"."may_manage"(uuid) to "authenticated", "service_role";

revoke all on function "private"."open_claim"(uuid, uuid) from public;

grant execute on function "private"."open_claim"(uuid, uuid) to "service_role";

revoke all on function "private"."queue_acceptance_email"(public.invitations) from public;

revoke all
  on function "private"."queue_claim_email"(public.claims, text, uuid[], jsonb, timestamp
    with time zone)
  from public;

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

revoke all on function "private"."queue_hand_over_email"(public.communities, uuid) from public;

revoke all
  on function "private"."queue_invitation_email"(public.invitations, public.communities)
  from public;

revoke all
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "private"."record_proof"(uuid, uuid, text, text) from public;

grant execute on function "private"."record_proof"(uuid, uuid, text, text) to "service_role";

revoke all on function "private"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "private"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."remove_codes"(text) from public;

grant execute on function "private"."remove_codes"(text) to "service_role";

revoke all on function "private"."reopen_claim"() from public;

revoke all on function "private"."require_check_allowance"(uuid) from public;

revoke all on function "private"."require_open_claim"(public.claims, boolean) from public;

revoke all on function "private"."reserve_link_checks"(integer, text, uuid) from public;

revoke all on function "private"."transfer_community"(uuid, uuid, boolean) from public;

revoke all on function "private"."withdraw_claim"(uuid) from public;

grant execute on function "private"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "private"."withdraw_invitation"(uuid) from public;

grant execute on function "private"."withdraw_invitation"(uuid) to "authenticated", "service_role";

revoke all on function "public"."answer_claim"(uuid, text) from public;

grant execute on function "public"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "public"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."begin_own_check"(uuid, uuid) from public;

grant execute on function "public"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."get_ownership_code"(uuid) from public;

grant execute on function "public"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "public"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "public"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "public"."hand_over_to_claimant"(uuid) from public;

grant execute on function "public"."hand_over_to_claimant"(uuid) to "authenticated", "service_role";

revoke all
  on function "public"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "public"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."list_images_to_delete"(uuid, uuid, integer) from public;

grant execute on function "public"."list_images_to_delete"(uuid, uuid, integer) to "service_role";

revoke all on function "public"."list_my_communities"() from public;

grant execute on function "public"."list_my_communities"() to "authenticated", "service_role";

revoke all on function "public"."list_my_invitations"() from public;

grant execute on function "public"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "public"."list_own_claims"() from public;

grant execute on function "public"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "public"."list_people"() from public;

grant execute on function "public"."list_people"() to "authenticated", "service_role";

revoke all on function "public"."list_received_claims"() from public;

grant execute on function "public"."list_received_claims"() to "authenticated", "service_role";

revoke all
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "public"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "public"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_claim"(uuid) from public;

grant execute on function "public"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_invitation"(uuid) from public;

grant execute on function "public"."withdraw_invitation"(uuid) to "authenticated", "service_role";

grant select on table "public"."claims" to "authenticated";

grant all
  on table "public"."claims"
  to "service_role";

grant select on table "public"."co_owners" to "authenticated";

grant all
  on table "public"."co_owners"
  to "service_role";

revoke all ("renamed_at") on table "public"."community_links" from "authenticated";

grant select ("renamed_at") on table "public"."community_links" to "authenticated";

grant select ("community_id") on table "public"."invitations" to "authenticated";

grant select ("created_at") on table "public"."invitations" to "authenticated";

grant select ("email") on table "public"."invitations" to "authenticated";

grant select ("expires_at") on table "public"."invitations" to "authenticated";

grant select ("id") on table "public"."invitations" to "authenticated";

grant select ("keeps_former_owner") on table "public"."invitations" to "authenticated";

grant select ("kind") on table "public"."invitations" to "authenticated";

grant all
  on table "public"."invitations"
  to "service_role";

grant select on table "private"."images_in_use" to "service_role";

alter table "public"."claims"
  add constraint "claims_declined_check"
    check
    (((outcome <> 'declined'::public.claim_outcome) OR COALESCE(private.is_visible(reason), false)));

alter table "public"."community_links"
  add constraint "community_links_approved_name_check"
    check (private.is_optional_line(approved_name, 200));

create index communities_image_name_idx on public.communities
  using btree (private.image_name(image_url))
  where (image_url ~~ '%/object/public/community-images/%'::text);
