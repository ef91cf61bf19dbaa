set local check_function_bodies = off;

create or replace function private.check_request()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise exception 'Only exact counts are available.' using errcode = 'PT400';
  end if;
  if current_user = 'anon' then
    perform set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
end
$function$;
