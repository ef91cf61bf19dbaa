import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { AccountForm, emailForm, ProblemNotice } from '../../session/sign-in/sign-in-fields.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { requestEmailChange } from './auth-user.ts'

const changeEmailForm = (current: string) =>
  z.object({
    email: emailForm.shape.email.check(
      z.refine(
        (email) => email.toLowerCase() !== current.toLowerCase(),
        'That is already your sign-in email',
      ),
    ),
  })

export function ChangeEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(changeEmailForm(email)),
    defaultValues: { email: '' },
  })
  const request = useWrite({
    write: (values: { email: string }) => requestEmailChange(queries, values.email),
    success: 'Both addresses should get a link within a few minutes. Open both links.',
    failure: "We couldn't change your email. Try again.",
    showReasonIn: 'dialog',
    onSuccess: onClose,
  })
  // Until the dialog has closed, a second click would send the links again.
  const isSending = request.isPending || request.isSuccess

  return (
    <Dialog onClose={onClose}>
      <AccountForm onSubmit={form.handleSubmit(request.run, request.reset)}>
        <p>
          You sign in as <strong translate="no">{email}</strong>. We'll send a link to this address
          and to the new one. Your sign-in email changes when you have confirmed it with both links.
        </p>
        <ProblemNotice write={request} />
        <TextField
          label="New sign-in email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" isPending={isSending} className="w-full">
          {isSending ? 'Sending...' : 'Send the links'}
        </Button>
      </AccountForm>
    </Dialog>
  )
}
