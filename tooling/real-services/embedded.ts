import {
  App,
  getStorageSchemaSql,
  type InMemoryEmailDriver,
  setExperimental,
  SUPABASE_AUTH_HELPERS_SQL,
} from '@supabase/lite'
import { WebSocket } from 'ws'
import { handleAuthAdmin, handleFactors } from '../../supabase/local/auth-calls.ts'
import { authSchemaSql } from '../../supabase/local/auth-schema.ts'
import { readConfig } from '../../supabase/local/config.ts'
import { toPlainText } from '../../supabase/local/email-text.ts'
import { hideUploader } from '../../supabase/local/hide-uploader.ts'
import { convertDatabaseErrors, replaceErrors } from '../../supabase/local/service-errors.ts'
import { createStorageAdapter } from '../../supabase/local/storage-adapter.ts'
import { connectEmbedded, openSql } from './database.ts'
import type { Keys } from './gateway.ts'

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
  const { databaseUrl, url, keys, storage, emails, confirmations } = options
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  setExperimental('storage', true)
  process.env['LITE_AUTH_BCRYPT_COST'] ??= '4'
  const connection = connectEmbedded(databaseUrl)
  convertDatabaseErrors(connection)
  const { api, auth } = readConfig()
  const app = new App({
    connection,
    api: { schemas: api.schemas, max_rows: api.max_rows },
    auth: {
      ...auth,
      ...(confirmations && { email: { ...auth.email, enable_confirmations: true } }),
      site_url: url,
      additional_redirect_urls: [`${url}/**`],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: {
      server: { admin: false, middlewares: [replaceErrors] },
      drivers: {
        email: { send: (email) => emails.send({ ...email, text: toPlainText(email.html ?? '') }) },
      },
    },
  })
  app._storageAdapter = createStorageAdapter(storage)
  await app.init()
  const driver = openSql(databaseUrl)
  await driver.exec(authHelpers)

  return {
    handle: async (request: Request) =>
      (await handleAuthAdmin(request, { driver }, keys.secretKey)) ??
      handleFactors(request) ??
      hideUploader(request, await app.fetch(request)),
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
