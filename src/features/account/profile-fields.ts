import * as z from 'zod/mini'
import { readObject } from '../../lib/browser-storage.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { cleanEmail, emailProblem, isEmail, maxEmailLength } from '../../lib/email.ts'
import { cleanPhone, isPhone } from '../../lib/phone.ts'
import { readProperty } from '../../lib/read-property.ts'
import { saveDraft } from '../../lib/stored-draft.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { maxPhone, maxProfileName } from '../../supabase/rules/limits.ts'

export const profileFields = ['name', 'email', 'phone'] as const
export type ProfileValues = Pick<Tables<'profiles'>, (typeof profileFields)[number]>

export const profileLabels: Record<keyof ProfileValues, string> = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
}

/** Tells the contact email apart from the one in the card 'Sign-in'. */
export const contactEmailHint = 'Your contact email. It can differ from your sign-in email.'

/** The rules of the form: all three fields are required. The database has the same limits. */
export const profileSchema = z.object({
  name: required('Please enter your full name', 'Your name', maxProfileName),
  email: required('Please enter your email', 'Your email', maxEmailLength, cleanEmail).check(
    z.refine(isEmail, { error: ({ input }) => emailProblem(String(input)) }),
  ),
  phone: required(
    'Please enter your phone number',
    'Your phone number',
    maxPhone,
    cleanPhone,
  ).check(z.refine(isPhone, 'Please enter a phone number such as +49 151 2345678')),
})

function required(missing: string, subject: string, limit: number, clean = cleanLine) {
  return z.string().check(
    z.overwrite(clean),
    z.minLength(1, { error: missing, abort: true }),
    z.refine((text) => countCharacters(text) <= limit, {
      error: `${subject} can have at most ${limit} characters`,
      abort: true,
    }),
  )
}

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
