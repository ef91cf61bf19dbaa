import type { User, UserIdentity } from '@supabase/supabase-js'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readText } from '../../../lib/read-property.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { readUserAndUpdateSession } from '../../../supabase/read-user.ts'
import { selectVerified } from '../../../supabase/stored-session.ts'

/* The auth service's data about the user: the sign-in email, a pending change of it, and the ways to sign in. */

// Includes the email, which a link in another tab may change.
const toQueryKey = (id: string, email: string) => ['auth user', id, email] as const

/** Refetches when the user returns from their email program. */
export function authUserQuery({ id, email }: { id: string; email: string }) {
  return queryOptions({
    queryKey: toQueryKey(id, email),
    queryFn: async () => toAuthUser(await readUserAndUpdateSession(supabase.auth)),
  })
}

/** Shows the user that the auth service returned for a change. */
export function storeAuthUser(queries: QueryClient, user: User): void {
  queries.setQueryData(toQueryKey(user.id, user.email ?? ''), toAuthUser(user))
}

/**
 * Requests a new sign-in email, which the card then shows as pending. The auth service sends a link to the old and the
 * new address, and makes earlier links invalid. The sign-in email changes once both are confirmed.
 *
 * @throws UserError when the call failed; then nothing changed, and earlier links still work
 */
export async function requestEmailChange(queries: QueryClient, email: string): Promise<void> {
  storeAuthUser(queries, unwrap(await supabase.auth.updateUser({ email })).user)
}

export type AuthUser = ReturnType<typeof toAuthUser>

export type PendingEmail = NonNullable<ReturnType<typeof toAuthUser>['pendingEmail']>

function toAuthUser(user: User) {
  const {
    email = '',
    last_sign_in_at = null,
    new_email,
    email_change_sent_at,
    factors,
    identities,
  } = user
  return {
    email,
    lastSignInAt: last_sign_in_at,
    authenticatorApps: selectVerified(factors),
    identities: (identities ?? []).map(toIdentity),
    /** The new sign-in email, until it is confirmed. It stays pending when a new password revokes its links. */
    pendingEmail: new_email
      ? {
          email: new_email,
          // A number: the service's response to a change has more digits than later ones.
          sentAt: email_change_sent_at ? Date.parse(email_change_sent_at) : null,
        }
      : null,
  }
}

export type Identity = ReturnType<typeof toIdentity>

/** Of the auth service itself ('email'), or of another company, such as 'google'. */
const toIdentity = (identity: UserIdentity) => ({
  id: identity.identity_id,
  provider: identity.provider,
  email: readText(identity.identity_data, 'email'),
  identity,
})
