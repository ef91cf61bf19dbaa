import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the cluster that `tooling/real-services/run.ts` has started, as JSON. */
export const clusterVariable = 'REAL_SERVICES'

export const isOnRealServices = process.env[clusterVariable] !== undefined

/** The programs of Supabase Auth and storage-api; undefined unless both are installed. */
export const installedServices = findInstalledServices()

/** Whether tests run on the real auth and storage services. Tests that need them are included only then. */
export const isOnRealAuth = isOnRealServices && installedServices !== undefined

function findInstalledServices() {
  /** The server's binary. */
  const auth = findInstalled('SUPABASE_AUTH')
  /** The folder of a built storage-api. */
  const storage = findInstalled('SUPABASE_STORAGE')
  return auth !== undefined && storage !== undefined ? { auth, storage } : undefined
}

/**
 * Returns the path in an environment variable, otherwise the file or folder of the same name in the user's cache
 * folder. An empty variable selects the embedded services.
 */
function findInstalled(name: 'SUPABASE_AUTH' | 'SUPABASE_STORAGE'): string | undefined {
  const stated = process.env[name]
  if (stated === '') return undefined
  if (stated !== undefined && !existsSync(stated)) throw new Error(`${name} not found: ${stated}`)
  const cached = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name)
  return stated ?? (existsSync(cached) ? cached : undefined)
}
