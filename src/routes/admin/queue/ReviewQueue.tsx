import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Pager } from '../../../ui/Pager.tsx'
import type { QueueView } from '../admin-view.ts'
import { CommunityTasks } from '../communities/CommunityTasks.tsx'
import { RejectDialog } from '../decisions/RejectDialog.tsx'
import { ReportDialog } from '../decisions/ReportDialog.tsx'
import { UndoBar } from '../decisions/UndoBar.tsx'
import { LoadState } from '../LoadState.tsx'
import { pageSize } from '../page-size.ts'
import { KeysDialog } from '../KeyboardShortcuts.tsx'
import { NothingWaits } from './NothingWaits.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import { queueCounts, queuePage } from './queue-queries.ts'
import { ReviewDesk } from './ReviewDesk.tsx'
import { useKeysSetting } from '../useKeysSetting.ts'
import { useReview } from './useReview.ts'
import { useReviewKeys } from './useReviewKeys.ts'

type Props = { view: QueueView; onShow: (view: QueueView) => void; onLeave: () => void }

/** What waits for an admin, pending first and oldest first, decided with one key each. */
export function ReviewQueue({ view, onShow, onLeave }: Props) {
  const queries = useQueryClient()
  const page = useQuery(queuePage(view.page))
  const counts = useQuery(queueCounts).data
  const review = useReview(page.data ?? [], view.page)
  const [rejectingMany, setRejectingMany] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [keysOn, setKeysOn] = useKeysSetting()
  const { decisions, selection, current } = review

  useReviewKeys(
    {
      a: () => review.answer('yes'),
      r: () => review.answer('no'),
      e: () => review.start('edit'),
      h: () => review.start('history'),
      j: () => review.move(1),
      k: () => review.move(-1),
      x: () => view.as === 'list' && current && selection.toggle(current),
      u: decisions.undo,
      '?': () => setShowsKeys(true),
    },
    keysOn,
  )

  return (
    <div className="space-y-4">
      <QueueHeader
        as={view.as}
        counts={counts}
        onAs={(as) => onShow({ ...view, as })}
        onKeys={() => setShowsKeys(true)}
        onLeave={onLeave}
      />
      {!page.data ? (
        <LoadState query={page} failure="Error loading communities" />
      ) : current ? (
        <ReviewDesk
          review={review}
          current={current}
          as={view.as}
          showsKeys={keysOn}
          onOne={() => onShow({ ...view, as: 'one' })}
          onRejectSelected={() => setRejectingMany(true)}
        />
      ) : (
        <NothingWaits page={view.page} onFirstPage={() => onShow({ ...view, page: 1 })} />
      )}
      <Pager
        label="Pages of the queue"
        page={view.page}
        pageSize={pageSize}
        total={counts ? counts.pending + counts.held : 0}
        onPageChange={(next) => onShow({ ...view, page: next })}
      />
      <CommunityTasks
        task={review.task}
        decisions={decisions}
        onChanged={() => void queries.invalidateQueries({ queryKey: ['admin'] })}
      />
      {rejectingMany && (
        <RejectDialog
          names={selection.rows.map(({ name }) => name)}
          onClose={() => setRejectingMany(false)}
          onReject={(reason) => review.answerSelected('no', reason)}
        />
      )}
      {showsKeys && (
        <KeysDialog enabled={keysOn} onEnable={setKeysOn} onClose={() => setShowsKeys(false)} />
      )}
      <ReportDialog decisions={decisions} />
      <UndoBar decisions={decisions} showsKey={keysOn} />
    </div>
  )
}
