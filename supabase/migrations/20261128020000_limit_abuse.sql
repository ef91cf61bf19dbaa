set local check_function_bodies = off;

drop function "private"."list_people"();

drop function "public"."list_people"();

alter table "private"."link_checks"
  add column "source" text;

alter table "private"."settings"
  add column "hidden_by_reports_per_day" integer not null default 10;

alter table "public"."community_links"
  add column "schedule_checked_at" timestamp with time zone;

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
  -- From the log: the appeals of former owners are deleted.
  if (
    select count(*) from public.audit_log as e
    where e.subject_id = community_id and e.action = 'appealed' and e.at >= decided_at
  ) >= 2 then
    raise exception 'This decision has already been appealed twice.' using errcode = 'PT409';
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

create or replace function private.approved_name (
  community public.communities
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when community.status = 'approved' and community.hidden_at is null then community.name end
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
  is_new boolean;
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
  is_new := community.status <> 'approved' or exists (
    select from public.profiles as p where p.id = user_id and p.created_at > now() - interval '7 days'
  );
  if private.reserve_link_checks(1, case when is_new then 'new user' else 'user' end, user_id) = 0 then
    raise exception 'Many links are being checked at the moment. Please try again in a few minutes.'
      using errcode = 'PT429';
  end if;
  return case when is_manager then coalesce(community.held_changes ->> 'whatsapp_link', community.whatsapp_link)
    else community.whatsapp_link end;
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
      when private.decision() = 'decision undone' then 'closed'
      when new.hidden_at is not null and private.is_visible(new.hidden_reason) then 'declined'
      when a.decision = 'hidden' and new.status = 'approved' then 'accepted'
      else 'closed'
    end::public.appeal_outcome,
    reason = case
      when private.decision() is distinct from 'decision undone' and private.is_visible(new.hidden_reason)
      then new.hidden_reason
    end
  where a.community_id = new.id and a.closed_at is null
    and a.decided_at is distinct from private.appealable_decision(new);
  return null;
end
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
        to_jsonb(i) - array['invited_by', 'keeps_former_owner']
        || jsonb_build_object('community', private.approved_name(c))
        order by i.created_at, i.id
      ), '[]')
      from public.invitations as i
      left join public.communities as c on c.id = i.community_id
      join auth.users as u on lower(u.email) = i.email
      where u.id = user_id and u.email_confirmed_at is not null
    )
  )
$function$;

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
  perform private.lock_until_commit('invitations to ' || email);
  if (
    select count(*) from public.invitations as i
    where i.email = email and i.community_id = community_id and i.created_at > now() - interval '30 days'
  ) >= 3 then
    raise exception 'You can invite an address to a community at most three times in 30 days.'
      using errcode = 'PT429', detail = 'email';
  end if;
  -- From any user. It says nothing about accounts: addresses without one have the same limit.
  if (
    select count(*) from public.invitations as i where i.email = email and i.created_at > now() - interval '1 day'
  ) >= 10 then
    raise exception 'This address cannot be invited today. Please try again tomorrow.'
      using errcode = 'PT429', detail = 'email';
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

create or replace function private.is_whatsapp_refusing()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select count(*) = 3 and bool_and(failures > 0)
  from (
    select l.failures from public.community_links as l
    where l.checked_at > now() - interval '5 minutes' and l.schedule_checked_at > now() - interval '5 minutes'
    order by l.schedule_checked_at desc limit 3
  ) as latest
$function$;

create or replace function private.last_decision (
  community_id uuid,
  before_id    bigint default null::bigint
)
  returns public.audit_log
  language sql
  stable
  set search_path to ''
  AS $function$
  select e from public.audit_log as e
  where e.subject_id = community_id and (before_id is null or e.id < before_id)
    and e.action not in (
      'appealed', 'claimed', 'claim answered', 'co-owner added', 'co-owner removed', 'verified',
      'renamed on WhatsApp', 'fell asleep', 'woke up'
    )
  order by e.id desc limit 1
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
    select i.id, c.id, private.approved_name(c), i.kind, i.expires_at
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
    added_at     timestamp with time zone,
    is_suspended boolean
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
    select c.id, p.id, p.name, false, o.added_at, null::boolean
    from public.communities as c
    join public.co_owners as o on o.community_id = c.id
    join public.profiles as p on p.id = o.user_id
    where c.owner_id = (select auth.uid())
    union all
    select c.id, p.id, p.name, true, null, private.is_user_suspended(p.id)
    from public.co_owners as o
    join public.communities as c on c.id = o.community_id
    join public.profiles as p on p.id = c.owner_id
    where o.user_id = (select auth.uid())
    order by 1, 5, 2;
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
  -- Each claim is work for the owner and an admin. Callers hold the lock of the community.
  if (select count(*) from public.claims as k where k.community_id = community_id and k.outcome is null) >= 3 then
    raise exception 'This community has been claimed too often. Please try again later.' using errcode = 'PT429';
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
  insert into private.email_outbox (kind, recipient_id, community_id, event, data, due_at)
  select kind::public.email_kind, p.id, case when kind = 'claimed' then claim.community_id end, claim.id::text,
    jsonb_build_object('name', name) || data,
    case when kind = 'claimed' then greatest(due_at, (
      select max(coalesce(e.sent_at, e.due_at)) + interval '1 day' from private.email_outbox as e
      where e.recipient_id = p.id and e.kind = 'claimed' and e.community_id = claim.community_id
        and (e.sent_at is not null or private.email_data(e) is not null)
    )) else due_at end
  from public.profiles as p where p.id = any (recipients)
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;
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
    insert into private.email_outbox (kind, recipient_id, community_id, event, data, due_at)
    select
      replace(new.action::text, ' ', '_')::public.email_kind, c.owner_id, c.id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason when 'hidden' then c.hidden_reason
        when 'appeal declined' then new.after ->> 'reason' end,
        'is_automatic', case when new.action in ('hidden', 'shown') and new.actor_id is null then true end,
        'status', case new.action when 'appeal accepted' then c.status end)),
      new.at + private.undo_window() + interval '30 seconds'
    from public.communities as c join public.profiles as p on p.id = c.owner_id
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id
      -- The email about a renamed group says that it is hidden.
      and not (new.action = 'hidden' and private.is_hidden_by_rename(c))
    for key share of p skip locked;
  end if;
  return null;
end
$function$;

create or replace function private.queue_invitation_email (
  invitation public.invitations,
  community  public.communities
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'invited', p.id, community.id || ' ' || private.today(),
    jsonb_strip_nulls(jsonb_build_object('name', private.approved_name(community), 'invitation', invitation.kind))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(u.email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing
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

create or replace function private.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text,
  is_own       boolean           default false
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  previous public.community_links;
  name constant text := case when private.is_line(group_name, 200) then group_name else '' end;
begin
  -- Locks the community first, as a save does: both write the directory, and each must see what the other wrote.
  select * into community from public.communities as c where c.id = community_id for no key update;
  select * into previous from public.community_links as l where l.community_id = community_id and l.link = link;
  update public.community_links as known set
    checked_at = now(), claimed_at = case when is_own then known.claimed_at end,
    schedule_checked_at = case
      when known.claimed_at is not null and not is_own then now() else known.schedule_checked_at
    end,
    state = case
      when answer = 'live' then 'live'
      when answer = 'dead' and known.dead_since <= now() - interval '24 hours' then 'dead'
      else known.state
    end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since
    end,
    group_name = case when answer = 'live' then nullif(name, '') else known.group_name end,
    failures = case when answer = 'unknown' then known.failures + (not is_own)::integer else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = least(now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours')
    end, case when is_own then known.due_at end)
  where known.community_id = community_id and known.link = link;
  if previous.link is not null and answer = 'live' and community.status = 'approved' then
    perform private.compare_group_name(community, previous.group_name, name);
  end if;
  if link is distinct from private.link_under_review(community) then
    return null;
  end if;

  insert into private.reviewed_links as known (community_id, link, group_name, checked_at)
  values (community_id, link, case when answer = 'live' then name end, now())
  on conflict on constraint reviewed_links_pkey do update set
    link = excluded.link, checked_at = now(), claimed_at = null,
    group_name = case
      when is_own and known.link = excluded.link and known.group_name is not null then known.group_name
      when answer = 'live' then name when answer = 'unknown' and known.link = excluded.link then known.group_name end,
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- Any other result is for the reviewer.
    due_at = case
      when known.due_at is not null and answer = 'unknown' and known.failures < 12
      then now() + private.retry_delay(known.failures + 1)
    end;
  if answer = 'live' and private.may_swap_link(community, name) then
    perform private.swap_link(community, name);
    return 'swapped';
  end if;
  return 'in review';
end
$function$;

create or replace function private.reopen_after_undo()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  undone_at constant timestamptz := (private.last_decision(new.subject_id, new.id)).at;
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

create or replace function private.reopen_claims()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  with reopened as (
    update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
    where k.community_id = new.subject_id and k.outcome in ('declined', 'closed')
      and k.decided_at = (private.last_decision(new.subject_id, new.id)).at
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null;
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
    perform private.hide_after_reports(community_id);
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
  used_by_new_users integer;
  reserved integer;
  has_checked constant boolean := exists (
    select from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day'
  );
begin
  perform private.lock_until_commit('link checks');
  select count(*), count(c.source), count(*) filter (where c.source = 'new user')
  into used, used_by_users, used_by_new_users
  from private.link_checks as c where c.at > clock_timestamp() - interval '5 minutes';
  reserved := greatest(0, least(wanted, case
    when source = 'schedule'
    then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.75)::integer - used + used_by_users)
    when user_id is not null then least(
      ceil(allowed * 0.9)::integer - used,
      ceil(allowed * case when has_checked then 0.3 else 0.4 end)::integer - used_by_users,
      case when source = 'new user'
        then ceil(allowed * case when has_checked then 0.1 else 0.2 end)::integer - used_by_new_users end
    )
    else allowed - used
  end));
  insert into private.link_checks (user_id, source)
  select user_id, case when user_id is not null then source end from generate_series(1, reserved);
  return reserved;
end
$function$;

create or replace function private.restore_name_after_undo()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  accepted public.audit_log;
begin
  select e.* into accepted from public.audit_log as e
  where e.subject_id = new.subject_id and e.action = 'name accepted'
    and e.at = (private.last_decision(new.subject_id, new.id)).at;
  if found then
    update public.community_links as l set
      approved_name = accepted.before ->> 'group_name',
      renamed_at = case when not private.is_same_group_name(coalesce(l.group_name, ''), accepted.before ->> 'group_name')
        then (accepted.before ->> 'renamed_at')::timestamptz end
    where l.community_id = new.subject_id and l.approved_name = accepted.after ->> 'group_name';
  end if;
  return null;
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
  entry := private.last_decision(community_id);
  if entry.action is null
    or entry.action not in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending',
      'appeal accepted', 'appeal declined', 'reports resolved', 'name accepted', 'claim declined'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at. The last three decisions changed no column.
    or community.updated_at is distinct from entry.at
      and entry.action not in ('appeal declined', 'reports resolved', 'claim declined') then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  -- Reports, appeals, names and claims are restored by the entry in the log (18_reports.sql, 18_appeals.sql,
  -- 18_renamed_groups.sql, 18_claims.sql).
  if entry.action in ('appeal declined', 'reports resolved', 'name accepted', 'claim declined') then
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

create or replace function public.list_people()
  returns table (
    community_id uuid,
    user_id      uuid,
    name         text,
    is_owner     boolean,
    added_at     timestamp with time zone,
    is_suspended boolean
  )
  language sql
  stable
  rows 10
  set search_path to ''
  AS $function$
  select * from private.list_people()
$function$;

alter table "private"."link_checks"
  add constraint "link_checks_source_check"
    check ((source = ANY (ARRAY['user'::text, 'new user'::text])));

alter table "private"."settings"
  add constraint "settings_hidden_by_reports_per_day_check" check ((hidden_by_reports_per_day > 0));

create view "private"."hidden_by_reports" AS  SELECT audit_log.subject_id AS community_id,
    audit_log.at
   FROM public.audit_log
  WHERE ((audit_log.action = 'hidden'::public.audit_action) AND (NOT audit_log.by_admin) AND ((audit_log.after ->> 'hidden_reason'::text) = private.reason_of_reports()));

revoke all on function "private"."approved_name"(public.communities) from public;

revoke all on function "private"."hide_after_reports"(uuid) from public;

revoke all
  on function "private"."is_trusted_reporter"(public.profiles, timestamp with time zone)
  from public;

revoke all on function "private"."last_decision"(uuid, bigint) from public;

revoke all on function "private"."list_people"() from public;

grant execute on function "private"."list_people"() to "authenticated", "service_role";

revoke all on function "private"."queue_reports_notice"(uuid, jsonb) from public;

revoke all on function "public"."list_people"() from public;

grant execute on function "public"."list_people"() to "authenticated", "service_role";
