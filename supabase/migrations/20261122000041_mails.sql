-- Mails to owners and admins: an outbox that is filled in the transaction of what it tells of. A server
-- sends what is due (the function admin, path /send-mail).

create type public.mail_kind as enum (
  'approved', 'rejected', 'changes_accepted', 'changes_declined', 'link_dead', 'daily_summary'
);

alter table public.profiles
  add column wants_decision_mails boolean not null default true,
  add column wants_summary_mails boolean not null default true;

-- An admin edits profiles, but not what somebody else wants to be told.
create function private.guard_mail_wishes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.id <> (select auth.uid()) then
    raise exception 'Only they themselves may choose which mails somebody gets.'
      using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger guard_mail_wishes
before update on public.profiles
for each row when (
  private.is_user_request()
  and (old.wants_decision_mails, old.wants_summary_mails)
    is distinct from (new.wants_decision_mails, new.wants_summary_mails)
)
execute function private.guard_mail_wishes();

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.mail_kind not null,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  community_id uuid references public.communities (id) on delete cascade,
  -- What happened: the entry of the log, the day the link died, the day of the summary.
  event text not null,
  -- What the mail says of it.
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  claimed_at timestamptz,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- One mail for a person and an event.
  constraint mail_outbox_event_key unique (recipient_id, kind, event)
);

create index mail_outbox_community_id_idx on private.mail_outbox (community_id);
create index mail_outbox_due_at_idx
on private.mail_outbox (due_at) where sent_at is null and given_up_at is null;

alter table private.mail_outbox enable row level security;

create policy "No request reads or writes the outbox"
on private.mail_outbox for all to authenticated using (false);

-- The log knows every decision, so the mail is written with the entry. It waits until the decision cannot be
-- undone any more, and half a minute longer for an undo that is under way. Who decides on their own community
-- needs no mail.
create function private.queue_decision_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.action = 'decision undone' then
    delete from private.mail_outbox
    where community_id = new.subject_id and sent_at is null and event = (
      select max(id)::text from public.audit_log where subject_id = new.subject_id and id < new.id
    );
  else
    insert into private.mail_outbox (kind, recipient_id, community_id, event, data, due_at)
    select
      replace(new.action::text, ' ', '_')::public.mail_kind, c.owner_id, c.id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason end)),
      new.at + private.undo_window() + interval '30 seconds'
    from public.communities as c
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id;
  end if;
  return null;
end
$$;

create trigger queue_decision_mail
after insert on public.audit_log
for each row when (new.action in (
  'approved', 'rejected', 'changes accepted', 'changes declined', 'decision undone'
))
execute function private.queue_decision_mail();

create function private.queue_dead_link_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mail_outbox (kind, recipient_id, community_id, event, data)
  select 'link_dead', c.owner_id, c.id, c.id || ' ' || new.dead_since,
    jsonb_build_object('name', c.name)
  from public.communities as c where c.id = new.community_id
  on conflict on constraint mail_outbox_event_key do nothing;
  return null;
end
$$;

create trigger queue_dead_link_mail
after update on public.community_links
for each row when (old.state <> 'dead' and new.state = 'dead')
execute function private.queue_dead_link_mail();

-- What waits for the admins, once a day from seven o'clock on, unless nothing waits.
create function private.queue_daily_summaries(at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamp := at at time zone 'utc';
  today constant text := moment::date;
  waiting jsonb;
begin
  if moment::time < '07:00' or exists (
    select from private.mail_outbox where kind = 'daily_summary' and event = today
  ) then
    return;
  end if;
  waiting := jsonb_build_object(
    'pending', (select count(*) from public.communities where status = 'pending'),
    'held', (select count(*) from public.communities where held_at is not null),
    'groups_changed', (
      select count(*) from public.communities where groups_changed_at is not null and held_at is null
    ),
    'reported', (select count(*) from private.reported_communities)
  );
  insert into private.mail_outbox (kind, recipient_id, event, data)
  select 'daily_summary', p.id, today, waiting
  from public.profiles as p
  where p.is_admin and p.wants_summary_mails
    and exists (select from jsonb_each_text(waiting) where value <> '0')
  on conflict on constraint mail_outbox_event_key do nothing;
  -- Nothing older is looked at.
  delete from private.mail_outbox where coalesce(sent_at, given_up_at) < at - interval '30 days';
end
$$;

-- The next mail that is due, reserved for ten minutes, longer than any attempt to send it takes. It goes to
-- the address that the auth service has confirmed: another would be a way to write to strangers.
create function private.claim_mail() returns table (
  id uuid, kind public.mail_kind, recipient_id uuid, recipient text, recipient_name text,
  community_id uuid, data jsonb, attempt integer
)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  lease constant interval := interval '10 minutes';
begin
  perform private.queue_daily_summaries(now());
  -- What somebody does not want to be told any more.
  delete from private.mail_outbox as m using public.profiles as p
  where p.id = m.recipient_id and m.sent_at is null and m.given_up_at is null
    and m.due_at <= now() and coalesce(m.claimed_at < now() - lease, true)
    and not case m.kind
      when 'daily_summary' then p.is_admin and p.wants_summary_mails else p.wants_decision_mails end;
  -- What ended every attempt without a word of it.
  update private.mail_outbox as m set given_up_at = now(), claimed_at = null
  where m.sent_at is null and m.given_up_at is null and m.claimed_at < now() - lease
    and m.first_tried_at < now() - interval '1 day';
  return query
    update private.mail_outbox as m set
      claimed_at = now(), attempts = m.attempts + 1,
      first_tried_at = coalesce(m.first_tried_at, now())
    from public.profiles as p
    where p.id = m.recipient_id and m.id = (
      select due.id from private.mail_outbox as due
      where due.sent_at is null and due.given_up_at is null and due.due_at <= now()
        and coalesce(due.claimed_at < now() - lease, true)
      order by due.due_at limit 1 for update skip locked
    )
    returning m.id, m.kind, m.recipient_id, p.sign_in_email, p.name, m.community_id, m.data, m.attempts;
end
$$;

-- What became of an attempt. After an error the next one is due in a minute, in five, in fifteen, then every
-- hour, until a day has passed. The error of an attempt whose reservation has run out says nothing any more.
create function private.finish_mail(mail uuid, attempt integer, error text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if error is null then
    update private.mail_outbox set sent_at = now(), claimed_at = null, last_error = null
    where id = mail and sent_at is null;
  else
    update private.mail_outbox set
      claimed_at = null, last_error = left(error, 500),
      due_at = now() + (array[1, 5, 15, 60])[least(attempts, 4)] * interval '1 minute',
      given_up_at = case when first_tried_at < now() - interval '1 day' then now() end
    where id = mail and attempts = attempt and sent_at is null;
  end if;
end
$$;

-- Whether the mails go out: how many were given up, how many have been due for an hour, and why. For admins,
-- and for doctor with the secret key; the role is that of the request, also inside a definer function.
create function private.count_failed_mails()
returns table (given_up bigint, overdue bigint, last_error text)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  if current_setting('role', true) in ('anon', 'authenticated') then
    perform private.require_admin();
  end if;
  return query select
    count(*) filter (where m.given_up_at is not null),
    count(*) filter (where m.given_up_at is null and m.created_at < now() - interval '1 hour'),
    (array_agg(m.last_error order by m.first_tried_at desc) filter (where m.last_error is not null))[1]
  from private.mail_outbox as m where m.sent_at is null;
end
$$;

-- What the API calls.

-- For the function admin/send-mail, with the secret key.
create function public.claim_mail() returns table (
  id uuid, kind public.mail_kind, recipient_id uuid, recipient text, recipient_name text,
  community_id uuid, data jsonb, attempt integer
)
language sql volatile security invoker set search_path = '' as $$
  select * from private.claim_mail()
$$;

-- For the same function.
create function public.finish_mail(mail uuid, attempt integer, error text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.finish_mail(mail, attempt, error)
$$;

-- For the admin screen and doctor.
create function public.count_failed_mails()
returns table (given_up bigint, overdue bigint, last_error text)
language sql stable security invoker set search_path = '' rows 1 as $$
  select * from private.count_failed_mails()
$$;
