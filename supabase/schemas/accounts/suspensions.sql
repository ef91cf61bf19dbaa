-- Suspensions: an admin stops another user from writing, for a reason and optionally until a time.
-- Guarantee: a suspended admin has no rights of an admin. Users read only their own suspension, and not who suspended
-- them. The communities leave the directory and return in the same transaction. shared/every_table.sql refuses writes.

create table public.suspensions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- The user reads it.
  reason text not null check (private.is_visible(reason) and private.is_text(reason, 500)),
  -- Null until an admin ends it.
  until timestamptz,
  suspended_by uuid references public.profiles (id) on delete set null,
  suspended_at timestamptz not null default now(),
  -- The communities that were hidden with it, for the undo: see private.hide_communities_of.
  hidden jsonb not null default '{}'
);

create index suspensions_suspended_by_idx on public.suspensions (suspended_by);

-- One that has ended has no effect, and is deleted soon after: see private.end_expired_suspensions.
create policy "Users read their own suspension, admins every one" on public.suspensions for select to authenticated
using ((user_id = (select auth.uid()) or (select private.is_admin())) and (until is null or until > now()));

grant select (user_id, reason, until, suspended_at) on public.suspensions to authenticated;

create function private.is_user_suspended(account_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.suspensions where user_id = account_id and (until is null or until > now()))
$$;

-- Whether the signed-in user is suspended. PL/pgSQL, which caches the plan: every statement that writes calls it.
create function private.is_suspended() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.suspensions where user_id = auth.uid() and (until is null or until > now()));
end
$$;

-- For functions and triggers: a policy must not raise.
create function private.refuse_suspended(code text default 'PT403') returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_suspended() then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = code;
  end if;
end
$$;

-- For every function that writes for a user, or reveals an invite link.
create function private.require_writer() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_profile();
  perform private.refuse_suspended();
end
$$;

create trigger keep_last_admin
before insert on public.suspensions for each row execute function private.keep_last_admin('suspended');

create trigger clean before insert or update of reason on public.suspensions
for each row execute function private.clean_columns('reason:text');

-- The functions below lock the profile first, as the deletion of an account does. Otherwise the two could deadlock.

-- A suspension in the log, with the communities that were hidden with it.
create function private.suspension_details(suspension public.suspensions) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('reason', suspension.reason, 'until', suspension.until, 'hidden', (
    select jsonb_agg(id order by id) from jsonb_object_keys(suspension.hidden) as id
  )))
$$;

-- Logs both, emails the user about the start, unless it is undone, and updates the directory. The lock on the
-- communities waits for concurrent saves, as in private.update_listing. It includes those that are not approved: one of
-- them may be approved at the same time. Does nothing if the account is being deleted.
create function private.apply_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant public.suspensions := coalesce(new, old);
  subject constant uuid := changed.user_id;
  details constant jsonb := private.suspension_details(changed);
begin
  if not exists (select from public.profiles where id = subject) then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.log_action('suspended', 'user', subject, subject, '{}', details);
    perform private.queue_email(
      'suspended', subject, new.suspended_at::text,
      details || jsonb_build_object('hidden', coalesce(jsonb_array_length(details -> 'hidden'), 0)),
      due_at => now() + private.undo_window() + interval '30 seconds');
  -- An undo has logged itself.
  elsif not exists (
    select from public.audit_log as e
    where e.subject_id = changed.user_id and e.action = 'decision undone' and e.at = now()
  ) then
    perform private.log_action('suspension ended', 'user', subject, subject, details, '{}');
  end if;
  perform private.write_directory_community(locked.c)
  from (select c from public.communities as c where c.owner_id = subject order by c.id for share) as locked;
  return null;
end
$$;

create trigger apply_suspension
after insert or delete on public.suspensions for each row execute function private.apply_suspension();

-- A job that the schedule calls every minute: deletes at most 100 suspensions whose end has passed. Skips accounts that
-- are being deleted. Locks all communities in one order: user by user, they could deadlock with a merge of places.
create function private.end_expired_suspensions() returns void
language plpgsql set search_path = '' as $$
declare
  users constant uuid[] := array(
    select p.id from public.suspensions as s join public.profiles as p on p.id = s.user_id
    where s.until <= now() order by s.until limit 100 for key share of p skip locked
  );
begin
  perform from public.communities where owner_id = any (users) order by id for share;
  delete from public.suspensions where user_id = any (users) and until <= now();
end
$$;

create function private.suspend_user(
  user_id uuid, reason text, until timestamptz default null, hides_communities boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  if user_id = auth.uid() then raise exception 'You cannot suspend yourself.' using errcode = 'PT403'; end if;
  reason := private.require_text(reason, 'Please enter a reason');
  if until <= now() or until > now() + interval '10 years' then
    raise exception 'Please choose an end within the next ten years, or none' using errcode = 'PT400', detail = 'until';
  end if;
  if not exists (select from public.profiles as p where p.id = user_id) then
    raise exception 'This user has no profile. The account may have been deleted.' using errcode = 'PT410';
  end if;
  delete from public.suspensions as s where s.user_id = user_id and s.until <= now();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by, hidden) values (
    user_id, reason, until, auth.uid(),
    case when hides_communities then private.hide_communities_of(user_id, reason) else '{}' end);
end
$$;

create function private.end_suspension(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = end_suspension.user_id for key share;
  delete from public.suspensions as s where s.user_id = end_suspension.user_id;
  if not found then raise exception 'This user is not suspended.' using errcode = 'PT409'; end if;
end
$$;

grant execute on function private.is_suspended, private.refuse_suspended, private.require_writer
to authenticated, service_role;
grant execute on function private.is_user_suspended, private.end_expired_suspensions to service_role;
