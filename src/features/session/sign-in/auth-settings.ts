import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabaseKey, supabaseUrl } from '../../../supabase/config.ts'
import { toUserError } from '../../../supabase/errors.ts'
import { serviceFetch } from '../../../supabase/service-fetch.ts'

/** The ways to sign in that a project may have besides email. */
export type AuthSettings = { google: boolean; apple: boolean; passkeys: boolean }

const none: AuthSettings = { google: false, apple: false, passkeys: false }

const settingsSchema = z.object({
  external: z.object({ google: z.boolean(), apple: z.boolean() }),
  passkeys_enabled: z.optional(z.boolean()),
})

/** @throws UserError when the request failed */
export async function readAuthSettings(): Promise<AuthSettings> {
  const headers = { apikey: supabaseKey }
  const response = await serviceFetch(`${supabaseUrl}/auth/v1/settings`, { headers })
  const body: unknown = await response.json().catch(() => null)
  const { data: settings, error } = z.safeParse(settingsSchema, body)
  if (!settings) throw toUserError(error, response.status)
  const { external, passkeys_enabled: passkeys = false } = settings
  return { google: external.google, apple: external.apple, passkeys }
}

/** Visitors have no other cache in the sign-in dialog. Exported for tests, which share it. */
export const settingsCache = new QueryClient()

const settingsQuery = queryOptions({
  queryKey: ['auth settings'],
  queryFn: readAuthSettings,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  networkMode: 'always',
})

/** Returns the ways to sign in that the project has; none while loading, or if the service does not list them. */
export const useAuthSettings = (): AuthSettings =>
  useQuery(settingsQuery, settingsCache).data ?? none
