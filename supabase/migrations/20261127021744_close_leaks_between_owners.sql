set local check_function_bodies = off;

drop trigger "reopen_claim" on "public"."audit_log";

drop trigger "close_claims" on "public"."communities";

drop trigger "rewrite_search_texts" on "public"."profiles";

alter table "public"."invitations"
  drop constraint "invitations_community_id_fkey";

drop function "private"."has_words_or_place"(text);

drop function "private"."record_link_check"(uuid, text, public.link_state, text);

drop function "private"."reopen_claim"();

drop function "private"."rewrite_search_texts"();

alter table "public"."invitations"
  alter column "community_id" drop not null;

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
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  update public.claims set outcome = 'accepted', decided_at = now(), decided_by = auth.uid() where id = claim.id;
  perform private.queue_claim_email(claim, 'claim_accepted', array[claim.claimant_id], '{"is_claimant": true}');
  perform private.queue_claim_email(
    claim, 'claim_accepted', array_remove(private.managers_of(claim.community_id), auth.uid()), '{}');
  select * into community from public.communities where id = claim.community_id;
  perform private.close_claims_of(community);
  if community.held_changes is null and community.rejected_version is null then
    perform private.log_action('claim accepted', 'community', community.id, community.owner_id, '{}', '{}');
  end if;
  community.held_changes := null;
  community.held_at := null;
  community.rejected_version := null;
  community.updated_at := now();
  perform private.save_decision(
    'claim accepted', community, array['held_changes', 'held_at', 'rejected_version', 'updated_at']);
  delete from public.co_owners where community_id = claim.community_id;
  perform private.transfer_community(claim.community_id, claim.claimant_id);
  select * into community from public.communities where id = claim.community_id;
  community.verified_at := claim.proved_at;
  perform private.save_decision('verified', community, array['verified_at']);
end
$function$;

create or replace function private.close_claims()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.close_claims_of(old);
  return coalesce(new, old);
end
$function$;

create or replace function private.close_claims_of (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as k set outcome = 'closed', decided_at = now()
    where k.community_id = community.id and k.outcome is null
    returning k.*
  loop
    perform private.queue_claim_email(
      claim, 'claim_closed', array[claim.claimant_id], jsonb_build_object('name', community.name),
      now() + private.undo_window() + interval '30 seconds');
  end loop;
end
$function$;

create or replace function private.close_invitations_of_deleted()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.close_invitations(old.id);
  return old;
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
    case when search ~* format(term, 'is:renamed') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.renamed_at is not null)'
    end,
    case when search ~* format(term, 'is:hidden') then 'c.hidden_at is not null' end,
    case when search ~* format(term, 'is:paused') then 'c.paused_at is not null' end,
    case when search ~* format(term, 'is:asleep') then 'c.asleep_at is not null' end,
    private.has_words_or_relations(
      regexp_replace(search, format(term, '(link:dead|is:renamed|is:hidden|is:paused|is:asleep)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
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
  if community.paused_at is not null then
    raise exception 'This community is paused. Resume it instead.' using errcode = 'PT409';
  end if;
  perform private.keep_active(community);
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
      where i.community_id = split_part(queued.event, ' ', 1)::uuid and i.email = lower(p.sign_in_email)
        and i.answer is null and i.expires_at > now()
    ) then queued.data end
    when 'report_outcome' then case
      when p.wants_report_emails and not private.is_user_suspended(p.id) then queued.data
    end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
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
        select k.id, k.community_id, k.proved_at, k.answer_due_at,
          case when k.answered_by = user_id or private.is_manager(k.community_id, k.answered_by) then k.answer end
            as answer,
          k.answered_at, k.outcome, k.decided_at
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
      left join public.communities as c on c.id = i.community_id
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
          'by_admin', a.by_admin, 'before', a.before - array['approved_by', 'hidden_by', 'group_name'],
          'after', a.after - array['approved_by', 'hidden_by', 'group_name']
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.forget_appeals()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from public.appeals where community_id = new.id;
  return null;
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
  delete from private.email_outbox
  where kind = 'invitation_accepted' and data ->> 'email' = lower(old.sign_in_email);

  delete from private.deletion_requests where user_id = old.id returning * into request;
  insert into public.audit_log (action, subject, actor_id, by_admin)
  values (
    'deleted', 'user', case when request.by_admin then request.actor_id end,
    coalesce(request.by_admin, false)
  );
  return old;
end
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
    translate(
      private.remove_codes(name),
      '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'
    ),
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
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
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
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.accept_claim(claim);
end
$function$;

create or replace function private.has_words_or_relations (
  search text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  conditions text[] := '{}';
  word text;
  in_owner text;
  places text[];
  owners uuid[];
begin
  for word in
    select w from regexp_split_to_table(left(search, 200), '\s+') as w where w <> ''
  loop
    places := array(
      select p.name from public.places as p
      where p.words like '%' || nullif(private.plain_words(word), '') || '%'
    );
    in_owner := 'select p.id from public.profiles as p where '
      || private.has_words($expression$(p.name || ' ' || p.email || ' ' || p.sign_in_email)$expression$, word);
    execute format('select array(%s limit 1001)', in_owner) into owners;
    conditions := conditions || concat('(', concat_ws(' or ',
      private.has_words('c.search_text', word),
      case when places <> '{}' then format('c.location = any (%L)', places) end,
      case
        when cardinality(owners) > 1000 then format('c.owner_id in (%s)', in_owner)
        when owners <> '{}' then format('c.owner_id = any (%L::uuid[])', owners)
      end), ')');
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
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
    select k.id, k.community_id, k.proved_at, k.answer_due_at,
      case when private.is_manager(k.community_id, k.answered_by) then k.answer end, k.answered_at,
      k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and (
      k.owner_id = (select auth.uid())
      or k.community_id in (select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()))
    )
    order by k.proved_at, k.id;
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
    or exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)
    or exists (select from public.community_reports as r where r.community_id = community.id and r.resolved_at is null)
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

create or replace function private.pass_claims_on()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claim public.claims;
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.community_id = new.id and k.outcome is null and k.claimant_id = new.owner_id;
  for claim in
    update public.claims as k set owner_id = new.owner_id
    where k.community_id = new.id and k.outcome is null
    returning k.*
  loop
    if claim.answered_at is null then
      perform private.queue_claim_email(
        claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
    end if;
  end loop;
  return null;
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
  insert into private.email_outbox (kind, recipient_id, event, data, due_at)
  select kind::public.email_kind, p.id, claim.id::text, jsonb_build_object('name', name) || data, due_at
  from public.profiles as p where p.id = any (recipients)
  for key share of p skip locked
  on conflict on constraint email_outbox_event_key do nothing;
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
  outcome := private.record_link_check(community_id, link, answer, group_name, true);
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

create or replace function private.record_reviewed_count()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.decision() is distinct from 'decision undone' and (
    tg_op = 'INSERT' or new.status <> old.status
    or new.member_count <> old.member_count and (private.is_admin() or not private.is_user_request())
  ) then
    new.reviewed_count := new.member_count;
  end if;
  return new;
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
    where k.community_id = new.subject_id and k.outcome in ('declined', 'closed') and k.decided_at = (
      select e.at from public.audit_log as e where e.subject_id = new.subject_id and e.id < new.id
      order by e.id desc limit 1
    )
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null;
  return null;
end
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
    approved_name = case
      when private.decision() = 'link swapped' or private.decision() = 'changes proved' and known.renamed_at is not null
      then known.approved_name else seen_name
    end,
    renamed_at = case when private.decision() = 'changes proved' then known.renamed_at end,
    linked_at = now(), due_at = now(), failures = 0, claimed_at = null
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
  -- The images may be gone already. The message hides whether the new owner is suspended.
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

create or replace function private.write_search_text()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.search_text := concat_ws(
    ' ', new.name, new.location, new.requested_place, nullif(extensions.unaccent(new.location), new.location),
    (select p.country from public.places as p where p.name = new.location), new.whatsapp_link);
  return new;
end
$function$;

alter table "public"."invitations"
  add constraint "invitations_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete set null;

create index profiles_search_idx on public.profiles
  using gin
  ((((((name || ' '::text) || email) || ' '::text) || sign_in_email)) extensions.gin_trgm_ops);

create trigger reopen_claims
  after insert on public.audit_log
  for each row
  when ((new.action = 'decision undone'::public.audit_action))
  execute function private.reopen_claims();

create trigger close_claims
  after update on public.communities
  for each row
  when
    (((old.status = 'approved'::public.community_status) AND ((old.status IS DISTINCT FROM
    new.status) OR (old.whatsapp_link IS DISTINCT FROM new.whatsapp_link))))
  execute function private.close_claims();

create trigger close_invitations_of_deleted
  before delete on public.communities
  for each row
  execute function private.close_invitations_of_deleted();

create trigger forget_appeals
  after update of owner_id on public.communities
  for each row
  when ((old.owner_id <> new.owner_id))
  execute function private.forget_appeals();

create trigger pass_claims_on
  after update of owner_id on public.communities
  for each row
  when ((old.owner_id <> new.owner_id))
  execute function private.pass_claims_on();

revoke all on function "private"."close_claims_of"(public.communities) from public;

revoke all on function "private"."close_invitations_of_deleted"() from public;

revoke all on function "private"."forget_appeals"() from public;

revoke all on function "private"."has_words_or_relations"(text) from public;

revoke all on function "private"."pass_claims_on"() from public;

revoke all
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean)
  from public;

grant execute
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean)
  to "service_role";

revoke all on function "private"."reopen_claims"() from public;

-- Removes the owners from the texts.
update public.communities set search_text = '';
