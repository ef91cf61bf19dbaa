import { SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite'

/**
 * The roles of a hosted project. They exist once per server. `project_owner` pushes the migrations, as `postgres` does
 * on a hosted project: it is not a superuser and does not own the schemas of the services.
 */
export const hostedRoles = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';
  alter role authenticator set lock_timeout = '8s';

  create role project_owner login createrole createdb bypassrls;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  grant anon, authenticated, service_role to project_owner with admin option;
  -- A hosted project's own extension allows policies on the tables of storage.
  grant supabase_storage_admin to project_owner;
`

/** What the services create in a hosted database before the first migration is pushed. */
export const hostedDatabase = `
  create schema extensions authorization project_owner;
  grant usage on schema public, extensions to anon, authenticated, service_role;
  create publication supabase_realtime;
  alter publication supabase_realtime owner to project_owner;

  alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on sequences to anon, authenticated, service_role;

  ${getAuthSchemaSql()}
  ${SUPABASE_AUTH_HELPERS_SQL}
  ${getStorageSchemaSql()}

  ${changeOwner('supabase_auth_admin', 'auth')}
  ${changeOwner('supabase_storage_admin', 'storage')}
  grant usage on schema auth, storage to project_owner, anon, authenticated, service_role;
  grant all on all tables in schema auth, storage to project_owner;
  grant all on all tables in schema storage to anon, authenticated, service_role;

  -- Makes the REST service reload the schema after a change.
  create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
  begin
    notify pgrst, 'reload schema';
  end
  $$;
  create event trigger pgrst_ddl_watch on ddl_command_end
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop
    execute function extensions.pgrst_ddl_watch();
`

function changeOwner(role: string, schema: string): string {
  return `
  alter schema ${schema} owner to ${role};
  do $$
  declare relation text;
  begin
    for relation in select c.oid::regclass from pg_class as c
      where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p', 'v')
    loop
      execute format('alter table %s owner to ${role}', relation);
    end loop;
  end
  $$;`
}

/**
 * Helpers that read the claims both as PostgREST and as the embedded services set them, like Supabase's own. The embedded
 * services replace them at each start.
 */
export const authHelpers = `
  create or replace function auth.uid() returns uuid language sql stable as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
  $$;
  create or replace function auth.role() returns text language sql stable as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.role', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
    )
  $$;
  create or replace function auth.email() returns text language sql stable as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.email', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
    )
  $$;
`
