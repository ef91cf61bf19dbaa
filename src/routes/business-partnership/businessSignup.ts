/** The business sign-up form of section 3; it is never sent anywhere. */
export type BusinessSignup = { companyName: string; email: string; password: string }

export type BusinessSignupErrors = Partial<Record<keyof BusinessSignup, string>>

export const emptySignup: BusinessSignup = { companyName: '', email: '', password: '' }

const emailFormat = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** All three are required and the e-mail address must look like one (section 5). */
export function checkSignup({ companyName, email, password }: BusinessSignup) {
  const errors: BusinessSignupErrors = {}
  if (!companyName.trim()) errors.companyName = 'Please enter your company name'
  if (!email.trim()) errors.email = 'Please enter your work email'
  else if (!emailFormat.test(email.trim())) {
    errors.email = 'Please enter a valid email, for example you@company.com'
  }
  if (!password) errors.password = 'Please choose a password'
  return errors
}
