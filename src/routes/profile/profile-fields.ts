import { cleanLine } from '../../lib/clean-text.ts'
import { isEmail, maxEmailLength } from '../../lib/email.ts'
import { cleanPhone, isPhone } from '../../lib/phone.ts'
import type { Tables } from '../../supabase/database.types.ts'

/** The part of their profile that users can edit. */
export type ProfileValues = Pick<Tables<'profiles'>, 'name' | 'email' | 'phone'>

export const profileFields = ['name', 'email', 'phone'] as const

export const profileLabels: Record<keyof ProfileValues, string> = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
}

/** All three fields are required. The limits are those of the database. */
const rules = {
  name: { missing: 'Please enter your full name', subject: 'Your name', limit: 100 },
  email: {
    missing: 'Please enter your email',
    subject: 'Your email',
    limit: maxEmailLength,
    isValid: isEmail,
    example: 'Please enter an email address such as name@example.com',
  },
  phone: {
    missing: 'Please enter your phone number',
    subject: 'Your phone number',
    limit: 40,
    clean: cleanPhone,
    isValid: isPhone,
    example: 'Please enter a phone number such as +49 151 2345678',
  },
} satisfies Record<keyof ProfileValues, Rule>

type Rule = {
  missing: string
  subject: string
  limit: number
  clean?: (text: string) => string
  isValid?: (value: string) => boolean
  /** The message for a wrong format. */
  example?: string
}

/**
 * Returns the cleaned values to save, and a message for each invalid field. Three fields do not justify
 * loading a schema library of 23 kB.
 */
export function validateProfile(input: ProfileValues) {
  const values: ProfileValues = { name: '', email: '', phone: '' }
  const errors: Partial<Record<keyof ProfileValues, string>> = {}
  for (const name of profileFields) {
    const rule: Rule = rules[name]
    values[name] = (rule.clean ?? cleanLine)(input[name])
    const error = validateField(values[name], rule)
    if (error) errors[name] = error
  }
  return { values, errors }
}

function validateField(value: string, rule: Rule): string | undefined {
  if (!value) return rule.missing
  // Counts characters like PostgreSQL: an emoji has a length of 2 in JavaScript, but is one character.
  if (Array.from(value).length > rule.limit) {
    return `${rule.subject} can have at most ${rule.limit} characters`
  }
  return rule.isValid && !rule.isValid(value) ? rule.example : undefined
}
