import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { readItem, writeItem } from '../../lib/browser-storage.ts'
import { isolate } from '../../lib/isolate.ts'
import { toUserError } from '../../supabase/errors.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { heldValues } from '../community/fields.ts'
import { type OwnCommunity, ownCommunitiesFilter } from '../community/own-community-queries.ts'
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
}
type Result = keyof typeof results

export type OwnLinkCheck = ReturnType<typeof useOwnLinkCheck>

/**
 * Checks a changed link on WhatsApp right after its owner has saved it: one that leads to the same group goes live at
 * once. Returns the state of the check in a sentence, '' if there is nothing to say.
 */
export function useOwnLinkCheck(userId: string, community: OwnCommunity) {
  const { id, status, held_at } = community
  const queries = useQueryClient()
  const held = heldValues(community)['whatsapp_link']
  const heldLink = status === 'approved' && typeof held === 'string' ? held : null
  const suspension = useSuspension(userId)
  // Kept once the link is live, to show the result.
  const [link, setLink] = useState(heldLink)
  if (heldLink && heldLink !== link) setLink(heldLink)

  const check = useQuery({
    ...ownLinkCheck(id, link, held_at),
    // A check that is refused would count as made.
    enabled: () => heldLink !== null && suspension === null && readItem(checkedKey(id)) !== held_at,
  })
  const { data: result, dataUpdatedAt, error, isFetching, refetch } = check
  useEffect(() => {
    // The check may have changed the community.
    if (dataUpdatedAt) void queries.invalidateQueries(ownCommunitiesFilter)
  }, [queries, dataUpdatedAt])

  const describe = () => {
    if (isFetching) return `Checking your ${heldLink ? 'new ' : ''}link...`
    if (error) return toUserError(error).message
    return heldLink ? (result ? results[result] : 'Your new link is waiting for review.') : ''
  }
  return { text: describe(), isSwapped: !heldLink && result === 'swapped', isFetching, refetch }
}

type CheckProps = { link: OwnLinkCheck; name: string }

export const CheckNow = ({ link, name }: CheckProps) => (
  <SmallButton
    icon={RefreshCw}
    aria-label={`Check now: ${isolate(name)}`}
    isPending={link.isFetching}
    onClick={() => void link.refetch()}
  >
    Check now
  </SmallButton>
)

/** Reports what a check of the link can change, until an admin accepts it or the owner changes it back. */
export function LinkCheckNotice(props: CheckProps & { title: string; children: ReactNode }) {
  const { title, link, name, children } = props
  return (
    <Notice tone="warning" title={title} action={<CheckNow link={link} name={name} />}>
      <div>{children}</div>
      <p role="status">{link.text}</p>
    </Notice>
  )
}

export const SwappedNotice = ({ link }: { link: OwnLinkCheck }) =>
  link.isSwapped && <Notice>{results.swapped}</Notice>

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

type DeadLinkProps = { name: string; onEdit: () => void }

export const DeadLinkNotice = ({ name, onEdit }: DeadLinkProps) => (
  <Notice
    tone="danger"
    title="Your invite link no longer works"
    action={
      <SmallButton aria-label={`Change the link: ${isolate(name)}`} onClick={onEdit}>
        Change the link
      </SmallButton>
    }
  >
    Visitors can't see this community until it has a working link. You can get a new one in
    WhatsApp, in the group's info under 'Invite via link'.
  </Notice>
)
