import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toast } from '../../../ui/toast.tsx'
import { useFocusFirstField } from '../../../session/sign-in/sign-in-fields.tsx'
import { emailForm } from '../../../session/sign-in/sign-in-schema.ts'
import { ProblemNotice, useSubmit } from '../../../session/sign-in/useSubmit.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { requestEmailChange } from './sign-in-account.ts'

type Props = {
  /** The current sign-in email. */
  email: string
  onClose: () => void
}

/** The dialog that requests a new sign-in email. */
export function ChangeEmail({ email, onClose }: Props) {
  return (
    <Dialog open onOpenChange={onClose} title="Change your sign-in email" size="sm">
      <ChangeEmailForm email={email} onClose={onClose} />
    </Dialog>
  )
}

function ChangeEmailForm({ email, onClose }: Props) {
  const queries = useQueryClient()
  const firstField = useFocusFirstField()
  const form = useForm({ resolver: zodResolver(emailForm), defaultValues: { email: '' } })
  const request = useSubmit(async (values: { email: string }) => {
    await requestEmailChange(queries, values.email)
    toast.success('Both addresses should get a link within a few minutes. Open both links.')
    onClose()
    return null
  }, "We couldn't change your email. Try again.")

  const submit = (values: { email: string }) => {
    if (values.email.toLowerCase() === email.toLowerCase()) {
      request.clear()
      form.setError(
        'email',
        { message: 'That is already your sign-in email' },
        { shouldFocus: true },
      )
      return
    }
    void request.submit(values)
  }

  return (
    <form
      ref={firstField}
      noValidate
      onSubmit={form.handleSubmit(submit, request.clear)}
      className="space-y-4"
    >
      <p>
        You sign in as <strong translate="no">{email}</strong>. We'll send a link to this address
        and to the new one. Your sign-in email changes when you have confirmed it with both links.
      </p>
      <ProblemNotice problem={request.problem} />
      <TextField
        label="New sign-in email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" busy={request.busy} className="w-full">
        {request.busy ? 'Sending...' : 'Send the links'}
      </Button>
    </form>
  )
}
