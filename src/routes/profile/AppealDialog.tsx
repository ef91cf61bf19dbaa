import type { FormEvent } from 'react'
import type { Community } from '../../communities/fields.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useCheckedText } from '../../ui/useCheckedText.ts'

type Props = {
  community: Pick<Community, 'id' | 'name'>
  onClose: () => void
}

/** Asks why the admins should look at their decision again. If sending fails, the dialog stays open and keeps the text. */
export function AppealDialog({ community, onClose }: Props) {
  const message = useCheckedText({
    limit: 1000,
    missing: 'Please say why we should look at it again',
  })
  const appeal = useWrite({
    write: async (text: string) =>
      unwrap(await supabase.rpc('appeal_community', { community_id: community.id, message: text })),
    success: 'Your appeal is sent',
    failure: 'Failed to send your appeal',
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message.check()) void appeal.run(message.text)
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
        {...message.field}
      />
    </FormDialog>
  )
}
