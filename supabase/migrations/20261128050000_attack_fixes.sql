set local check_function_bodies = off;

create or replace function private.approved_name (
  community public.communities
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when community.status = 'approved' and community.hidden_at is null and community.name_changed_at is null
    then community.name
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
        -- It may have waited for a day.
        and (k.owner_id = p.id or queued.data ? 'is_co_owner' and private.is_manager(k.community_id, p.id))
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
    -- As a co-owner, they were told that only the owner can answer.
    delete from private.email_outbox as e
    where e.recipient_id = new.owner_id and e.kind = 'claimed' and e.event = claim.id::text and e.data ? 'is_co_owner';
    perform private.queue_claim_email(
      claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
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
      when private.decision() in ('link swapped', 'changes proved') then known.approved_name else seen_name
    end,
    renamed_at = null,
    linked_at = now(), due_at = now(), failures = 0, claimed_at = null
  where known.link <> excluded.link;
  if tg_op = 'UPDATE' and private.decision() is distinct from 'decision undone' then
    -- Approved again, with the same link.
    update public.community_links as known set
      -- Accepts a rename that reviewers know; without an earlier name, they have read none.
      approved_name = coalesce(seen_name, case
        when known.approved_name is null or known.renamed_at is null then known.approved_name
        else coalesce(known.group_name, '')
      end),
      renamed_at = null, due_at = now()
    where known.community_id = new.id and old.status <> 'approved' and old.whatsapp_link = new.whatsapp_link;
  end if;
  return null;
end
$function$;
