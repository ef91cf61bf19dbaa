import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ExternalLink, Pencil, SearchX } from 'lucide-react'
import { isLinkDead } from '../../community/blocks.ts'
import { communityGone } from '../../community/fields.ts'
import { textLanguage } from '../../community/languages.ts'
import { StatusBadge, VerifiedBadge } from '../../community/StatusBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { historyOf } from '../../log/history-queries.ts'
import { HistoryList, NoHistory } from '../../log/HistoryList.tsx'
import { LoadState } from '../../admin/ListParts.tsx'
import { Facts, HidingReasons, LiveVersion } from '../queue/LiveVersion.tsx'
import { OwnerPanel } from '../queue/OwnerPanel.tsx'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { communityDetails, type QueuedCommunity } from '../queue/queue.ts'
import { ReviewWarnings } from '../queue/ReviewWarnings.tsx'

type Props = { id: string; onClose: () => void; onEdit: () => void }

const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

/** Everything about a community, to read. */
export function CommunityView({ id, onClose, onEdit }: Props) {
  const details = useQuery(communityDetails(id))
  const listed = useQuery({ ...isPublic(id), enabled: isDirectoryLive })
  const community = details.data

  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="Community"
      description={
        community && (
          <span
            dir="auto"
            lang={textLanguage(community.languages)}
            translate="no"
            className="text-base font-semibold text-ink"
          >
            {community.name}
          </span>
        )
      }
      footer={
        <>
          {listed.data && (
            <LinkButton
              to={`/communities?community=${id}`}
              target="_blank"
              icon={ExternalLink}
              className="mr-auto min-h-10"
            >
              View public page
            </LinkButton>
          )}
          {community && (
            <Button variant="secondary" icon={Pencil} onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <StaleNotice query={details}>Couldn't refresh this community.</StaleNotice>
      {community ? (
        <View community={community} />
      ) : community === null ? (
        <EmptyState title={communityGone} icon={SearchX} />
      ) : (
        <LoadState query={details} failure="Error loading communities" />
      )}
    </Dialog>
  )
}

function View({ community }: { community: QueuedCommunity }) {
  const history = useInfiniteQuery(historyOf(community))
  const { status, rejection_reason, created_at, approval_date } = community
  return (
    <article className="@container min-w-0 space-y-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <StatusBadge community={community} />
        <VerifiedBadge community={community} />
        <span>{`Created ${formatDate(created_at)}`}</span>
        {approval_date && <span>{`Decided ${formatDate(approval_date)}`}</span>}
      </p>
      {rejection_reason && (
        <p className="text-sm">
          <span className="font-semibold">{refusals[status]}</span>{' '}
          <span dir="auto">{rejection_reason}</span>
        </p>
      )}
      <HidingReasons community={community} />
      {community.appeals.map(({ id, message }) => (
        <p key={id} className="text-sm break-words whitespace-pre-line">
          <span className="font-semibold">Appeal:</span> <span dir="auto">{message}</span>
        </p>
      ))}
      {community.claims.map(({ id, review_from }) => (
        <p key={id} className="text-sm">
          {`Claimed: the review queue has a claim since ${formatDate(review_from)}.`}
        </p>
      ))}
      <Facts community={community} />
      <ReviewWarnings community={community} />
      <LiveVersion
        community={community}
        linkState={<LinkState community={community} />}
        owner={<OwnerPanel community={community} />}
      />
      <section aria-label="History" className="pt-2">
        <h3 className="mb-3 text-lg font-semibold">History</h3>
        <HistoryList query={history} empty={<NoHistory />} />
      </section>
    </article>
  )
}

/** What `rejection_reason` explains. */
const refusals = {
  pending: 'Returned to pending:',
  approved: 'Changes declined:',
  rejected: 'Rejection reason:',
}

const linkStates = {
  unchecked: 'Not checked yet',
  live: 'Works',
  dead: 'Dead link',
  unknown: 'Not known whether it works',
}

/** The result of the last scheduled check. Opening the view checks nothing: WhatsApp limits the checks. */
function LinkState({ community }: { community: QueuedCommunity }) {
  const state = community.community_links?.state ?? 'unchecked'
  return (
    <p className="mt-1">
      {isLinkDead(community) ? (
        <Badge tone="red">{linkStates.dead}</Badge>
      ) : (
        <span className="text-ink-soft">{linkStates[state]}</span>
      )}
    </p>
  )
}

/** Reads whether visitors see the community. */
function isPublic(id: string) {
  return queryOptions({
    queryKey: ['admin', 'is listed', id],
    queryFn: async ({ signal }) => {
      const listed = supabase.rpc('get_listed_communities', { community_ids: [id] }, { get: true })
      return unwrap(await listed.select('id').abortSignal(signal)).length > 0
    },
  })
}
