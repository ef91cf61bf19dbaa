-- email/: what is emailed, to whom and when.
-- Guarantee: one email per user and event, to the confirmed email, unless the user has unsubscribed. The
-- emails about a suspension, a passkey and a claim to answer cannot be switched off.
--   outbox.sql: the queue, and how it is reserved and finished.  events.sql: what is put into it.
--   alerts.sql: emails about new communities that match a filter.

-- The outbox is written in the transaction of the event. The function admin/send-emails sends what is due, once a
-- decision can no longer be undone. Only the secret key reads it.

create type public.email_kind as enum (
  'approved', 'rejected', 'changes_accepted', 'changes_declined', 'link_dead', 'daily_summary', 'new_communities',
  'hidden', 'shown', 'returned_to_pending', 'suspended', 'report_outcome', 'appeal_accepted', 'appeal_declined',
  'invited', 'invitation_accepted', 'handed_over', 'renamed', 'claimed', 'claim_accepted', 'claim_declined',
  'claim_closed', 'still_active', 'falling_asleep', 'passkey_added', 'passkey_removed'
);

create table private.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.email_kind not null,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  community_id uuid references public.communities (id) on delete cascade,
  -- Identifies the event: the id of a log entry or a claim, the time of a question, the day of a summary, for example.
  event text not null,
  -- The values in the text of the email; of new communities, only the ids.
  data jsonb not null default '{}',
  -- Emails that someone waits for (1) go before questions and alerts (2), of which 100,000 may be queued at once.
  priority smallint not null generated always as (
    case when kind in ('still_active', 'falling_asleep', 'new_communities') then 2 else 1 end
  ) stored,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  reserved_at timestamptz,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  constraint email_outbox_event_key unique (recipient_id, kind, event)
);

create index email_outbox_community_id_idx on private.email_outbox (community_id);
-- The second one finds what mentions the email of a deleted account.
create index email_outbox_summaries_idx on private.email_outbox (event) where kind = 'daily_summary';
create index email_outbox_invited_idx on private.email_outbox ((data ->> 'email')) where kind = 'invitation_accepted';
-- The questions to owners, which are few among the emails of a month.
create index email_outbox_questions_idx on private.email_outbox (created_at)
where kind in ('still_active', 'falling_asleep');
create index email_outbox_due_at_idx on private.email_outbox (priority, due_at)
where sent_at is null and given_up_at is null;

grant select, insert, update, delete on private.email_outbox to service_role;

-- Queues an email, unless the event already has one. Skips accounts that are being deleted: waiting could deadlock. An
-- email with a community is deleted with it.
create function private.queue_email(
  kind public.email_kind, recipient_id uuid, event text, data jsonb default '{}', community_id uuid default null,
  due_at timestamptz default now()
) returns void
language sql set search_path = '' as $$
  insert into private.email_outbox (kind, recipient_id, event, data, community_id, due_at)
  select kind, p.id, event, data, community_id, due_at from public.profiles as p where p.id = recipient_id
  for key share skip locked
  on conflict on constraint email_outbox_event_key do nothing
$$;

-- The values in the text of an email; null if it must no longer be sent: its recipient has unsubscribed or is
-- suspended, or what it is about has ended.
create function private.email_data(queued private.email_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when queued.kind = 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country)
        order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      having count(*) > 0
    )
    -- It has a public page unless the directory is closed, it has become hidden or its owner is suspended.
    when queued.kind in ('approved', 'changes_accepted', 'shown', 'appeal_accepted') then
      queued.data || jsonb_build_object('is_listed', private.is_listed(queued.community_id),
        'is_suspended', private.is_user_suspended(p.id))
    when queued.kind in ('still_active', 'falling_asleep') then private.question_data(p, queued.event)
    else queued.data
  end
  from public.profiles as p
  where p.id = queued.recipient_id and case queued.kind
    when 'daily_summary' then p.is_admin and p.wants_summary_emails and not private.is_user_suspended(p.id)
    when 'new_communities' then p.wants_alert_emails and private.is_directory_live()
      and not private.is_user_suspended(p.id) and exists (select from public.alerts as a where a.user_id = p.id)
    when 'report_outcome' then p.wants_report_emails and not private.is_user_suspended(p.id)
    when 'suspended' then private.is_user_suspended(p.id) and exists (
      select from public.suspensions as s where s.user_id = p.id and s.suspended_at = queued.event::timestamptz
    )
    when 'claimed' then exists (
      select from public.claims as k where k.id = queued.event::uuid and k.outcome is null and k.answered_at is null
        and (k.owner_id = p.id or queued.data ? 'is_co_owner' and private.may_manage(k.community_id, p.id))
    )
    -- Open, and for the address to which the email is sent.
    when 'invited' then p.wants_decision_emails and not private.is_user_suspended(p.id) and exists (
      select from public.invitations as i
      where i.community_id = split_part(queued.event, ' ', 1)::uuid and i.email = lower(p.sign_in_email)
        and i.answer is null and i.expires_at > now()
    )
    when 'passkey_added' then true
    when 'passkey_removed' then true
    else p.wants_decision_emails
  end
$$;

-- Reserves the most urgent emails that are due, at most 50, for ten minutes: longer than a run of send-emails. Deletes
-- those that must no longer be sent, at most 500 per call, because a call that times out would restore them. The
-- recipient is the email that the auth service has confirmed: the contact email could belong to another user.
create function public.reserve_emails(batch integer default 50) returns table (
  id uuid, kind public.email_kind, recipient_id uuid, recipient text, recipient_name text,
  community_id uuid, data jsonb, attempt integer
)
language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  due uuid[];
begin
  for i in 1 .. 10 loop
    due := array(
      select e.id from private.email_outbox as e
      where e.sent_at is null and e.given_up_at is null and e.due_at <= now()
        and (e.reserved_at is null or e.reserved_at < now() - interval '10 minutes')
      order by e.priority, e.due_at limit least(batch, 50) for update skip locked
    );
    exit when due = '{}';
    -- Emails that have been tried for a day without reporting a result.
    update private.email_outbox as e set given_up_at = now(), reserved_at = null
    where e.id = any (due) and e.reserved_at is not null and e.first_tried_at < now() - interval '1 day';
    return query
      with checked as materialized (
        select e.id, private.email_data(e) as data from private.email_outbox as e
        where e.id = any (due) and e.given_up_at is null
      ), deleted as (
        delete from private.email_outbox as e using checked as c where e.id = c.id and c.data is null
      ), reserved as (
        update private.email_outbox as e set
          reserved_at = now(), attempts = e.attempts + 1, first_tried_at = coalesce(e.first_tried_at, now())
        from checked as c where e.id = c.id and c.data is not null
        returning e.*, c.data as current_data
      )
      select e.id, e.kind, e.recipient_id, p.sign_in_email, p.name, e.community_id, e.current_data, e.attempts
      from reserved as e join public.profiles as p on p.id = e.recipient_id
      order by e.priority, e.due_at;
    exit when found;
  end loop;
end
$$;

-- Records the result of an attempt. After an error, the next attempt is due in 1, 5, 15 and then every 60 minutes, for
-- a day. Ignores the error of an attempt whose email has been reserved again.
create function public.finish_email(email_id uuid, attempt integer, error text default null) returns void
language sql security invoker set search_path = '' as $$
  update private.email_outbox set
    reserved_at = null, last_error = left(error, 500), sent_at = case when error is null then now() end,
    due_at = case when error is null then due_at
      else now() + (array[1, 5, 15, 60])[least(attempts, 4)] * interval '1 minute' end,
    given_up_at = case when error is null then given_up_at when first_tried_at < now() - interval '1 day' then now() end
  where id = email_id and sent_at is null and (error is null or attempts = attempt)
$$;

-- Returns emails to the queue that a run has reserved and not tried. A try that another run has begun since stays.
create function public.release_emails(emails jsonb) returns void
language sql security invoker set search_path = '' as $$
  update private.email_outbox set
    reserved_at = null, attempts = attempts - 1, first_tried_at = case when attempts > 1 then first_tried_at end
  where id in (
    select e.id from private.email_outbox as e
    join jsonb_to_recordset(emails) as released (id uuid, attempt integer)
      on released.id = e.id and released.attempt = e.attempts
    where e.reserved_at is not null and e.sent_at is null for update of e skip locked
  )
$$;

-- The number of emails that were given up or are overdue by an hour, and the last error. For admins, and for doctor
-- with the secret key: even in a definer function, the setting `role` is the role of the request.
create function private.count_failed_emails()
returns table (given_up bigint, overdue bigint, last_error text)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  if current_setting('role', true) in ('anon', 'authenticated') then
    perform private.require_admin();
  end if;
  return query select
    count(*) filter (where e.given_up_at is not null),
    count(*) filter (where e.given_up_at is null and e.created_at < now() - interval '1 hour'),
    (array_agg(e.last_error order by e.first_tried_at desc) filter (where e.last_error is not null))[1]
  from private.email_outbox as e where e.sent_at is null;
end
$$;

grant execute on function
  public.reserve_emails, public.finish_email, public.release_emails, private.queue_email, private.email_data
to service_role;
