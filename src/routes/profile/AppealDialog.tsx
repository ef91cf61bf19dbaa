import { type FormEvent, useState } from 'react'
import type { Community } from '../../communities/fields.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Props = {
  community: Pick<Community, 'id' | 'name'>
  onClose: () => void
}

/** The same limit as in the database. */
const maxLength = 1000

/** Asks why the admins should look at their decision again. If sending fails, the dialog stays open and keeps the text. */
export function AppealDialog({ community, onClose }: Props) {
  const [message, setMessage] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const text = cleanText(message)
  const appeal = useWrite({
    write: async (cleaned: string) => {
      unwrap(
        await supabase.rpc('appeal_community', { community_id: community.id, message: cleaned }),
      )
    },
    success: 'Your appeal is sent',
    failure: 'Failed to send your appeal',
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (text && text.length <= maxLength) void appeal.run(text)
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Appeal"
      description={community.name}
      submitLabel="Send appeal"
      isPending={appeal.isPending}
      problem={appeal.problem}
      onSubmit={submit}
    >
      <TextArea
        label="Why should we look at it again?"
        hint="An admin reads this. You can appeal each decision once."
        rows={6}
        limit={maxLength}
        maxLength={maxLength}
        required
        error={isChecked && !text ? 'Please say why we should look at it again' : undefined}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
