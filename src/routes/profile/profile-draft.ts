import { readObject, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { readProperty } from '../../lib/read-property.ts'
import type { ProfileValues } from './profile-fields.ts'

/*
 * Unsaved input of the profile form, stored in this browser under the user's id. It survives a reload,
 * navigation and an expired session; signing out clears it.
 */

const keyOf = (userId: string) => `profile-draft-${userId}`

export function readProfileDraft(userId: string): ProfileValues | null {
  const stored = readObject(keyOf(userId))
  if (!stored) return null
  const text = (name: keyof ProfileValues) => {
    const value = readProperty(stored, name)
    return typeof value === 'string' ? value : ''
  }
  return { name: text('name'), email: text('email'), phone: text('phone') }
}

/** Stores the values if they differ from the saved ones, else deletes the draft. */
export function writeProfileDraft(userId: string, values: ProfileValues, saved: ProfileValues) {
  const isChanged =
    values.name !== saved.name || values.email !== saved.email || values.phone !== saved.phone
  if (isChanged) writeItem(keyOf(userId), JSON.stringify(values))
  else deleteProfileDraft(userId)
}

export function deleteProfileDraft(userId: string): void {
  removeItem(keyOf(userId))
}
