import { readObject, removeItem, writeItem } from '../../lib/browser-storage.ts'
import type { ProfileValues } from './profile-fields.ts'

/*
 * What somebody typed into the profile form and has not saved, kept on this device for them alone. It
 * outlives a reload, leaving the page and a session that expires; signing out clears it.
 */

const keyOf = (userId: string) => `profile-draft-${userId}`

export function readProfileDraft(userId: string): ProfileValues | null {
  const kept = readObject('local', keyOf(userId))
  if (!kept) return null
  const text = (name: keyof ProfileValues) => {
    const value: unknown = Reflect.get(kept, name)
    return typeof value === 'string' ? value : ''
  }
  return { name: text('name'), email: text('email'), phone: text('phone') }
}

/** Keeps `values` as long as they differ from the saved ones. */
export function keepProfileDraft(userId: string, values: ProfileValues, saved: ProfileValues) {
  const isChanged =
    values.name !== saved.name || values.email !== saved.email || values.phone !== saved.phone
  if (isChanged) writeItem('local', keyOf(userId), JSON.stringify(values))
  else forgetProfileDraft(userId)
}

export function forgetProfileDraft(userId: string): void {
  removeItem('local', keyOf(userId))
}
