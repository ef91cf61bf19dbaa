import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps, ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useWrite } from '../data/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textRule } from '../../ui/text-rule.ts'

type Props = Pick<ComponentProps<typeof FormDialog>, 'subject' | 'submitLabel'> & {
  /** The question that the message answers, and what to know before answering. */
  label: string
  hint: string
  /** The maximum length of the message. */
  limit: number
  /** The error without a message. */
  missing: string
  success: string
  failure: string
  send: (message: string) => Promise<unknown>
  onClose: () => void
  children?: ReactElement
}

/** Asks an owner for a message to the admins. If sending fails, the dialog stays open and keeps the text. */
export function MessageDialog({
  label,
  hint,
  missing,
  limit,
  success,
  failure,
  send,
  onClose,
  children,
  ...dialog
}: Props) {
  const form = useForm({
    resolver: zodResolver(z.object({ message: textRule(limit, missing) })),
    defaultValues: { message: '' },
  })
  const sending = useWrite({
    write: send,
    success,
    failure,
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      isPending={sending.isPending}
      problem={sending.problem}
      onSubmit={form.handleSubmit(({ message }) => sending.run(message))}
    >
      <TextArea
        label={label}
        hint={hint}
        rows={6}
        limit={limit}
        required
        error={form.formState.errors.message?.message}
        {...form.register('message')}
      />
      {children}
    </FormDialog>
  )
}
