import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { emailForm } from './auth-forms.ts'
import type { SentMail } from './continue-to.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { sendLink } from './send-link.ts'
import type { View } from './SignInDialog.tsx'
import { SwitchLine } from './SwitchLine.tsx'
import { useFocusFirstField } from './useFocusFirstField.ts'
import { useSubmit } from './useSubmit.ts'

type Props = {
  email: string
  mail: SentMail
  submitLabel: string
  onView: (view: View) => void
}

/** Asks for an address and sends a link to it. */
export function EmailLinkForm({ email, mail, submitLabel, onView }: Props) {
  const firstField = useFocusFirstField()
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email } })
  const send = useSubmit(async (values: { email: string }) => {
    const failure = await sendLink(values.email, mail)
    if (!failure) onView({ name: 'check-email', email: values.email, kind: mail.kind })
    return failure
  }, 'We could not send the link. Try again.')

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(send.submit)}
      className="space-y-4"
    >
      <ProblemNotice problem={send.problem} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" busy={send.busy} className="w-full">
        {send.busy ? 'Sending...' : submitLabel}
      </Button>
      <SwitchLine
        action="Back to sign in"
        onClick={() => onView({ name: 'sign-in', email: form.getValues('email').trim() })}
      />
    </form>
  )
}
