import * as z from 'zod/mini'
import { cleanLine } from '../../supabase/clean-text.ts'

const required = (message: string, limit: number, name: string) =>
  z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, message),
      z.maxLength(limit, `${name} can have at most ${limit} characters`),
    )

/** Name, email and phone are all required; lengths as in the database. */
export const profileSchema = z.object({
  name: required('Please enter your full name', 100, 'Your name'),
  email: required('Please enter your email', 254, 'Your email').check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter an email address such as name@example.com'),
  ),
  phone: required('Please enter your phone number', 40, 'Your phone number').check(
    z.regex(/^[+\d][\d\s()./-]{3,}$/, 'Please enter a phone number such as +49 151 2345678'),
  ),
})

export type ProfileValues = z.infer<typeof profileSchema>
