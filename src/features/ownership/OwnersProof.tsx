import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsOfProof } from '../../supabase/rules/fields.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { heldFields, heldValues, listFields, withHeldChanges } from '../community/fields.ts'
import {
  isNewLinkInReview,
  type OwnCommunity,
  ownCommunitiesFilter,
} from '../community/own-community-queries.ts'
import { ProofDialog } from './ProofDialog.tsx'

/** Whether a proof gives the community its badge, or makes its held changes live. */
export const canProve = (community: OwnCommunity, isOwner: boolean): boolean =>
  community.status === 'approved' &&
  (!community.verified_at || (isOwner && publishedByProof(community).length > 0))

/**
 * Returns the names of the held fields that a proof of the owner can make live at once. The database decides whether it
 * does: the group must have its approved name, and nothing else may wait for an admin.
 */
export function publishedByProof(
  community: Pick<OwnCommunity, 'verified_at' | 'held_at' | 'held_changes'>,
): string[] {
  const { verified_at, held_at } = community
  if (!verified_at || !held_at || verified_at >= held_at) return []
  const held = Object.entries(heldValues(community)).filter(([name]) =>
    fieldsOfProof.some((field) => field === name),
  )
  return heldFields({ held_changes: Object.fromEntries(held) })
}

type Props = { community: OwnCommunity; isOwner: boolean; onClose: () => void }

/** Proves an approved community, or its held changes if it is proved already. */
export function OwnersProof({ community, isOwner, onClose }: Props) {
  const queries = useQueryClient()
  // The proof itself changes them.
  const [toPublish] = useState(() => (isOwner ? publishedByProof(community) : []))

  return (
    <ProofDialog
      community={{ id: community.id, name: withHeldChanges(community).name }}
      title="Prove that this is your group"
      advice={{
        live: 'Check that the group behind your link has exactly this code in its name or description. WhatsApp can take a minute to show it. Then try again.',
        dead: 'It leads to no group. Save a working link first, then come back.',
      }}
      failure="Failed to check your group"
      onChecked={() => queries.invalidateQueries(ownCommunitiesFilter)}
      describe={(result) => {
        if (result?.isProved) {
          const { published } = result
          const success = <Proved published={published} isReviewed={toPublish.length > 0} />
          return { success, instead: null }
        }
        // The server checks the new link. Unless a proof publishes it, only an admin can make it live.
        const isBlocked =
          isNewLinkInReview(community) &&
          (toPublish.length === 0 || result?.outcome === 'in review')
        return { success: null, instead: isBlocked ? linkInReview : null }
      }}
      onClose={onClose}
    />
  )
}

const linkInReview = (
  <Notice>
    The new link is waiting for review. You can prove that the group is yours once an admin has
    approved it.
  </Notice>
)

type ProvedProps = { published: string[]; isReviewed: boolean }

function Proved({ published, isReviewed }: ProvedProps) {
  return (
    <>
      <p className="font-semibold">Verified</p>
      <p>
        {published.length > 0
          ? `Your new ${listFields(published)} can be seen now, without a review.`
          : isReviewed
            ? 'An admin reviews your changes before visitors see them.'
            : 'Your community now has the badge.'}
      </p>
      {published.includes('name') && (
        <p>The badge returns once an admin has reviewed the new name.</p>
      )}
      <p>You can remove the code from your group.</p>
    </>
  )
}
