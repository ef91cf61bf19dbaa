-- Suspensions: an admin stops a user from writing, for a reason and optionally until a time.
-- Guarantee: a suspended user keeps reading their own data, exports it and deletes the account, and writes nothing. A
-- suspended admin has no rights of an admin, and one admin always remains. Users read only their own suspension, and
-- not who suspended them. accounts/suspend_users.sql starts and ends suspensions, shared/every_table.sql refuses the
-- writes.

create table public.suspensions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- The user reads it.
  reason text not null check (private.is_visible(reason) and private.is_text(reason, 500)),
  -- Null until an admin ends it.
  until timestamptz,
  suspended_by uuid references public.profiles (id) on delete set null,
  suspended_at timestamptz not null default now()
);

create index suspensions_suspended_by_idx on public.suspensions (suspended_by);

-- One that has ended has no effect, and is deleted soon after: see private.end_expired_suspensions.
create policy "Users read their own suspension, admins every one"
on public.suspensions for select to authenticated
using ((user_id = (select auth.uid()) or (select private.is_admin())) and (until is null or until > now()));

grant select (user_id, reason, until, suspended_at) on public.suspensions to authenticated;

-- Security definer, because row-level security hides the suspensions of other users.
create function private.is_user_suspended(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.suspensions as s
    where s.user_id = is_user_suspended.user_id and (s.until is null or s.until > now())
  )
$$;

-- Whether the signed-in user is suspended. PL/pgSQL, which caches the plan: every statement that writes calls it.
-- Security definer, so that policies need no rights on suspensions.
create function private.is_suspended() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.suspensions as s
    where s.user_id = (select auth.uid()) and (s.until is null or s.until > now())
  );
end
$$;

-- Raises an error if the signed-in user is suspended. For functions and triggers: a policy must not raise.
create function private.refuse_suspended(code text default 'PT403') returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_suspended() then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = code;
  end if;
end
$$;

-- Raises an error unless the signed-in user may write: for every function that writes, or reveals an invite link.
create function private.require_writer() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_profile();
  perform private.refuse_suspended();
end
$$;

create trigger keep_last_admin
before insert on public.suspensions
for each row execute function private.keep_last_admin('suspended');

create trigger clean
before insert or update of reason on public.suspensions
for each row execute function private.clean_columns('reason:text');

grant execute on function private.is_suspended, private.refuse_suspended, private.require_writer
to authenticated, service_role;
grant execute on function private.is_user_suspended to service_role;
