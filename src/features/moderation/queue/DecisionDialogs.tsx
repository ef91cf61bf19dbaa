import * as z from 'zod/mini'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { useForm, useWatch } from 'react-hook-form'
import { noReason, toUserError, UserError } from '../../../supabase/errors.ts'
import { maxRejectionReason } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Kbd } from '../../../ui/Badge.tsx'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { textRule } from '../../../ui/text-rule.ts'
import type { Bulk, Decision, Outcome } from './decisions.ts'
import { useShortcuts, useShortcutSetting } from './shortcuts.tsx'
import {
  type Asked,
  type Decisions,
  labelOf,
  questionOf,
  stillSaving,
  titleOf,
} from './useDecisions.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

const schemaOf = (field: string) =>
  z.object({ reason: textRule(maxRejectionReason, `Please enter a ${field.toLowerCase()}`) })
type Values = z.output<ReturnType<typeof schemaOf>>

type DialogsProps = {
  decisions: Decisions
  /** Runs with the first of several decisions that failed, once the reviewer has read about them. */
  onFailed?: (first: Decision) => void
}

/** The dialogs of `useDecisions`: the question for a reason, and the failures of several decisions. */
export function DecisionDialogs({ decisions, onFailed }: DialogsProps) {
  const { asked, closeQuestion, failed, closeFailed } = decisions.dialogs
  const [first] = asked?.decisions ?? []
  const closeFailures = () => {
    closeFailed()
    const [failure] = failed?.outcome.failures ?? []
    if (failure) onFailed?.(failure.decision)
  }
  return (
    // A press in a dialog is also the first one of a double click.
    <div className="contents" role="presentation" onClick={decisions.notePress}>
      {asked && first?.confirmation ? (
        <ConfirmDecision decision={first} decisions={decisions} onClose={closeQuestion} />
      ) : (
        asked && <ReasonDialog asked={asked} decisions={decisions} onClose={closeQuestion} />
      )}
      {failed && <FailedDecisions {...failed} onClose={closeFailures} />}
    </div>
  )
}

type Props = { asked: Asked; decisions: Decisions; onClose: () => void }

/** If saving fails, the dialog stays open and keeps the reason. */
function ReasonDialog({ asked, decisions, onClose }: Props) {
  const { bulk } = asked
  const names = asked.decisions.map(({ community }) => community.name)
  const isWaiting = asked.decisions.some(({ community, kind }) => {
    const saving = decisions.savingKind(community)
    return saving !== undefined && saving !== kind
  })
  const { verb, object } = labelOf(asked)
  const { hint, reasons, field = 'Reason' } = questionOf(asked)
  const form = useForm({ resolver: zodResolver(schemaOf(field)), defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const submit = useRef<HTMLButtonElement>(null)
  const decision = useWrite({
    write: async ({ reason: explanation }: Values) => {
      const options = { bulk, reason: explanation, isInDialog: true }
      const problem = await decisions.decideAll(asked.decisions, options)
      if (problem) throw new UserError(problem, { isComplete: true })
    },
    failure: `Failed to ${verb.toLowerCase()} ${object}`,
    showReasonIn: 'dialog',
    onSuccess: onClose,
  })

  const choose = (text: string) => {
    form.setValue('reason', text)
    form.clearErrors()
    submit.current?.focus()
  }
  const [hasShortcuts] = useShortcutSetting()
  const choices = reasons.map((text, index) => [index + 1, () => choose(text)])
  const shortcuts = { ...Object.fromEntries(choices), 0: () => form.setFocus('reason') }
  useShortcuts(shortcuts, { enabled: hasShortcuts, inDialog: true })

  return (
    <FormDialog
      onClose={onClose}
      title={titleOf(asked)}
      description={names.length <= 3 ? names.map(isolate).join(', ') : undefined}
      submitLabel={verb}
      submitButton={{
        ref: submit,
        variant: 'danger',
        isPending: decision.isPending || isWaiting,
      }}
      isPending={decision.isPending}
      // A common reason is one press away.
      typed={reasons.includes(reason) ? '' : reason}
      onSubmit={form.handleSubmit(async (values) => isWaiting || decision.run(values))}
    >
      <div
        role="group"
        aria-label={`Common ${field.toLowerCase()}s`}
        className="flex flex-col gap-2"
      >
        {reasons.map((text, index) => (
          <SmallButton
            key={text}
            aria-label={text}
            aria-pressed={reason === text}
            className="justify-start! text-left font-normal! aria-pressed:border-accent! aria-pressed:bg-accent-soft!"
            onClick={() => choose(text)}
          >
            <Kbd>{index + 1}</Kbd>
            <span>{text}</span>
          </SmallButton>
        ))}
        <SmallButton
          className="justify-start! text-left font-normal!"
          onClick={() => form.setFocus('reason')}
        >
          <Kbd>0</Kbd>
          <span>Write your own</span>
        </SmallButton>
      </div>
      <TextArea
        label={field}
        hint={hint}
        rows={3}
        limit={maxRejectionReason}
        required
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
      {isWaiting ? (
        <Notice tone="warning">{stillSaving}</Notice>
      ) : (
        decision.problem && <Notice tone="danger">{decision.problem}</Notice>
      )}
    </FormDialog>
  )
}

type FailedProps = { outcome: Outcome; bulk: Bulk; onClose: () => void }

function FailedDecisions({ outcome, bulk, onClose }: FailedProps) {
  const { done, failures } = outcome
  const others = done.length === 1 ? 'One other was' : `The other ${done.length} were`
  return (
    <Dialog
      onClose={onClose}
      title={`${failures.length} of ${failures.length + done.length} couldn't be ${bulk.done}`}
      description={done.length > 0 ? `${others} ${bulk.done}.` : 'Nothing was changed.'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="divide-y divide-line">
        {failures.map(({ decision: { community }, error }) => (
          <li key={community.id} className="py-2.5 first:pt-0">
            <p dir="auto" translate="no" className="font-semibold">
              {community.name}
            </p>
            <p className="text-sm text-ink-soft">{toUserError(error).message || noReason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type ConfirmProps = { decision: Decision; decisions: Decisions; onClose: () => void }

/** Asks before a decision that cannot be undone. It stays as it was when the dialog opened. */
function ConfirmDecision({ decision, decisions, onClose }: ConfirmProps) {
  const { community, kind, label, confirmation } = decision
  const [problem, setProblem] = useState<string | null>(null)
  const decide = async () => {
    const failure = await decisions.decide(decision, { isInDialog: true })
    if (failure) setProblem(failure)
    else onClose()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={confirmation?.title ?? ''}
      confirmLabel={`${label?.verb} ${label?.object ?? ''}`}
      isPending={decisions.savingKind(community) === kind}
      error={problem}
      // A key has asked for it, and A and Enter are enough for each item.
      focusesConfirm
      onConfirm={(event) => {
        // The dialog can appear below the pointer.
        if (!decisions.isDoublePress(`confirm ${community.id}`, event)) void decide()
      }}
    >
      <p>{confirmation?.text}</p>
    </ConfirmDialog>
  )
}
