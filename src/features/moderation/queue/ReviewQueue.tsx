import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useDeferredValue, useEffect, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { StaleNotice } from '../../../ui/Feedback.tsx'
import { usePageSignals } from '../signals/RiskSignals.tsx'
import { useOpenReview } from '../team/OtherReviewers.tsx'
import { type QueueView, useAdminView } from '../../admin/admin-view.ts'
import { LoadState, useIsWidestWindow, useIsWideWindow } from '../../admin/ListParts.tsx'
import { useAnswers } from './answers.ts'
import { DecisionBar } from './DecisionBar.tsx'
import { LazyDecisionDialogs, LazyShortcutsDialog } from './lazy-dialogs.ts'
import type { AdminCommunity, QueuedCommunity } from './queue.ts'
import { describePosition, queueCounts } from './queue-counts.ts'
import { type QueuePlace, useQueuePosition } from './queue-position.ts'
import { useQueueRows } from './queue-rows.ts'
import { ImportEntries, OpenImport } from './Imports.tsx'
import { ListFilters } from './QueueFilters.tsx'
import { EmptyQueue, QueueHeader } from './QueueHeader.tsx'
import { QueueList } from './QueueList.tsx'
import { OwnerPanel } from './OwnerPanel.tsx'
import { type OnOpen, ReviewPanel } from './ReviewPanel.tsx'
import { useSelected, useSelection } from './selection.ts'
import { SelectionNotice } from './SelectionNotice.tsx'
import { HasShortcuts, useShortcutSetting, useShortcuts } from './shortcuts.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useDecisions } from './useDecisions.ts'
import { useReviewActions } from './useReviewActions.ts'

type Props = {
  view: QueueView
  place: QueuePlace
  onOpen: OnOpen
  /** Renders the dialogs that `onOpen` opens. */
  renderDialogs: (rows: readonly QueuedCommunity[], onChanged: OnChanged) => ReactElement | false
}

/** Reloads the lists after the reviewer has changed a community other than by a decision, and shows the result. */
type OnChanged = (id: string) => Promise<void>

/**
 * The communities that wait for an admin: the list and one of them, which narrow screens show in its place. In a large
 * window, both scroll on their own, so that every button stays in place.
 */
export function ReviewQueue(props: Props) {
  const { view, place, onOpen, renderDialogs } = props
  const { change } = useAdminView()
  const list = useQueueRows(view, place)
  const page = list.query
  // Renders the first community in the background, which keeps slow phones responsive.
  const isReady = useDeferredValue(list.rows !== undefined)
  const counts = useQuery(queueCounts(view)).data
  const isWide = useIsWideWindow()
  const hasOwnerPane = useIsWidestWindow()
  /** Whether the list is in the place of the community, which is then not shown. */
  const hasList = view.isListOpen
  // Shortcuts decide only what is shown.
  const position = useQueuePosition(isReady ? list.rows : undefined, list.key, place)
  const { rows, current } = position
  useOpenReview(current?.id)
  usePageSignals(rows)
  const selected = useSelected()
  const decisions = useDecisions({
    defersCounts: true,
    onDecide: position.focusHeading,
    onSaved: selected.remove,
    onReloaded: position.accept,
    onUndo: ({ community }) => isQueued(community) && position.show(community),
    onUndone: ({ community }) => position.accept([community.id]),
  })
  const queries = useQueryClient()
  /** The community that the reviewer has just changed. */
  const [changedId, setChangedId] = useState<string | null>(null)
  const onChanged: OnChanged = async (id) => {
    setChangedId(id)
    await queries.invalidateQueries({ queryKey: ['admin'] })
    position.accept([id])
    setChangedId(null)
  }
  /** The community whose requested place is being added, in the version that the reviewer saw. */
  const [placing, setPlacing] = useState<QueuedCommunity | null>(null)
  const isOwnChange = current && (decisions.isSaving(current) || changedId === current.id)
  const isFrozen = position.change !== null && !isOwnChange
  const isListShown = (hasList || isWide) && current !== undefined
  const isEmpty = list.rows?.length === 0 && !view.kind && !view.search && !current
  const isDone = isEmpty && !counts?.all
  const { isSaving } = decisions
  const selection = useSelection(selected, rows, { isActive: isListShown, isSaving })
  const answers = useAnswers(current)
  const actions = useReviewActions({
    position,
    selection,
    decisions,
    hasList,
    isFrozen,
    answers,
    onAddPlace: setPlacing,
  })
  const desk = { position, selection, decisions, actions }
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const [hasShortcuts, setHasShortcuts] = useShortcutSetting()

  const { reach } = list
  useEffect(() => reach(position.index))

  useShortcuts(
    {
      a: actions.approve,
      r: actions.reject,
      e: () => current && !isFrozen && onOpen(current, 'edit'),
      h: actions.hide,
      j: () => position.move(1),
      k: () => position.move(-1),
      x: ({ shiftKey }) => current && !isFrozen && selection.toggle(current, shiftKey),
      u: decisions.undo,
      '?': () => setShowsShortcuts(true),
    },
    { enabled: hasShortcuts },
  )

  const openRow = (row: QueuedCommunity) => {
    position.show(row)
    if (!isWide) change({ as: null })
  }

  const owner = current && <OwnerPanel key={current.id} community={current} decisions={decisions} />

  return (
    <HasShortcuts value={hasShortcuts}>
      {/* As high as the rest of the window below the site's header and the tabs. Three panes are wider than other pages. */}
      <div className="-mt-2 flex flex-col gap-1 xl:mx-[calc((72rem-min(100vw,100rem))/2)] roomy:h-[calc(100dvh-7.625rem)]">
        <QueueHeader view={view} counts={counts} onShortcuts={() => setShowsShortcuts(true)} />
        <OpenImport view={view} />
        <StaleNotice query={page} />
        <SelectionNotice selection={selection} isListShown={isListShown} />
        <div
          className={cx(
            'min-h-0 lg:flex',
            !isDone && 'flex-1 rounded-2xl border border-line bg-surface shadow-card',
          )}
        >
          {(hasList || isWide || isEmpty) && !isDone && (
            <div className="flex shrink-0 flex-col lg:w-80 lg:border-r lg:border-line 2xl:w-96">
              <ListFilters view={view} counts={counts} />
              <ImportEntries view={view} counts={counts} />
              {current && (
                <QueueList
                  {...desk}
                  list={list}
                  place={place}
                  isSaving={isSaving}
                  onOpen={openRow}
                />
              )}
            </div>
          )}
          {/* Without a box on narrow screens, so that the decisions stay at the bottom of the window beside the whole list. */}
          <div className="flex min-w-0 flex-1 flex-col max-lg:contents">
            {!page.data || !isReady ? (
              <LoadState query={page} failure="Error loading communities" />
            ) : current ? (
              <div className={cx('flex min-h-0 flex-1', hasList && 'max-lg:hidden')}>
                <ReviewPanel
                  community={current}
                  position={counts ? describePosition(position.index, counts, view) : null}
                  headingRef={position.heading}
                  owner={hasOwnerPane ? null : owner}
                  isFrozen={isFrozen}
                  placeForm={{
                    adding: placing?.id === current.id ? placing : null,
                    onPress: decisions.notePress,
                    onClose: () => setPlacing(null),
                    onResolved: () => {
                      position.heading.current?.focus()
                      void onChanged(current.id)
                    },
                  }}
                />
                {hasOwnerPane && (
                  <div
                    key={current.id}
                    data-toasts="beside"
                    className="w-72 shrink-0 border-l border-line p-3 roomy:overflow-y-auto"
                  >
                    {owner}
                  </div>
                )}
              </div>
            ) : (
              <EmptyQueue view={view} counts={counts} />
            )}
            <div className="sticky bottom-0 z-10">
              <UndoBar {...decisions.undoBar} />
              {current && (
                <div className={cx(hasList && 'max-lg:hidden')}>
                  <DecisionBar
                    {...desk}
                    current={current}
                    answers={answers}
                    isFrozen={isFrozen}
                    onOpen={onOpen}
                  />
                </div>
              )}
            </div>
          </div>
        </div>
        {decisions.isAsking && (
          <LazyDecisionDialogs
            decisions={decisions}
            onClose={decisions.dialogs.closeQuestion}
            onFailed={({ community }) => isQueued(community) && position.show(community)}
          />
        )}
        <div className="contents">{renderDialogs(rows, onChanged)}</div>
        {showsShortcuts && (
          <LazyShortcutsDialog
            isOn={hasShortcuts}
            onChange={setHasShortcuts}
            onClose={() => setShowsShortcuts(false)}
          />
        )}
      </div>
    </HasShortcuts>
  )
}

/** The table decides communities without what only the queue loads. */
const isQueued = (community: AdminCommunity): community is QueuedCommunity =>
  'community_reports' in community
