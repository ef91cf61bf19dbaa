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
    when 'invitations' then interval '30 days'
    when 'emails' then interval '30 days'
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
  language sql
  stable
  rows 5
  set search_path to ''
  AS $function$
  select * from public.communities
  where owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[])
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

create or replace function public.withdraw_invitation (
  invitation_id uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.withdraw_invitation(invitation_id)
$function$;

alter table "public"."co_owners"
  add constraint "co_owners_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "public"."co_owners"
  add constraint "co_owners_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

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

create index co_owners_user_id_idx on public.co_owners using btree (user_id);

create index invitations_community_id_idx on public.invitations using btree (community_id);

create index invitations_email_idx on public.invitations using btree (email);

create index invitations_expires_at_idx on public.invitations using btree (expires_at);

create index invitations_invited_by_idx on public.invitations using btree (invited_by, created_at);

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

revoke all on function "private"."add_co_owner"(uuid) from public;

revoke all on function "private"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "private"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."clean_invitation"() from public;

revoke all on function "private"."close_invitations"(uuid) from public;

revoke all on function "private"."co_owned_ids"() from public;

grant execute on function "private"."co_owned_ids"() to "authenticated", "service_role";

revoke all on function "private"."confirmed_email"() from public;

revoke all on function "private"."export_invitations_of"(uuid) from public;

revoke all on function "private"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "private"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."image_name"(text) from public;

grant execute on function "private"."image_name"(text) to "authenticated", "service_role";

revoke all
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_stored_image"(text, uuid, uuid) from public;

grant execute
  on function "private"."is_stored_image"(text, uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."list_my_invitations"() from public;

grant execute on function "private"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "private"."list_people"() from public;

grant execute on function "private"."list_people"() to "authenticated", "service_role";

revoke all on function "private"."lock_people"(uuid) from public;

revoke all on function "private"."may_manage"(uuid) from public;

grant execute on function "private"."may_manage"(uuid) to "authenticated", "service_role";

revoke all on function "private"."queue_acceptance_email"(public.invitations) from public;

revoke all on function "private"."queue_hand_over_email"(public.communities, uuid) from public;

revoke all
  on function "private"."queue_invitation_email"(public.invitations, public.communities)
  from public;

revoke all on function "private"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "private"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."transfer_community"(uuid, uuid, boolean) from public;

revoke all on function "private"."withdraw_invitation"(uuid) from public;

grant execute on function "private"."withdraw_invitation"(uuid) to "authenticated", "service_role";

revoke all on function "public"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "public"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "public"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

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

revoke all on function "public"."list_people"() from public;

grant execute on function "public"."list_people"() to "authenticated", "service_role";

revoke all on function "public"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "public"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_invitation"(uuid) from public;

grant execute on function "public"."withdraw_invitation"(uuid) to "authenticated", "service_role";

grant select on table "public"."co_owners" to "authenticated";

grant all
  on table "public"."co_owners"
  to "service_role";

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

create index communities_image_name_idx on public.communities
  using btree (private.image_name(image_url))
  where (image_url ~~ '%/object/public/community-images/%'::text);
