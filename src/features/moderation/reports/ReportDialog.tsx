import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { allReportReasons, reportReasonLabels } from '../../community/report-reasons.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { suspendedReason, unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { maxReportComment } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { TextArea } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { textRule } from '../../../ui/text-rule.ts'

const schema = z
  .object({
    reason: z.enum(allReportReasons, 'Please choose what is wrong'),
    comment: textRule(maxReportComment),
  })
  .check(
    z.refine(({ reason, comment }) => reason !== 'other' || comment !== '', {
      path: ['comment'],
      error: 'Please say what is wrong',
    }),
  )

type Props = {
  community: { id: string; name: string }
  user: SessionUser
  onClose: () => void
}

export function ReportDialog({ community, user, onClose }: Props) {
  const isSuspended = Boolean(useSuspension(user.id))
  const errorId = useId()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { comment: '' } })
  const { errors } = form.formState
  const needsComment = useWatch({ control: form.control, name: 'reason' }) === 'other'

  const report = useWrite({
    write: async ({ reason, comment }: z.output<typeof schema>) => {
      const details = { reason, ...(comment && { comment }) }
      unwrap(await supabase.rpc('report_community', { community_id: community.id, ...details }))
    },
    success: 'Thank you. An admin will look at it.',
    failure: 'Failed to report the community',
    showReasonIn: 'form',
    onSuccess: onClose,
  })

  return (
    <FormDialog
      onClose={onClose}
      title="Report this community"
      description={community.name}
      submitLabel="Send report"
      isPending={report.isPending}
      submitButton={{ disabled: isSuspended }}
      problem={isSuspended ? suspendedReason : report.problem}
      onSubmit={form.handleSubmit(report.run)}
    >
      <fieldset aria-describedby={errors.reason ? errorId : undefined}>
        <legend className="mb-2 text-sm font-semibold">What is wrong?</legend>
        <div className="space-y-2">
          {allReportReasons.map((one) => (
            <label
              key={one}
              className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                value={one}
                className="size-5 shrink-0 accent-accent"
                {...form.register('reason')}
              />
              <span>{reportReasonLabels[one]}</span>
            </label>
          ))}
        </div>
        {errors.reason && (
          <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger-ink">
            {errors.reason.message}
          </p>
        )}
      </fieldset>
      <TextArea
        label={needsComment ? "What's the problem?" : 'Anything to add? (optional)'}
        rows={3}
        limit={maxReportComment}
        required={needsComment}
        error={errors.comment?.message}
        {...form.register('comment')}
      />
      <p className="text-sm text-ink-soft">
        Only the admins of this directory can see your report. The owner won't know who sent it.
      </p>
    </FormDialog>
  )
}
