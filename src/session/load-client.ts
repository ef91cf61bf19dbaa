import { loadPart } from '../load-part.ts'
import type { supabase } from '../supabase/client.ts'

export type Client = typeof supabase

/** The Supabase client, in a chunk of its own so that public pages stay small. */
export async function loadClient(): Promise<Client> {
  const module = await loadPart(() => import('../supabase/client.ts'))
  return module.supabase
}
