import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps, ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanText } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { useWrite } from '../data/useWrite.ts'

type Props = Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel'> & {
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
    resolver: zodResolver(messageSchema(missing, limit)),
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
        error={form.formState.errors.message?.message}
        {...form.register('message')}
        required
      />
      {children}
    </FormDialog>
  )
}

const messageSchema = (missing: string, limit: number) =>
  z.object({
    message: z.string().check(
      z.overwrite(cleanText),
      z.minLength(1, missing),
      z.refine(
        (message) => countCharacters(message) <= limit,
        `Use at most ${formatCount(limit)} characters`,
      ),
    ),
  })
