import type { App } from '@supabase/lite'
import { applyPendingMigrations } from '@supabase/lite/cli'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { StartupError } from './data-folder.ts'

/** A database without row-level security: the embedded one, or a PostgreSQL server in its place. */
export interface Database {
  driver: Sql
}

export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  exec(text: string): Promise<unknown>
  transaction(work: (transaction: Pick<Sql, 'query' | 'exec'>) => Promise<void>): Promise<void>
}

/** Formats a timestamp as PostgREST does. Some browsers cannot parse PostgreSQL's own format. */
export const toIsoTimestamp = (text: string) =>
  text.replace(' ', 'T').replace(/([+-]\d\d)(?=$| BC$)/, '$1:00')

/**
 * Runs the migrations that the database has not run yet.
 *
 * @throws StartupError if one fails. Lite has printed the reason.
 */
export async function migrate(app: App): Promise<void> {
  await applyPendingMigrations(app).catch((cause: unknown) => {
    throw new StartupError('A migration failed. The reason is printed above.', { cause })
  })
}

/**
 * Keeps the grants that the migrations declare. Otherwise Lite grants everything to the API roles at its first REST
 * request, which hides missing grants and open tables.
 */
export async function keepDeclaredGrants(connection: PgliteConnection): Promise<void> {
  Object.assign(connection, { ensureRlsContext: async () => true })
  await connection.driver.exec(
    `grant usage on schema auth, storage to anon, authenticated, service_role;
     grant all on all tables in schema storage to anon, authenticated, service_role`,
  )
}

interface RequestContext {
  auth?: { role?: string; uid?: string; jwt?: object }
  storage?: { operation?: string }
}

interface RpcRequest {
  method: string
  path: string
  requestHeaders?: object
}

/**
 * Sets the role, claims and other settings of a request in one or two statements. Lite sends one for each of them, which
 * take a third of the time of a short request. Each runs in the transaction of its request: PGlite has one session.
 */
export function setRequestContextAtOnce(connection: PgliteConnection): void {
  const set = async (settings: Record<string, string>) => {
    const calls = Object.keys(settings).map(
      (name, index) => `set_config('${name}', $${index + 1}, true)`,
    )
    await connection.driver.query(`select ${calls.join()}`, Object.values(settings))
  }
  Object.assign(connection, {
    applyJwtSessionContext: async (_transaction: unknown, { auth, storage }: RequestContext) => {
      const { role = 'anon', uid = '', jwt } = auth ?? {}
      await set({
        role,
        // As `private.check_request`.
        plan_cache_mode: role === 'anon' ? 'force_generic_plan' : 'auto',
        'request.jwt.claim.sub': uid,
        'request.jwt.claim.role': role,
        'storage.operation': storage?.operation ?? '',
        ...(jwt && { 'request.jwt.claims': JSON.stringify(jwt) }),
      })
    },
    applyRpcRequestGucs: async (_transaction: unknown, request: RpcRequest) =>
      set({
        'response.status': '',
        'response.headers': '',
        'request.method': request.method,
        'request.path': request.path,
        'request.headers': JSON.stringify(request.requestHeaders ?? {}),
      }),
  })
}

/** Opens or closes the directory for visitors. The pages must be built with the same setting. */
export async function setDirectoryLive({ driver }: Database, isLive: boolean): Promise<void> {
  await driver.query('update private.settings set directory_live = $1', [isLive])
}

/** Stores the URL of the backend, and updates the image URLs, because the port may have changed. */
export async function setProjectUrl(connection: Database, url: string): Promise<void> {
  const updated = `regexp_replace($2::text, '^https?://[^/]+(?=/storage/v1/)', $1::text)`
  await connection.driver.query('update private.settings set project_url = $1', [url])
  await connection.driver.query(
    `update public.communities set
       image_url = ${updated.replace('$2::text', 'image_url')},
       held_changes = case when held_changes ? 'image_url' then jsonb_set(
         held_changes, '{image_url}',
         to_jsonb(${updated.replace('$2::text', "held_changes ->> 'image_url'")})
       ) else held_changes end
     where image_url like '%/storage/v1/%' or held_changes ->> 'image_url' like '%/storage/v1/%'`,
    [url],
  )
}
