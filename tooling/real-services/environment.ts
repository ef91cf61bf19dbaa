import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the cluster that `tooling/real-services/run.ts` has started, as JSON. */
export const clusterVariable = 'REAL_SERVICES'

export const isOnRealServices = process.env[clusterVariable] !== undefined

/** Whether tests run on the real auth and storage services. Tests that need them are included only then. */
export const isOnRealAuth = isOnRealServices && findInstalledServices() !== undefined

/**
 * Returns the server's binary of Supabase Auth and the folder of a built storage-api. Undefined if neither is installed,
 * or if one of the variables is empty, which selects the embedded services.
 *
 * @throws if only one is installed: the embedded services would silently be tested instead of it
 */
export function findInstalledServices(): { auth: string; storage: string } | undefined {
  const names = ['SUPABASE_AUTH', 'SUPABASE_STORAGE'] as const
  if (names.some((name) => process.env[name] === '')) return undefined
  const [auth, storage] = names.map(findInstalled)
  if (auth && storage) return { auth, storage }
  if (!auth && !storage) return undefined
  const [found, missing] = auth ? names : names.toReversed()
  throw new Error(
    `${missing} is missing, but ${found} is installed. The tests need both. To test the embedded services instead, set an empty variable: ${found}=`,
  )
}

/** @throws if the services are not installed */
export function requireInstalledServices(): { auth: string; storage: string } {
  const services = findInstalledServices()
  if (!services) throw new Error('The real auth and storage services are not installed')
  return services
}

/**
 * Returns the path in an environment variable, otherwise the file or folder of the same name in the user's cache
 * folder.
 */
function findInstalled(name: string): string | undefined {
  const stated = process.env[name]
  if (stated !== undefined && !existsSync(stated)) throw new Error(`${name} not found: ${stated}`)
  const cached = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name)
  return stated ?? (existsSync(cached) ? cached : undefined)
}
