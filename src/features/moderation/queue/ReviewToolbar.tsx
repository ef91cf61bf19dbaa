import { Check, ChevronLeft, ChevronRight, Flag, History, Pencil, Trash2, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button, GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { KeyHint } from './KeyHint.tsx'
import { isAboutVisibility } from './decisions.ts'
import { isReported, pendingContent, pendingReason, type QueuedCommunity } from './queue.ts'
import type { Review } from './useReview.ts'
import { VisibilityActions } from './VisibilityActions.tsx'

type Props = { review: Review; current: QueuedCommunity }

const steps = [
  { step: -1, icon: ChevronLeft, label: 'Previous community' },
  { step: 1, icon: ChevronRight, label: 'Next community' },
] as const

/** The decisions about the current community, unless others are selected. */
export function ReviewToolbar({ review, current }: Props) {
  const { rows, index, move, selected } = review

  return (
    <div
      role="toolbar"
      aria-label="Review actions"
      className="@container flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2.5 max-sm:gap-1.5 sm:px-6"
    >
      {selected.length > 0 ? (
        <SelectionNotice review={review} />
      ) : (
        <DecisionButtons review={review} current={current} />
      )}
      <span className="ml-auto flex gap-1">
        {steps.map(({ step, icon, label }) => (
          <Button
            key={step}
            variant="secondary"
            icon={icon}
            aria-label={label}
            className="max-sm:w-9"
            disabled={rows[index + step] === undefined}
            onClick={() => move(step)}
          />
        ))}
      </span>
    </div>
  )
}

/** Replaces the decisions about the current community while the list has those about the selected ones. */
function SelectionNotice({ review: { selection, selected, isOpen } }: Pick<Props, 'review'>) {
  return (
    <>
      <p className="text-sm text-ink-soft">
        {`Decide the selected ${selected.length === 1 ? 'community' : 'communities'} in the list first.`}
      </p>
      <SmallButton disabled={!selected.every(isOpen)} onClick={selection.clear}>
        Clear selection
      </SmallButton>
    </>
  )
}

function DecisionButtons({ review, current }: Props) {
  const { approve, approvalProblem, reject, resolveReports } = review
  const saving = review.decisions.saving.get(current.id)
  const isSaving = saving !== undefined
  /** Whether a decision is being saved that has another button. */
  const isOther = saving === 'resolve' || isAboutVisibility(saving)
  const content = pendingContent(current)
  const isHeld = content === 'changes' || content === 'link'
  /** Visitors see the name already; only an edit of the community changes it. */
  const isConfirmed = content === 'groups' || content === 'name'
  const object = isHeld ? 'changes' : isConfirmed ? content : undefined
  const reports = current.community_reports.length
  const { name } = current

  return (
    <>
      {content && (
        <DecisionButton
          icon={Check}
          isPending={isSaving && !isOther}
          disabled={isOther || approvalProblem !== null}
          title={approvalProblem ?? undefined}
          onClick={approve}
          verb={isHeld ? 'Accept' : isConfirmed ? 'Confirm' : 'Approve'}
          object={object}
          name={name}
          shortcut="A"
        />
      )}
      {content && !isConfirmed && (
        <DecisionButton
          variant="secondary"
          icon={X}
          disabled={isSaving}
          onClick={reject}
          verb={isHeld ? 'Decline' : 'Reject'}
          object={object}
          name={name}
          shortcut="R"
        />
      )}
      {isReported(current) && (
        <DecisionButton
          variant={content ? 'secondary' : 'primary'}
          icon={Flag}
          isPending={saving === 'resolve'}
          disabled={isSaving && saving !== 'resolve'}
          onClick={resolveReports}
          verb="Resolve"
          object={reports === 1 ? 'report' : 'reports'}
          name={name}
          shortcut="S"
        />
      )}
    </>
  )
}

type DecisionButtonProps = Omit<
  ComponentProps<typeof Button>,
  'children' | 'className' | 'name'
> & {
  verb: string
  object: string | undefined
  /** The community. Shown where there is room; its heading is above. */
  name: string
  shortcut: string
}

function DecisionButton({ verb, object, name, shortcut, ...button }: DecisionButtonProps) {
  return (
    <Button
      {...button}
      // Six controls on the smallest phones leave no room for icons.
      className="max-sm:px-3 max-[23rem]:px-2 max-[23rem]:not-aria-busy:[&>svg]:hidden"
    >
      <span>
        <span>{verb}</span>{' '}
        {object && (
          <>
            <span className="max-sm:sr-only">{object}</span>
            <span className="@max-4xl:sr-only"> of </span>
          </>
        )}
        <CommunityName name={name} className="@max-4xl:sr-only" />
      </span>
      <KeyHint>{shortcut}</KeyHint>
    </Button>
  )
}

/** Actions other than decisions about what is pending. Only reported communities can be deleted here. */
export function MoreActions({ review: { openDialog, decisions, decideHere }, current }: Props) {
  return (
    <div role="group" aria-label="More actions" className="-my-1 -mr-2 ml-auto flex">
      <GhostButton icon={Pencil} onClick={() => openDialog('edit')}>
        <span className="max-sm:sr-only">Edit</span> <KeyHint>E</KeyHint>
      </GhostButton>
      <GhostButton icon={History} onClick={() => openDialog('history')}>
        <span className="max-sm:sr-only">History</span> <KeyHint>H</KeyHint>
      </GhostButton>
      <VisibilityActions
        community={current}
        saving={decisions.saving.get(current.id)}
        onHide={() => openDialog('hide')}
        onDecide={(decision) => void decideHere(decision)}
      />
      {pendingReason(current) === 'reports' && (
        <IconButton icon={Trash2} label="Delete" onClick={() => openDialog('delete')} />
      )}
    </div>
  )
}

export function CommunityName({ name, className }: { name: string; className?: string }) {
  return (
    <span
      dir="auto"
      translate="no"
      className={cx('inline-block max-w-40 truncate align-bottom', className)}
    >
      {name}
    </span>
  )
}
