import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanText } from '../../../lib/clean-text.ts'
import { countCharacters } from '../../../lib/count-characters.ts'
import { UserError } from '../../../supabase/errors.ts'
import { maxRejectionReason } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Kbd } from '../../../ui/Badge.tsx'
import { SmallButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useShortcutSetting, useShortcuts } from './KeyboardShortcuts.tsx'
import { stillSaving } from './useDecisions.ts'

const texts = {
  reject: {
    verb: 'Reject',
    subject: 'community',
    hint: 'The owner sees this next to their community and can edit and resubmit it.',
    reasons: [
      'The invite link does not work. Please check it in WhatsApp and enter a new one.',
      'The description does not say what the community is about.',
      'The image does not match the community.',
      'This community is already listed.',
      'This is an advertisement, not a community.',
    ],
  },
  hide: {
    verb: 'Hide',
    subject: 'community',
    hint: 'The owner sees this next to their community and receives it by email.',
    reasons: [
      'The group has changed and no longer matches its description.',
      'Members report spam or unwanted advertising.',
      'Members report unsafe or abusive behavior.',
    ],
  },
  'decline appeal': {
    verb: 'Decline',
    subject: 'appeal',
    hint: 'The owner sees this next to their community and receives it by email.',
    reasons: [
      'We looked at it again, and the reason still applies.',
      'Your appeal does not say what was wrong with our decision.',
    ],
  },
  'decline claim': {
    verb: 'Decline',
    subject: 'claim',
    hint: 'The claimant sees this on their profile and receives it by email. The owner does not.',
    reasons: [
      'The present owner has shown that they manage the group.',
      'Your proof shows that you can edit the group, but not that you manage it.',
    ],
  },
}

const schema = z.object({
  reason: z.string().check(
    z.overwrite(cleanText),
    z.minLength(1, 'Please enter a reason'),
    z.refine(
      (text) => countCharacters(text) <= maxRejectionReason,
      `Use at most ${maxRejectionReason} characters`,
    ),
  ),
})

type Props = {
  kind?: keyof typeof texts
  names: readonly string[]
  /** Whether another decision about the community is still being saved. */
  isWaiting?: boolean
  onClose: () => void
  /** Resolves to null once saved, else to an error message. */
  onSubmit: (reason: string) => Promise<string | null>
}

/** Asks why communities are rejected, or why one is hidden, or an appeal or a claim declined. If saving fails, the dialog stays open and keeps the reason. */
export function RejectDialog({
  kind = 'reject',
  names,
  isWaiting = false,
  onClose,
  onSubmit,
}: Props) {
  const { verb, subject, hint, reasons } = texts[kind]
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const submit = useRef<HTMLButtonElement>(null)
  const rejection = useWrite({
    write: async (values: z.output<typeof schema>) => {
      const problem = await onSubmit(values.reason)
      if (problem) throw new UserError(problem, { isComplete: true })
    },
    failure: `Failed to ${verb.toLowerCase()} ${subject}`,
    showReasonIn: 'dialog',
    onSuccess: onClose,
  })

  const choose = (text: string) => {
    form.setValue('reason', text)
    form.clearErrors()
    submit.current?.focus()
  }
  const [hasShortcuts] = useShortcutSetting()
  useShortcuts(Object.fromEntries(reasons.map((text, index) => [index + 1, () => choose(text)])), {
    enabled: hasShortcuts,
    inDialog: true,
  })

  return (
    <FormDialog
      onClose={onClose}
      title={names.length === 1 ? `${verb} ${subject}` : `${verb} ${names.length} communities`}
      description={names.length <= 3 ? names.join(', ') : undefined}
      submitLabel={verb}
      submitButton={{
        ref: submit,
        variant: 'danger',
        isPending: rejection.isPending || isWaiting,
      }}
      isPending={rejection.isPending}
      onSubmit={form.handleSubmit(async (values) => isWaiting || rejection.run(values))}
    >
      <div role="group" aria-label="Common reasons" className="flex flex-col gap-2">
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
      </div>
      <TextArea
        label="Reason"
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
        rejection.problem && <Notice tone="danger">{rejection.problem}</Notice>
      )}
    </FormDialog>
  )
}
