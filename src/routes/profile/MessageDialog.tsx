import { type ComponentProps, type FormEvent, type ReactElement, useRef, useState } from 'react'
import { cleanText } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/format.ts'

type Props = Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel'> & {
  /** The question that the message answers, and what to know before answering. */
  label: string
  hint: string
  /** The error without a message. */
  missing: string
  success: string
  failure: string
  send: (message: string) => Promise<unknown>
  onClose: () => void
  children?: ReactElement
}

/** The same limit as in the database. */
const maxLength = 1000

/** Asks an owner for a message to the admins. If sending fails, the dialog stays open and keeps the text. */
export function MessageDialog({
  label,
  hint,
  missing,
  success,
  failure,
  send,
  onClose,
  children,
  ...dialog
}: Props) {
  const [message, setMessage] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = cleanText(message)
  const error = !text
    ? missing
    : countCharacters(text) > maxLength
      ? `Use at most ${formatCount(maxLength)} characters`
      : undefined
  const sending = useWrite({
    write: send,
    success,
    failure,
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (error) field.current?.focus()
    else void sending.run(text)
  }

  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      isPending={sending.isPending}
      problem={sending.problem}
      onSubmit={submit}
    >
      <TextArea
        ref={field}
        label={label}
        hint={hint}
        rows={6}
        limit={maxLength}
        required
        error={isChecked ? error : undefined}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {children}
    </FormDialog>
  )
}
