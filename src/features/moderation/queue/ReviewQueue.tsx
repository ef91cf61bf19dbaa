import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, GalleryVerticalEnd, Keyboard, List, PartyPopper } from 'lucide-react'
import { type ReactElement, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button, GhostButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { formatCount } from '../../../ui/format.ts'
import { type QueueView, rowsPerPage, useAdminView } from '../../admin/admin-view.ts'
import { IconButton, isWideWindow, LoadState, ViewPager } from '../../admin/ListParts.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { DecisionDialogs } from './DecisionDialogs.tsx'
import {
  describeCounts,
  type QueueCounts,
  type QueuedCommunity,
  queueCounts,
  queuePage,
} from './queue.ts'
import {
  type QueuePlace,
  type QueuePosition,
  useQueuePosition,
  useSelection,
} from './queue-position.ts'
import { QueueList } from './QueueList.tsx'
import { type OnOpen, ReviewPanel } from './ReviewPanel.tsx'
import { HasShortcuts, useShortcutSetting, useShortcuts } from './shortcuts.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { UndoBar } from './UndoBar.tsx'
import { type Decisions, useDecisions } from './useDecisions.ts'
import { useReviewActions } from './useReviewActions.ts'

type Props = {
  view: QueueView
  place: QueuePlace
  onOpen: OnOpen
  /** Renders what other capabilities ask about a community, such as a claim. */
  questionsOf: (
    community: QueuedCommunity,
    desk: { decisions: Decisions; position: QueuePosition },
  ) => ReactElement
}

/**
 * The communities that wait for an admin, one at a time or beside their list. In a large window, the list and the
 * community scroll on their own, so that every button stays in place.
 */
export function ReviewQueue({ view, place, onOpen, questionsOf }: Props) {
  const { change } = useAdminView()
  const page = useQuery(queuePage(view.page))
  // Renders the first community in the background, which keeps slow phones responsive.
  const isReady = useDeferredValue(page.data !== undefined)
  const counts = useQuery(queueCounts).data
  // Shortcuts decide only what is shown.
  const rows = isReady ? (page.data ?? noRows) : noRows
  const hasList = view.layout === 'list'
  const position = useQueuePosition(rows, view.page, place)
  const decisions = useDecisions(position.focusHeading)
  const selection = useSelection(rows, hasList)
  const onEdit = (row: QueuedCommunity) => onOpen(row, 'edit')
  const actions = useReviewActions({ position, selection, decisions, hasList, onEdit })
  const { current } = position
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const [hasShortcuts, setHasShortcuts] = useShortcutSetting()
  const panel = useRef<HTMLDivElement>(null)

  const currentId = current?.id
  useEffect(() => {
    const { current: shown } = panel
    if (!currentId || !shown) return
    shown.scrollTo({ top: 0 })
    // In a small window the page scrolls instead.
    if (shown.getBoundingClientRect().top < 0) shown.scrollIntoView()
  }, [currentId])

  useShortcuts(
    {
      a: actions.approve,
      r: actions.reject,
      s: actions.resolveReports,
      e: () => current && onEdit(current),
      h: () => current && onOpen(current, 'history'),
      j: () => position.move(1),
      k: () => position.move(-1),
      x: () => current && !decisions.isSaving(current) && selection.toggle(current),
      u: decisions.undo,
      '?': () => setShowsShortcuts(true),
    },
    { enabled: hasShortcuts },
  )

  const openRow = (row: QueuedCommunity) => {
    position.show(row)
    if (!isWideWindow()) change({ as: 'one', page: view.page })
  }

  return (
    <HasShortcuts value={hasShortcuts}>
      {/* As high as the rest of the window below the site's header and the tabs. */}
      <div className="-mt-2 flex flex-col gap-1 roomy:h-[calc(100dvh-7.625rem)]">
        <Header view={view} counts={counts} onShortcuts={() => setShowsShortcuts(true)} />
        <StaleNotice query={page} />
        <div
          className={cx(
            'min-h-0 lg:flex',
            current && 'flex-1 rounded-2xl border border-line bg-surface shadow-card',
          )}
        >
          {current && hasList && (
            <div className="flex shrink-0 flex-col lg:w-96 lg:border-r lg:border-line">
              <QueueList
                position={position}
                place={place}
                selection={selection}
                actions={actions}
                isSaving={decisions.isSaving}
                onOpen={openRow}
              />
            </div>
          )}
          {/* Without a box on narrow screens, so that the decisions stay at the bottom of the window beside the whole list. */}
          <div className="flex min-w-0 flex-1 flex-col max-lg:contents">
            {!page.data || !isReady ? (
              <LoadState query={page} failure="Error loading communities" />
            ) : current ? (
              <div
                ref={panel}
                className={cx(
                  'px-4 py-3 sm:px-6 roomy:min-h-0 roomy:flex-1 roomy:overflow-y-auto',
                  hasList && 'max-lg:hidden',
                )}
              >
                <ReviewPanel
                  community={current}
                  position={describePosition(view.page, position.index, counts?.all)}
                  headingRef={position.heading}
                  decisions={decisions}
                  onOpen={onOpen}
                  questions={questionsOf(current, { decisions, position })}
                />
              </div>
            ) : (
              <EmptyQueue page={view.page} />
            )}
            <div className="sticky bottom-0 z-10 overflow-hidden rounded-b-2xl short:static">
              <UndoBar {...decisions.undoBar} />
              {current && (
                <div className={cx(hasList && 'max-lg:hidden')}>
                  <DecisionBar
                    current={current}
                    position={position}
                    selection={selection}
                    decisions={decisions}
                    actions={actions}
                  />
                </div>
              )}
            </div>
          </div>
        </div>
        <ViewPager label="Pages of the queue" page={view.page} total={counts?.all ?? 0} />
        <DecisionDialogs decisions={decisions} />
        {showsShortcuts && (
          <ShortcutsDialog
            isOn={hasShortcuts}
            onChange={setHasShortcuts}
            onClose={() => setShowsShortcuts(false)}
          />
        )}
      </div>
    </HasShortcuts>
  )
}

const noRows: readonly QueuedCommunity[] = []

/** Returns '3 of 27'. The count may be older than the rows. */
function describePosition(page: number, index: number, total: number | undefined): string | null {
  const position = (page - 1) * rowsPerPage + index + 1
  if (total === undefined) return null
  return `${formatCount(position)} of ${formatCount(Math.max(total, position))}`
}

type HeaderProps = Pick<Props, 'view'> & {
  counts: QueueCounts | undefined
  onShortcuts: () => void
}

function Header({ view, counts, onShortcuts }: HeaderProps) {
  const { change, open } = useAdminView()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <GhostButton icon={ArrowLeft} className="-ml-2" onClick={() => open({})}>
        All communities
      </GhostButton>
      <p role="status" className="text-sm text-ink-soft tabular-nums max-sm:order-last">
        {counts && counts.all > 0 && describeCounts(counts)}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <Segments
          label="Show"
          hidesLabelsOnPhones
          isDense
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
