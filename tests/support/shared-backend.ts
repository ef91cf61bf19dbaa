import { readFileSync } from 'node:fs'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'

/**
 * Starts a backend in this process, so that tests can access its database as superuser. A start takes three seconds of
 * CPU: the files of a project share the backend, and `environment.ts` stops it.
 */
export async function startSharedBackend(
  options?: Parameters<typeof startLocalSupabase>[0],
): Promise<LocalSupabase> {
  const backend = await startLocalSupabase(options)
  // `npm run mutations` names the file with the statements that break a rule.
  const brokenRule = process.env['BROKEN_RULE']
  if (brokenRule) await backend.connection.driver.exec(readFileSync(brokenRule, 'utf8'))
  globalThis.sharedBackends.push(backend)
  return backend
}
