import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { cleanCode } from '../../../lib/clean-text.ts'
import { cleanEmail } from '../../../lib/email.ts'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useWrite } from '../../data/useWrite.ts'
import {
  codeLength,
  codeNotSent,
  maxWaitSeconds,
  readSentCode,
  requestCode,
  signInWithCode,
  storeTypedCode,
} from './email-code.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import {
  AccountForm,
  EmailField,
  emailForm,
  PrivacyLine,
  ProblemNotice,
  SwitchLine,
  type ViewProps,
} from './sign-in-fields.tsx'

/** The first view: one field, for new and known users alike. */
export function EmailView({ email, continueTo, onView }: ViewProps) {
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useWrite({
    write: (values: { email: string }) => requestCode(values.email, { continueTo }),
    failure: codeNotSent,
    showReasonIn: 'dialog',
    staysPending: true,
    onSuccess: (_sent, values) => onView({ name: 'enter-code', email: values.email }),
  })

  return (
    <AccountForm onSubmit={form.handleSubmit(send.run, send.reset)}>
      <ProblemNotice write={send} />
      <EmailField
        label="Your email"
        hint="We email you a 6-digit code. If you're new here, it creates your account."
        autoComplete="username webauthn"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" isPending={send.isPending} className="w-full">
        {send.isPending ? 'Sending...' : 'Email me a code'}
      </Button>
      <PasskeySignIn />
      <ProviderButtons />
      <SwitchLine
        action="Use a password instead"
        onClick={() => onView({ name: 'password', email: cleanEmail(form.getValues('email')) })}
      />
      <PrivacyLine />
    </AccountForm>
  )
}

const codeForm = z.object({
  code: z
    .string()
    .check(
      z.overwrite(cleanCode),
      z.regex(
        new RegExp(`^\\d{${codeLength}}$`),
        'Please enter the 6 digits in the email we sent you',
      ),
    ),
})

/** The second view. Six digits submit the form. The text is the same whether or not the email has an account. */
export function EnterCodeView({ email, continueTo, onView }: ViewProps) {
  const navigate = useNavigate()
  const id = useId()
  const { canResendAt = 0, typed = '' } = readSentCode() ?? {}
  const { register, handleSubmit, setFocus, reset, formState } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: typed },
    reValidateMode: 'onSubmit',
  })
  const error = formState.errors.code?.message
  const check = useWrite({
    write: ({ code }: { code: string }) => signInWithCode({ email, code, continueTo, navigate }),
    failure: "We couldn't check your code. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })
  const [wait, startWait] = useCountdown(canResendAt)
  const resend = useWrite({
    write: () => requestCode(email, { continueTo }),
    failure: codeNotSent,
    showReasonIn: 'dialog',
    onSuccess: (sent) => {
      startWait(sent.canResendAt)
      check.reset()
      reset({ code: '' })
      setFocus('code')
    },
  })

  const hasFailed = check.error !== null
  useEffect(() => {
    if (hasFailed) setFocus('code', { shouldSelect: true })
  }, [hasFailed, setFocus])
  const submit = handleSubmit(check.run, () => setFocus('code', { shouldSelect: true }))

  return (
    <AccountForm onSubmit={submit}>
      <p id={`${id}-sent`} role="status">
        <span>{resend.isSuccess ? 'We sent a new code to' : 'We sent a code to'}</span>{' '}
        <strong translate="no" className="wrap-anywhere">
          {email}
        </strong>
        .
      </p>
      <div id={`${id}-problem`} className="empty:hidden">
        {!error && <ProblemNotice write={resend.error ? resend : check} />}
      </div>
      <TextField
        label="Code"
        aria-describedby={`${id}-problem ${id}-sent`}
        hint="6 digits, valid for an hour. No email? Check your spam folder."
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="text-lg tracking-widest tabular-nums"
        {...register('code', {
          onChange: ({ target }: { target: HTMLInputElement }) => {
            storeTypedCode(target.value)
            if (cleanCode(target.value).length === codeLength) void submit()
          },
        })}
      />
      <Button type="submit" isPending={check.isPending} className="w-full">
        {check.isPending ? 'Checking...' : 'Continue'}
      </Button>
      <div className="space-y-1 text-center">
        <GhostButton
          disabled={wait > 0}
          isPending={resend.isPending}
          onClick={() => void resend.run()}
          className="tabular-nums underline"
        >
          {wait > 0 ? `Send a new code in ${wait} s` : 'Send a new code'}
        </GhostButton>
        <SwitchLine
          question="Wrong address?"
          action="Change it"
          onClick={() => onView({ name: 'sign-in', email })}
        />
      </div>
    </AccountForm>
  )
}

/** Returns the seconds until a time, and a function that starts over. Counts on even if the clock of the device is set. */
function useCountdown(until: number): [seconds: number, start: (until: number) => void] {
  const [end, setEnd] = useState(() => toTimer(until))
  const [now, setNow] = useState(() => performance.now())
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isCounting = seconds > 0
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return [seconds, (next) => setEnd(toTimer(next))]
}

const toTimer = (until: number): number =>
  performance.now() + Math.min(until - Date.now(), maxWaitSeconds * 1000)
