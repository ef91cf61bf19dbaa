import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { cx } from '../../../ui/cx.ts'
import { FilterField } from '../../../ui/FilterField.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Options } from '../../../ui/Select.tsx'
import { segmentClass, segmentsClass } from '../../../ui/Segments.tsx'
import { type CommunitiesView, type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { allStatuses, statusLabels } from '../../community/vocabulary.ts'
import { queueCounts } from '../queue/queue-counts.ts'
import { communityCounts } from './community-queries.ts'

const views = ['review', 'all', ...allStatuses, 'hidden'] as const
type View = (typeof views)[number]

const viewLabels: Readonly<Record<View, string>> = {
  review: 'To review',
  all: 'All',
  ...statusLabels,
  hidden: 'Hidden',
}

const urls: Readonly<Record<View, string>> = {
  review: '/admin?view=queue',
  all: '/admin?view=all',
  pending: '/admin?status=pending',
  approved: '/admin?status=approved',
  rejected: '/admin?status=rejected',
  hidden: '/admin?visibility=hidden',
}

type Props = {
  view: CommunitiesView | QueueView
  /** Called shortly before the queue opens. */
  preloadQueue?: () => void
}

/** The views of the communities: the review queue, and the table of all, of a status, or of those that are hidden. */
export function CommunityViews({ view, preloadQueue }: Props) {
  const { change, open } = useAdminView()
  const isQueue = view.tab === 'queue'
  const isHidden = !isQueue && view.visibility === 'hidden' && !view.status
  const waiting = useQuery(queueCounts()).data?.all
  const filter = isQueue ? {} : { ...view, visibility: isHidden ? undefined : view.visibility }
  const counts = useQuery(communityCounts(filter)).data
  const hidden = useQuery(communityCounts({ ...filter, visibility: 'hidden' })).data?.all
  const countOfView = (one: View) =>
    one === 'review' ? waiting : one === 'hidden' ? hidden : counts?.[one]

  const choose = (next: View) => {
    if (next === 'review') open({ view: 'queue' })
    else {
      const status = allStatuses.find((one) => one === next) ?? null
      const visibility = next === 'hidden' ? { visibility: next } : isHidden && { visibility: null }
      // The filters of the table stay.
      const show = isQueue ? open : change
      show({ status, ...visibility })
    }
  }
  const value = isQueue ? 'review' : isHidden ? 'hidden' : (view.status ?? 'all')

  return (
    <>
      <div className={cx('max-w-full min-w-0', isQueue ? 'max-lg:hidden' : 'max-sm:hidden')}>
        <div role="group" aria-label="View" className={segmentsClass(isQueue)}>
          {views.map((one) => (
            <ViewSegment
              key={one}
              view={one}
              count={countOfView(one)}
              isCurrent={one === value}
              isLink={isQueue}
              onPointerDown={one === 'review' ? preloadQueue : undefined}
              onClick={() => choose(one)}
            />
          ))}
        </div>
      </div>
      {/* One row on narrow screens. The table of phones has its own status filter. */}
      {isQueue && (
        <FilterField
          label="View"
          className="min-w-0 flex-1 lg:hidden"
          value={value}
          onChange={(next) => choose(views.find((one) => one === next) ?? 'all')}
        >
          <Options
            values={views}
            textOf={(one) => {
              // That of the queue is beside it, with the kinds.
              const count = one === value ? undefined : countOfView(one)
              return count === undefined
                ? viewLabels[one]
                : `${viewLabels[one]} (${formatCount(count)})`
            }}
          />
        </FilterField>
      )}
    </>
  )
}

type SegmentProps = {
  view: View
  count: number | undefined
  isCurrent: boolean
  /** Beside 'Approve' and 'Reject', the views are links. */
  isLink: boolean
  onPointerDown: (() => void) | undefined
  onClick: () => void
}

function ViewSegment({ view, count, isCurrent, isLink, ...button }: SegmentProps) {
  const isUrgent = view === 'review' && count !== undefined && count > 0
  const content = (
    <>
      <span>{viewLabels[view]}</span>{' '}
      {count !== undefined && (
        <span
          className={cx(
            'text-xs tabular-nums',
            isUrgent && 'rounded-full bg-accent px-1.5 text-accent-on',
          )}
        >
          {formatCount(count)}
        </span>
      )}
    </>
  )
  if (!isLink) {
    return (
      <button type="button" aria-pressed={isCurrent} className={segmentClass(false)} {...button}>
        {content}
      </button>
    )
  }
  return (
    <Link
      to={urls[view]}
      aria-current={isCurrent || undefined}
      className={cx(
        segmentClass(true),
        'no-underline aria-[current=true]:bg-surface aria-[current=true]:text-ink aria-[current=true]:shadow-card',
      )}
    >
      {content}
    </Link>
  )
}
