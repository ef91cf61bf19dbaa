import { importWithRetry } from '../ui/loadOnDemand.tsx'
import type { supabase } from '../supabase/client.ts'

export type Client = typeof supabase

/** The Supabase client and what else a session needs, in a chunk of their own. */
export const loadSessionTools = () => importWithRetry(() => import('./session-tools.ts'))

export async function loadClient(): Promise<Client> {
  return (await loadSessionTools()).supabase
}
