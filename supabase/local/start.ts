import type { RequestListener } from 'node:http'
import { types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { getRequestListener } from '@hono/node-server'
import { App, InMemoryEmailDriver, setExperimental } from '@supabase/lite'
import { type PgliteConnection, createPgliteConnection } from '@supabase/lite/pglite'
import { WebSocket } from 'ws'
import { handleAuthAdmin, handleFactors } from './auth-calls.ts'
import { authSchemaSql } from './auth-schema.ts'
import { readConfig } from './config.ts'
import {
  type DataFolder,
  localPublishableKey,
  openDataFolder,
  StartupError,
  resetHint,
} from './data-folder.ts'
import {
  dropRowParsers,
  keepDeclaredGrants,
  migrate,
  setDirectoryLive,
  setProjectUrl,
  toIsoTimestamp,
} from './database.ts'
import { toPlainText } from './email-text.ts'
import { startFunctions } from './functions.ts'
import { withGateway } from './gateway.ts'
import { listen } from './listen.ts'
import { seedIfEmpty } from './seed.ts'
import { convertDatabaseErrors, replaceErrors } from './service-errors.ts'
import { startSmtpServer } from './smtp-server.ts'
import { createStorageAdapter } from './storage-adapter.ts'
import { saveTemplate, unpackTemplate } from './template.ts'
import { startWhatsAppPages } from './whatsapp-pages.ts'

export interface LocalSupabase {
  url: string
  publishableKey: string
  secretKey: string
  /** Signs the access tokens of users. */
  jwtSecret: string
  /** Emails of the auth service and of the functions. None is delivered. */
  emails: InMemoryEmailDriver['messages']
  /** Direct access to PostgreSQL as superuser. */
  connection: PgliteConnection
  listener: RequestListener
  stop: () => Promise<void>
}

interface LocalSupabaseOptions {
  /** The folder that keeps the data between runs; undefined keeps it in memory. */
  dataFolder?: string | undefined
  /** The URL at which the caller serves `listener`; undefined starts a server on a free port. */
  url?: string | undefined
  /** Milliseconds between collections of unused images; an hour by default. */
  collectEvery?: number
  /** Milliseconds between batches of link checks; an hour by default. */
  checkLinksEvery?: number
  /** Milliseconds between sending the emails that are due; ten seconds by default. */
  sendEmailsEvery?: number
  /** Milliseconds between deletions of expired records; an hour by default. */
  deleteExpiredEvery?: number
  /** Whether visitors may read the directory; false by default. */
  isDirectoryLive?: boolean
  /** Whether later starts may use a copy of this new database. */
  keepTemplate?: boolean
  /** Called with every email, because none is delivered. */
  onEmail?: (message: { to: string; subject: string; text?: string }) => void
}

/**
 * Starts the embedded Supabase: PostgreSQL and the auth, REST and storage services in this process, and the edge
 * functions in Deno. README.md lists what it adds to these services.
 *
 * @throws StartupError for problems that the developer can fix
 */
export async function startLocalSupabase(
  options: LocalSupabaseOptions = {},
): Promise<LocalSupabase> {
  process.env['DO_NOT_TRACK'] = '1'
  // Node 20 has no WebSocket, which a client in Lite requires.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  setExperimental('storage', true)
  // Lite hashes passwords on the thread that handles all requests: 0.2 s each at the default cost, 0.01 s at this one.
  process.env['LITE_AUTH_BCRYPT_COST'] ??= '6'

  const folder = openDataFolder(options.dataFolder)
  try {
    return await startIn(folder, options)
  } catch (error) {
    folder.release()
    throw folder.toStartupError(error)
  }
}

async function startIn(folder: DataFolder, options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const { jwtSecret, secretKey } = folder.secrets
  const server = options.url === undefined ? await listen() : undefined
  const url = options.url ?? server?.url ?? ''
  const emails = new InMemoryEmailDriver()
  const deliver = async (message: Parameters<typeof emails.send>[0]) => {
    await emails.send(message)
    options.onEmail?.(message)
  }
  const template = folder.isNew ? unpackTemplate(folder.storage) : undefined
  const connection = await createPgliteConnection({
    ...(folder.database && { url: folder.database }),
    pgliteOptions: {
      extensions: { pg_trgm, unaccent },
      parsers: { [types.TIMESTAMPTZ]: toIsoTimestamp },
      ...(template && { loadDataDir: template }),
    },
  })
  await connection.driver.waitReady
  await dropRowParsers(connection)
  convertDatabaseErrors(connection)
  const { api, auth } = readConfig()
  const app = new App({
    connection,
    api: { schemas: api.schemas, max_rows: api.max_rows },
    auth: {
      ...auth,
      site_url: url,
      additional_redirect_urls: [`${url}/**`],
      jwt_secret: jwtSecret,
      publishable_key: localPublishableKey,
      secret_key: secretKey,
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: {
      server: { admin: false, middlewares: [replaceErrors] },
      drivers: {
        email: { send: (email) => deliver({ ...email, text: toPlainText(email.html ?? '') }) },
      },
    },
  })
  app._storageAdapter = createStorageAdapter(folder.storage)
  await app.init()
  await connection.driver.exec(authSchemaSql)
  await migrate(app, connection)
  await checkFiles(folder, connection)
  await keepDeclaredGrants(connection)
  await seedIfEmpty(app, connection, secretKey)
  if (options.keepTemplate && !template) await saveTemplate(connection, folder.storage)
  await setProjectUrl(connection, url)
  await setDirectoryLive(connection, options.isDirectoryLive ?? false)
  const whatsApp = await startWhatsAppPages(connection)
  const smtpServer = await startSmtpServer(deliver)
  const functions = startFunctions({
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: localPublishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    WHATSAPP_ORIGIN: whatsApp.origin,
    SMTP_URL: smtpServer.url,
    SITE_URL: url,
  })

  const listener = getRequestListener(
    withGateway(
      async (request) =>
        (await functions.handle(request)) ??
        (await handleAuthAdmin(request, connection, secretKey)) ??
        handleFactors(request) ??
        app.fetch(request),
    ),
  )
  server?.serve(listener)
  const hour = 3_600_000
  const schedule = (milliseconds: number, job: () => Promise<unknown>) =>
    // The next run retries.
    setInterval(() => job().catch(() => undefined), milliseconds).unref()
  const call = (path: string) => () =>
    functions.handle(
      new Request(`${url}/functions/v1/admin/${path}`, {
        method: 'POST',
        headers: { apikey: secretKey },
      }),
    )
  const timers = [
    schedule(options.collectEvery ?? hour, call('collect-images')),
    schedule(options.checkLinksEvery ?? hour, call('check-links')),
    schedule(options.sendEmailsEvery ?? 10_000, call('send-emails')),
    schedule(options.deleteExpiredEvery ?? hour, () =>
      connection.driver.query('select private.delete_expired()'),
    ),
  ]

  return {
    url,
    publishableKey: localPublishableKey,
    secretKey,
    jwtSecret,
    emails: emails.messages,
    connection,
    listener,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      functions.stop()
      await whatsApp.stop()
      await smtpServer.stop()
      await server?.close()
      await connection.close()
      folder.release()
    },
  }
}

/** @throws StartupError when the database lists stored images but their folder is missing */
async function checkFiles(
  { isNew, hasNoFiles, storage }: DataFolder,
  { driver }: PgliteConnection,
) {
  if (isNew || !hasNoFiles) return
  const { rows } = await driver.query('select from storage.objects limit 1')
  if (rows[0])
    throw new StartupError(`The folder of stored images is missing: ${storage}. ${resetHint}`)
}
