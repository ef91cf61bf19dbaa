import { App, type Connection, type EmailMessage, setExperimental } from '@supabase/lite'
import { WebSocket } from 'ws'
import { handleAuthAdmin, handleFactors, withKnownCodeType } from './auth-calls.ts'
import { readConfig } from './config.ts'
import type { Database } from './database.ts'
import { toPlainText } from './email-text.ts'
import { hideUploader } from './hide-uploader.ts'
import { convertDatabaseErrors, replaceErrors } from './service-errors.ts'
import { createStorageAdapter } from './storage-adapter.ts'

export interface Keys {
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

interface Options {
  connection: Connection
  /** The URL of the gateway, which is also the site's. */
  url: string
  keys: Keys
  /** Folder of the uploaded files. */
  storage: string
  sendEmail: (email: EmailMessage) => Promise<void>
  /** Requires users to confirm their email address. */
  confirmations?: boolean
}

/** Creates Lite's auth, REST and storage services on a database. */
export async function createServices(options: Options): Promise<App> {
  const { connection, url, keys, storage, sendEmail, confirmations = false } = options
  // Node 20 has no WebSocket, which a client in Lite requires.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  setExperimental('storage', true)
  // Lite hashes passwords on the thread that handles all requests: 0.2 s each at the default cost, 0.01 s at this one.
  process.env['LITE_AUTH_BCRYPT_COST'] ??= '6'
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
        email: { send: (email) => sendEmail({ ...email, text: toPlainText(email.html ?? '') }) },
      },
    },
  })
  app._storageAdapter = createStorageAdapter(storage)
  return app.init()
}

/** Passes a request to the services, unless it is one of those that this folder adds or changes. */
export const callServices = async (
  app: Pick<App, 'fetch'>,
  request: Request,
  database: Database,
  secretKey: string,
): Promise<Response> =>
  (await handleAuthAdmin(request, database, secretKey)) ??
  handleFactors(request) ??
  hideUploader(request, await app.fetch(await withKnownCodeType(request)))
