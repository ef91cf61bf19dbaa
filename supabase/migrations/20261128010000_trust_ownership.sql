set local check_function_bodies = off;

drop trigger "update_directory_after_update" on "public"."communities";

drop view "private"."review_queue";

drop function "private"."compare_group_name"(public.communities, text, text);

drop function "private"."record_link_check"(uuid, text, public.link_state, text, boolean);

drop function "private"."record_proof"(uuid, uuid, text, text);

drop function "public"."record_link_check"(uuid, text, public.link_state, text);

create table "public"."earlier_answers" (
  "claim_id"    uuid                     not null,
  "author_id"   uuid                     not null,
  "role"        text                     not null,
  "answer"      text                     not null,
  "answered_at" timestamp with time zone not null,
  constraint "earlier_answers_pkey" primary key (claim_id, answered_at),
  constraint "earlier_answers_role_check"
    check ((role = ANY (ARRAY['owner'::text, 'co-owner'::text]))),
  constraint "earlier_answers_answer_check"
    check ((private.is_visible(answer) AND private.is_text(answer, 1000)))
);

alter table "public"."earlier_answers"
  enable row level security;

alter table "public"."communities"
  add column "name_changed_at" timestamp with time zone;

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
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can answer a claim.' using errcode = 'PT403';
  end if;
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

create or replace function private.compare_group_name (
  community     public.communities,
  previous_name text,
  name          text,
  is_review     boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  known public.community_links;
  expected_name text;
begin
  select * into known from public.community_links where community_id = community.id for update;
  expected_name := coalesce(known.approved_name, previous_name);
  if coalesce(private.is_same_group_name(name, expected_name), true) then
    if known.approved_name is null then
      if is_review and known.renamed_at is null then
        update public.community_links set approved_name = private.remove_codes(name) where community_id = community.id;
      end if;
      return;
    end if;
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
      community, case when known.renamed_at is null then expected_name else previous_name end, name);
    if private.is_unrelated_name(name, expected_name) then
      perform private.hide(community.id, private.reason_of_rename());
    end if;
    update public.community_links set renamed_at = coalesce(renamed_at, now()) where community_id = community.id;
  end if;
end
$function$;

create or replace function private.confirm_name (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_approved_community(community_id);
begin
  if community.name_changed_at is null then
    raise exception 'The name of this community is already confirmed.' using errcode = 'PT409';
  end if;
  if community.name_changed_at is distinct from seen_at then
    raise exception 'The name was changed again in the meantime. Reload the page to see the current one.'
      using errcode = 'PT412';
  end if;
  community.name_changed_at := null;
  community.updated_at := now();
  perform private.save_decision('changes accepted', community, array['name_changed_at', 'updated_at']);
end
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
    raise exception 'The owner or their answer has changed in the meantime. Reload the page to read it.'
      using errcode = 'PT412';
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
  if private.decision() is distinct from 'decision undone' and (
    new.status <> old.status or new.name <> old.name and private.decision() is distinct from 'changes proved'
  ) then
    new.name_changed_at := null;
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
        select k.id, k.community_id, k.proved_at, k.answer_due_at,
          case when k.answered_by = user_id or private.is_manager(k.community_id, k.answered_by) then k.answer end
            as answer,
          k.answered_at, k.outcome, k.decided_at
        from public.claims as k where k.owner_id = user_id or k.answered_by = user_id
      ) as k
    ),
    'earlier_answers', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'author_id' order by e.answered_at), '[]')
      from public.earlier_answers as e where e.author_id = user_id
    )
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
      and coalesce(private.is_unrelated_name(l.group_name, l.approved_name), true)
  )
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
      k.answer, k.answered_at, k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and k.claimant_id <> (select auth.uid()) and (
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
begin
  if community.held_changes ->> 'whatsapp_link' is null or not private.needs_no_review(community, name) then
    return false;
  end if;
  perform private.lock_until_commit('WhatsApp link ' || (community.held_changes ->> 'whatsapp_link'));
  return not private.is_whatsapp_link_listed(community.held_changes ->> 'whatsapp_link', community.id);
end
$function$;

create or replace function private.needs_no_review (
  community  public.communities,
  group_name text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  known public.community_links;
begin
  select * into known from public.community_links where community_id = community.id;
  return community.status = 'approved' and community.hidden_at is null and community.name_changed_at is null
    and known.renamed_at is null
    and coalesce(private.is_same_group_name(known.approved_name, group_name), false)
    and private.telling_words(group_name) <> '{}'
    and not private.is_user_suspended(community.owner_id)
    and not exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)
    and not exists (
      select from public.community_reports as r where r.community_id = community.id and r.resolved_at is null
    )
    and not exists (
      select from public.audit_log as e
      where e.subject_id = community.id and e.action in ('link swapped', 'changes proved')
        and e.at > now() - interval '1 day'
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
    claim, 'claimed', array[community.owner_id], jsonb_build_object('until', claim.answer_due_at));
  perform private.queue_claim_email(
    claim, 'claimed', private.managers_of(community_id),
    jsonb_build_object('until', claim.answer_due_at, 'is_co_owner', true));
  return claim.answer_due_at;
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
  insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
  select k.id, k.answered_by, 'owner', k.answer, k.answered_at from public.claims as k
  where k.community_id = new.id and k.outcome is null and num_nulls(k.answered_by, k.answer) = 0;
  for claim in
    update public.claims as k set owner_id = new.owner_id, answer = null, answered_at = null, answered_by = null
    where k.community_id = new.id and k.outcome is null
    returning k.*
  loop
    perform private.queue_claim_email(
      claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
  return null;
end
$function$;

create or replace function private.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text,
  is_own       boolean           default false,
  is_review    boolean           default false
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
  -- An owner may replace the whole name with a code for a minute.
  is_named constant boolean := answer = 'live' and (name = '' or private.remove_codes(name) <> '');
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
    group_name = case when is_named then nullif(name, '') else known.group_name end,
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = least(now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours')
    end, case when is_own then known.due_at end)
  where known.community_id = community_id and known.link = link;
  if previous.link is not null and is_named and community.status = 'approved' then
    perform private.compare_group_name(community, previous.group_name, name, is_review);
  end if;
  if link is distinct from private.link_under_review(community) then
    return null;
  end if;

  insert into private.reviewed_links as known (community_id, link, group_name, checked_at)
  values (community_id, link, case when is_review and is_named then name end, now())
  on conflict on constraint reviewed_links_pkey do update set
    link = excluded.link, checked_at = now(), claimed_at = null,
    group_name = case
      when is_review and is_named then name
      when answer <> 'dead' and known.link = excluded.link then known.group_name end,
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
  held jsonb;
  is_manager boolean;
  is_proved boolean;
  outcome text;
begin
  -- Locked first, as by every other decision: a claim refers to both profiles.
  perform from public.profiles as p
  where p.id in (user_id, (select c.owner_id from public.communities as c where c.id = community_id))
  order by p.id for key share;
  select c.held_changes into held from public.communities as c where c.id = community_id for no key update;
  is_manager := private.is_manager(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  -- First: a proof may make the link live that the check then describes. Any other way to make a link live ends the
  -- verification, which the proof of a verified owner needs.
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  outcome := private.record_link_check(community_id, link, answer, group_name, true);
  -- The swapped link is not verified any more, but the page has just shown the code.
  if outcome = 'swapped' and not is_proved then
    is_proved := private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  end if;
  if is_proved and not is_manager then
    perform private.open_claim(community_id, user_id);
  end if;
  return jsonb_build_object(
    'state', answer, 'is_proved', is_proved, 'outcome', case when is_manager then outcome end,
    'published', case when is_manager then (
      select coalesce(jsonb_agg(field), '[]') from jsonb_object_keys(coalesce(held, '{}')) as field
      where not coalesce((select c.held_changes from public.communities as c where c.id = community_id), '{}') ? field
    ) end);
end
$function$;

create or replace function private.record_proof (
  community_id uuid,
  user_id      uuid,
  link         text,
  group_name   text,
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
  if community.owner_id = user_id and community.verified_at < community.held_at
    and private.needs_no_review(community, group_name) then
    select coalesce(jsonb_object_agg(key, value), '{}') into proved from jsonb_each(community.held_changes)
    where key = 'whatsapp_link' or key = 'name' and private.remove_codes(value #>> '{}') = value #>> '{}'
      and not private.is_unrelated_name(value #>> '{}', group_name);
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
    if proved ? 'name' then
      community.name_changed_at := now();
      columns := columns || 'name_changed_at'::text;
    end if;
  end if;
  perform set_config('private.actor', user_id::text, true);
  perform private.save_decision(
    case when proved = '{}' then 'verified' else 'changes proved' end, community, columns);
  perform set_config('private.actor', '', true);
  return true;
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
      when private.decision() in ('link swapped', 'changes proved') then known.approved_name else seen_name
    end,
    renamed_at = null,
    linked_at = now(), due_at = now(), failures = 0, claimed_at = null
  where known.link <> excluded.link;
  if tg_op = 'UPDATE' and private.decision() is distinct from 'decision undone' then
    -- Approved again, with the same link.
    update public.community_links as known set
      -- Accepts a rename that reviewers know; without an earlier name, they have read none.
      approved_name = coalesce(
        seen_name, case when known.approved_name is not null then coalesce(known.group_name, '') end),
      renamed_at = null, due_at = now()
    where known.community_id = new.id and old.status <> 'approved' and old.whatsapp_link = new.whatsapp_link;
  end if;
  return null;
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
      renamed_at = case when private.is_same_group_name(coalesce(l.group_name, ''), accepted.before ->> 'group_name')
        then null else (accepted.before ->> 'renamed_at')::timestamptz end
    where l.community_id = new.subject_id and l.approved_name = accepted.after ->> 'group_name';
  end if;
  return null;
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
    community.verified_at is not null and community.name_changed_at is null,
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

create or replace function public.confirm_name (
  community_id uuid,
  seen_at      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.confirm_name(community_id, seen_at)
$function$;

create or replace function public.record_link_check (
  community_id uuid,
  link         text,
  answer       public.link_state,
  group_name   text              default null::text,
  is_review    boolean           default false
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.record_link_check(community_id, link, answer, group_name, false, is_review)
$function$;

alter table "public"."communities"
  add constraint "communities_name_changed_check"
    check (((name_changed_at IS NULL) OR (status = 'approved'::public.community_status)));

alter table "public"."earlier_answers"
  add constraint "earlier_answers_author_id_fkey" foreign key (author_id)
    references public.profiles(id) on delete cascade;

alter table "public"."earlier_answers"
  add constraint "earlier_answers_claim_id_fkey" foreign key (claim_id) references public.claims(id)
    on delete cascade;

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
         SELECT k.community_id,
            4,
            'claimed'::text,
            k.review_from
           FROM public.claims k
          WHERE ((k.outcome IS NULL) AND (k.review_from <= now()))
        UNION ALL
         SELECT c.id,
            5,
            'link_changed'::text,
            c.held_at
           FROM (public.communities c
             JOIN public.community_links l ON ((l.community_id = c.id)))
          WHERE ((c.held_at IS NOT NULL) AND (c.held_changes ? 'whatsapp_link'::text) AND (l.state = 'dead'::public.link_state))
        UNION ALL
         SELECT c.id,
            6,
            'held'::text,
            c.held_at
           FROM public.communities c
          WHERE (c.held_at IS NOT NULL)
        UNION ALL
         SELECT c.id,
            6,
            'held'::text,
            c.name_changed_at
           FROM public.communities c
          WHERE (c.name_changed_at IS NOT NULL)
        UNION ALL
         SELECT c.id,
            6,
            'groups_changed'::text,
            c.groups_changed_at
           FROM public.communities c
          WHERE ((c.groups_changed_at IS NOT NULL) AND (c.held_at IS NULL))
        UNION ALL
         SELECT c.id,
            7,
            'pending'::text,
            c.created_at
           FROM public.communities c
          WHERE (c.status = 'pending'::public.community_status)
        UNION ALL
         SELECT c.id,
            8,
            'place_requested'::text,
            c.updated_at
           FROM public.communities c
          WHERE ((c.requested_place IS NOT NULL) AND (c.status = 'approved'::public.community_status))) waiting
  ORDER BY waiting.id, waiting.turn, waiting.since;

create index communities_name_changed_at_idx on public.communities using btree (name_changed_at, id)
  where (name_changed_at is not null);

create index earlier_answers_author_id_idx on public.earlier_answers using btree (author_id);

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
    (old.name_changed_at IS DISTINCT FROM new.name_changed_at) OR
    (old.owner_id IS DISTINCT FROM new.owner_id)))
  execute function private.update_directory();

create policy "Admins read every earlier answer" on "public"."earlier_answers"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."earlier_answers"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

revoke all
  on function "private"."compare_group_name"(public.communities, text, text, boolean)
  from public;

revoke all on function "private"."confirm_name"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."confirm_name"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."needs_no_review"(public.communities, text) from public;

revoke all
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  from public;

grant execute
  on function "private"."record_link_check"(uuid, text, public.link_state, text, boolean, boolean)
  to "service_role";

revoke all on function "private"."record_proof"(uuid, uuid, text, text, text) from public;

grant execute on function "private"."record_proof"(uuid, uuid, text, text, text) to "service_role";

revoke all on function "public"."confirm_name"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."confirm_name"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all
  on function "public"."record_link_check"(uuid, text, public.link_state, text, boolean)
  from public;

grant execute
  on function "public"."record_link_check"(uuid, text, public.link_state, text, boolean)
  to "service_role";

grant select on table "public"."earlier_answers" to "authenticated";

grant all
  on table "public"."earlier_answers"
  to "service_role";

-- Written by hand: what this release reviews.
-- A name that its owner proved before this release, and that no admin has written since, is not reviewed.
update public.communities as c set name_changed_at = (
  select max(e.at) from public.audit_log as e
  where e.subject_id = c.id and e.action = 'changes proved' and e.after ->> 'name' = c.name
)
where c.status = 'approved' and exists (
  select from public.audit_log as e
  where e.subject_id = c.id and e.action = 'changes proved' and e.after ->> 'name' = c.name
    and e.at > coalesce(c.approval_date, '-infinity')
);

-- Answers of former owners and of co-owners no longer end the seven days.
insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
select k.id, k.answered_by, case when exists (
    select from public.co_owners as o where o.community_id = k.community_id and o.user_id = k.answered_by
  ) then 'co-owner' else 'owner' end, k.answer, k.answered_at
from public.claims as k
where k.outcome is null and k.answer is not null and k.answered_by <> k.owner_id
on conflict do nothing;
update public.claims set answer = null, answered_at = null, answered_by = null
where outcome is null and answered_at is not null and answered_by is distinct from owner_id;
