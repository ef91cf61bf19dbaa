import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'

/**
 * Starts a backend in this process, so that tests can access its database as superuser. A start takes three seconds of
 * CPU: the files of a project share the backend, and `environment.ts` stops it.
 */
export async function startSharedBackend(
  options?: Parameters<typeof startLocalSupabase>[0],
): Promise<LocalSupabase> {
  const backend = await startLocalSupabase(options)
  globalThis.sharedBackends.push(backend)
  return backend
}
