import { Check, ChevronLeft, ChevronRight, EyeOff, RefreshCw, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Answer, Answers } from './answers.ts'
import type { QueuedCommunity } from './queue.ts'
import type { QueuePosition } from './queue-position.ts'
import { QueueMenu } from './QueueMenu.tsx'
import type { OnOpen } from './ReviewPanel.tsx'
import type { Selection } from './selection.ts'
import { KeyHint } from './shortcuts.tsx'
import type { Decisions } from './useDecisions.ts'
import type { ReviewActions } from './useReviewActions.ts'
import { canHide } from './visibility-decisions.ts'
import { Notice } from '../../../ui/Feedback.tsx'

type Props = {
  current: QueuedCommunity
  position: QueuePosition
  selection: Selection
  decisions: Decisions
  actions: ReviewActions
  answers: Answers
  /** Whether the current community has been decided or changed since the reviewer opened it. */
  isFrozen: boolean
  onOpen: OnOpen
}

const steps = [
  { step: -1, icon: ChevronLeft, label: 'Previous community' },
  { step: 1, icon: ChevronRight, label: 'Next community' },
] as const

/**
 * The answers about the current community, unless others are selected: for every kind of item at the same place, and as
 * wide.
 */
export function DecisionBar(props: Props) {
  const { current, position, selection, decisions, actions, answers, isFrozen, onOpen } = props
  const { approval, rejection } = answers
  const bar = { saving: decisions.savingKind(current), isFrozen }

  return (
    <>
      {isFrozen && <FrozenNotice position={position} />}
      <div
        role="toolbar"
        aria-label="Review actions"
        className="flex flex-wrap items-center gap-2 rounded-b-2xl border-t border-line bg-surface px-3 py-2.5 max-sm:gap-1.5 max-[23rem]:px-2 sm:px-6"
      >
        {selection.rows.length > 0 ? (
          // The list has the decisions about the selected communities.
          <p className="text-sm text-ink-soft">
            {`Decide the selected ${selection.rows.length === 1 ? 'community' : 'communities'} in the list first.`}
          </p>
        ) : (
          <>
            {approval && (
              <AnswerButton
                {...bar}
                answer={approval}
                icon={Check}
                shortcut="A"
                onClick={actions.approve}
              />
            )}
            {rejection && (
              <AnswerButton
                {...bar}
                variant="secondary"
                answer={rejection}
                icon={X}
                shortcut="R"
                onClick={actions.reject}
              />
            )}
            {canHide(current) && rejection?.kind !== 'hide' && (
              <Button
                variant="ghost"
                icon={EyeOff}
                // Also in the menu, for small windows.
                className="max-lg:hidden"
                disabled={isFrozen || bar.saving !== undefined}
                onClick={actions.hide}
              >
                <span>Hide</span> <KeyHint>H</KeyHint>
              </Button>
            )}
            <QueueMenu
              community={current}
              decisions={decisions}
              isFrozen={isFrozen}
              onOpen={onOpen}
            />
          </>
        )}
        <span className="ml-auto flex gap-1">
          {steps.map(({ step, icon, label }) => (
            <Button
              key={step}
              variant="secondary"
              icon={icon}
              aria-label={label}
              className="max-sm:w-9 max-[23rem]:w-8 max-[23rem]:min-w-8!"
              disabled={!position.canMove(step)}
              onClick={() => position.move(step)}
            />
          ))}
        </span>
      </div>
    </>
  )
}

type ButtonProps = ComponentProps<typeof Button> & {
  answer: Answer
  /** The kind of the decision about the community that is being saved. */
  saving: string | undefined
  isFrozen: boolean
  shortcut: string
}

function AnswerButton({ answer, saving, isFrozen, shortcut, ...button }: ButtonProps) {
  const { community, kind, label, obstacle } = answer
  return (
    <Button
      {...button}
      isPending={saving === kind}
      disabled={isFrozen || obstacle !== undefined || (saving !== undefined && saving !== kind)}
      title={obstacle}
      // Small windows leave no room for icons.
      className="max-lg:px-1 max-lg:not-aria-busy:[&>svg]:hidden max-sm:min-w-0 max-sm:flex-1 sm:w-40 lg:w-52 xl:w-60 xl:px-3"
    >
      <span>
        <span className={label?.short && 'max-sm:hidden'}>{label?.verb}</span>
        {label?.short && <span className="sm:hidden">{label.short}</span>}{' '}
        {label?.object && (
          <>
            <span className="max-sm:sr-only">{label.object}</span>
            <span className="sr-only"> of </span>
          </>
        )}
        {/* The heading is above. */}
        <CommunityName name={community.name} className="sr-only" />
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

/** Reports what has happened to the current community since the reviewer opened it. It changes only on request. */
function FrozenNotice({ position }: { position: QueuePosition }) {
  const { change } = position
  if (!change) return null
  return (
    <Notice
      tone="warning"
      title={change.title ?? 'Checking what has changed...'}
      className="rounded-none!"
      action={
        <span className="flex flex-wrap gap-2">
          {change.isWaiting && (
            <Button size="sm" icon={RefreshCw} onClick={position.showLatest}>
              Show the new version
            </Button>
          )}
          <Button
            size="sm"
            variant={change.isWaiting ? 'secondary' : 'primary'}
            icon={ChevronRight}
            disabled={!position.canMove(1)}
            onClick={() => position.move(1)}
          >
            <span>Next</span> <KeyHint>J</KeyHint>
          </Button>
        </span>
      }
    >
      {change.isWaiting ? 'You see the version that you opened.' : 'You see it as it was before.'}
    </Notice>
  )
}
