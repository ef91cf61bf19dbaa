set local check_function_bodies = off;

create or replace function private.is_sign_in_complete()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)
    and (
      claims ->> 'aal' is not distinct from 'aal2'
      or not exists (
        select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified'
      )
    );
end
$function$;

create or replace function private.require_complete_sign_in()
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_sign_in_complete() then
    return;
  end if;
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    if not exists (select from auth.users where id = (select auth.uid())) then
      raise exception 'This account no longer exists.' using errcode = 'PT403';
    end if;
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  raise exception 'Enter the code from your authenticator app to finish signing in.' using errcode = 'PT403';
end
$function$;
