import { cx } from '../../../ui/cx.ts'
import { BulkBar } from './BulkBar.tsx'
import { QueueList } from './QueueList.tsx'
import type { WaitingCommunity } from './queue-queries.ts'
import { ReviewToolbar } from './ReviewToolbar.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import type { Review } from './useReview.ts'
import { kindOf } from './verdicts.ts'

type Props = {
  review: Review
  current: WaitingCommunity
  as: 'one' | 'list'
  showsKeys: boolean
  /** Goes to one at a time: where there is no room for the list beside the community. */
  onOne: () => void
  onRejectSelected: () => void
}

/** One community, or the list with the community beside it. */
export function ReviewDesk({ review, current, as, showsKeys, onOne, onRejectSelected }: Props) {
  const { rows, index, isOpen, selection } = review
  const open = (row: WaitingCommunity) => {
    review.show(row)
    if (!window.matchMedia('(min-width: 64rem)').matches) onOne()
  }

  return (
    <div className="rounded-2xl border border-line bg-surface shadow-card lg:flex">
      {as === 'list' && (
        <div className="shrink-0 lg:w-96 lg:border-r lg:border-line">
          <BulkBar
            selected={selection.rows.length}
            all={rows.filter(isOpen).length}
            onSelectAll={(all) => selection.set(all ? rows.filter(isOpen) : [])}
            onApprove={() => void review.answerSelected('yes')}
            onReject={onRejectSelected}
          />
          <QueueList
            rows={rows}
            currentId={current.id}
            selected={selection.ids}
            isUnderWay={(row) => !isOpen(row)}
            onOpen={open}
            onSelect={selection.toggle}
          />
        </div>
      )}
      <div className={cx('min-w-0 flex-1 px-4 pt-4 sm:px-6', as === 'list' && 'max-lg:hidden')}>
        <ReviewPanel community={current} headingRef={review.heading} />
        <ReviewToolbar
          kind={kindOf(current)}
          showsKeys={showsKeys}
          busy={!isOpen(current)}
          hasPrevious={index > 0}
          hasNext={index < rows.length - 1}
          onYes={() => review.answer('yes')}
          onNo={() => review.answer('no')}
          onTask={review.start}
          onMove={review.move}
        />
      </div>
    </div>
  )
}
