import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Answers } from './answers.ts'
import type { Decision } from './decisions.ts'
import type { QueuedCommunity } from './queue.ts'
import type { QueuePosition } from './queue-position.ts'
import type { Selection } from './selection.ts'
import { KeyHint } from './shortcuts.tsx'
import type { Decisions } from './useDecisions.ts'
import type { ReviewActions } from './useReviewActions.ts'

type Props = {
  current: QueuedCommunity
  position: QueuePosition
  selection: Selection
  decisions: Decisions
  actions: ReviewActions
  answers: Answers
  /** Whether the current community has been decided or changed since the reviewer opened it. */
  isFrozen: boolean
}

const steps = [
  { step: -1, icon: ChevronLeft, label: 'Previous community' },
  { step: 1, icon: ChevronRight, label: 'Next community' },
] as const

/** The decisions about the current community, unless others are selected. */
export function DecisionBar(props: Props) {
  const { current, position, selection, decisions, actions, answers, isFrozen } = props
  const buttons = [
    { decision: answers.approval, icon: Check, shortcut: 'A', onClick: actions.approve },
    { decision: answers.rejection, icon: X, shortcut: 'R', onClick: actions.reject },
  ].flatMap(({ decision, ...button }) => (decision ? { decision, ...button } : []))
  const saving = decisions.savingKind(current)

  return (
    <div
      role="toolbar"
      aria-label="Review actions"
      className="@container flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2.5 max-sm:gap-1.5 sm:px-6"
    >
      {selection.rows.length > 0 ? (
        // The list has the decisions about the selected communities.
        <p className="text-sm text-ink-soft">
          {`Decide the selected ${selection.rows.length === 1 ? 'community' : 'communities'} in the list first.`}
        </p>
      ) : (
        buttons.map((button, index) => (
          <BarButton
            key={button.shortcut}
            variant={index === 0 ? 'primary' : 'secondary'}
            saving={saving}
            isFrozen={isFrozen}
            {...button}
          />
        ))
      )}
      <span className="ml-auto flex gap-1">
        {steps.map(({ step, icon, label }) => (
          <Button
            key={step}
            variant="secondary"
            icon={icon}
            aria-label={label}
            className="max-sm:w-9"
            disabled={!position.canMove(step)}
            onClick={() => position.move(step)}
          />
        ))}
      </span>
    </div>
  )
}

type ButtonProps = ComponentProps<typeof Button> & {
  decision: Decision
  /** The kind of the decision about the community that is being saved. */
  saving: string | undefined
  isFrozen: boolean
  shortcut: string
}

function BarButton({ decision, saving, isFrozen, shortcut, ...button }: ButtonProps) {
  const { community, kind, label, obstacle } = decision
  return (
    <Button
      {...button}
      isPending={saving === kind}
      disabled={isFrozen || obstacle !== undefined || (saving !== undefined && saving !== kind)}
      title={obstacle}
      // Six controls on the smallest phones leave no room for icons.
      className="max-sm:px-3 max-[23rem]:px-2 max-[23rem]:not-aria-busy:[&>svg]:hidden"
    >
      <span>
        <span>{label?.verb}</span>{' '}
        {label?.object && (
          <>
            <span className="max-sm:sr-only">{label.object}</span>
            <span className="@max-4xl:sr-only"> of </span>
          </>
        )}
        {/* Shown where there is room; the heading is above. */}
        <CommunityName name={community.name} className="@max-4xl:sr-only" />
      </span>
      <KeyHint>{shortcut}</KeyHint>
    </Button>
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
