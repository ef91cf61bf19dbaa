import { Check, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { isLinkDead } from '../../community/blocks.ts'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { withHeldChanges } from '../../community/fields.ts'
import { textLanguage } from '../../community/languages.ts'
import { OwnerSuspendedBadge } from '../../community/StatusBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatCountOf, formatDate } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/Loading.tsx'
import { OtherReviewersMark } from '../team/OtherReviewers.tsx'
import { RiskMark } from '../signals/RiskSignals.tsx'
import {
  describePendingReason,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { CommunityName } from './DecisionBar.tsx'
import { rejectionOf } from './decisions.ts'
import type { QueuePlace, QueuePosition } from './queue-position.ts'
import type { QueueRows } from './queue-rows.ts'
import { ListEnd } from './ListEnd.tsx'
import { canBeSelected, type Selection } from './selection.ts'
import { SelectedElsewhere } from './SelectionNotice.tsx'
import { KeyHint } from './shortcuts.tsx'
import type { ReviewActions } from './useReviewActions.ts'

type Props = {
  list: QueueRows
  position: QueuePosition
  place: QueuePlace
  selection: Selection
  actions: ReviewActions
  isSaving: (row: QueuedCommunity) => boolean
  onOpen: (row: QueuedCommunity) => void
}

/** The communities of the queue, which can be selected and decided together. */
export function QueueList(props: Props) {
  const { list, position, place, selection, actions, isSaving, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const { key } = list
  const { current, rows } = position
  const currentId = current?.id
  const hasPlace = useRef(false)

  // Before the paint, so that the list does not appear somewhere else first.
  useLayoutEffect(() => {
    const saved = place.read()
    const isReturning = !hasPlace.current && saved.key === key && saved.scrollTop > 0
    if (isReturning) box.current?.scrollTo({ top: saved.scrollTop })
    else if (currentId) {
      box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    }
    hasPlace.current = true
  }, [currentId, key, place])

  return (
    <>
      <BulkBar selection={selection} actions={actions} isSaving={isSaving} />
      <div
        ref={box}
        className="roomy:min-h-0 roomy:flex-1 roomy:overflow-y-auto roomy:overscroll-contain"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          place.scroll(scrollTop)
          if (scrollHeight - scrollTop < 2 * clientHeight) list.loadMore()
        }}
      >
        <ol aria-label="Waiting for review" className="divide-y divide-line">
          {rows.map((row) => (
            <QueueItem
              key={row.id}
              row={row}
              isCurrent={row.id === currentId}
              isSaving={isSaving(row)}
              selection={selection}
              onOpen={() => onOpen(row)}
            />
          ))}
        </ol>
        <ListEnd list={list} count={rows.length} box={box} />
      </div>
    </>
  )
}

type BulkProps = Pick<Props, 'selection' | 'actions' | 'isSaving'>

function BulkBar({ selection, actions, isSaving }: BulkProps) {
  const { rows: selected, selectable } = selection
  const rejectable = selected.filter((row) => rejectionOf(row) !== null)
  const selectedHere = selectable.filter(selection.has).length
  const isPending = selected.some(isSaving)

  return (
    <div className="sticky top-0 z-10 flex min-h-12 shrink-0 flex-wrap items-center gap-2 rounded-t-2xl border-b border-line bg-surface px-3 py-1.5 lg:rounded-tr-none short:static">
      <div className="flex items-center gap-2.5 text-sm font-semibold">
        <input
          type="checkbox"
          aria-label="Select all"
          className="size-5 accent-accent"
          checked={selectable.length > 0 && selectedHere === selectable.length}
          disabled={selectable.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = selectedHere > 0 && selectedHere < selectable.length
          }}
          onChange={(event) => selection.setAll(event.currentTarget.checked)}
        />
        <span role="status">
          {selected.length > 0 ? `${selected.length} selected` : 'Select all'}
        </span>
      </div>
      {selected.length > 0 && (
        <>
          <SelectedElsewhere selection={selection} />
          <SmallButton disabled={isPending} className="ml-auto" onClick={selection.clear}>
            Clear selection
          </SmallButton>
        </>
      )}
      {selected.length > 0 && (
        <span className="flex w-full flex-wrap gap-2">
          <Button size="sm" icon={Check} isPending={isPending} onClick={actions.approve}>
            <span>
              <span>Approve</span> <CommunityNames rows={selected} />
            </span>
            <KeyHint>A</KeyHint>
          </Button>
          {rejectable.length > 0 && (
            <SmallButton icon={X} disabled={isPending} onClick={actions.reject}>
              <span>
                <span>Reject</span> <CommunityNames rows={rejectable} />
              </span>
              <KeyHint>R</KeyHint>
            </SmallButton>
          )}
        </span>
      )}
    </div>
  )
}

function CommunityNames({ rows }: { rows: readonly QueuedCommunity[] }) {
  const [first] = rows
  return rows.length === 1 && first ? (
    <CommunityName name={first.name} />
  ) : (
    <span>{formatCountOf(rows.length, 'community', 'communities')}</span>
  )
}

type ItemProps = Pick<Props, 'selection'> & {
  row: QueuedCommunity
  isCurrent: boolean
  isSaving: boolean
  onOpen: () => void
}

function QueueItem({ row, isCurrent, isSaving, selection, onOpen }: ItemProps) {
  const { name, image_url } = withHeldChanges(row)
  const reason = pendingReason(row)

  return (
    <li
      aria-current={isCurrent || undefined}
      className={cx(
        'relative flex items-center gap-3 px-3 py-2.5',
        isCurrent && 'bg-accent-soft lg:rounded-lg',
        isSaving && 'opacity-55',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Select ${isolate(name)}`}
        className="size-5 shrink-0 accent-accent"
        checked={selection.has(row)}
        disabled={isSaving || !canBeSelected(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <button
        type="button"
        className="flex min-w-0 flex-1 items-center gap-3 rounded-lg text-left"
        // Otherwise the browser selects text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => (event.shiftKey ? selection.toggle(row, true) : onOpen())}
      >
        {/* Narrow on the smallest phones, which else cut off the longest reason. */}
        <CommunityImage isThumbnail src={image_url} className="h-11 w-16 max-[22.5rem]:w-11" />
        <span className="min-w-0 flex-1 space-y-0.5">
          <span
            dir="auto"
            lang={textLanguage(row.languages)}
            translate="no"
            className="line-clamp-2 w-fit leading-snug font-semibold wrap-anywhere"
          >
            {name}
          </span>
          <span className="flex items-center gap-2 text-sm text-ink-soft">
            <Badge tone={reason === 'reports' ? 'red' : reason === 'new' ? 'neutral' : 'yellow'}>
              {describePendingReason(row)}
            </Badge>
            {isLinkDead(row) && <Badge tone="red">Dead link</Badge>}
            <OwnerSuspendedBadge community={row} />
            <RiskMark community={row} />
            <OtherReviewersMark communityId={row.id} />
            <span className="truncate">
              {`${isolate(row.location ?? row.requested_place ?? '')}, ${formatDate(pendingSince(row))}`}
            </span>
          </span>
        </span>
      </button>
      {isSaving && <Spinner className="size-4 shrink-0" />}
    </li>
  )
}
