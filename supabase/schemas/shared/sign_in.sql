-- Complete sign-ins. Guarantee: a user with a second factor has no access before they enter its code.

-- Whether the session of the token has not ended, and its user has entered the code of their second factor, if they
-- have one. Almost every statement checks this, so it parses the token once and calls no other function.
create function private.is_sign_in_complete() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)
    and (
      claims ->> 'aal' is not distinct from 'aal2'
      or not exists (select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified')
    );
end
$$;

-- For functions: a policy must not raise. After a 401, clients refresh the session and so notice that it has ended.
-- That would hide that the account was deleted.
create function private.require_complete_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_sign_in_complete() then
    return;
  elsif exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'Enter the code from your authenticator app to finish signing in.' using errcode = 'PT403';
  elsif exists (select from auth.users where id = (select auth.uid())) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  raise exception 'This account no longer exists.' using errcode = 'PT403';
end
$$;

-- Refuses to confirm a second authenticator app without a code from the first. The auth service requires that code only
-- when an app is created: an attacker with the password could create one while the user confirms their first app, and
-- confirm it later. Deferred, because the auth service raises the session's level after it confirms the app.
create function private.check_confirmed_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two apps that are confirmed at the same time, the second sees the first.
  perform private.lock_until_commit('factors of ' || new.user_id);
  if exists (
    select from auth.mfa_factors where user_id = new.user_id and id <> new.id and status = 'verified'
  ) and not exists (
    -- A session that was at aal2 before has a claim from before.
    select from auth.sessions as s join auth.mfa_amr_claims as c on c.session_id = s.id
    where s.factor_id = new.id and c.created_at < new.updated_at
      and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
  ) then
    raise exception 'Enter the code from your authenticator app first.' using errcode = 'PT403';
  end if;
  return null;
end
$$;

create constraint trigger check_confirmed_factor
after update of status on auth.mfa_factors deferrable initially deferred
for each row when (new.status = 'verified' and old.status <> 'verified')
execute function private.check_confirmed_factor();

grant execute on function private.is_sign_in_complete to authenticated, service_role;
