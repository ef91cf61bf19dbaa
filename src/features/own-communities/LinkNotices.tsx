import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readItem, writeItem } from '../../lib/browser-storage.ts'
import { isolate } from '../../lib/isolate.ts'
import { toUserError } from '../../supabase/errors.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { heldValues } from '../community/fields.ts'
import {
  isNewLinkInReview,
  type OwnCommunity,
  ownCommunitiesFilter,
} from '../community/own-community-queries.ts'
import { requestLinkCheck, type CheckedLink } from '../ownership/ProofDialog.tsx'
import { useSuspension } from '../suspension/suspension.ts'

/** The key of the last save whose link this browser has checked. Independent of the device's clock, which may be wrong. */
const checkedKey = (communityId: string) => `checked-link-${communityId}`

const results = {
  swapped: 'Your new link leads to the same WhatsApp group, so visitors use it now.',
  'in review':
    'Your new link leads to a WhatsApp group. An admin reviews it before visitors use it.',
  dead: "Your new link doesn't lead to a WhatsApp group. Please check it and save it again.",
  unknown: "WhatsApp didn't answer. An admin reviews your new link.",
  renamed:
    'Your WhatsApp group has a different name than when we approved it. An admin looks at it.',
}
type Result = keyof typeof results

type Props = { userId: string; community: OwnCommunity }

/**
 * Checks a changed link on WhatsApp right after its owner has saved it: one that leads to the same group goes live at
 * once. Also reports a renamed group, until an admin accepts the name or the owner changes it back.
 */
export function OwnLinkCheck({ userId, community }: Props) {
  const { id, name, held_at, community_links } = community
  const queries = useQueryClient()
  const held = heldValues(community)['whatsapp_link']
  const heldLink = typeof held === 'string' ? held : null
  const isRenamed = Boolean(community_links?.renamed_at)
  const suspension = useSuspension(userId)
  // Kept once the link is live, to show the result.
  const [link, setLink] = useState(heldLink)
  if (heldLink && heldLink !== link) setLink(heldLink)

  const check = useQuery({
    ...ownLinkCheck(id, link, held_at),
    // A check that is refused would count as made.
    enabled: () => heldLink !== null && suspension === null && readItem(checkedKey(id)) !== held_at,
  })
  const { data: result, dataUpdatedAt } = check
  useEffect(() => {
    // The check may have changed the community.
    if (dataUpdatedAt) void queries.invalidateQueries(ownCommunitiesFilter)
  }, [queries, dataUpdatedAt])

  if (!heldLink && !isRenamed) {
    return result === 'swapped' ? <Notice>{results.swapped}</Notice> : null
  }
  return (
    <Notice
      {...(isRenamed && { tone: 'warning', title: 'Renamed on WhatsApp' })}
      action={
        <SmallButton
          icon={RefreshCw}
          aria-label={`Check now: ${isolate(name)}`}
          isPending={check.isFetching}
          onClick={() => void check.refetch()}
        >
          Check now
        </SmallButton>
      }
    >
      {isRenamed && <p>{results.renamed}</p>}
      <p role="status">
        {check.isFetching
          ? `Checking your ${heldLink ? 'new ' : ''}link...`
          : check.isError
            ? toUserError(check.error).message
            : heldLink && (result ? results[result] : 'Your new link is waiting for review.')}
      </p>
    </Notice>
  )
}

/** The result of a check of the held link if there is one, else of the current one. */
function ownLinkCheck(communityId: string, link: string | null, savedAt: string | null) {
  return queryOptions({
    queryKey: ['own link check', communityId, link],
    queryFn: async () => {
      writeItem(checkedKey(communityId), savedAt ?? '')
      return toResult(await requestLinkCheck(communityId))
    },
    staleTime: Infinity,
    // The database limits the checks, and the notice has a button.
    retry: false,
  })
}

function toResult({ state, outcome }: CheckedLink): Result {
  if (state !== 'live') return state
  return outcome === 'swapped' ? 'swapped' : 'in review'
}

type DeadLinkProps = { community: OwnCommunity; onEdit: () => void }

export function DeadLinkNotice({ community, onEdit }: DeadLinkProps) {
  const title = 'Your invite link no longer works'
  if (isNewLinkInReview(community)) {
    return (
      <Notice tone="warning" title={title}>
        Visitors will see this community again once an admin has approved your new link.
      </Notice>
    )
  }
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        <SmallButton aria-label={`Change the link: ${isolate(community.name)}`} onClick={onEdit}>
          Change the link
        </SmallButton>
      }
    >
      Visitors can't see this community until it has a working link. You can get a new one in
      WhatsApp, in the group's info under 'Invite via link'.
    </Notice>
  )
}
