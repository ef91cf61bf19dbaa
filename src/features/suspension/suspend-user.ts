import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'

export type Suspending = {
  reason: string
  /** An ISO time. Without one, until an admin ends it. */
  until?: string
  hides_communities: boolean
}

export const suspendUser = async (user_id: string, details: Suspending) =>
  unwrap(await supabase.rpc('suspend_user', { user_id, ...details }))

/** Fails after a minute, or if another admin has ended the suspension. */
export const undoSuspension = async (user_id: string) =>
  unwrap(await supabase.rpc('undo_suspension', { user_id }))
