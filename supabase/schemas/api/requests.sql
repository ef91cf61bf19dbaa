-- Rules for every request to the REST service.
-- Guarantee: no count reveals rows that policies hide, and no visitor makes the planner read a pattern.

-- The REST service calls this function before each request.
-- Refuses counts that the planner estimates: its statistics include hidden rows. Refused by name in any spelling,
-- because the service may accept more spellings than it documents.
-- For visitors, statements are planned without their values: otherwise the planner compiles a pattern in a filter, for
-- seconds, before the function that refuses filters is called.
create function private.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise exception 'Only exact counts are available.' using errcode = 'PT400';
  end if;
  if current_user = 'anon' then
    perform set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;
end
$$;

grant execute on function private.check_request to anon, authenticated, service_role;

-- The embedded backend has no such role: its gateway checks requests (supabase/local/gateway.ts).
-- A signed-in user can filter their own rows with a slow pattern, or embed rows several levels deep. Only functions
-- that set a longer time themselves need more than a second.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    alter role authenticated set statement_timeout = '3s';
  end if;
end
$$;
notify pgrst, 'reload config';
