import {
  Check,
  ChevronLeft,
  ChevronRight,
  Eye,
  EyeOff,
  Flag,
  History,
  ListRestart,
  Pencil,
  Trash2,
  X,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button, GhostButton, SmallButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../admin/ListParts.tsx'
import { hasBlock, hiddenBlocks } from '../../community/blocks.ts'
import { isolate } from '../../../lib/isolate.ts'
import { decisionKinds } from './decisions.ts'
import {
  type AdminCommunity,
  isReported,
  pendingContent,
  pendingReason,
  type QueuedCommunity,
} from './queue.ts'
import { KeyHint } from './shortcuts.tsx'
import type { Decisions } from './useDecisions.ts'
import type { Review } from './useReview.ts'

type Props = { review: Review; current: QueuedCommunity }

const steps = [
  { step: -1, icon: ChevronLeft, label: 'Previous community' },
  { step: 1, icon: ChevronRight, label: 'Next community' },
] as const

/** The decisions about the current community, unless others are selected. */
export function ReviewToolbar({ review, current }: Props) {
  const { rows, index, move } = review.position

  return (
    <div
      role="toolbar"
      aria-label="Review actions"
      className="@container flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2.5 max-sm:gap-1.5 sm:px-6"
    >
      {review.selection.rows.length > 0 ? (
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
function SelectionNotice({ review: { selection, actions } }: Pick<Props, 'review'>) {
  const { rows: selected, clear } = selection
  return (
    <>
      <p className="text-sm text-ink-soft">
        {`Decide the selected ${selected.length === 1 ? 'community' : 'communities'} in the list first.`}
      </p>
      <SmallButton disabled={!selected.every(actions.isOpen)} onClick={clear}>
        Clear selection
      </SmallButton>
    </>
  )
}

function DecisionButtons({ review, current }: Props) {
  const { approve, approvalProblem, reject, resolveReports } = review.actions
  const saving = review.decisions.saving.get(current.id)
  const isSaving = saving !== undefined
  /** Whether a decision is being saved that has another button. */
  const isOther = isSaving && !decisionKinds[saving].isReview
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
          onClick={() => reject()}
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

/** Opens a dialog of another capability. */
export type OnOpen = (community: AdminCommunity, dialog: 'edit' | 'history' | 'delete') => void

/** Actions other than decisions about what is pending. Only reported communities can be deleted here. */
export function MoreActions({
  review: { decisions, actions },
  current,
  onOpen,
}: Props & { onOpen: OnOpen }) {
  return (
    <div role="group" aria-label="More actions" className="-my-1 -mr-2 ml-auto flex">
      <GhostButton icon={Pencil} onClick={() => onOpen(current, 'edit')}>
        <span className="max-sm:sr-only">Edit</span> <KeyHint>E</KeyHint>
      </GhostButton>
      <GhostButton icon={History} onClick={() => onOpen(current, 'history')}>
        <span className="max-sm:sr-only">History</span> <KeyHint>H</KeyHint>
      </GhostButton>
      <VisibilityActions community={current} decisions={decisions} decide={actions.decideHere} />
      {pendingReason(current) === 'reports' && (
        <IconButton icon={Trash2} label="Delete" onClick={() => onOpen(current, 'delete')} />
      )}
    </div>
  )
}

type VisibilityProps = {
  community: AdminCommunity
  decisions: Decisions
  /** Saves a decision that needs no reason. */
  decide: Decisions['decide']
}

/** Takes an approved community out of the directory, or shows a hidden one again. */
export function VisibilityActions({ community, decisions, decide }: VisibilityProps) {
  const { name, status } = community
  const saving = decisions.saving.get(community.id)
  if (status !== 'approved') return null

  const isHidden = hiddenBlocks(community).length > 0
  return (
    <>
      {isHidden && (
        <GhostButton
          icon={Eye}
          title="Show again"
          aria-label={`Show ${isolate(name)} again`}
          isPending={saving === 'show'}
          onClick={() => void decide({ community, kind: 'show' })}
        />
      )}
      {/* A community that was hidden automatically stays hidden for the reason that an admin enters. */}
      {!hasBlock(community, 'admin') && (
        <GhostButton
          icon={EyeOff}
          title={isHidden ? 'Keep hidden' : 'Hide'}
          aria-label={isHidden ? `Keep ${isolate(name)} hidden` : `Hide ${isolate(name)}`}
          isPending={saving === 'hide'}
          onClick={() => decisions.ask({ community, kind: 'hide' })}
        />
      )}
      <GhostButton
        icon={ListRestart}
        title="Return to pending"
        aria-label={`Return ${isolate(name)} to pending`}
        isPending={saving === 'return'}
        onClick={() => void decide({ community, kind: 'return' })}
      />
    </>
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
