import type { ReceivedClaim } from './claims.ts'
import type { Community } from '../community/fields.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { maxClaimAnswer } from '../../supabase/rules/limits.ts'
import { MessageDialog } from '../community/MessageDialog.tsx'

type Props = {
  claim: ReceivedClaim
  community: Pick<Community, 'name' | 'verified_at'>
  onClose: () => void
}

/** Asks why the community belongs to its owner. */
export const AnswerClaimDialog = ({ claim, community, onClose }: Props) => (
  <MessageDialog
    title="This is my community"
    description={community.name}
    label="Why is it yours?"
    hint="Only admins read this. You can answer once."
    limit={maxClaimAnswer}
    missing="Please say why this is your community"
    submitLabel="Send answer"
    success="Your answer is sent"
    failure="Failed to send your answer"
    send={async (answer) =>
      unwrap(await supabase.rpc('answer_claim', { claim_id: claim.id, answer }))
    }
    onClose={onClose}
  >
    <p className="text-sm text-ink-soft">
      {community.verified_at
        ? 'The admin also sees when you proved the link.'
        : 'If you can, also verify the community with a code: the admin sees that you proved the link, too.'}
    </p>
  </MessageDialog>
)
