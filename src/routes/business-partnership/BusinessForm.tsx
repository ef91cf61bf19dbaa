import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'

/** It is never sent anywhere. */
type BusinessSignup = { companyName: string; email: string; password: string }

type BusinessSignupErrors = Partial<Record<keyof BusinessSignup, string>>

const emptySignup: BusinessSignup = { companyName: '', email: '', password: '' }

const emailFormat = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

const fieldNames = ['companyName', 'email', 'password'] as const

/** Records the values in this component and nowhere else: no call is made, nothing is stored. */
export function BusinessForm() {
  const [values, setValues] = useState<BusinessSignup>(emptySignup)
  const [checked, setChecked] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = checked ? checkSignup(values) : {}

  const field = (name: keyof BusinessSignup) => ({
    name,
    value: values[name],
    error: errors[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target
      setValues((current) => ({ ...current, [name]: value }))
      setSubmitted(false)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkSignup(values)
    const firstWrong = fieldNames.find((name) => found[name])
    setChecked(true)
    setSubmitted(!firstWrong)
    if (firstWrong) form.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus()
  }

  return (
    <Card title="Create your business account">
      {/* Not even without scripts: a form with this method and no dialog around it goes nowhere. */}
      <form ref={form} method="dialog" noValidate onSubmit={submit} className="grid gap-4">
        <TextField label="Company Name" autoComplete="organization" {...field('companyName')} />
        <TextField label="Work Email" type="email" autoComplete="email" {...field('email')} />
        <TextField label="Password" type="password" autoComplete="off" {...field('password')} />
        <Button type="submit" className="w-full">
          Get Started
        </Button>
        {submitted && (
          <Notice tone="info" title="Nothing was sent">
            Business accounts are not open yet. What you typed stays on this page, is not stored,
            and is gone when you leave it.
          </Notice>
        )}
        <p className="text-sm text-ink-soft">
          By getting started you agree to our Terms of Service and{' '}
          <Link
            to="/privacy"
            className="rounded-sm text-ink underline decoration-line-strong underline-offset-4"
          >
            Privacy Policy
          </Link>
          . The Terms of Service are not written yet: they will be published here when business
          accounts open.
        </p>
      </form>
    </Card>
  )
}

/** All three are required and the e-mail address must look like one. */
function checkSignup({ companyName, email, password }: BusinessSignup) {
  const errors: BusinessSignupErrors = {}
  if (!companyName.trim()) errors.companyName = 'Please enter your company name'
  if (!email.trim()) errors.email = 'Please enter your work email'
  else if (!emailFormat.test(email.trim())) {
    errors.email = 'Please enter a valid email, for example you@company.com'
  }
  if (!password) errors.password = 'Please choose a password'
  return errors
}
