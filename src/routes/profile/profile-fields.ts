import { cleanLine } from '../../lib/clean-text.ts'
import type { Tables } from '../../supabase/database.types.ts'

/** What a person may change about themself. */
export type ProfileValues = Pick<Tables<'profiles'>, 'name' | 'email' | 'phone'>

export const profileFields = ['name', 'email', 'phone'] as const

/** All three are required; lengths as in the database. */
const rules = {
  name: { missing: 'Please enter your full name', subject: 'Your name', limit: 100 },
  email: {
    missing: 'Please enter your email',
    subject: 'Your email',
    limit: 254,
    format: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    example: 'Please enter an email address such as name@example.com',
  },
  phone: {
    missing: 'Please enter your phone number',
    subject: 'Your phone number',
    limit: 40,
    format: /^[+\d][\d\s()./-]{3,}$/,
    example: 'Please enter a phone number such as +49 151 2345678',
  },
} satisfies Record<keyof ProfileValues, Rule>

type Rule = {
  missing: string
  subject: string
  limit: number
  format?: RegExp
  /** Said when the format is wrong. */
  example?: string
}

/**
 * Checks the profile form. Plain rules instead of a schema library: three fields do not pay for the
 * 23 kB that the community's form loads on demand.
 *
 * @returns the values as they are to be saved, cleaned, and a sentence for each field that is wrong
 */
export function checkProfile(typed: ProfileValues) {
  const values: ProfileValues = { name: '', email: '', phone: '' }
  const errors: Partial<Record<keyof ProfileValues, string>> = {}
  for (const name of profileFields) {
    values[name] = cleanLine(typed[name])
    const problem = problemWith(values[name], rules[name])
    if (problem) errors[name] = problem
  }
  return { values, errors }
}

function problemWith(value: string, rule: Rule): string | undefined {
  if (!value) return rule.missing
  // As PostgreSQL counts: an emoji is one character, of two units in JavaScript.
  if (Array.from(value).length > rule.limit) {
    return `${rule.subject} can have at most ${rule.limit} characters`
  }
  return rule.format && !rule.format.test(value) ? rule.example : undefined
}
