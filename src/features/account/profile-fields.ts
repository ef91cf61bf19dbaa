import { readObject } from '../../lib/browser-storage.ts'
import { readProperty } from '../../lib/read-property.ts'
import { saveDraft } from '../../lib/stored-draft.ts'
import type { Tables } from '../../supabase/database.types.ts'

export const profileFields = ['name', 'email', 'phone'] as const
export type ProfileValues = Pick<Tables<'profiles'>, (typeof profileFields)[number]>

export const profileLabels: Record<keyof ProfileValues, string> = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
}

/** Tells the contact email apart from the one in the part 'Sign-in' of the settings. */
export const contactEmailHint = 'Your contact email. It can differ from your sign-in email.'

export function changedValues(input: ProfileValues, other: ProfileValues): Partial<ProfileValues> {
  return Object.fromEntries(
    profileFields.filter((name) => input[name] !== other[name]).map((name) => [name, input[name]]),
  )
}

/*
 * Unsaved input of the profile form, stored in this browser under the user's id. It survives a reload,
 * navigation and an expired session; signing out clears it.
 */

type ProfileDraft = {
  /** Only the changed fields, so that a restored draft does not revert the others. */
  values: Partial<ProfileValues>
  /** `updated_at` of the version that was edited. */
  basedOn: string
}

export function readProfileDraft(key: string): ProfileDraft | null {
  const stored = readObject(key)
  const basedOn = readProperty(stored, 'basedOn')
  if (typeof basedOn !== 'string') return null
  const values: Partial<ProfileValues> = {}
  for (const name of profileFields) {
    const value = readProperty(readProperty(stored, 'values'), name)
    if (typeof value === 'string') values[name] = value
  }
  return { values, basedOn }
}

/** Stores the values that differ from the saved ones. */
export function writeProfileDraft(
  key: string,
  input: ProfileValues,
  saved: ProfileValues & { updated_at: string },
): void {
  saveDraft(key, { basedOn: saved.updated_at, values: changedValues(input, saved) })
}
