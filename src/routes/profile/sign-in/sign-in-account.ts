import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { User } from '@supabase/supabase-js'
import type { SessionUser } from '../../../session/useSession.ts'
import { readUser } from '../../../supabase/read-user.ts'
import { selectVerified } from '../../../supabase/second-factor.ts'
import { supabase } from '../../../supabase/client.ts'
import { readItem, removeItem, writeItem } from '../../../lib/browser-storage.ts'
import { toUserError } from '../../../supabase/errors.ts'

/** How long a link in an email works: `otp_expiry` in supabase/config.toml. */
export const linkLifetimeMs = 3600 * 1000

/** What the auth service stores about the user's sign-in. */
export type SignInAccount = ReturnType<typeof toSignInAccount>

// Includes the email, which a link in another tab may change.
const toQueryKey = (id: string, email: string) => ['sign-in account', id, email] as const

/** Returns the query for the user's sign-in account. It refetches when the user returns from their email program. */
export function signInAccountQuery(user: SessionUser) {
  return queryOptions({
    queryKey: toQueryKey(user.id, user.email),
    queryFn: async () => toSignInAccount(await readUser(supabase.auth)),
  })
}

/** Stores the user that the auth service returned for a change. */
export function storeSignInAccount(queries: QueryClient, user: User): void {
  queries.setQueryData(toQueryKey(user.id, user.email ?? ''), toSignInAccount(user))
}

/**
 * Requests a new sign-in email, which the card then shows as pending. The auth service sends a link to the old and the
 * new address, and makes earlier links invalid. The sign-in email changes once both are confirmed.
 *
 * @throws UserError when the call failed; then nothing changed, and earlier links still work
 */
export async function requestEmailChange(queries: QueryClient, email: string): Promise<void> {
  const { data, error } = await supabase.auth.updateUser({ email })
  if (error) throw toUserError(error)
  removeItem(toHiddenKey(data.user.id))
  storeSignInAccount(queries, data.user)
}

const toHiddenKey = (userId: string) => `hidden-email-change-${userId}`

/** Hides a pending change in this browser: the auth service cannot cancel it. A new request shows it again. */
export function hideEmailChange(userId: string, newEmail: string): void {
  writeItem(toHiddenKey(userId), newEmail)
}

export const isEmailChangeHidden = (userId: string, newEmail: string) =>
  readItem(toHiddenKey(userId)) === newEmail

function toSignInAccount(user: User) {
  const { email = '', last_sign_in_at = null, new_email, email_change_sent_at, factors } = user
  return {
    email,
    lastSignInAt: last_sign_in_at,
    authenticatorApps: selectVerified(factors),
    /** The new sign-in email, until it is confirmed. It stays pending when a new password revokes its links. */
    pending: new_email ? { email: new_email, sentAt: email_change_sent_at ?? null } : null,
  }
}
