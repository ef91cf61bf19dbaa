import { type FormEvent, useId, useState } from 'react'
import {
  allReportReasons,
  type ReportReason,
  reportReasonLabels,
} from '../../community/report-reasons.ts'
import { suspendedReason, useSuspension } from '../../suspension/suspension.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { maxReportComment } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { TextArea } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useCheckedText } from '../../../ui/useCheckedText.ts'

type Props = {
  community: { id: string; name: string }
  user: SessionUser
  onClose: () => void
}

export function ReportDialog({ community, user, onClose }: Props) {
  const isSuspended = Boolean(useSuspension(user.id))
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const errorId = useId()
  const needsComment = reason === 'other'
  const { text, check, field } = useCheckedText({
    limit: maxReportComment,
    missing: needsComment ? 'Please say what is wrong' : undefined,
  })

  const report = useWrite({
    write: async (chosen: ReportReason) => {
      const details = { reason: chosen, ...(text && { comment: text }) }
      unwrap(await supabase.rpc('report_community', { community_id: community.id, ...details }))
    },
    success: 'Thank you. An admin will look at it.',
    failure: 'Failed to report the community',
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const isValid = check()
    if (reason && isValid) void report.run(reason)
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Report this community"
      description={community.name}
      submitLabel="Send report"
      isPending={report.isPending}
      submitButton={{ disabled: isSuspended }}
      problem={isSuspended ? suspendedReason : report.problem}
      onSubmit={submit}
    >
      <fieldset aria-describedby={isChecked && !reason ? errorId : undefined}>
        <legend className="mb-2 text-sm font-semibold">What is wrong?</legend>
        <div className="space-y-2">
          {allReportReasons.map((one) => (
            <label
              key={one}
              className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="reason"
                checked={reason === one}
                className="size-5 shrink-0 accent-accent"
                onChange={() => setReason(one)}
              />
              <span>{reportReasonLabels[one]}</span>
            </label>
          ))}
        </div>
        {isChecked && !reason && (
          <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger-ink">
            Please choose what is wrong
          </p>
        )}
      </fieldset>
      <TextArea
        label={needsComment ? "What's the problem?" : 'Anything to add? (optional)'}
        rows={3}
        {...field}
      />
      <p className="text-sm text-ink-soft">
        Only the admins of this directory can see your report. The owner won't know who sent it.
      </p>
    </FormDialog>
  )
}
