import { randomBytes } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { App, InMemoryEmailDriver, setExperimental } from '@supabase/lite'
import { WebSocket } from 'ws'
import { answerAuthAdmin } from '../../supabase/local/auth-admin.ts'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'
import { readConfig } from '../../supabase/local/config.ts'
import { type Database, setDirectoryLive, setProjectUrl } from '../../supabase/local/database.ts'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { listen } from '../../supabase/local/listen.ts'
import { seedIfEmpty } from '../../supabase/local/seed.ts'
import { convertDatabaseErrors, replaceErrors } from '../../supabase/local/service-errors.ts'
import { startSmtpServer } from '../../supabase/local/smtp-server.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { createStorageAdapter } from '../../supabase/local/storage-adapter.ts'
import { startWhatsAppPages } from '../../supabase/local/whatsapp-pages.ts'
import { databaseUrl, connectEmbedded, openSql } from './database.ts'
import { createGateway, drainBodies } from './gateway.ts'
import { authHelpers } from './hosted-project.ts'
import { startRest } from './rest.ts'

export type RealSupabase = Omit<LocalSupabase, 'connection'> & { connection: Database }

/** Starts the services on one database of the server. Adds the demo data if there are no users. */
export async function startServices(
  { server, storage }: { server: string; storage: string },
  database: string,
  {
    url: ownUrl,
    confirmations = false,
    isDirectoryLive = false,
  }: { url?: string | undefined; confirmations?: boolean; isDirectoryLive?: boolean } = {},
): Promise<RealSupabase> {
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  setExperimental('storage', true)
  process.env['LITE_AUTH_BCRYPT_COST'] ??= '4'
  const keys = {
    publishableKey: localPublishableKey,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(32).toString('hex'),
  }
  const http = ownUrl === undefined ? await listen() : undefined
  const url = ownUrl ?? http?.url ?? ''
  const driver = openSql(databaseUrl(server, { database }))
  const emails = new InMemoryEmailDriver()
  const embedded = connectEmbedded(databaseUrl(server, { database }))
  convertDatabaseErrors(embedded)
  const { api, auth } = readConfig()
  const app = new App({
    connection: embedded,
    api: { schemas: api.schemas, max_rows: api.max_rows },
    auth: {
      ...auth,
      ...(confirmations && { email: { ...Object(auth['email']), enable_confirmations: true } }),
      site_url: url,
      additional_redirect_urls: [`${url}/**`],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: { server: { admin: false, middlewares: [replaceErrors] }, drivers: { email: emails } },
  })
  app._storageAdapter = createStorageAdapter(storage)
  await app.init()
  await driver.exec(authHelpers)
  await seedIfEmpty(app, { driver }, keys.secretKey)
  await setProjectUrl({ driver }, url)
  await setDirectoryLive({ driver }, isDirectoryLive)
  const rest = await startRest(
    databaseUrl(server, { database, role: 'authenticator' }),
    keys.jwtSecret,
  )
  const whatsApp = await startWhatsAppPages({ driver })
  const smtpServer = await startSmtpServer((message) => emails.send(message))
  // Started on the first call: most tests need no functions, and each is a process.
  let functions: LocalFunctions | undefined
  const callFunction = (request: Request) => {
    if (!new URL(request.url).pathname.startsWith('/functions/v1')) return undefined
    functions ??= startFunctions({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
      WHATSAPP_ORIGIN: whatsApp.origin,
      SMTP_URL: smtpServer.url,
      SITE_URL: url,
    })
    return functions.answer(request)
  }
  const listener = getRequestListener(
    drainBodies(
      createGateway(
        {
          rest,
          others: async (request) =>
            (await callFunction(request)) ??
            (await answerAuthAdmin(request, { driver }, keys.secretKey)) ??
            app.fetch(request),
        },
        keys,
      ),
    ),
  )
  http?.serve(listener)
  return {
    url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    emails: emails.messages,
    connection: { driver },
    listener,
    async stop() {
      functions?.stop()
      await whatsApp.stop()
      await smtpServer.stop()
      await http?.close()
      await rest.stop()
      await embedded.close()
      await driver.close()
    },
  }
}
