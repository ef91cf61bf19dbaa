set local check_function_bodies = off;

drop view "private"."review_queue";

drop function "private"."count_review_queue"();

drop function "private"."queue_counts"();

drop function "public"."claim_links"(integer);

drop function "public"."count_review_queue"();

drop function "public"."record_link_check"(uuid, text, public.link_state, text);

create table "private"."link_checks" (
  "id"      bigint                   generated always as identity not null,
  "at"      timestamp with time zone not null default clock_timestamp(),
  "user_id" uuid,
  constraint "link_checks_pkey" primary key (id)
);

alter table "private"."link_checks"
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

alter table "private"."settings"
  add column "link_checks_per_five_minutes" integer not null default 20;

alter table "public"."community_links"
  add column "approved_name" text;

alter table "public"."community_links"
  add column "renamed_at" timestamp with time zone;

-- Null for existing links, which need no frequent checks.
alter table "public"."community_links"
  add column "linked_at" timestamp with time zone;

alter table "public"."community_links"
  alter column "linked_at" set default now();

alter table "public"."community_links"
  add column "due_at" timestamp with time zone not null default now();

alter table "public"."community_links"
  add column "failures" integer not null default 0;

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
    and not private.is_hidden_by_reports(old) then
    perform private.accept_name(new);
  end if;
  return null;
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
  if private.group_name_key(name) = '' and name ~* '\mWP-[0-9A-Z]{4}\M' then
    return;
  end if;
  if known.approved_name is null then
    update public.community_links set approved_name = name where community_id = community.id;
    return;
  end if;
  if private.is_same_group_name(name, known.approved_name) then
    if known.renamed_at is not null then
      perform private.log_rename(community, previous_name, name);
      update public.community_links set renamed_at = null where community_id = community.id;
    end if;
    if private.is_hidden_by_rename(community) then
      perform private.show(community);
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

create or replace function private.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
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
    'link_checks', (
      select coalesce(jsonb_agg(k.at order by k.at), '[]') from private.link_checks as k where k.user_id = user_id
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
    regexp_replace(name, '\mWP-[0-9A-Z]{4}\M', ' ', 'gi'),
    -- Combining marks, and the characters without a glyph (private.is_visible) inside words.
    '[\u00AD\u0300-\u036F\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFD\U000E0000-\U000E0FFF]', '', 'g'
  ))
$function$;

create or replace function private.has_ownership_code (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select false
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

create or replace function private.is_manager (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id)
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

create or replace function private.open_claim (
  community_id uuid,
  user_id      uuid
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select
$function$;

create or replace function private.queue_counts()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
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
    count(*) filter (where reason = 'renamed'), count(*) filter (where reason = 'link_changed'),
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
  -- Locked first, as by every other decision.
  perform from public.communities as c where c.id = community_id for no key update;
  is_manager := private.is_manager(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  outcome := private.record_link_check(community_id, link, answer, group_name);
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, left(page_text, 3000));
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
  language sql
  set search_path to ''
  AS $function$
  select false
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
    when 'joins' then interval '30 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'emails' then interval '30 days'
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
      'appeal accepted', 'appeal declined', 'reports resolved', 'name accepted'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at. The last two decisions changed no column.
    or community.updated_at is distinct from entry.at and entry.action not in ('appeal declined', 'reports resolved') then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  -- Reports, appeals and names are restored by the entry in the log (18_reports.sql, 18_renamed_groups.sql).
  if entry.action in ('appeal declined', 'reports resolved', 'name accepted') then
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

create or replace function public.count_review_queue()
  returns table (
    reported         bigint,
    appealed         bigint,
    renamed          bigint,
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

create or replace function public.reserve_review_check()
  returns boolean
  language sql
  set search_path to ''
  AS $function$
  select private.reserve_review_check()
$function$;

alter table "private"."link_checks"
  add constraint "link_checks_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete set null;

alter table "private"."reviewed_links"
  add constraint "reviewed_links_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."settings"
  add constraint "settings_link_checks_per_five_minutes_check"
    check ((link_checks_per_five_minutes >= 0));

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
            'renamed'::text,
            l.renamed_at
           FROM (public.community_links l
             JOIN public.communities c ON ((c.id = l.community_id)))
          WHERE ((l.renamed_at IS NOT NULL) AND (c.status = 'approved'::public.community_status) AND (c.hidden_by IS NULL))
        UNION ALL
         SELECT c.id,
            3,
            'renamed'::text,
            c.hidden_at
           FROM public.communities c
          WHERE ((c.hidden_at IS NOT NULL) AND (c.hidden_by IS NULL) AND private.is_hidden_by_rename(c.*))
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

create index reviewed_links_due_at_idx on private.reviewed_links using btree (due_at)
  where (due_at is not null);

create index community_links_due_at_idx on public.community_links using btree (due_at, community_id);

create index community_links_renamed_idx on public.community_links using btree (community_id)
  where (renamed_at is not null);

create trigger restore_name_after_undo
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.restore_name_after_undo();

create trigger accept_shown_name
  after update on public.communities
  for each row
  when (((old.hidden_at IS
    NOT NULL) AND (new.hidden_at IS NULL) AND (new.status = 'approved'::public.community_status)))
  execute function private.accept_shown_name();

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

create policy "No request reads or writes the checks" on "private"."link_checks"
  as restrictive
  for all
  to "authenticated"
  using (false);

create policy "No request reads or writes the links under review" on "private"."reviewed_links"
  as restrictive
  for all
  to "authenticated"
  using (false);

revoke all
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "private"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."accept_name"(public.communities) from public;

revoke all on function "private"."accept_shown_name"() from public;

revoke all on function "private"."begin_own_check"(uuid, uuid) from public;

grant execute on function "private"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "private"."claim_links"(integer) from public;

grant execute on function "private"."claim_links"(integer) to "service_role";

revoke all on function "private"."compare_group_name"(public.communities, text, text) from public;

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."follow_reviewed_link"() from public;

revoke all on function "private"."get_group_names"(uuid) from public;

grant execute on function "private"."get_group_names"(uuid) to "authenticated", "service_role";

revoke all on function "private"."group_name_key"(text) from public;

revoke all on function "private"."group_name_words"(text) from public;

revoke all on function "private"."has_ownership_code"(uuid, uuid) from public;

revoke all on function "private"."is_hidden_by_rename"(public.communities) from public;

revoke all on function "private"."is_manager"(uuid, uuid) from public;

revoke all on function "private"."is_same_group_name"(text, text) from public;

revoke all on function "private"."is_unrelated_name"(text, text) from public;

revoke all on function "private"."is_whatsapp_refusing"() from public;

revoke all on function "private"."link_under_review"(public.communities) from public;

revoke all on function "private"."log_rename"(public.communities, text, text) from public;

revoke all on function "private"."may_swap_link"(public.communities, text) from public;

revoke all on function "private"."open_claim"(uuid, uuid) from public;

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

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

revoke all on function "private"."require_check_allowance"(uuid) from public;

revoke all on function "private"."reserve_link_checks"(integer, text, uuid) from public;

revoke all on function "private"."reserve_review_check"() from public;

grant execute on function "private"."reserve_review_check"() to "service_role";

revoke all on function "private"."restore_name_after_undo"() from public;

revoke all on function "private"."retry_delay"(integer) from public;

revoke all on function "private"."swap_link"(public.communities, text) from public;

revoke all on function "private"."telling_words"(text) from public;

revoke all
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  from public;

grant execute
  on function "public"."accept_group_name"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."begin_own_check"(uuid, uuid) from public;

grant execute on function "public"."begin_own_check"(uuid, uuid) to "service_role";

revoke all on function "public"."claim_links"(integer) from public;

grant execute on function "public"."claim_links"(integer) to "service_role";

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."get_group_names"(uuid) from public;

grant execute on function "public"."get_group_names"(uuid) to "authenticated", "service_role";

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

revoke all on function "public"."reserve_review_check"() from public;

grant execute on function "public"."reserve_review_check"() to "service_role";

revoke all ("renamed_at") on table "public"."community_links" from "authenticated";

grant select ("renamed_at") on table "public"."community_links" to "authenticated";

alter table "public"."community_links"
  add constraint "community_links_approved_name_check"
    check (private.is_optional_line(approved_name, 200));

create or replace function private.community_filter(
  search text, status public.community_status, category public.community_category, country text,
  owner_id uuid
) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    case when search ~* format(term, 'link:dead') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')'
    end,
    case when search ~* format(term, 'is:renamed') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.renamed_at is not null)'
    end,
    case when search ~* format(term, 'is:hidden') then 'c.hidden_at is not null' end,
    case when search ~* format(term, 'is:paused') then 'c.paused_at is not null' end,
    private.has_words_or_place(
      regexp_replace(search, format(term, '(link:dead|is:renamed|is:hidden|is:paused)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$$;

-- Existing links stay in their order.
update public.community_links set due_at = coalesce(checked_at + interval '12 hours', now());

-- The held links that wait for review.
insert into private.reviewed_links (community_id, link, due_at)
select id, held_changes ->> 'whatsapp_link', now() from public.communities
where status = 'approved' and held_changes ? 'whatsapp_link';
