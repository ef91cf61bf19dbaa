import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { listFields } from '../../communities/fields.ts'
import { publishedByProof } from '../../communities/proof.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import type { OwnCommunity } from './own-communities.ts'

const ProofDialog = onDemandDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog, {
  title: 'Prove that this is your group',
  cancelLabel: 'Close',
})

type Props = { community: OwnCommunity; className: string }

/** Offers to prove an approved community, or its held changes if it is verified already. */
export function Ownership({ community, className }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const toPublish = publishedByProof(community)
  const open = () => setIsOpen(true)
  const forName = <span className="sr-only">{`: ${community.name}`}</span>

  return (
    <>
      {toPublish.length > 0 ? (
        <Notice
          title="You are verified"
          action={
            <SmallButton icon={BadgeCheck} onClick={open}>
              <span>Prove again to publish now</span>
              {forName}
            </SmallButton>
          }
        >
          {`Your new ${listFields(toPublish)} can go live without a review.`}
        </Notice>
      ) : (
        community.status === 'approved' &&
        !community.verified_at && (
          <div className={className}>
            <SmallButton icon={BadgeCheck} onClick={open}>
              <span>Prove that this is your group</span>
              {forName}
            </SmallButton>
          </div>
        )
      )}
      {/* Also after the proof, which removes its button. */}
      {isOpen && <ProofDialog community={community} onClose={() => setIsOpen(false)} />}
    </>
  )
}
