import { type FormEvent, useState } from 'react'
import { cleanText } from '../../../lib/clean-text.ts'
import { UserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'

type Props = {
  name: string
  onClose: () => void
  /** Resolves to null once saved, else to an error message. */
  onDecline: (reason: string) => Promise<string | null>
}

/** Asks for the reason why an appeal is declined. If saving fails, the dialog stays open and keeps it. */
export function DeclineAppealDialog({ name, onClose, onDecline }: Props) {
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const text = cleanText(reason)
  const decline = useWrite({
    write: async (cleaned: string) => {
      const problem = await onDecline(cleaned)
      if (problem) throw new UserError(problem, { isComplete: true })
    },
    failure: 'Failed to decline appeal',
    showReasonIn: 'dialog',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (text) void decline.run(text)
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Decline appeal"
      description={name}
      submitLabel="Decline"
      submitButton={{ variant: 'danger', isPending: decline.isPending }}
      isPending={decline.isPending}
      onSubmit={submit}
    >
      <TextArea
        label="Reason"
        hint="The owner sees this next to their community, and gets it by email."
        rows={3}
        maxLength={500}
        required
        error={isChecked && !text ? 'Please enter a reason' : undefined}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {decline.problem && <Notice tone="danger">{decline.problem}</Notice>}
    </FormDialog>
  )
}
