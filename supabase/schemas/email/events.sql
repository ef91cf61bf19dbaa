-- Emails about renamed groups, reports, invitations and passkeys, and those to admins. The functions for decisions, dead
-- links, suspensions, claims and questions queue their own.

-- Queues the email about a renamed group, at most one a day per community, without the new name: it is untrusted text.
create function private.queue_renamed_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email(
    'renamed', c.owner_id, c.id || ' ' || (new.renamed_at at time zone 'utc')::date,
    jsonb_build_object('name', c.name, 'is_hidden', private.is_blocked(c.id, '{renamed}')), c.id)
  from public.communities as c where c.id = new.community_id;
  return null;
end
$$;

create trigger queue_renamed_email after update on public.community_links
for each row when (old.renamed_at is null and new.renamed_at is not null)
execute function private.queue_renamed_email();

-- Queues the email about the outcome of a report; an undo deletes it. Without the community's id, which it outlives.
create function private.queue_report_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.resolved_at is null then
    delete from private.email_outbox
    where recipient_id = new.reporter_id and kind = 'report_outcome' and event = new.id::text and sent_at is null;
  else
    perform private.queue_email(
      'report_outcome', new.reporter_id, new.id::text, jsonb_build_object('name', c.name, 'is_upheld', new.is_upheld),
      due_at => new.resolved_at + private.undo_window() + interval '30 seconds')
    from public.communities as c where c.id = new.community_id and new.reporter_id is distinct from new.resolved_by;
  end if;
  return null;
end
$$;

create trigger queue_report_email after update of resolved_at on public.community_reports
for each row when ((old.resolved_at is null) <> (new.resolved_at is null))
execute function private.queue_report_email();

-- Queues the email about an invitation if its address is the confirmed sign-in email of an account: at most one a day
-- for each community, and three a day for each user.
create function private.queue_invitation_email(invitation public.invitations, community public.communities) returns void
language sql set search_path = '' as $$
  select private.queue_email(
    'invited', p.id, community.id || ' ' || private.today(),
    jsonb_strip_nulls(jsonb_build_object('name', private.approved_name(community), 'invitation', invitation.kind)))
  from public.profiles as p join auth.users as u on u.id = p.id
  where lower(p.sign_in_email) = invitation.email and u.email_confirmed_at is not null and (
    select count(*) from private.email_outbox as e
    where e.recipient_id = p.id and e.kind = 'invited' and e.created_at > now() - interval '1 day'
  ) < 3
$$;

-- Queues the email about a passkey, unless its account is being deleted. Without its name, which is untrusted text.
create function private.queue_passkey_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.queue_email('passkey_added', new.user_id, new.id::text);
  elsif exists (select from auth.users where id = old.user_id) then
    perform private.queue_email('passkey_removed', old.user_id, old.id::text);
  end if;
  return null;
end
$$;

-- Creates the trigger on the passkeys, whose table older auth services lack. Run by the migration and every deployment.
create function private.watch_passkeys() returns void
language plpgsql set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create or replace trigger queue_passkey_email after insert or delete on auth.webauthn_credentials
    for each row execute function private.queue_passkey_email();
  end if;
end
$$;

select private.watch_passkeys();

-- An hourly job: queues the admins' summary of the review queue, once a day after 7:00 UTC, unless it is empty.
create function private.queue_daily_summaries(at timestamptz) returns void
language plpgsql set search_path = '' as $$
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
  waiting := (select to_jsonb(counts) from private.count_review_queue() as counts);
  perform private.queue_email('daily_summary', p.id, today, waiting) from public.profiles as p
  where p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    and exists (select from jsonb_each_text(waiting) where value <> '0');
end
$$;

-- Tells the admins that reports hid a community, or, without one, hide no more today. At most once a day each.
create function private.queue_reports_notice(community_id uuid, data jsonb) returns void
language sql set search_path = '' as $$
  select private.queue_email(
    'daily_summary', p.id, coalesce('hidden ' || community_id, 'limit of reports') || ' ' || private.today(), data)
  from public.profiles as p where p.is_admin and p.wants_summary_emails
$$;

grant execute on function private.queue_daily_summaries to service_role;
