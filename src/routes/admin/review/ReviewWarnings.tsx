import { useQuery } from '@tanstack/react-query'
import { Differences } from '../../../communities/Differences.tsx'
import {
  differencesSince,
  groupDifferences,
  heldChanges,
  heldDifferences,
  isObject,
  ownVersion,
} from '../../../communities/versions.ts'
import {
  allReportReasons,
  reportReasonLabels,
  statusLabels,
} from '../../../communities/vocabulary.ts'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { type QueuedCommunity, similarCommunities } from './queue-queries.ts'
import { pendingReason } from './pending-reason.ts'

type Props = { community: QueuedCommunity }

/** What a reviewer has to know before looking at the community itself. */
export function ReviewWarnings({ community }: Props) {
  const reason = pendingReason(community)
  return (
    <>
      <SimilarCommunities key={community.id} community={community} />
      {community.community_reports.length > 0 && <Reports reports={community.community_reports} />}
      {reason === 'changes' && (
        <section aria-label="Changes" className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm">
          <p className="font-semibold">What the owner wants to change</p>
          <Differences differences={heldDifferences(community)} />
        </section>
      )}
      {community.groups_changed_at && (
        <section
          aria-label="Groups changed since approval"
          className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm"
        >
          <p className="font-semibold">Groups changed since approval. Visitors see them already.</p>
          <Differences
            differences={groupDifferences(community.approved_groups, community.community_groups)}
            captions={['Approved', 'Now']}
          />
        </section>
      )}
      {reason === 'resubmitted' && <EarlierRejection community={community} />}
    </>
  )
}

/** How many texts are on view at once; the others are folded away. */
const textsShown = 5

type ReportsProps = { reports: QueuedCommunity['community_reports'] }

/** What visitors reported: how often, why, and in which words. Who reported it is not shown, not even to admins. */
function Reports({ reports }: ReportsProps) {
  const texts = reports.filter(({ comment }) => comment)
  const folded = texts.slice(textsShown)
  const reasons = allReportReasons
    .map((reason) => ({ reason, count: reports.filter((one) => one.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reportReasonLabels[reason]} (${count})`)
    .join(', ')

  return (
    <section aria-label="Reports" className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm">
      <p className="font-semibold">
        {reports.length === 1 ? 'Reported once' : `Reported ${reports.length} times`}: {reasons}
      </p>
      <ReportTexts reports={texts.slice(0, textsShown)} />
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-sm font-semibold underline underline-offset-4">
            {folded.length} more
          </summary>
          <ReportTexts reports={folded} />
        </details>
      )}
    </section>
  )
}

function ReportTexts({ reports }: ReportsProps) {
  if (reports.length === 0) return null
  return (
    <ul className="mt-2 space-y-2">
      {reports.map(({ reason, comment, created_at }) => (
        <li key={`${created_at} ${comment}`} className="border-l-2 border-line-strong pl-3">
          <p className="whitespace-pre-line">{comment}</p>
          <p className="text-xs text-ink-soft">
            {reportReasonLabels[reason]}, {formatDate(created_at)}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Names what may be the same community. Without an answer it says so: silence would mean 'none'. */
function SimilarCommunities({ community }: Props) {
  const similar = useQuery(similarCommunities(community.id))
  if (similar.isError) {
    return <Notice tone="warning">Couldn't check whether this is already listed.</Notice>
  }
  if (!similar.data || similar.data.length === 0) return null
  const link = ownVersion(community).whatsapp_link

  return (
    <Notice tone="warning" title="This may be listed already">
      <ul className="mt-1 space-y-1">
        {similar.data.map((other) => {
          const sameLink = other.whatsapp_link === link || heldChanges(other).whatsapp_link === link
          return (
            <li key={other.id}>
              <span className="font-semibold">{other.name}</span> by {other.owner.name},{' '}
              {other.location}: {sameLink ? 'the same WhatsApp link' : 'nearly the same name'} (
              {statusLabels[other.status].toLowerCase()})
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** Why a resubmitted community was rejected, and what its owner changed since. */
function EarlierRejection({ community }: Props) {
  const { rejected_version: rejected, community_groups } = community
  const groups = community_groups.map(({ name }) => name).toSorted()
  const differences = differencesSince(rejected, { ...community, groups })
  const reason = isObject(rejected) ? rejected['rejection_reason'] : undefined

  return (
    <section
      aria-label="Changed since it was rejected"
      className="rounded-xl bg-warning-soft/50 px-4 py-3 text-sm"
    >
      {typeof reason === 'string' && reason && (
        <p className="mb-2">
          <span className="font-semibold">Reason for the rejection:</span> {reason}
        </p>
      )}
      {differences.length > 0 ? (
        <>
          <p className="font-semibold">Changed since it was rejected</p>
          <Differences differences={differences} captions={['Rejected', 'Resubmitted']} />
        </>
      ) : (
        <p className="font-semibold">Nothing has changed since it was rejected.</p>
      )}
    </section>
  )
}
