import type { FormEvent } from 'react'
import type { ReceivedClaim } from '../../communities/claims/claims.ts'
import type { Community } from '../../communities/fields.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { TextArea } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useCheckedText } from '../../ui/useCheckedText.ts'

type Props = {
  claim: ReceivedClaim
  community: Pick<Community, 'name' | 'verified_at'>
  onClose: () => void
}

/** Asks why the community belongs to its owner. If sending fails, the dialog stays open and keeps the text. */
export function AnswerClaimDialog({ claim, community, onClose }: Props) {
  const answer = useCheckedText({
    limit: 1000,
    missing: 'Please say why this is your community',
  })
  const sending = useWrite({
    write: async (text: string) =>
      unwrap(await supabase.rpc('answer_claim', { claim_id: claim.id, answer: text })),
    success: 'Your answer is sent',
    failure: 'Failed to send your answer',
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.check()) void sending.run(answer.text)
  }

  return (
    <FormDialog
      onClose={onClose}
      title="This is my community"
      description={community.name}
      submitLabel="Send answer"
      isPending={sending.isPending}
      problem={sending.problem}
      onSubmit={submit}
    >
      <TextArea
        label="Why is it yours?"
        hint="Only admins read this. You can answer once."
        rows={6}
        {...answer.field}
      />
      <p className="text-sm text-ink-soft">
        {community.verified_at
          ? 'The admin also sees when you proved the link.'
          : 'If you can, also verify the community with a code: the admin sees that you proved the link, too.'}
      </p>
    </FormDialog>
  )
}
