import type { RequestListener } from 'node:http'
import { types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { getRequestListener } from '@hono/node-server'
import { App, InMemoryEmailDriver, setExperimental } from '@supabase/lite'
import { type PgliteConnection, createPgliteConnection } from '@supabase/lite/pglite'
import { WebSocket } from 'ws'
import { answerAuthAdmin } from './auth-admin.ts'
import { readConfig } from './config.ts'
import {
  type DataFolder,
  localPublishableKey,
  openDataFolder,
  StartProblem,
  startOver,
} from './data-folder.ts'
import {
  isoTimestamp,
  dropRowParsers,
  migrate,
  restoreGrants,
  setDirectoryLive,
  setProjectUrl,
} from './database.ts'
import { startFunctions } from './functions.ts'
import { withGateway } from './gateway.ts'
import { listen } from './listen.ts'
import { startMailSink } from './mail-sink.ts'
import { explainFailure, reportDatabaseErrors, withQuietConsole } from './refusals.ts'
import { schedule } from './schedule.ts'
import { seedIfEmpty } from './seed.ts'
import { createStorageAdapter } from './storage-adapter.ts'
import { saveTemplate, unpackTemplate } from './template.ts'
import { startWhatsAppPages } from './whatsapp-pages.ts'

export interface LocalSupabase {
  url: string
  publishableKey: string
  secretKey: string
  /** Emails that would have been sent, those of the auth service and those of the functions. */
  emails: InMemoryEmailDriver['messages']
  /** Direct access to Postgres, past every rule. */
  connection: PgliteConnection
  listener: RequestListener
  stop: () => Promise<void>
}

interface LocalSupabaseOptions {
  /** Where data is kept between runs; undefined keeps it in memory. */
  dataFolder?: string | undefined
  /** Address under which the caller serves `listener`; undefined starts a server on a free port. */
  url?: string | undefined
  /** Milliseconds between two collections of unused images, an hour unless told. */
  collectEvery?: number
  /** Milliseconds between two batches of checked links, an hour unless told. */
  checkLinksEvery?: number
  /** Milliseconds between two looks for mails that are due, ten seconds unless told. */
  sendMailsEvery?: number
  /** Whether visitors may read the directory; not unless told. */
  isDirectoryLive?: boolean
  /** Whether later starts may begin with a copy of this new database. */
  keepTemplate?: boolean
  /** Called for every email instead of delivering it. */
  onEmail?: (message: { to: string; subject: string; text?: string }) => void
  /** Called with what the database refused, a line each. */
  onRefusal?: (line: string) => void
}

/**
 * Starts the embedded Supabase: real Postgres in this process, the auth, REST and storage services on
 * top of it, and the edge functions in Deno.
 *
 * @throws StartProblem for what the person who starts it can mend
 */
export async function startLocalSupabase(
  options: LocalSupabaseOptions = {},
): Promise<LocalSupabase> {
  process.env['DO_NOT_TRACK'] = '1'
  // Node 20 has none of its own, and the client inside the backend asks for one.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  setExperimental('storage', true)
  // Passwords are hashed in JavaScript, on the thread that answers everything else: 0.2 s each at the
  // cost that protects a database which may be stolen, 0.01 s at this one.
  process.env['LITE_AUTH_BCRYPT_COST'] ??= '6'

  const folder = openDataFolder(options.dataFolder)
  try {
    return await startIn(folder, options)
  } catch (error) {
    folder.release()
    throw folder.explain(error)
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
      extensions: { pg_trgm },
      parsers: { [types.TIMESTAMPTZ]: isoTimestamp },
      ...(template && { loadDataDir: template }),
    },
  })
  await connection.driver.waitReady
  await dropRowParsers(connection)
  reportDatabaseErrors(connection)
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
      server: { admin: false },
      drivers: {
        email: {
          send: deliver,
        },
      },
    },
  })
  app._storageAdapter = createStorageAdapter(folder.storage)
  await withQuietConsole(
    () => undefined,
    async () => {
      await app.init()
      await migrate(app, connection)
      await checkFiles(folder, connection)
      await restoreGrants(app, connection, secretKey)
      await seedIfEmpty(app, connection, secretKey)
      if (options.keepTemplate && !template) await saveTemplate(connection, folder.storage)
    },
  )
  await setProjectUrl(connection, url)
  await setDirectoryLive(connection, options.isDirectoryLive ?? false)
  const whatsApp = await startWhatsAppPages(connection)
  const mailSink = await startMailSink(deliver)
  const functions = startFunctions({
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: localPublishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    WHATSAPP_ORIGIN: whatsApp.origin,
    SMTP_URL: mailSink.url,
    SITE_URL: url,
  })

  const report = options.onRefusal ?? (() => undefined)
  const listener = getRequestListener(
    withGateway(
      async (request) =>
        (await functions.answer(request)) ??
        (await answerAuthAdmin(request, connection, secretKey)) ??
        explainFailure(report, request, () => app.fetch(request)),
    ),
  )
  server?.serve(listener)
  const hour = 3_600_000
  const every = (milliseconds: number, path: string) =>
    schedule(milliseconds, async () =>
      functions.answer(
        new Request(`${url}/functions/v1/admin/${path}`, {
          method: 'POST',
          headers: { apikey: secretKey },
        }),
      ),
    )
  const timers = [
    every(options.collectEvery ?? hour, 'collect-images'),
    every(options.checkLinksEvery ?? hour, 'check-links'),
    every(options.sendMailsEvery ?? 10_000, 'send-mail'),
  ]

  return {
    url,
    publishableKey: localPublishableKey,
    secretKey,
    emails: emails.messages,
    connection,
    listener,
    async stop() {
      for (const stopTimer of timers) stopTimer()
      functions.stop()
      await whatsApp.stop()
      await mailSink.stop()
      await server?.close()
      await connection.close()
      folder.release()
    },
  }
}

/** @throws StartProblem when the database knows of stored images whose folder is gone */
async function checkFiles(
  { isNew, hasNoFiles, storage }: DataFolder,
  { driver }: PgliteConnection,
) {
  if (isNew || !hasNoFiles) return
  const { rows } = await driver.query('select from storage.objects limit 1')
  if (rows[0])
    throw new StartProblem(`The folder of the stored images is gone: ${storage}. ${startOver}`)
}
