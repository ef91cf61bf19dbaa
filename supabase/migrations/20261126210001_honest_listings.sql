set local check_function_bodies = off;

drop policy "Owners edit their own communities, admins every community" on "public"."communities";

drop policy "Owners read their own communities, admins every community" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop index "public"."directory_communities_member_count_idx";

drop index "public"."directory_communities_size_class_idx";

drop view "private"."images_in_use";

drop view "private"."review_queue";

alter table "public"."communities"
  drop constraint "communities_held_changes_check";

drop function "private"."count_review_queue"();

drop function "private"."is_stored_image"(text, uuid);

drop function "private"."list_my_joins"();

drop function "private"."queue_counts"();

drop function "public"."claim_links"(integer);

drop function "public"."count_review_queue"();

drop function "public"."list_my_joins"();

drop function "public"."record_link_check"(uuid, text, public.link_state, text);

alter table "public"."directory_communities"
  drop column "size_class";

create table "private"."activity_answers" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "is_active"    boolean                  not null,
  "answered_at"  timestamp with time zone not null default now(),
  constraint "activity_answers_pkey" primary key (community_id, user_id)
);

alter table "private"."activity_answers"
  enable row level security;

create table "private"."link_checks" (
  "id"      bigint                   generated always as identity not null,
  "at"      timestamp with time zone not null default clock_timestamp(),
  "user_id" uuid,
  constraint "link_checks_pkey" primary key (id)
);

alter table "private"."link_checks"
  enable row level security;

create table "private"."ownership_codes" (
  "code"         text                     not null,
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "expires_at"   timestamp with time zone not null default (now() + '1 day'::interval),
  "used_at"      timestamp with time zone,
  constraint "ownership_codes_pkey" primary key (code)
);

alter table "private"."ownership_codes"
  enable row level security;

create table "private"."reviewed_links" (
  "community_id" uuid                     not null,
  "link"         text                     not null,
  "group_name"   text,
  "checked_at"   timestamp with time zone,
  "due_at"       timestamp with time zone,
  "failures"     integer                  not null default 0,
  "claimed_at"   timestamp with time zone,
  constraint "reviewed_links_pkey" primary key (community_id)
);

alter table "private"."reviewed_links"
  enable row level security;

create table "public"."claims" (
  "id"            uuid                     not null default gen_random_uuid(),
  "community_id"  uuid,
  "claimant_id"   uuid                     not null,
  "owner_id"      uuid,
  "proved_at"     timestamp with time zone not null default now(),
  "answer_due_at" timestamp with time zone not null default (now() + '7 days'::interval),
  "answer"        text,
  "answered_at"   timestamp with time zone,
  "answered_by"   uuid,
  "decided_at"    timestamp with time zone,
  "decided_by"    uuid,
  "reason"        text,
  constraint "claims_answered_check" check (((answer IS NULL) OR (answered_at IS NOT NULL))),
  constraint "claims_pkey" primary key (id),
  constraint "claims_answer_check"
    check ((private.is_visible(answer) AND private.is_text(answer, 1000))),
  constraint "claims_reason_check" check (private.is_text(reason, 500))
);

alter table "public"."claims"
  enable row level security;

create table "public"."co_owners" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "added_at"     timestamp with time zone not null default now(),
  constraint "co_owners_pkey" primary key (community_id, user_id)
);

alter table "public"."co_owners"
  enable row level security;

create table "public"."invitations" (
  "id"                 uuid                     not null default gen_random_uuid(),
  "community_id"       uuid                     not null,
  "email"              text                     not null,
  "keeps_former_owner" boolean                  not null default false,
  "invited_by"         uuid                     not null,
  "created_at"         timestamp with time zone not null default now(),
  "expires_at"         timestamp with time zone not null default (now() + '14 days'::interval),
  "answered_at"        timestamp with time zone,
  constraint "invitations_pkey" primary key (id),
  constraint "invitations_email_check" check (private.is_line(email, 254))
);

alter table "public"."invitations"
  enable row level security;

alter table "private"."settings"
  add column "link_checks_per_five_minutes" integer not null default 20;

alter table "private"."settings"
  add column "days_until_question" integer not null default 180;

alter table "private"."settings"
  add column "days_to_answer" integer not null default 30;

alter table "private"."settings"
  add column "questions_per_day" integer not null default 200;

alter table "public"."claims"
  add column "review_from" timestamp
    with time zone generated always as (LEAST(answered_at, answer_due_at)) stored not null;

alter table "public"."communities"
  add column "reviewed_count" integer;

alter table "public"."communities"
  add column "verified_at" timestamp with time zone;

alter table "public"."communities"
  add column "confirmed_at" timestamp with time zone not null default now();

alter table "public"."communities"
  add column "last_joined_at" timestamp with time zone;

alter table "public"."communities"
  add column "asked_at" timestamp with time zone;

alter table "public"."communities"
  add column "asleep_at" timestamp with time zone;

alter table "public"."community_links"
  add column "approved_name" text;

alter table "public"."community_links"
  add column "renamed_at" timestamp with time zone;

alter table "public"."community_links"
  add column "linked_at" timestamp with time zone;

-- Of existing links, the time is not known.
alter table "public"."community_links"
  alter column "linked_at" set default now();

alter table "public"."community_links"
  add column "due_at" timestamp with time zone not null default now();

alter table "public"."community_links"
  add column "failures" integer not null default 0;

alter table "public"."directory_communities"
  add column "joins" integer not null default 0;

alter table "public"."directory_communities"
  add column "is_verified" boolean not null default false;

create type "public"."claim_outcome" as enum (
  'accepted',
  'declined',
  'withdrawn',
  'closed'
);

alter table "public"."claims"
  add column "outcome" public.claim_outcome;

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

create or replace function private.accept_group_name (
  community_id uuid,
  version      timestamp with time zone,
  group_name   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities := private.lock_approved_community(community_id);
  known public.community_links;
begin
  select * into known from public.community_links as l where l.community_id = community_id;
  if known.renamed_at is null and not private.is_hidden_by_rename(community) then
    raise exception 'The group has its approved name.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if coalesce(known.group_name, '') is distinct from group_name then
    raise exception 'The group was renamed again in the meantime. Reload the page to see its current name.'
      using errcode = 'PT412';
  end if;
  if private.is_hidden_by_rename(community) then
    perform private.show(community);
  else
    perform private.accept_name(community);
    -- The version that an undo checks.
    community.updated_at := now();
    perform private.save_decision('name accepted', community, array['updated_at']);
  end if;
end
$function$;

create or replace function private.accept_name (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  known public.community_links;
begin
  select * into known from public.community_links
  where community_id = community.id and renamed_at is not null for update;
  if found then
    perform private.log_action(
      'name accepted', 'community', community.id, community.owner_id,
      jsonb_build_object('group_name', known.approved_name, 'renamed_at', known.renamed_at),
      jsonb_build_object('group_name', coalesce(known.group_name, '')));
    update public.community_links set approved_name = coalesce(known.group_name, ''), renamed_at = null
    where community_id = community.id;
  end if;
end
$function$;

create or replace function private.accept_shown_name()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if auth.uid() is not null and private.decision() in ('shown', 'appeal accepted')
    and (private.has_unrelated_name(new.id) or not private.is_hidden_by_reports(old)) then
    perform private.accept_name(new);
  end if;
  return null;
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
    -- Materialized: with outdated statistics, the plan would repeat each of these for every community.
    with silent as materialized (
      select c from public.communities as c
      where c.status = 'approved' and c.hidden_at is null and c.paused_at is null and c.asleep_at is null
        and c.asked_at is null and greatest(c.confirmed_at, c.last_joined_at) < now() - silence
    ), doubtful as materialized (
      select c from public.communities as c
      where c.asked_at is null
        and c.id in (select a.community_id from private.activity_answers as a where not a.is_active)
    ), due as materialized (
      select (c).owner_id, min(greatest((c).confirmed_at, (c).last_joined_at)) as since
      from (
        select s.c from silent as s union all select d.c from doubtful as d where private.is_doubted(d.c)
      ) as found
      where private.may_be_listed(c)
      group by 1
    )
    select p.id, p.wants_decision_emails from public.profiles as p join due on due.owner_id = p.id
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
  where p.wants_decision_emails
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

create or replace function private.change_hidden_reason (
  community public.communities,
  reason    text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  community.hidden_reason := reason;
  community.updated_at := now();
  perform private.save_decision('hidden', community, array['hidden_reason', 'updated_at']);
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
  if not private.is_admin()
    and (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
  return new;
end
$function$;

create or replace function private.claim_links (
  batch integer
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted constant integer := least(
    greatest(batch, 1), (select ceil(link_checks_per_five_minutes * 0.15) from private.settings));
  held uuid[];
  live uuid[];
  reserved integer;
begin
  perform private.lock_until_commit('batches of links');
  if private.is_whatsapp_refusing()
    or exists (select from public.community_links where claimed_at > now() - interval '5 minutes')
    or exists (select from private.reviewed_links where claimed_at > now() - interval '5 minutes') then
    return;
  end if;
  held := array(
    select due.community_id
    from private.reviewed_links as due join public.communities as c on c.id = due.community_id
    where due.due_at <= now() and c.status = 'approved' and not private.is_user_suspended(c.owner_id)
    order by due.due_at limit ceil(wanted / 2.0)
  );
  live := array(
    select due.community_id
    from public.community_links as due join public.communities as c on c.id = due.community_id
    where due.due_at <= now() and (private.may_be_listed(c) or private.is_hidden_by_rename(c))
    order by due.due_at, due.community_id limit wanted - cardinality(held)
  );
  reserved := private.reserve_link_checks(cardinality(held) + cardinality(live), 'schedule');
  held := held[1:reserved];
  live := live[1:reserved - cardinality(held)];
  return query
    update private.reviewed_links as claimed set claimed_at = now()
    where claimed.community_id = any (held) returning claimed.community_id, claimed.link;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id = any (live) returning claimed.community_id, claimed.link;
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
declare
  claim public.claims;
begin
  for claim in
    update public.claims as k set outcome = 'closed', decided_at = now()
    where k.community_id = old.id and k.outcome is null
    returning k.*
  loop
    perform private.queue_claim_email(claim, 'claim_closed', array[claim.claimant_id], '{}');
  end loop;
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

create or replace function private.community_content (
  community public.communities
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
  from unnest(
    private.reviewed_fields()
    || array['location', 'requested_place', 'join_type', 'category', 'languages']
  ) as field
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
    case when search ~* format(term, 'is:renamed') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.renamed_at is not null)'
    end,
    case when search ~* format(term, 'is:hidden') then 'c.hidden_at is not null' end,
    case when search ~* format(term, 'is:paused') then 'c.paused_at is not null' end,
    case when search ~* format(term, 'is:asleep') then 'c.asleep_at is not null' end,
    private.has_words_or_place(
      regexp_replace(search, format(term, '(link:dead|is:renamed|is:hidden|is:paused|is:asleep)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$function$;

create or replace function private.compare_group_name (
  community     public.communities,
  previous_name text,
  name          text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  known public.community_links;
begin
  select * into known from public.community_links where community_id = community.id for update;
  -- An owner may replace the whole name with a code for a minute.
  if private.remove_codes(name) = '' and name <> '' then
    return;
  end if;
  if known.approved_name is null then
    update public.community_links set approved_name = private.remove_codes(name) where community_id = community.id;
    return;
  end if;
  if private.is_same_group_name(name, known.approved_name) then
    if known.renamed_at is not null then
      perform private.log_rename(community, previous_name, name);
      update public.community_links set renamed_at = null where community_id = community.id;
    end if;
    if private.is_hidden_by_rename(community) then
      if private.is_hidden_after_reports(community.id) then
        perform private.change_hidden_reason(community, private.reason_of_reports());
      else
        perform private.show(community);
      end if;
    end if;
    return;
  end if;
  if known.renamed_at is null or not private.is_same_group_name(name, coalesce(previous_name, '')) then
    perform private.log_rename(
      community, case when known.renamed_at is null then known.approved_name else previous_name end, name);
    if private.is_unrelated_name(name, known.approved_name) then
      perform private.hide(community.id, private.reason_of_rename());
    end if;
    update public.community_links set renamed_at = coalesce(renamed_at, now()) where community_id = community.id;
  end if;
end
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

create or replace function private.count_recent_joins (
  community public.communities
)
  returns integer
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.to_join_step(count(distinct j.user_id)) from public.community_joins as j
  where j.community_id = community.id and j.user_id <> community.owner_id
    and not exists (select from public.co_owners as o where o.community_id = community.id and o.user_id = j.user_id)
    and j.joined_on > private.today() - 90 and j.joined_on < private.today()
$function$;

create or replace function private.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
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
          'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since, 'renamed_at', l.renamed_at)
        from public.community_links as l where l.community_id = c.id
      )
    ) order by c.created_at, c.id
  ), '[]')
  from public.communities as c where c.owner_id = user_id
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
    'ownership_codes', (
      select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.expires_at, o.code), '[]')
      from private.ownership_codes as o where o.user_id = user_id
    ),
    'link_checks', (
      select coalesce(jsonb_agg(k.at order by k.at), '[]') from private.link_checks as k where k.user_id = user_id
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

create or replace function private.follow_reviewed_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  wanted constant text := private.link_under_review(new);
begin
  if wanted is null or new.status <> 'approved' then
    delete from private.reviewed_links where community_id = new.id and link is distinct from wanted;
    return null;
  end if;
  insert into private.reviewed_links as known (community_id, link, due_at)
  values (new.id, wanted, now() + interval '2 minutes')
  on conflict (community_id) do update set
    link = excluded.link, group_name = null, failures = 0, claimed_at = null,
    due_at = greatest(excluded.due_at, known.checked_at + interval '10 minutes')
  where known.link <> excluded.link;
  return null;
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

create or replace function private.get_group_names (
  community_id uuid
)
  returns table (
    approved_name text,
    group_name    text,
    renamed_at    timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select l.approved_name, coalesce(l.group_name, ''), l.renamed_at
    from public.community_links as l where l.community_id = get_group_names.community_id;
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
    raise exception 'There is no free code. Please try again later.' using errcode = 'PT429';
  end if;
  return new_code;
end
$function$;

create or replace function private.group_name_key (
  name text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select replace(private.group_name_words(name), ' ', '')
$function$;

create or replace function private.group_name_words (
  name text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.plain_words(regexp_replace(
    private.remove_codes(name),
    -- Combining marks, and the characters without a glyph (private.is_visible) inside words.
    '[\u00AD\u0300-\u036F\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFD\U000E0000-\U000E0FFF]', '', 'g'
  ))
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

create or replace function private.has_unrelated_name (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.community_links as l
    where l.community_id = has_unrelated_name.community_id and l.renamed_at is not null
      and private.is_unrelated_name(l.group_name, l.approved_name)
  )
$function$;

create or replace function private.hold_community_changes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
  to_hold text[];
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
    to_hold := array(
      select field from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
        and (field <> 'member_count' or private.is_count_reviewed(new.member_count, old.reviewed_count))
    );
    -- A count that goes live replaces the held one.
    if new.member_count <> old.member_count and 'member_count' <> all (to_hold) then
      held := held - 'member_count';
    end if;
    held := held || coalesce(
      (select jsonb_object_agg(field, to_jsonb(new) -> field) from unnest(to_hold) as field), '{}');
    new := jsonb_populate_record(new, coalesce(
      (select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(to_hold) as field), '{}'));
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
  perform private.log_import();
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
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
end
$function$;

create or replace function private.is_count_reviewed (
  member_count   integer,
  reviewed_count integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select member_count > greatest(2 * coalesce(reviewed_count, 0), 100)
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

create or replace function private.is_hidden_by_rename (
  community public.communities
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.hidden_at is not null and community.hidden_by is null
    and community.hidden_reason = private.reason_of_rename()
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
    select from public.co_owners as o
    where o.community_id = is_manager.community_id and o.user_id = is_manager.user_id
  )
$function$;

create or replace function private.is_same_group_name (
  one   text,
  other text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.group_name_key(one) = private.group_name_key(other)
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

create or replace function private.is_unrelated_name (
  one   text,
  other text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select not private.is_same_group_name(one, other) and not private.telling_words(one) && private.telling_words(other)
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
    where l.checked_at > now() - interval '5 minutes' order by l.checked_at desc limit 3
  ) as latest
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

create or replace function private.link_under_review (
  community public.communities
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case community.status
    when 'pending' then community.whatsapp_link when 'approved' then community.held_changes ->> 'whatsapp_link' end
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

create or replace function private.lock_communities_of_place()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform from public.communities where location = old.name order by id for no key update;
  return new;
end
$function$;

create or replace function private.log_import()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  imported constant bigint := (
    select count(*) from public.communities where owner_id = auth.uid() and created_at = now()
  );
begin
  perform private.require_admin();
  if imported > 0 then
    perform private.log_action(
      'imported', 'community', null, null, '{}', jsonb_build_object('communities', imported));
  end if;
end
$function$;

create or replace function private.log_rename (
  community public.communities,
  before    text,
  after     text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.log_action(
    'renamed on WhatsApp', 'community', community.id, community.owner_id,
    jsonb_build_object('group_name', coalesce(before, '')), jsonb_build_object('group_name', after), true)
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

create or replace function private.may_swap_link (
  community public.communities,
  name      text
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  known public.community_links;
begin
  select * into known from public.community_links where community_id = community.id;
  if community.status <> 'approved' or community.held_changes ->> 'whatsapp_link' is null
    or known.renamed_at is not null or private.is_hidden_by_rename(community)
    or private.is_user_suspended(community.owner_id)
    or not coalesce(private.is_same_group_name(known.approved_name, name), false)
    or private.telling_words(name) = '{}'
    or exists (
      select from public.audit_log as e
      where e.subject_id = community.id and e.action = 'link swapped' and e.at > now() - interval '1 day'
    ) then
    return false;
  end if;
  perform private.lock_until_commit('WhatsApp link ' || (community.held_changes ->> 'whatsapp_link'));
  return not private.is_whatsapp_link_listed(community.held_changes ->> 'whatsapp_link', community.id);
end
$function$;

create or replace function private.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  merged public.places;
  kept public.places;
begin
  perform private.require_admin();
  -- Waits for saves that have just chosen one of them.
  perform from public.places where id in (merged_id, kept_id) order by id for update;
  select * into merged from public.places where id = merged_id;
  select * into kept from public.places where id = kept_id and id <> merged_id;
  if merged.id is null or kept.id is null then
    raise exception 'One of the places no longer exists. Reload the list.' using errcode = 'PT410';
  end if;
  perform set_config('private.place_change', 'merge', true);
  perform from public.communities where location = merged.name order by id for no key update;
  update public.communities set location = kept.name where location = merged.name;
  update public.alerts as a set location = kept.name
  where a.location = merged.name and not exists (
    select from public.alerts as other
    where other.user_id = a.user_id and other.location = kept.name
      and (other.search, other.category, other.join_type, other.language)
        is not distinct from (a.search, a.category, a.join_type, a.language)
  );
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id;
end
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

create or replace function private.queue_acceptance_email (
  invitation public.invitations
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'invitation_accepted', p.id, c.id, invitation.id::text,
    jsonb_build_object('name', c.name, 'invitation', invitation.kind, 'email', invitation.email)
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
    renamed          bigint,
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
    count(*) filter (where reason = 'renamed'), count(*) filter (where reason = 'claimed'),
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
      'name', case when community.status = 'approved' then community.name end, 'invitation', invitation.kind))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(u.email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing
$function$;

create or replace function private.queue_renamed_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.email_outbox (kind, recipient_id, community_id, event, data)
  select 'renamed', c.owner_id, c.id, c.id || ' ' || (new.renamed_at at time zone 'utc')::date,
    jsonb_build_object('name', c.name, 'is_hidden', private.is_hidden_by_rename(c))
  from public.communities as c join public.profiles as p on p.id = c.owner_id
  where c.id = new.community_id
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;
  return null;
end
$function$;

create or replace function private.reason_of_rename()
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select 'The WhatsApp group now has a different name. The community is hidden until an admin has looked at it.'
$function$;

create or replace function private.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text
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
    checked_at = now(), claimed_at = null,
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
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours')
    end
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
  outcome text;
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
  -- First: a proof may make the link live that the check then describes. Any other way to make a link live ends the
  -- verification, which the proof of a verified owner needs.
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, left(page_text, 3000));
  outcome := private.record_link_check(community_id, link, answer, group_name);
  -- The swapped link is not verified any more, but the page has just shown the code.
  if outcome = 'swapped' and not is_proved then
    is_proved := private.record_proof(community_id, user_id, link, left(page_text, 3000));
  end if;
  if is_proved and not is_manager then
    perform private.open_claim(community_id, user_id);
  end if;
  return jsonb_build_object(
    'state', answer, 'is_proved', is_proved, 'outcome', case when is_manager then outcome end);
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
  if community.owner_id = user_id and community.verified_at < community.held_at then
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

create or replace function private.record_reviewed_count()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.decision() is distinct from 'decision undone' and (
    tg_op = 'INSERT' or new.status <> old.status or private.decision() = 'changes accepted'
    or new.member_count <> old.member_count and (private.is_admin() or not private.is_user_request())
  ) then
    new.reviewed_count := new.member_count;
  end if;
  return new;
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
    when 'schedule' then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.75)::integer - used + used_by_users)
    when 'user' then least(ceil(allowed * 0.9)::integer - used, ceil(allowed * 0.4)::integer - used_by_users)
    else allowed - used
  end));
  insert into private.link_checks (user_id) select user_id from generate_series(1, reserved);
  return reserved;
end
$function$;

create or replace function private.reserve_review_check()
  returns boolean
  language sql
  security definer
  set search_path to ''
  AS $function$
  select private.reserve_link_checks(1, 'reviewer') > 0
$function$;

create or replace function private.reset_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  seen_name constant text := (
    select r.group_name from private.reviewed_links as r where r.community_id = new.id and r.link = new.whatsapp_link
  );
begin
  insert into public.community_links as known (community_id, link, approved_name)
  values (new.id, new.whatsapp_link, seen_name)
  on conflict (community_id) do update set
    link = excluded.link, state = 'unchecked', checked_at = null, live_at = null, dead_since = null, group_name = null,
    approved_name = case when private.decision() = 'link swapped' then known.approved_name else seen_name end,
    renamed_at = null, linked_at = now(), due_at = now(), failures = 0, claimed_at = null
  where known.link <> excluded.link;
  if tg_op = 'UPDATE' and private.decision() is distinct from 'decision undone' then
    -- Approved again, with the same link.
    update public.community_links as known set
      approved_name = coalesce(seen_name, case when known.live_at is not null then coalesce(known.group_name, '') end),
      renamed_at = null, due_at = now()
    where known.community_id = new.id and old.status <> 'approved' and old.whatsapp_link = new.whatsapp_link;
  end if;
  return null;
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
  -- Before the reports are resolved, so that this is the last entry of the log, which can be undone.
  if private.is_hidden_by_reports(community) and private.has_unrelated_name(community_id) then
    perform private.change_hidden_reason(community, private.reason_of_rename());
    community.hidden_reason := private.reason_of_rename();
  end if;
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
  if private.decision() is distinct from 'decision undone'
    and (new.hidden_at is not null or auth.uid() is not null or not private.is_hidden_by_rename(old)) then
    perform private.close_reports(
      new.id, new.owner_id, 'infinity', new.status <> 'approved' or new.hidden_at is not null);
  end if;
  return new;
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
  where e.subject_id = new.subject_id and e.action = 'name accepted' and e.at = (
    select undone.at from public.audit_log as undone
    where undone.subject_id = new.subject_id and undone.id < new.id order by undone.id desc limit 1
  );
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
    when 'closed claims' then interval '1 year'
    when 'invitations' then interval '30 days'
    when 'emails' then interval '30 days'
    -- After their end. Until then, a used code is not given to another user.
    when 'ownership codes' then interval '7 days'
    when 'link checks' then interval '1 day'
    when 'audit log' then interval '2 years'
  end
$function$;

create or replace function private.retry_delay (
  failures integer
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when failures <= 12 then least(15 * 2 ^ (failures - 1), 60) * interval '1 minute' else interval '12 hours' end
$function$;

create or replace function private.reviewed_fields()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['name', 'description', 'member_count', 'whatsapp_link', 'image_url']
$function$;

create or replace function private.rewrite_search_texts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform from public.communities where owner_id = new.id order by id for no key update;
  update public.communities set search_text = '' where owner_id = new.id;
  return new;
end
$function$;

create or replace function private.search_directory (
  search    text,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text,
  sort      text,
  after_key text,
  after_id  uuid,
  page_size integer
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 24
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  words text[];
  finds_nothing boolean;
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  key constant text[] := string_to_array(after_key, ' ', '');
  is_old_key constant boolean := sort = 'members' or sort = 'best' and key[4] is null;
  after_rank constant integer := coalesce(case when sort = 'best' then key[1]::integer end, 1);
  after_verified boolean := case when sort = 'best' and not is_old_key then key[2]::boolean end;
  after_joins integer := case
    when sort = 'best' then key[case when is_old_key then 2 else 3 end]::integer
    when sort in ('joined', 'members') then key[1]::integer
  end;
  after_time timestamptz := case
    when sort = 'best' then key[case when is_old_key then 3 else 4 end]::timestamptz
    when sort = 'joined' then key[2]::timestamptz
    when sort in ('members', 'name') then null
    else after_key::timestamptz
  end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  ranks tsquery[];
  better tsquery;
  is_rare boolean;
  community public.directory_communities;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.words, r.query, r.finds_nothing into words, query, finds_nothing from private.read_search(search) as r;
  if finds_nothing then
    return;
  end if;
  if is_old_key and after_id is not null then
    select d.is_verified, d.joins, d.approval_date into after_verified, after_joins, after_time
    from public.directory_communities as d where d.id = after_id;
  end if;
  sort := case
    when sort = 'members' then 'joined'
    when sort in ('joined', 'name') or sort = 'best' and query is not null then sort
    else 'newest'
  end;
  location := coalesce(private.find_place(location), location);
  ranks := case when sort = 'best' then private.rank_queries(words, query) else array[query] end;
  for r in 1 .. cardinality(ranks) loop
    if r >= after_rank and page_left > 0 then
      is_rare := ranks[r] is not null and 1000 > (select count(*) from (
        select from public.directory_communities as d where d.search_vector @@ ranks[r] limit 1000
      ) as matching);
      for community in
        select d.* from public.directory_communities as d
        where (ranks[r] is null or d.search_vector @@ ranks[r])
          and (better is null or not d.search_vector @@ better)
          and (location is null or d.location = location)
          and (category is null or d.category = category)
          and (join_type is null or d.join_type = join_type)
          and (language is null or d.languages @> array[language])
          and (after_id is null or r > after_rank
            or (sort = 'best' and (d.is_verified, d.joins, d.approval_date, d.id)
              < (after_verified, after_joins, after_time, after_id))
            or (sort = 'joined' and (d.joins, d.approval_date, d.id) < (after_joins, after_time, after_id))
            or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
            or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
        order by
          -- Sorts rare matches. The index of the order would be read until it has found a page of them.
          case when is_rare then d.search_vector is null end,
          case when sort = 'best' then d.is_verified end desc,
          case when sort in ('best', 'joined') then d.joins end desc,
          case when sort in ('best', 'joined', 'newest') then d.approval_date end desc,
          case when sort = 'name' then d.sort_name end,
          case when sort = 'name' then d.id end,
          d.id desc
        limit page_left
      loop
        community.rank := r;
        page_left := page_left - 1;
        return next community;
      end loop;
    end if;
    better := coalesce(better || ranks[r], ranks[r]);
  end loop;
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

create or replace function private.swap_link (
  community public.communities,
  name      text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  community.whatsapp_link := community.held_changes ->> 'whatsapp_link';
  community.held_changes := nullif(community.held_changes - 'whatsapp_link', '{}');
  community.held_at := case when community.held_changes is not null then community.held_at end;
  community.updated_at := now();
  perform private.save_decision(
    'link swapped', community, array['whatsapp_link', 'held_changes', 'held_at', 'updated_at']);
  update public.community_links set
    state = 'live', checked_at = now(), live_at = now(), group_name = name, due_at = now() + interval '10 minutes'
  where community_id = community.id;
end
$function$;

create or replace function private.telling_words (
  name text
)
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(array_agg(word), '{}')
  from string_to_table(private.search_words(private.group_name_words(name)), ' ') as word
  where (char_length(word) > 2 or word ~ private.unspaced_characters()) and word !~ '^[0-9]*$' and word not in (
    'whatsapp', 'group', 'groups', 'community', 'channel', 'chat', 'invite', 'invitation', 'link', 'messenger', 'official',
    'new', 'the', 'and', 'for', 'our', 'join', 'grupo', 'comunidad', 'comunidade', 'canal', 'invitacion', 'convite', 'los',
    'las', 'del', 'para', 'groupe', 'communaute', 'les', 'des', 'pour', 'gruppe', 'gruppo', 'groep', 'grup', 'der', 'die',
    'das', 'und', 'von'
  )
$function$;

create or replace function private.to_join_step (
  joins bigint
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when joins < 5 then 0
    else (case when first >= 5 then 5 when first >= 2 then 2 else 1 end) * power
  end
  from (select left(joins::text, 1)::integer, (10 ^ (char_length(joins::text) - 1))::integer) as digits (first, power)
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

create or replace function private.update_recent_joins()
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.directory_communities as d set joins = changed.joins
  from (
    select listed.id, coalesce(counted.joins, 0) as joins
    from public.directory_communities as listed
    left join (
      select community_id, private.to_join_step(count(distinct j.user_id)) as joins
      from public.community_joins as j join public.communities as c on c.id = j.community_id
      where j.user_id <> c.owner_id and j.joined_on > private.today() - 90 and j.joined_on < private.today()
        and not exists (select from public.co_owners as o where o.community_id = c.id and o.user_id = j.user_id)
      group by 1
    ) as counted on counted.community_id = listed.id
    where listed.joins <> coalesce(counted.joins, 0)
    limit 20000 for no key update of listed skip locked
  ) as changed
  where d.id = changed.id
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
    id, name, description, place_id, location, country, category, join_type, languages, member_count, joins, is_verified,
    image_url, groups, approval_date, link_checked_at, sort_name, words, name_words, facet_words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count,
    coalesce(
      (select d.joins from public.directory_communities as d where d.id = community.id),
      private.count_recent_joins(community)
    ),
    community.verified_at is not null,
    community.image_url,
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
    languages = excluded.languages, member_count = excluded.member_count,
    is_verified = excluded.is_verified, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words, name_words = excluded.name_words, facet_words = excluded.facet_words;
end
$function$;

create or replace function public.accept_group_name (
  community_id uuid,
  version      timestamp with time zone,
  group_name   text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.accept_group_name(community_id, version, group_name)
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

create or replace function public.claim_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language sql
  set search_path to ''
  AS $function$
  select * from private.claim_links(batch)
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

create or replace function public.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
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

create or replace function public.get_group_names (
  community_id uuid
)
  returns table (
    approved_name text,
    group_name    text,
    renamed_at    timestamp with time zone
  )
  language sql
  stable
  rows 1
  set search_path to ''
  AS $function$
  select * from private.get_group_names(community_id)
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

create or replace function public.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.record_link_check(community_id, link, answer, group_name)
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

create or replace function public.reserve_review_check()
  returns boolean
  language sql
  set search_path to ''
  AS $function$
  select private.reserve_review_check()
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

alter table "private"."activity_answers"
  add constraint "activity_answers_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."activity_answers"
  add constraint "activity_answers_user_id_fkey" foreign key (user_id)
    references public.profiles(id) on delete cascade;

alter table "private"."link_checks"
  add constraint "link_checks_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete set null;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "private"."reviewed_links"
  add constraint "reviewed_links_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."settings"
  add constraint "settings_days_to_answer_check"
    check (((days_to_answer >= 14) AND (days_to_answer <= 365)));

alter table "private"."settings"
  add constraint "settings_days_until_question_check"
    check (((days_until_question = 0) OR (days_until_question >= 60)));

alter table "private"."settings"
  add constraint "settings_link_checks_per_five_minutes_check"
    check ((link_checks_per_five_minutes >= 0));

alter table "private"."settings"
  add constraint "settings_questions_per_day_check" check ((questions_per_day >= 0));

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

create view private.images_in_use as
select private.image_name(c.image_url) as name
from public.communities as c where c.image_url like '%/object/public/community-images/%'
union all
select private.image_name(c.held_changes ->> 'image_url')
from public.communities as c
where c.held_at is not null and c.held_changes ->> 'image_url' like '%/object/public/community-images/%'
union all
select private.image_name(c.rejected_version ->> 'image_url')
from public.communities as c
where c.status in ('pending', 'rejected') and c.rejected_version ->> 'image_url' like '%/object/public/community-images/%'
union all
select private.image_name(image.url)
from public.audit_log as e cross join lateral (values
  (e.before ->> 'image_url'),
  (e.before -> 'held_changes' ->> 'image_url'),
  (e.before -> 'rejected_version' ->> 'image_url')
) as image (url)
where e.subject = 'community' and e.at > now() - 2 * private.undo_window()
  and image.url like '%/object/public/community-images/%';

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
  select c.id, 3, 'renamed', l.renamed_at
  from public.community_links as l join public.communities as c on c.id = l.community_id
  where l.renamed_at is not null and c.status = 'approved' and c.hidden_by is null
  union all
  -- An admin may have accepted a new link since.
  select c.id, 3, 'renamed', c.hidden_at
  from public.communities as c
  where c.hidden_at is not null and c.hidden_by is null and private.is_hidden_by_rename(c)
  union all
  select k.community_id, 4, 'claimed', k.review_from from public.claims as k
  where k.outcome is null and k.review_from <= now()
  union all
  select c.id, 5, 'link_changed', c.held_at
  from public.communities as c join public.community_links as l on l.community_id = c.id
  where c.held_at is not null and c.held_changes ? 'whatsapp_link' and l.state = 'dead'
  union all
  select c.id, 6, 'held', c.held_at from public.communities as c where c.held_at is not null
  union all
  select c.id, 6, 'groups_changed', c.groups_changed_at
  from public.communities as c where c.groups_changed_at is not null and c.held_at is null
  union all
  select c.id, 7, 'pending', c.created_at from public.communities as c where c.status = 'pending'
  union all
  select c.id, 8, 'place_requested', c.updated_at
  from public.communities as c where c.requested_place is not null and c.status = 'approved'
) as waiting
order by id, turn, since;

create index activity_answers_answered_at_idx on private.activity_answers using btree (answered_at);

create index activity_answers_doubts_idx on private.activity_answers using btree (community_id)
  where (not is_active);

create index activity_answers_user_id_idx on private.activity_answers using btree (user_id);

create index link_checks_at_idx on private.link_checks using btree (at);

create index link_checks_user_id_idx on private.link_checks using btree (user_id, at);

create index ownership_codes_community_id_idx on private.ownership_codes using btree (community_id);

create index ownership_codes_expires_at_idx on private.ownership_codes using btree (expires_at);

create index ownership_codes_user_id_idx on private.ownership_codes
  using btree (user_id, expires_at);

create index reviewed_links_due_at_idx on private.reviewed_links using btree (due_at)
  where (due_at is not null);

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

create index communities_asked_at_idx on public.communities using btree (asked_at)
  where ((asked_at is not null) AND (asleep_at is null));

create index communities_asleep_idx on public.communities using btree (created_at desc, id)
  where (asleep_at is not null);

create index communities_silent_idx on public.communities
  using btree (GREATEST(confirmed_at, last_joined_at))
  where
    ((status = 'approved'::public.community_status) AND (hidden_at is null) AND (paused_at is null)
    AND (asleep_at is null) AND (asked_at is null));

create index community_links_due_at_idx on public.community_links using btree (due_at, community_id);

create index community_links_renamed_idx on public.community_links using btree (community_id)
  where (renamed_at is not null);

create index directory_communities_is_verified_idx on public.directory_communities
  using btree (is_verified, joins, approval_date, id, location, category, join_type);

create index directory_communities_joins_idx on public.directory_communities
  using btree (joins, approval_date, id, location, category, join_type);

create index invitations_community_id_idx on public.invitations using btree (community_id);

create index invitations_email_idx on public.invitations using btree (email);

create index invitations_expires_at_idx on public.invitations using btree (expires_at);

create index invitations_invited_by_idx on public.invitations using btree (invited_by, created_at);

create trigger reopen_claim
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.reopen_claim();

create trigger restore_name_after_undo
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.restore_name_after_undo();

create trigger clean
  before insert or update of answer, reason on public.claims
  for each row
  execute function private.clean_claim();

create trigger accept_shown_name
  after update on public.communities
  for each row
  when (((old.hidden_at IS
    NOT NULL) AND (new.hidden_at IS NULL) AND (new.status = 'approved'::public.community_status)))
  execute function private.accept_shown_name();

create trigger before_7_record_reviewed_count
  before insert or update on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.record_reviewed_count();

create trigger before_9_end_verification
  before update on public.communities
  for each row
  execute function private.end_verification();

create trigger before_9_note_activity
  before update on public.communities
  for each row
  execute function private.note_activity();

create trigger close_claims_of_deleted
  before delete on public.communities
  for each row
  execute function private.close_claims();

create trigger lock_communities
  before update on public.places
  for each row
  when (((old.name IS DISTINCT FROM new.name) OR (old.country IS DISTINCT FROM new.country)))
  execute function private.lock_communities_of_place();

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
    OR (old.asleep_at IS DISTINCT FROM new.asleep_at) OR
    (old.verified_at IS DISTINCT FROM new.verified_at) OR
    (old.owner_id IS DISTINCT FROM new.owner_id)))
  execute function private.update_directory();

create trigger zz_follow_reviewed_link
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.whatsapp_link IS DISTINCT FROM
    new.whatsapp_link) OR (old.held_changes IS DISTINCT FROM new.held_changes)))
  execute function private.follow_reviewed_link();

create trigger queue_renamed_email
  after update on public.community_links
  for each row
  when (((old.renamed_at IS NULL) AND (new.renamed_at IS NOT NULL)))
  execute function private.queue_renamed_email();

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

create policy "No request reads or writes answers" on "private"."activity_answers"
  as restrictive
  for all
  to "authenticated"
  using (false);

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

create policy "No request reads or writes the links under review" on "private"."reviewed_links"
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

revoke all
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."accept_name"(public.communities) from public;

revoke all on function "private"."accept_shown_name"() from public;

revoke all on function "private"."add_co_owner"(uuid) from public;

revoke all on function "private"."answer_activity"(uuid, boolean) from public;

grant execute
  on function "private"."answer_activity"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."answer_claim"(uuid, text) from public;

grant execute on function "private"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "private"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "private"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."ask_owners"() from public;

grant execute on function "private"."ask_owners"() to "service_role";

revoke all on function "private"."begin_own_check"(uuid, uuid) from public;

grant execute on function "private"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "private"."change_hidden_reason"(public.communities, text) from public;

revoke all on function "private"."claim_links"(integer) from public;

grant execute on function "private"."claim_links"(integer) to "service_role";

revoke all on function "private"."clean_claim"() from public;

revoke all on function "private"."clean_invitation"() from public;

revoke all on function "private"."close_claims"() from public;

revoke all on function "private"."close_claims_of_suspended"() from public;

revoke all on function "private"."close_invitations"(uuid) from public;

revoke all on function "private"."co_owned_ids"() from public;

grant execute on function "private"."co_owned_ids"() to "authenticated", "service_role";

revoke all on function "private"."compare_group_name"(public.communities, text, text) from public;

revoke all on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "private"."confirm_community"(uuid) from public;

grant execute on function "private"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "private"."confirmed_email"() from public;

revoke all on function "private"."contains_code"(text, text) from public;

revoke all on function "private"."count_recent_joins"(public.communities) from public;

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

revoke all on function "private"."follow_reviewed_link"() from public;

revoke all on function "private"."forget_answers"() from public;

revoke all on function "private"."get_group_names"(uuid) from public;

grant execute on function "private"."get_group_names"(uuid) to "authenticated", "service_role";

revoke all on function "private"."get_ownership_code"(uuid) from public;

grant execute on function "private"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "private"."group_name_key"(text) from public;

revoke all on function "private"."group_name_words"(text) from public;

revoke all on function "private"."hand_over_community"(uuid, uuid) from public;

grant execute
  on function "private"."hand_over_community"(uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."hand_over_to_claimant"(uuid) from public;

grant execute on function "private"."hand_over_to_claimant"(uuid) to "authenticated", "service_role";

revoke all on function "private"."has_ownership_code"(uuid, uuid) from public;

revoke all on function "private"."has_unrelated_name"(uuid) from public;

revoke all on function "private"."image_name"(text) from public;

grant execute on function "private"."image_name"(text) to "authenticated", "service_role";

revoke all
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  from public;

grant execute
  on function "private"."invite_to_community"(uuid, text, public.invitation_kind, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_count_reviewed"(integer, integer) from public;

grant execute
  on function "private"."is_count_reviewed"(integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."is_doubted"(public.communities) from public;

grant execute on function "private"."is_doubted"(public.communities) to "service_role";

revoke all on function "private"."is_hidden_by_rename"(public.communities) from public;

revoke all on function "private"."is_manager"(uuid, uuid) from public;

revoke all on function "private"."is_same_group_name"(text, text) from public;

revoke all on function "private"."is_stored_image"(text, uuid, uuid) from public;

grant execute
  on function "private"."is_stored_image"(text, uuid, uuid)
  to "authenticated", "service_role";

revoke all on function "private"."is_unrelated_name"(text, text) from public;

revoke all on function "private"."is_whatsapp_refusing"() from public;

revoke all on function "private"."keep_active"(public.communities) from public;

revoke all on function "private"."link_under_review"(public.communities) from public;

revoke all on function "private"."list_my_invitations"() from public;

grant execute on function "private"."list_my_invitations"() to "authenticated", "service_role";

revoke all on function "private"."list_my_joins"() from public;

grant execute on function "private"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "private"."list_own_claims"() from public;

grant execute on function "private"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "private"."list_people"() from public;

grant execute on function "private"."list_people"() to "authenticated", "service_role";

revoke all on function "private"."list_received_claims"() from public;

grant execute on function "private"."list_received_claims"() to "authenticated", "service_role";

revoke all on function "private"."lock_claim"(uuid, boolean) from public;

revoke all on function "private"."lock_people"(uuid) from public;

revoke all on function "private"."lock_communities_of_place"() from public;

revoke all on function "private"."log_import"() from public;

grant execute on function "private"."log_import"() to "authenticated", "service_role";

revoke all on function "private"."log_rename"(public.communities, text, text) from public;

revoke all on function "private"."managers_of"(uuid) from public;

revoke all on function "private"."may_manage"(uuid) from public;

grant execute on function "private"."may_manage"(uuid) to "authenticated", "service_role";

revoke all on function "private"."may_swap_link"(public.communities, text) from public;

revoke all on function "private"."note_activity"() from public;

revoke all on function "private"."open_claim"(uuid, uuid) from public;

grant execute on function "private"."open_claim"(uuid, uuid) to "service_role";

revoke all on function "private"."question_data"(public.profiles, text) from public;

grant execute on function "private"."question_data"(public.profiles, text) to "service_role";

revoke all on function "private"."question_event"(timestamp with time zone) from public;

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

revoke all on function "private"."queue_renamed_email"() from public;

revoke all on function "private"."reason_of_rename"() from public;

revoke all
  on function "private"."record_link_check"(uuid, text, public.link_state, text)
  from public;

grant execute
  on function "private"."record_link_check"(uuid, text, public.link_state, text)
  to "service_role";

revoke all
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "private"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "private"."record_proof"(uuid, uuid, text, text) from public;

grant execute on function "private"."record_proof"(uuid, uuid, text, text) to "service_role";

revoke all on function "private"."record_reviewed_count"() from public;

revoke all on function "private"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "private"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."remove_codes"(text) from public;

revoke all on function "private"."reopen_claim"() from public;

revoke all on function "private"."require_check_allowance"(uuid) from public;

revoke all on function "private"."require_open_claim"(public.claims, boolean) from public;

revoke all on function "private"."reserve_link_checks"(integer, text, uuid) from public;

revoke all on function "private"."reserve_review_check"() from public;

grant execute on function "private"."reserve_review_check"() to "service_role";

revoke all on function "private"."restore_name_after_undo"() from public;

revoke all on function "private"."retry_delay"(integer) from public;

revoke all on function "private"."swap_link"(public.communities, text) from public;

revoke all on function "private"."telling_words"(text) from public;

revoke all on function "private"."to_join_step"(bigint) from public;

revoke all on function "private"."transfer_community"(uuid, uuid, boolean) from public;

revoke all on function "private"."update_recent_joins"() from public;

revoke all on function "private"."withdraw_claim"(uuid) from public;

grant execute on function "private"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "private"."withdraw_invitation"(uuid) from public;

grant execute on function "private"."withdraw_invitation"(uuid) to "authenticated", "service_role";

revoke all
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."answer_activity"(uuid, boolean) from public;

grant execute
  on function "public"."answer_activity"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."answer_claim"(uuid, text) from public;

grant execute on function "public"."answer_claim"(uuid, text) to "authenticated", "service_role";

revoke all on function "public"."answer_invitation"(uuid, boolean) from public;

grant execute
  on function "public"."answer_invitation"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."begin_own_check"(uuid, uuid) from public;

grant execute on function "public"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "public"."claim_links"(integer) from public;

grant execute on function "public"."claim_links"(integer) to "service_role";

revoke all on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_by_link"(uuid, uuid, timestamp with time zone)
  to "service_role";

revoke all on function "public"."confirm_community"(uuid) from public;

grant execute on function "public"."confirm_community"(uuid) to "authenticated", "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."decide_claim"(uuid, boolean, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."get_group_names"(uuid) from public;

grant execute on function "public"."get_group_names"(uuid) to "authenticated", "service_role";

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

revoke all on function "public"."list_my_joins"() from public;

grant execute on function "public"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "public"."list_own_claims"() from public;

grant execute on function "public"."list_own_claims"() to "authenticated", "service_role";

revoke all on function "public"."list_people"() from public;

grant execute on function "public"."list_people"() to "authenticated", "service_role";

revoke all on function "public"."list_received_claims"() from public;

grant execute on function "public"."list_received_claims"() to "authenticated", "service_role";

revoke all on function "public"."record_link_check"(uuid, text, public.link_state, text) from public;

grant execute
  on function "public"."record_link_check"(uuid, text, public.link_state, text)
  to "service_role";

revoke all
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  from public;

grant execute
  on function "public"."record_own_check"(uuid, uuid, text, public.link_state, text, text)
  to "service_role";

revoke all on function "public"."remove_co_owner"(uuid, uuid) from public;

grant execute on function "public"."remove_co_owner"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "public"."reserve_review_check"() from public;

grant execute on function "public"."reserve_review_check"() to "service_role";

revoke all on function "public"."withdraw_claim"(uuid) from public;

grant execute on function "public"."withdraw_claim"(uuid) to "authenticated", "service_role";

revoke all on function "public"."withdraw_invitation"(uuid) from public;

grant execute on function "public"."withdraw_invitation"(uuid) to "authenticated", "service_role";

grant all
  on table "private"."activity_answers"
  to "service_role";

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

alter table "public"."communities"
  add constraint "communities_held_changes_check"
    check
    (((held_changes IS NULL) OR ((status = 'approved'::public.community_status) AND
    (jsonb_typeof(held_changes) = 'object'::text) AND
    ((held_changes - private.reviewed_fields()) = '{}'::jsonb) AND
    (held_changes = jsonb_strip_nulls(held_changes)) AND
    private.is_line(COALESCE((held_changes ->> 'name'::text), name), 100) AND
    private.is_visible(COALESCE((held_changes ->> 'description'::text), description)) AND
    private.is_text(COALESCE((held_changes ->> 'description'::text), description), 2000) AND
    ((COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) >= '0'::jsonb) AND
    (COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) <= '10000000'::jsonb)) AND
    private.is_whatsapp_link(COALESCE((held_changes ->> 'whatsapp_link'::text), whatsapp_link)) AND
    private.is_image_url(COALESCE((held_changes ->> 'image_url'::text), image_url)))));

alter table "public"."community_links"
  add constraint "community_links_approved_name_check"
    check (private.is_optional_line(approved_name, 200));

create index communities_image_name_idx on public.communities
  using btree (private.image_name(image_url))
  where (image_url ~~ '%/object/public/community-images/%'::text);

-- The present member counts were visible until now.
update public.communities set reviewed_count = member_count where status = 'approved';
select private.update_recent_joins();

-- Of existing communities, neither the owner's edits nor earlier joins are known: the last change counts, also if an admin made it.
update public.communities as c set
  confirmed_at = greatest(c.created_at, c.approval_date, c.updated_at),
  last_joined_at = (
    select max(j.joined_on)::timestamp at time zone 'utc' from public.community_joins as j where j.community_id = c.id
  );

-- Existing links stay in their order.
update public.community_links set due_at = coalesce(checked_at + interval '12 hours', now());

-- The held links that wait for review.
insert into private.reviewed_links (community_id, link, due_at)
select id, held_changes ->> 'whatsapp_link', now() from public.communities
where status = 'approved' and held_changes ? 'whatsapp_link';
