import { lazyDialog } from '../../ui/lazy.tsx'
import type { OwnCommunity } from '../community/own-community-queries.ts'
import { AppealDialog } from '../moderation/appeals/Appeal.tsx'
import { AnswerClaim } from '../ownership/claims/AnswerClaim.tsx'
import type { ReceivedClaim } from '../ownership/claims/claims.ts'
import { OwnersProof } from '../ownership/OwnersProof.tsx'
import type { SessionUser } from '../session/useSession.ts'
import { PauseDialog } from './Activity.tsx'
import { WithdrawDialog } from './HeldChanges.tsx'

// Load on demand with the libraries of a form and a QR code, and a chart, which the page does not need otherwise.
const CoOwnersDialog = lazyDialog(
  async () => (await import('../ownership/co-owners/CoOwnersDialog.tsx')).CoOwnersDialog,
  { title: 'People', cancelLabel: 'Close' },
)
const NumbersDialog = lazyDialog(async () => (await import('./NumbersDialog.tsx')).NumbersDialog, {
  title: 'Joins per week',
  cancelLabel: 'Close',
})
const ShareDialog = lazyDialog(async () => (await import('./ShareDialog.tsx')).ShareDialog, {
  title: 'Share your community',
})

export type RowDialog =
  | 'share'
  | 'numbers'
  | 'pause'
  | 'people'
  | 'prove'
  | 'withdraw'
  | 'appeal'
  | 'claim'

type Props = {
  dialog: RowDialog
  user: SessionUser
  community: OwnCommunity
  claims: readonly ReceivedClaim[]
  onClose: () => void
}

/** The open dialog of a row. Not part of its button, which may disappear while the dialog is open. */
export function RowDialogs({ dialog, user, claims, ...props }: Props) {
  switch (dialog) {
    case 'share':
      return <ShareDialog {...props} />
    case 'numbers':
      return <NumbersDialog {...props} />
    case 'pause':
      return <PauseDialog {...props} />
    case 'people':
      return <CoOwnersDialog user={user} {...props} />
    case 'prove':
      return <OwnersProof isOwner={props.community.owner_id === user.id} {...props} />
    case 'withdraw':
      return <WithdrawDialog {...props} />
    case 'appeal':
      return <AppealDialog {...props} />
    case 'claim':
      return <AnswerClaim claims={claims} userId={user.id} {...props} />
  }
}
