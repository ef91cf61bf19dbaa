import {
  getStorageSchemaSql,
  type InMemoryEmailDriver,
  SUPABASE_AUTH_HELPERS_SQL,
} from '@supabase/lite'
import { authSchemaSql } from '../../supabase/local/auth-schema.ts'
import { callServices, createServices, type Keys } from '../../supabase/local/services.ts'
import { connectEmbedded, openSql } from './database.ts'

/* The embedded auth and storage services on a PostgreSQL database, for machines without the real ones. */

interface Options {
  databaseUrl: string
  /** URL of the gateway, which is also the site's. */
  url: string
  keys: Keys
  /** Folder of the files. */
  storage: string
  emails: InMemoryEmailDriver
  /** Requires users to confirm their email address. */
  confirmations: boolean
}

/**
 * Helpers that read the claims both as PostgREST and as the embedded services set them, like Supabase's own. The
 * embedded services overwrite them at each start, so they are restored afterwards.
 */
const authHelpers = `
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

/** The schemas of the embedded services, owned by the roles of the real ones. */
export const schemasForEmbedded = `
  ${authSchemaSql}
  ${SUPABASE_AUTH_HELPERS_SQL}
  ${authHelpers}
  ${getStorageSchemaSql()}
  ${changeOwner('supabase_auth_admin', 'auth')}
  ${changeOwner('supabase_storage_admin', 'storage')}
`

/** Starts the embedded services. Requires a database with `schemasForEmbedded`. */
export async function startEmbeddedServices(options: Options) {
  const { databaseUrl, emails, ...others } = options
  const connection = connectEmbedded(databaseUrl)
  const app = await createServices({
    ...others,
    connection,
    sendEmail: (email) => emails.send(email),
  })
  const driver = openSql(databaseUrl)
  await driver.exec(authHelpers)

  return {
    handle: (request: Request) => callServices(app, request, { driver }, others.keys.secretKey),
    async stop() {
      await driver.close()
      await connection.close()
    },
  }
}

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
