import type { ComponentProps, FormEvent, ReactElement } from 'react'
import { useWrite } from '../data/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useCheckedText } from '../../ui/useCheckedText.ts'

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
  const message = useCheckedText({ limit, missing })
  const sending = useWrite({
    write: send,
    success,
    failure,
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message.check()) void sending.run(message.text)
  }

  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      isPending={sending.isPending}
      problem={sending.problem}
      onSubmit={submit}
    >
      <TextArea label={label} hint={hint} rows={6} {...message.field} />
      {children}
    </FormDialog>
  )
}
