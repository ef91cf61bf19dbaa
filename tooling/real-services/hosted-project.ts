/* What a hosted project contains besides the schemas of its services. */

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
  -- A hosted project's own extension (supautils) allows policies on the tables of storage, and settings of PostgREST.
  grant authenticator to project_owner with admin option;
  grant supabase_storage_admin to project_owner;
  grant set on parameter pgrst.db_pre_request to project_owner;
`

/** The rest of the database before the first migration is pushed. */
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
