import { Ban } from 'lucide-react'
import { useState } from 'react'
import { UserError } from '../../../supabase/errors.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { isOwnerSuspended } from '../../community/blocks.ts'
import { useSession } from '../../session/useSession.ts'
import { type Suspending, suspendUser, undoSuspension } from '../../suspension/suspend-user.ts'
import type { Decision } from '../queue/decisions.ts'
import type { QueuedCommunity } from '../queue/queue.ts'
import type { Decisions } from '../queue/useDecisions.ts'

const LazySuspendDialog = lazyDialog(
  async () => (await import('../../suspension/SuspendDialogs.tsx')).SuspendUserDialog,
  { title: 'Suspend user' },
)

type Props = { community: QueuedCommunity; decisions: Decisions }

/** Suspends the owner of a community of the queue. U undoes it, like a decision. */
export function SuspendOwner({ community, decisions }: Props) {
  const { owner, owner_id } = community
  const isSelf = useSession().user?.id === owner_id
  // As it was when the dialog opened: another item must not replace it.
  const [asked, setAsked] = useState<QueuedCommunity | null>(null)
  if (isSelf || (isOwnerSuspended(community) && !asked)) return null

  const save = async (details: Suspending) => {
    const decision = suspendOwner(asked ?? community, details)
    const problem = await decisions.decideAll([decision], { isInDialog: true })
    if (problem) throw new UserError(problem, { isComplete: true })
  }
  const close = () => setAsked(null)

  return (
    <>
      <SmallButton
        icon={Ban}
        className="mt-3"
        disabled={decisions.isSaving(community)}
        onClick={() => setAsked(community)}
      >
        Suspend owner
      </SmallButton>
      {asked && (
        <LazySuspendDialog
          user={{ id: owner_id, name: owner.name, email: owner.sign_in_email || owner.email }}
          save={save}
          onClose={close}
          onSaved={close}
        />
      )}
    </>
  )
}

const suspendOwner = (community: QueuedCommunity, details: Suspending): Decision => ({
  kind: 'suspend owner',
  community,
  success: 'User suspended successfully',
  failure: 'Failed to suspend user',
  save: () => suspendUser(community.owner_id, details),
  undo: () => undoSuspension(community.owner_id),
})
