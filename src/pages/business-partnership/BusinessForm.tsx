import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../../app/brand.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { cleanEmail, emailProblem, isEmail } from '../../lib/email.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { textLink } from '../../ui/text-link.ts'
import { partnershipEmail } from './partnership-email.ts'

const fieldNames = ['companyName', 'email', 'password'] as const
type BusinessSignup = Record<(typeof fieldNames)[number], string>

/**
 * Keeps the values in component state only: nothing is sent or stored, least of all the password. Without the form
 * library, whose 18 kB would exceed the budget of this public page.
 */
export function BusinessForm() {
  const [values, setValues] = useState({ companyName: '', email: '', password: '' })
  const [isChecked, setIsChecked] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = isChecked ? validateSignup(values) : {}

  const field = (name: keyof BusinessSignup) => ({
    name,
    value: values[name],
    error: errors[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target
      setValues((current) => ({ ...current, [name]: value }))
      setIsSubmitted(false)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = validateSignup(values)
    const firstInvalid = fieldNames.find((name) => found[name])
    setIsChecked(true)
    setIsSubmitted(!firstInvalid)
    if (firstInvalid) form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus()
  }

  return (
    <Card title="Create your business account">
      <Notice title="This form doesn't send anything yet" className="mb-4">
        Business accounts aren't available yet. You can try the form: nothing is sent or stored.
      </Notice>
      {/* Without scripts, a form with this method and no dialog around it submits nothing. */}
      <form ref={form} method="dialog" noValidate onSubmit={submit} className="grid gap-4">
        <TextField label="Company Name" autoComplete="organization" {...field('companyName')} />
        <TextField label="Work Email" type="email" autoComplete="email" {...field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="off"
          hint="It stays on this page. We don't store it."
          {...field('password')}
        />
        {/* The page's primary button sends an email, which reaches a person. */}
        <Button type="submit" variant="secondary" className="w-full">
          Get Started
        </Button>
        {isSubmitted && (
          <Notice tone="info" title="Nothing was sent">
            Business accounts aren't available yet. Your details stay on this page and disappear
            when you leave it.
          </Notice>
        )}
        <p className="text-sm">
          <span>Want a partnership now? Write to </span>
          <a href={partnershipEmail} translate="no" className={textLink}>
            {brand.contactEmail}
          </a>
          <span>.</span>
        </p>
        <p className="text-sm text-ink-soft">
          By getting started you agree to our Terms of Service and{' '}
          <Link
            to="/privacy"
            className="rounded-sm text-ink underline decoration-line-strong underline-offset-4"
          >
            Privacy Policy
          </Link>
          . We'll publish the Terms of Service here when business accounts become available.
        </p>
      </form>
    </Card>
  )
}

function validateSignup({ companyName, email, password }: BusinessSignup) {
  const errors: Partial<BusinessSignup> = {}
  if (!cleanLine(companyName)) errors.companyName = 'Please enter your company name'
  const address = cleanEmail(email)
  if (!address) errors.email = 'Please enter your work email'
  else if (!isEmail(address)) errors.email = emailProblem(address)
  if (!password) errors.password = 'Please choose a password'
  return errors
}
