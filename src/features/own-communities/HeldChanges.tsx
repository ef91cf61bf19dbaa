import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { summaryClass } from '../../ui/text-link.ts'
import { isOutOfDirectory } from '../community/blocks.ts'
import { type Community, heldFields, listFields } from '../community/fields.ts'
import { ownCommunitiesFilter } from '../community/own-community-queries.ts'
import { updateCommunityColumns } from '../community/update-community-columns.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { publishedByProof } from '../ownership/OwnersProof.tsx'
import { CheckNow, type OwnLinkCheck } from './LinkNotices.tsx'

type Props = { community: Community }

// Loads on demand with the library that compares texts.
const Comparison = lazyPart(async () => {
  const [{ Differences }, { heldDifferences }] = await Promise.all([
    import('../community/Differences.tsx'),
    import('../community/find-differences.ts'),
  ])
  return ({ community }: Props) => <Differences differences={heldDifferences(community)} />
})

type NoticeProps = Props & {
  /** As the row shows it. */
  name: string
  isOwner: boolean
  link: OwnLinkCheck
  onOpen: (dialog: 'prove' | 'withdraw') => void
}

/** What waits for review, compared with the approved version, and the fastest way to end the wait. */
export function HeldChanges({ community, name, isOwner, link, onOpen }: NoticeProps) {
  const [wasCompared, setWasCompared] = useState(false)
  const changed = listFields(heldFields(community))
  const toPublish = isOwner ? publishedByProof(community) : []

  return (
    <Notice
      title="Changes waiting for review"
      action={
        toPublish.length > 0 ? (
          <SmallButton
            icon={BadgeCheck}
            aria-label={`Prove again to publish now: ${isolate(name)}`}
            onClick={() => onOpen('prove')}
          >
            Prove again to publish now
          </SmallButton>
        ) : link.text ? (
          <CheckNow link={link} name={name} />
        ) : (
          <SmallButton
            aria-label={`Withdraw the changes to ${isolate(name)}`}
            onClick={() => onOpen('withdraw')}
          >
            Withdraw
          </SmallButton>
        )
      }
    >
      <p>
        {isOutOfDirectory(community)
          ? `An admin reviews your new ${changed}.`
          : `Visitors see the approved version until an admin accepts your new ${changed}.`}
      </p>
      {toPublish.length > 0 && (
        <p>
          {`You are verified: your new ${listFields(toPublish)} can go live without a review if the group has the same name as before.`}
        </p>
      )}
      {link.text && <p role="status">{link.text}</p>}
      <details
        className="mt-1"
        onToggle={({ currentTarget }) => currentTarget.open && setWasCompared(true)}
      >
        <summary className={summaryClass}>What changed</summary>
        {wasCompared && (
          <Suspense fallback={<Skeleton className="mt-2 h-16" />}>
            <Comparison community={community} />
          </Suspense>
        )}
      </details>
    </Notice>
  )
}

type WithdrawProps = Props & { onClose: () => void }

export function WithdrawDialog({ community, onClose }: WithdrawProps) {
  const queries = useQueryClient()
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Withdraw your changes?"
      confirmLabel="Withdraw changes"
      cancelLabel="Keep them"
      tone="danger"
      action={{
        write: () =>
          updateCommunityColumns(community.id, {
            held_changes: null,
            updated_at: community.updated_at,
          }),
        success: 'Your changes are withdrawn',
        failure: 'Error updating community',
        showReasonIn: 'form',
        onSuccess: onClose,
        onSettled: () => queries.invalidateQueries(ownCommunitiesFilter),
      }}
    >
      {`The approved version stays. Your new ${listFields(heldFields(community))} will be lost.`}
    </ConfirmActionDialog>
  )
}
