import { readItem, writeItem } from '../../lib/browser-storage.ts'
import { readProperty, readText } from '../../lib/read-property.ts'

const actions = ['join', 'report', 'claim', 'save', 'list', 'alert'] as const

/** The protected action that asks for an account, which the sign-in dialog names. */
export type SignInReason =
  | { action: 'list' | 'save' | 'alert' }
  | {
      action: 'join' | 'report' | 'claim'
      /** The community's name. */
      community: string
    }

/** Returns the action in words, to follow 'Sign in' or 'Create a free account'. */
export function describeReason(reason: SignInReason): { text: string; community?: string } {
  switch (reason.action) {
    case 'join':
      return { text: 'to join', community: reason.community }
    case 'report':
      return { text: 'to report', community: reason.community }
    case 'claim':
      return { text: 'to claim', community: reason.community }
    case 'save':
      return { text: 'to find your saved communities on all your devices' }
    case 'list':
      return { text: 'to list your community' }
    case 'alert':
      return { text: 'to get emails about new communities' }
  }
}

/** Reads a reason from the state of a history entry, which another release may have stored. */
export function readReason(stored: unknown): SignInReason | null {
  const action = actions.find((known) => known === readProperty(stored, 'action'))
  if (action === 'list' || action === 'save' || action === 'alert') return { action }
  const community = readText(stored, 'community')
  return action && community ? { action, community } : null
}

const storageKey = 'community-app-has-account'

/** Remembers that a user has signed in in this browser. Signing out forgets it, like everything else. */
export const rememberAccount = () => writeItem(storageKey, 'yes')

/** Visitors without an account create one to join, report, claim, save or get emails. Owners return to list another community. */
export const startsWithNewAccount = (reason: SignInReason | null): boolean =>
  reason !== null && reason.action !== 'list' && readItem(storageKey) === null
