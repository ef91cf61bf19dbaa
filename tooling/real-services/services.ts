import { randomBytes } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { InMemoryEmailDriver } from '@supabase/lite'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'
import { type Database, setDirectoryLive, setProjectUrl } from '../../supabase/local/database.ts'
import { toPlainText } from '../../supabase/local/email-text.ts'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { listen } from '../../supabase/local/listen.ts'
import { seedIfEmpty } from '../../supabase/local/seed.ts'
import { startSmtpServer } from '../../supabase/local/smtp-server.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { startWhatsAppPages } from '../../supabase/local/whatsapp-pages.ts'
import { startAuth } from './auth.ts'
import { databaseUrl, openSql } from './database.ts'
import { startEmbeddedServices } from './embedded.ts'
import { findInstalledServices } from './environment.ts'
import { createGateway, drainBodies } from './gateway.ts'
import { asGoogle, startIdentityProvider } from './identity-provider.ts'
import { startRest } from './rest.ts'
import { startStorage } from './storage.ts'

export type RealSupabase = Omit<LocalSupabase, 'connection'> & { connection: Database }

export interface ServiceOptions {
  /** URL at which the caller serves `listener`. By default, starts a server on a free port. */
  url?: string | undefined
  /** Requires users to confirm their email address, as on hosted projects. */
  confirmations?: boolean
  /** Whether visitors may read the directory. Default: false. */
  isDirectoryLive?: boolean
  /** Whether users can sign in with Google, for which there is a stand-in. */
  hasGoogle?: boolean | undefined
  /** Environment variables of the real auth service that a test overrides, for example a limit. */
  authOverrides?: Record<string, string>
}

/** Starts the services on one database of the server. Adds the demo data if there are no users. */
export async function startServices(
  { server, storage }: { server: string; storage: string },
  database: string,
  options: ServiceOptions = {},
): Promise<RealSupabase> {
  const { confirmations = false, isDirectoryLive = false, hasGoogle, authOverrides = {} } = options
  const keys = {
    publishableKey: localPublishableKey,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(32).toString('hex'),
  }
  const http = options.url === undefined ? await listen() : undefined
  const url = options.url ?? http?.url ?? ''
  const urlFor = (role: string) => databaseUrl(server, { database, role })
  const driver = openSql(urlFor('postgres'))
  const emails = new InMemoryEmailDriver()
  const smtpServer = await startSmtpServer(({ html, text, ...email }) =>
    emails.send({ ...email, html, text: text.trim() || toPlainText(html) }),
  )
  const { jwtSecret } = keys
  const rest = await startRest(urlFor('authenticator'), jwtSecret)
  const areInstalled = findInstalledServices() !== undefined
  const google = hasGoogle ? await startIdentityProvider(url) : undefined
  const [auth, hostedStorage] = areInstalled
    ? await Promise.all([
        startAuth({
          databaseUrl: urlFor('supabase_auth_admin'),
          jwtSecret,
          url,
          smtpUrl: smtpServer.url,
          confirmations,
          overrides: { ...google?.env, ...authOverrides },
        }),
        startStorage({
          databaseUrl: urlFor('supabase_storage_admin'),
          jwtSecret,
          folder: storage,
          url,
        }),
      ])
    : []
  const embedded = areInstalled
    ? undefined
    : await startEmbeddedServices({
        databaseUrl: urlFor('postgres'),
        url,
        keys,
        storage,
        emails,
        confirmations,
      })
  const whatsApp = await startWhatsAppPages({ driver })
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
    return functions.handle(request)
  }
  const handle = createGateway(
    {
      rest,
      auth: auth && google ? asGoogle(auth) : auth,
      storage: hostedStorage,
      others: async (request) =>
        (await callFunction(request)) ??
        (await embedded?.handle(request)) ??
        new Response('Not found', { status: 404 }),
    },
    keys,
  )
  await seedIfEmpty({ fetch: handle }, { driver }, keys.secretKey)
  await setProjectUrl({ driver }, url)
  await setDirectoryLive({ driver }, isDirectoryLive)
  const listener = getRequestListener(drainBodies(handle))
  http?.serve(listener)
  return {
    url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    jwtSecret,
    emails: emails.messages,
    connection: { driver },
    listener,
    storage,
    async stop() {
      functions?.stop()
      await whatsApp.stop()
      await http?.close()
      await rest.stop()
      await auth?.stop()
      await google?.stop()
      await hostedStorage?.stop()
      await embedded?.stop()
      await smtpServer.stop()
      await driver.close()
    },
  }
}
