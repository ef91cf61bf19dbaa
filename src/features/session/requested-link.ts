import { readObject, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { toOwnPath } from '../../lib/own-path.ts'
import { readProperty, readText } from '../../lib/read-property.ts'

/** A link that the user has requested by email, to confirm the email or to recover the account. */
export type RequestedLink = {
  kind: 'signup' | 'recovery'
  continueTo: string | null
  /** The unconfirmed account whose password was chosen in this browser. */
  ownPasswordFor?: string | null
}

const storageKey = 'community-app-email-link'
const maxAgeMs = 24 * 60 * 60 * 1000

/** Stores where to continue, for the tab in which the link will open. */
export function storeRequestedLink(link: RequestedLink): void {
  writeItem(storageKey, JSON.stringify({ ...link, at: Date.now() }))
}

export function readRequestedLink(): RequestedLink | null {
  const stored = readObject(storageKey)
  if (!stored || Date.now() - Number(readProperty(stored, 'at')) > maxAgeMs) return null
  return {
    kind: readProperty(stored, 'kind') === 'signup' ? 'signup' : 'recovery',
    continueTo: toOwnPath(readProperty(stored, 'continueTo')),
    ownPasswordFor: readText(stored, 'ownPasswordFor') || null,
  }
}

export const forgetRequestedLink = () => removeItem(storageKey)
