import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { DialogLink } from '../../admin/DialogLink.tsx'
import { Differences } from '../../community/Differences.tsx'
import {
  differencesSince,
  groupDifferences,
  heldDifferences,
} from '../../community/find-differences.ts'
import { heldValues, withHeldChanges } from '../../community/fields.ts'
import { allReportReasons, reportReasonLabels } from '../../community/report-reasons.ts'
import { statusLabels } from '../../community/vocabulary.ts'
import { readText } from '../../../lib/read-property.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { summaryClass } from '../../../ui/text-link.ts'
import { pendingContent, type QueuedCommunity } from './queue.ts'

type Props = { community: QueuedCommunity }

export function ReviewWarnings({ community }: Props) {
  const content = pendingContent(community)
  return (
    <>
      {community.community_reports.length > 0 && <Reports reports={community.community_reports} />}
      {(community.held_at || community.groups_changed_at) && (
        <Warning label="Changes">
          <p className="font-semibold">Changes by the owner</p>
          <p>Visitors see the approved version until you accept them.</p>
          <Differences differences={changesOf(community)} />
        </Warning>
      )}
      {community.name_changed_at && (
        <Warning label="Name changed without a review">
          <p className="font-semibold">Visitors see this name already</p>
          <p>
            The owner proved the group, so the new name needed no review. The community shows no
            badge until you confirm the name. To change it, edit the community.
          </p>
        </Warning>
      )}
      {community.status === 'pending' && community.rejection_reason && (
        <Warning label="Question to the owner">
          <p className="font-semibold">The owner has been asked and has not edited it since</p>
          <p dir="auto" className="wrap-anywhere">
            {community.rejection_reason}
          </p>
        </Warning>
      )}
      {content === 'resubmitted' && <EarlierRejection community={community} />}
      <SimilarCommunities key={community.id} community={community} />
    </>
  )
}

const changesOf = (community: QueuedCommunity) => [
  ...heldDifferences(community),
  ...(community.groups_changed_at
    ? groupDifferences(community.approved_groups, community.community_groups)
    : []),
]

function Warning({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm">
      {children}
    </section>
  )
}

const shownComments = 5

type ReportsProps = { reports: QueuedCommunity['community_reports'] }

/** Open reports by reason, with comments. Reports are anonymous, even for admins. */
function Reports({ reports }: ReportsProps) {
  const comments = reports.filter(({ comment }) => comment)
  const collapsed = comments.slice(shownComments)
  const reasons = allReportReasons
    .map((reason) => ({ reason, count: reports.filter((one) => one.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reportReasonLabels[reason]} (${count})`)
    .join(', ')

  return (
    <Warning label="Reports">
      <p className="font-semibold">
        {`${reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}: ${reasons}`}
      </p>
      <ReportComments reports={comments.slice(0, shownComments)} />
      {collapsed.length > 0 && (
        <details className="mt-2">
          <summary className={summaryClass}>{`${collapsed.length} more`}</summary>
          <ReportComments reports={collapsed} />
        </details>
      )}
    </Warning>
  )
}

function ReportComments({ reports }: ReportsProps) {
  if (reports.length === 0) return null
  return (
    <ul className="mt-2 space-y-2">
      {reports.map(({ reason, comment, created_at }) => (
        <li key={`${created_at} ${comment}`} className="border-l-2 border-line-strong pl-3">
          <p dir="auto" className="whitespace-pre-line">
            {comment}
          </p>
          <p className="text-xs text-ink-soft">
            {`${reportReasonLabels[reason]}, ${formatDate(created_at)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Lists possible duplicates. Reports a failed check, because showing nothing would mean 'none'. */
function SimilarCommunities({ community }: Props) {
  const similar = useQuery(similarCommunities(community.id))
  if (similar.isError) {
    return <Notice tone="warning">Couldn't check whether this is already listed.</Notice>
  }
  if (!similar.data || similar.data.length === 0) return null
  const link = withHeldChanges(community).whatsapp_link

  return (
    <Notice tone="warning" title="This may already be listed">
      <ul className="mt-1 space-y-1">
        {similar.data.map((other) => {
          const sameLink =
            other.whatsapp_link === link || heldValues(other)['whatsapp_link'] === link
          return (
            <li key={other.id}>
              <DialogLink dialog="show" to={other} /> <span>by</span>{' '}
              <DialogLink dialog="user" to={other.owner} />
              <span>
                {`, ${isolate(other.location ?? 'no place yet')}: ${sameLink ? 'same WhatsApp link' : 'similar name'} (${statusLabels[other.status].toLowerCase()})`}
              </span>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** Communities with the same link, or a similar name in the same place. */
function similarCommunities(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'similar', communityId],
    queryFn: async ({ signal }) => {
      const similar = supabase.rpc('similar_communities', { community_id: communityId })
      const columns = similar.select(
        'id, name, status, location, whatsapp_link, held_changes, owner:profiles!communities_owner_id_fkey (id, name)',
      )
      return unwrap(await columns.abortSignal(signal))
    },
  })
}

function EarlierRejection({ community }: Props) {
  const { rejected_version: rejected, community_groups } = community
  const groups = community_groups.map(({ name }) => name).toSorted()
  const differences = differencesSince(rejected, { ...community, groups })
  const reason = readText(rejected, 'rejection_reason')

  return (
    <Warning label="Changed since it was rejected">
      {reason && (
        <p className="mb-2">
          <span className="font-semibold">Rejection reason:</span> <span dir="auto">{reason}</span>
        </p>
      )}
      {differences.length > 0 ? (
        <>
          <p className="font-semibold">Changed since it was rejected</p>
          <Differences differences={differences} captions={['Rejected', 'Resubmitted']} />
        </>
      ) : (
        <p className="font-semibold">Nothing has changed since the rejection.</p>
      )}
    </Warning>
  )
}
