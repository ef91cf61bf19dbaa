import type { RequestListener } from 'node:http'
import { types } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { getRequestListener } from '@hono/node-server'
import { InMemoryEmailDriver } from '@supabase/lite'
import { type PgliteConnection, createPgliteConnection } from '@supabase/lite/pglite'
import { authSchemaSql } from './auth-schema.ts'
import {
  type DataFolder,
  localPublishableKey,
  openDataFolder,
  StartupError,
} from './data-folder.ts'
import {
  keepDeclaredGrants,
  migrate,
  setDirectoryLive,
  setProjectUrl,
  setRequestContextAtOnce,
  toIsoTimestamp,
} from './database.ts'
import { startFunctions } from './functions.ts'
import { withGateway } from './gateway.ts'
import { listen } from './listen.ts'
import { restartAfterCrashes } from './restart.ts'
import { seedIfEmpty } from './seed.ts'
import { callServices, createServices } from './services.ts'
import { startSmtpServer } from './smtp-server.ts'
import { prepareStatements } from './statements.ts'
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
  /** Folder of the uploaded files. */
  storage: string
  stop: () => Promise<void>
}

interface LocalSupabaseOptions {
  /** The folder that keeps the data between runs; undefined keeps it in memory. */
  dataFolder?: string | undefined
  /** The URL at which the caller serves `listener`; undefined starts a server on a free port. */
  url?: string | undefined
  /** Milliseconds between collections of unused images; an hour by default. */
  collectEvery?: number
  /** Milliseconds between batches of link checks; an hour by default: in tests, each community keeps its state. */
  checkLinksEvery?: number
  /** Milliseconds between sending the emails that are due, and between the jobs that queue them; ten seconds by default. */
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
  const folder = openDataFolder(options.dataFolder)
  try {
    return await startIn(folder, options)
  } catch (error) {
    folder.release()
    if (!options.dataFolder || error instanceof StartupError) throw error
    // PGlite throws 'Aborted()' for a full disk, a damaged database and other reasons.
    throw new StartupError(
      `The embedded backend cannot start with the data folder ${options.dataFolder} (${String(error)}). Is the disk full? To start over with the demo data: npm run db:reset`,
      { cause: error },
    )
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
  const open = (copy: Blob | undefined) =>
    createPgliteConnection({
      ...(folder.database && { url: folder.database }),
      pgliteOptions: {
        extensions: { fuzzystrmatch, pg_trgm, unaccent },
        parsers: { [types.TIMESTAMPTZ]: toIsoTimestamp },
        ...(copy && { loadDataDir: copy }),
      },
    })
  const connection = await open(template)
  await connection.driver.waitReady
  const forgetStatements = prepareStatements(connection)
  const waitForDatabase = restartAfterCrashes(connection, (copy) => {
    forgetStatements()
    return open(copy)
  })
  const app = await createServices({
    connection,
    url,
    keys: { publishableKey: localPublishableKey, secretKey, jwtSecret },
    storage: folder.storage,
    sendEmail: deliver,
  })
  await connection.driver.exec(authSchemaSql)
  await migrate(app)
  await keepDeclaredGrants(connection)
  setRequestContextAtOnce(connection)
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
    withGateway(async (request) => {
      const response = await functions.handle(request)
      if (response) return response
      await waitForDatabase()
      return callServices(app, request, connection, secretKey)
    }),
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
  const query = (sql: string) => () => connection.driver.query(sql)
  const emailsEvery = options.sendEmailsEvery ?? 10_000
  const timers = [
    schedule(options.collectEvery ?? hour, call('collect-images')),
    schedule(options.checkLinksEvery ?? hour, call('check-links')),
    schedule(emailsEvery, call('send-emails')),
    schedule(emailsEvery, query('select private.end_expired_suspensions()')),
    schedule(emailsEvery, query('select private.queue_daily_summaries(now())')),
    schedule(emailsEvery, query('select private.queue_alert_emails(now())')),
    schedule(emailsEvery, query('select private.withdraw_questions()')),
    schedule(emailsEvery, query('select private.ask_owners()')),
    schedule(emailsEvery, query('select private.remind_owners()')),
    schedule(emailsEvery, query('select private.fall_asleep()')),
    schedule(options.deleteExpiredEvery ?? hour, query('select private.delete_expired()')),
    schedule(
      hour,
      query('select private.update_recent_joins(part) from generate_series(0, 255) as part'),
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
    storage: folder.storage,
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
