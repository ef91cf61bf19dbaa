import * as z from 'zod/mini'
import { cleanLine } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { cleanEmail, emailProblem, isEmail, maxEmailLength } from '../../lib/email.ts'
import { cleanPhone, isPhone } from '../../lib/phone.ts'
import { maxPhone, maxProfileName } from '../../supabase/rules/limits.ts'

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
