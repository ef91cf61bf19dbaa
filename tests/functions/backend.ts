import type { RequestListener } from 'node:http'
import { listen } from '../../supabase/local/listen.ts'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { startSharedBackend } from '../support/shared-backend.ts'
import { startTestSmtpServer } from '../support/smtp-server.ts'
import { createTestClient, signUpAt, type TestUser } from '../support/users.ts'

export const siteUrl = 'https://waypost.example'

let shared: ReturnType<typeof startShared> | undefined

/** Starts what the files of a project share: a backend, an SMTP server, a WhatsApp server and the functions. */
async function startShared() {
  const [local, server, whatsApp] = await Promise.all([
    startSharedBackend({ isDirectoryLive: true, sendEmailsEvery: 2_000_000_000 }),
    startTestSmtpServer(),
    listen(),
  ])
  const start = (changes: Record<string, string> = {}) =>
    startFunctions({
      SUPABASE_URL: local.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: local.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: local.secretKey }),
      SMTP_URL: server.url,
      SITE_URL: siteUrl,
      WHATSAPP_ORIGIN: whatsApp.url,
      ...changes,
    })
  let functions = start()
  /** How the WhatsApp server responds: tests replace it. */
  const pages: { respond: RequestListener } = { respond: (_request, response) => response.end() }
  whatsApp.serve((request, response) => pages.respond(request, response))
  /** Calls an edge function, by default with the secret key. Objects are sent as JSON. */
  const call = async (
    path: string,
    options: { key?: string; method?: string; body?: string | object; from?: LocalFunctions } = {},
  ) => {
    const { key = local.secretKey, method = 'POST', body = '', from = functions } = options
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(`${local.url}/functions/v1/${path}`, {
      method,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      ...(text && { body: text }),
    })
    const response = await from.handle(request)
    if (!response) throw new Error('No function answered')
    return response
  }
  globalThis.sharedBackends.push({
    async stop() {
      functions.stop()
      await Promise.all([server.stop(), whatsApp.close()])
    },
  })
  return {
    local,
    sql: local.connection.driver,
    secret: createTestClient(local.secretKey, local.url),
    server,
    pages,
    call,
    /** Calls an edge function, and reads the JSON of its response. */
    ask: async (path: string, options: Parameters<typeof call>[1] = {}) => {
      const response = await call(path, options)
      return { status: response.status, body: await response.json() }
    },
    /** Deletes a user as a caller. */
    remove: async ({ id }: Pick<TestUser, 'id'>, { accessToken }: Pick<TestUser, 'accessToken'>) =>
      (await call('delete-user', { key: accessToken, body: { userId: id } })).status,
    /** Starts functions with other settings. The test stops them. */
    start,
    /** Kills and restarts the functions, even during a request. */
    restart: () => {
      functions.stop()
      functions = start()
    },
  }
}

/**
 * Returns the backend for tests that change timestamps or read whole tables, with a new owner and admin and no communities.
 * It sends no emails on a schedule. The files of a project share it, one after the other.
 */
export async function startFunctionBackend() {
  const running = await (shared ??= startShared())
  const ids: string[] = []
  const signUp = async (options?: Parameters<typeof signUpAt>[1]) => {
    const user = await signUpAt(running.local, options)
    ids.push(user.id)
    return user
  }
  const owner = await signUp()
  const admin = await signUp({ admin: true })
  await running.sql.exec('delete from public.communities')
  return {
    ...running,
    owner,
    admin,
    signUp,
    /** Deletes the users: the next file must not have the admins of this one, who get emails. */
    stop: async () =>
      void (await running.sql.query('delete from auth.users where id = any ($1)', [ids])),
  }
}

export const areStored = (...images: { url: string }[]) =>
  Promise.all(images.map(async ({ url }) => (await fetch(url)).ok))
