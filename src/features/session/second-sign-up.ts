import type { User } from '@supabase/supabase-js'

/**
 * Whether the last confirmation email of an account was not its first. Then someone else may have signed up with this
 * address before: the service keeps the first password.
 */
export function wasSignedUpBefore({ created_at, confirmation_sent_at }: User): boolean {
  const sentAt = Date.parse(confirmation_sent_at ?? created_at)
  // Sign-up sends the first email in the same request.
  return sentAt - Date.parse(created_at) > 5000
}
