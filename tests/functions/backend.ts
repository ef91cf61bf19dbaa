import { startFunctions } from '../../supabase/local/functions.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { startSharedBackend } from '../support/shared-backend.ts'
import { createTestClient, signUpAt } from '../support/users.ts'

let shared: Promise<LocalSupabase> | undefined

/**
 * Starts a backend for tests that change timestamps or read whole tables, with an owner, an admin, and edge functions
 * with additional settings. It has no communities, and sends no emails on a schedule. With a data folder, it is separate;
 * otherwise the files of a project share it, one after the other.
 */
export async function startFunctionBackend(
  settings: Record<string, string> = {},
  dataFolder?: string,
) {
  const options = { isDirectoryLive: true, sendEmailsEvery: 2_000_000_000 }
  const local = dataFolder
    ? await startLocalSupabase({ ...options, dataFolder })
    : await (shared ??= startSharedBackend(options))
  const sql = local.connection.driver
  const secret = createTestClient(local.secretKey, local.url)
  const start = (changes: Record<string, string> = {}) =>
    startFunctions({
      SUPABASE_URL: local.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: local.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: local.secretKey }),
      ...settings,
      ...changes,
    })
  let functions = start()

  const signUp = (user?: { admin?: boolean; name?: string }) => signUpAt(local, user)
  const owner = await signUp()
  const admin = await signUp({ admin: true })
  await sql.exec('delete from public.communities')

  return {
    local,
    sql,
    secret,
    owner,
    admin,
    signUp,
    /** Starts functions with other settings. The test stops them. */
    start,
    /** Kills and restarts the functions, even during a request. */
    restart: () => {
      functions.stop()
      functions = start()
    },
    /** Calls an edge function, by default with the secret key. */
    call: async (
      path: string,
      { key = local.secretKey, method = 'POST', body = '', from = functions } = {},
    ) => {
      const request = new Request(`${local.url}/functions/v1/${path}`, {
        method,
        headers: key ? { authorization: `Bearer ${key}` } : {},
        ...(body && { body }),
      })
      const response = await from.handle(request)
      if (!response) throw new Error('No function answered')
      return response
    },
    stop: async () => {
      functions.stop()
      if (dataFolder) await local.stop()
      // The next file must not have the admins of this one, who get emails.
      else await sql.exec("delete from auth.users where email like '%@example.org'")
    },
  }
}
