import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, GalleryVerticalEnd, Keyboard, List, PartyPopper } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { noReason, toUserError } from '../../../supabase/errors.ts'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { formatCount, formatCountOf } from '../../../ui/format.ts'
import { type QueueView, useAdminView } from '../admin-view.ts'
import { CommunityDialogs, RejectDialog } from '../communities/CommunityDialogs.tsx'
import { IconButton, LoadState, ViewPager } from '../ListParts.tsx'
import { AppealPanel } from './AppealPanel.tsx'
import { describeFailures, type Outcome } from './decisions.ts'
import { ShortcutsDialog, useShortcutSetting, useShortcuts } from './KeyboardShortcuts.tsx'
import { HasShortcuts } from './KeyHint.tsx'
import { openAppeal, type QueuedCommunity, queueCounts, queuePage } from './queue.ts'
import { QueueList } from './QueueList.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { MoreActions, ReviewToolbar } from './ReviewToolbar.tsx'
import { UndoBar } from './UndoBar.tsx'
import { hasRoomForPanel, useReview } from './useReview.ts'

type Props = { view: QueueView }

export function ReviewQueue({ view }: Props) {
  const { change } = useAdminView()
  const page = useQuery(queuePage(view.page))
  // Renders the first community in the background, which keeps slow phones responsive.
  const isReady = useDeferredValue(page.data !== undefined)
  const counts = useQuery(queueCounts).data
  // Shortcuts decide only what is shown.
  const review = useReview(isReady ? (page.data ?? []) : [], view)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const [hasShortcuts, setHasShortcuts] = useShortcutSetting()
  const { decisions, current } = review
  const appeal = current && openAppeal(current)

  // For reviewers who press the number of a reason as soon as the dialog opens.
  useEffect(() => RejectDialog.preload(), [])

  useShortcuts(
    {
      a: review.approve,
      r: review.reject,
      s: review.resolveReports,
      e: () => review.openDialog('edit'),
      h: () => review.openDialog('history'),
      j: () => review.move(1),
      k: () => review.move(-1),
      x: review.toggleCurrent,
      u: decisions.undo,
      '?': () => setShowsShortcuts(true),
    },
    { enabled: hasShortcuts },
  )

  const openRow = (row: QueuedCommunity) => {
    review.show(row)
    if (!hasRoomForPanel()) change({ as: 'one', page: view.page })
  }

  return (
    <HasShortcuts value={hasShortcuts}>
      <div className="space-y-4">
        <Header view={view} counts={counts} onShortcuts={() => setShowsShortcuts(true)} />
        <StaleNotice query={page} />
        {!page.data || !isReady ? (
          <LoadState query={page} failure="Error loading communities" />
        ) : current ? (
          <div className="rounded-2xl border border-line bg-surface shadow-card lg:flex">
            {view.layout === 'list' && (
              <div className="shrink-0 lg:w-96 lg:border-r lg:border-line">
                <QueueList review={review} onOpen={openRow} />
              </div>
            )}
            <div
              className={cx(
                'min-w-0 flex-1 px-4 pt-4 sm:px-6',
                view.layout === 'list' && 'max-lg:hidden',
              )}
            >
              <ReviewPanel
                community={current}
                headingRef={review.heading}
                onPlaceResolved={review.focusHeading}
                actions={<MoreActions review={review} current={current} />}
                appeal={
                  appeal && (
                    <AppealPanel
                      key={appeal.id}
                      community={current}
                      appeal={appeal}
                      decisions={decisions}
                    />
                  )
                }
              />
              <ReviewToolbar review={review} current={current} />
            </div>
          </div>
        ) : (
          <EmptyQueue page={view.page} />
        )}
        <ViewPager label="Pages of the queue" page={view.page} total={counts?.all ?? 0} />
        <CommunityDialogs dialog={review.dialog} rows={page.data} decisions={decisions} />
        {review.rejecting.length > 0 && (
          <RejectDialog
            names={review.rejecting.map(({ name }) => name)}
            onClose={review.cancelRejecting}
            onSubmit={review.rejectSelected}
          />
        )}
        {showsShortcuts && (
          <ShortcutsDialog
            isOn={hasShortcuts}
            onChange={setHasShortcuts}
            onClose={() => setShowsShortcuts(false)}
          />
        )}
        {decisions.failed && (
          <FailedDecisions outcome={decisions.failed} onClose={decisions.closeFailed} />
        )}
        <UndoBar {...decisions.undoBar} />
      </div>
    </HasShortcuts>
  )
}

type Counts = {
  pending: number
  changed: number
  reported: number
  appealed: number
  requested: number
}

function describeCounts({ pending, changed, reported, appealed, requested }: Counts): string {
  const parts = [`${formatCount(pending)} pending`, `${formatCount(changed)} with changes`]
  if (reported > 0) parts.push(`${formatCount(reported)} reported`)
  if (appealed > 0) parts.push(formatCountOf(appealed, 'appeal', 'appeals'))
  if (requested > 0) parts.push(formatCountOf(requested, 'place requested', 'places requested'))
  return parts.join(', ')
}

type HeaderProps = Props & { counts: Counts | undefined; onShortcuts: () => void }

function Header({ view, counts, onShortcuts }: HeaderProps) {
  const { change, open } = useAdminView()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <GhostButton icon={ArrowLeft} className="-ml-2.5" onClick={() => open({})}>
        All communities
      </GhostButton>
      <p role="status" className="text-sm text-ink-soft tabular-nums max-sm:order-last">
        {counts && describeCounts(counts)}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <Segments
          label="Show"
          hidesLabelsOnPhones
          value={view.layout}
          segments={[
            { value: 'one', label: 'One at a time', icon: GalleryVerticalEnd },
            { value: 'list', label: 'List', icon: List },
          ]}
          onChange={(as) => change({ as, page: view.page })}
        />
        <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onShortcuts} />
      </div>
    </div>
  )
}

function EmptyQueue({ page }: { page: number }) {
  const { change } = useAdminView()
  if (page > 1) {
    return (
      <EmptyState
        title="Nothing to review on this page"
        icon={PartyPopper}
        action={<Button onClick={() => change({ page: 1 })}>First page</Button>}
      />
    )
  }
  return (
    <EmptyState title="Nothing to review" icon={PartyPopper}>
      Every community has been reviewed. New ones appear here automatically.
    </EmptyState>
  )
}

function FailedDecisions({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      {...describeFailures(outcome)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="divide-y divide-line">
        {outcome.failures.map(({ decision: { community }, error }) => (
          <li key={community.id} className="py-2.5 first:pt-0">
            <p translate="no" className="font-semibold">
              {community.name}
            </p>
            <p className="text-sm text-ink-soft">{toUserError(error).message || noReason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
