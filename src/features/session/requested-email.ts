import type { User } from '@supabase/supabase-js'
import { readObject, removeItem, removeTabItem, writeItem } from '../../lib/browser-storage.ts'
import { toOwnPath } from '../../lib/own-path.ts'
import { readProperty, readText } from '../../lib/read-property.ts'

/* What a browser remembers between a sign-in that requests an email and the link or the code in it. */

/**
 * Whether the last confirmation email of an account was not its first. Then someone else may have signed up with this
 * address before: the service keeps the first password.
 */
export function wasSignedUpBefore({ created_at, confirmation_sent_at }: User): boolean {
  const sentAt = Date.parse(confirmation_sent_at ?? created_at)
  // Sign-up sends the first email in the same request.
  return sentAt - Date.parse(created_at) > 5000
}

/** What the user has requested by email: a code, or a link to confirm the address or to recover the account. */
type RequestedEmail = {
  continueTo: string | null
  /** The unconfirmed account whose password was chosen in this browser. */
  ownPasswordFor?: string | null
  /** When this browser first asked for a code for an address, in milliseconds. */
  firstCode?: { email: string; at: number } | null
}

const requestedEmailKey = 'community-app-email-link'
const maxAgeMs = 24 * 60 * 60 * 1000

/** Stores where to continue, for the tab in which the link will open. */
export function storeRequestedEmail(email: RequestedEmail): void {
  writeItem(requestedEmailKey, JSON.stringify({ ...email, at: Date.now() }))
}

export function readRequestedEmail(): RequestedEmail | null {
  const stored = readObject(requestedEmailKey)
  if (!stored || Date.now() - Number(readProperty(stored, 'at')) > maxAgeMs) return null
  const firstCode = readProperty(stored, 'firstCode')
  const email = readText(firstCode, 'email')
  return {
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    ownPasswordFor: readText(stored, 'ownPasswordFor') || null,
    firstCode: email ? { email, at: Number(readProperty(firstCode, 'at')) } : null,
  }
}

export function forgetRequestedEmail(): void {
  removeItem(requestedEmailKey)
  removeTabItem(sentCodeKey)
  removeTabItem(typedEmailKey)
}

/** Key of the code that a tab has requested (sign-in/email-code.ts). */
export const sentCodeKey = 'community-app-sent-code'

/** Key of the email that was typed in the sign-in dialog of a tab. */
export const typedEmailKey = 'community-app-typed-email'
