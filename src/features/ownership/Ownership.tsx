import { BadgeCheck } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { listFields } from '../community/fields.ts'
import { publishedByProof } from './proof.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import type { OwnCommunity } from '../community/own-communities.ts'

const ProofDialog = onDemandDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog, {
  title: 'Prove that this is your group',
  cancelLabel: 'Close',
})

type Props = {
  community: OwnCommunity
  isOwner: boolean
  isDisabled: boolean
  className: string
  /** Shown beside the button. */
  children: ReactElement | false
}

/** Offers to prove an approved community, or its held changes if it is verified already. */
export function Ownership({ community, isOwner, isDisabled, className, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const toPublish = isOwner ? publishedByProof(community) : []
  const canProve =
    community.status === 'approved' && !community.verified_at && toPublish.length === 0
  const open = () => setIsOpen(true)

  return (
    <>
      {toPublish.length > 0 && (
        <Notice
          title="You are verified"
          action={
            <SmallButton
              icon={BadgeCheck}
              aria-label={`Prove again to publish now: ${isolate(community.name)}`}
              disabled={isDisabled}
              onClick={open}
            >
              Prove again to publish now
            </SmallButton>
          }
        >
          {`Your new ${listFields(toPublish)} can go live without a review if the group has the same name as before.`}
        </Notice>
      )}
      {(children || canProve) && (
        <div className={cx('flex flex-wrap items-center gap-2 text-sm', className)}>
          {children}
          {canProve && (
            <SmallButton
              icon={BadgeCheck}
              aria-label={`Prove that this is your group: ${isolate(community.name)}`}
              disabled={isDisabled}
              onClick={open}
            >
              Prove that this is your group
            </SmallButton>
          )}
        </div>
      )}
      {/* Also after the proof, which removes its button. */}
      {isOpen && (
        <ProofDialog community={community} toPublish={toPublish} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
