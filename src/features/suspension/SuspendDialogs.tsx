import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { maxSuspensionReason } from '../../supabase/rules/limits.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { useWrite } from '../data/useWrite.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textRule } from '../../ui/text-rule.ts'
import { formatMoment } from '../../ui/format.ts'
import type { AdminUser } from '../users/user-queries.ts'

type Props = { user: AdminUser; onClose: () => void; onSaved: () => void }

const ends = { none: 'No end', '7': '7 days', '30': '30 days', date: 'Until a date' }

const dayMs = 24 * 60 * 60 * 1000
const endOfDay = (date: string) => new Date(`${date}T23:59:59`)

const schema = z
  .object({
    reason: textRule(maxSuspensionReason, 'Please enter a reason'),
    end: z.enum(['none', '7', '30', 'date']),
    date: z.string(),
  })
  .check(
    z.refine(({ end, date }) => end !== 'date' || endOfDay(date).getTime() > Date.now(), {
      path: ['date'],
      error: 'Please choose today or a later day',
      // Together with an error of the reason.
      when: () => true,
    }),
  )

type Values = z.output<typeof schema>
const empty: Values = { reason: '', end: 'none', date: '' }

/** Returns undefined for a suspension without an end. */
function readEnd({ end, date }: Values): Date | undefined {
  if (end === 'none') return undefined
  return end === 'date' ? endOfDay(date) : new Date(Date.now() + Number(end) * dayMs)
}

/** Asks why a user is suspended, and until when. If saving fails, the dialog stays open and keeps the input. */
export function SuspendUserDialog({ user, onClose, onSaved }: Props) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: empty })
  const { errors } = form.formState
  const end = useWatch({ control: form.control, name: 'end' })

  const suspension = useWrite({
    write: async (values: Values) => {
      const until = readEnd(values)?.toISOString()
      const details = { reason: values.reason, ...(until && { until }) }
      unwrap(await supabase.rpc('suspend_user', { user_id: user.id, ...details }))
    },
    success: 'User suspended successfully',
    failure: 'Failed to suspend user',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
  })

  return (
    <FormDialog
      onClose={onClose}
      title="Suspend user"
      description={`${isolate(user.name)} (${user.email})`}
      submitLabel="Suspend"
      submitButton={{ variant: 'danger', isPending: suspension.isPending }}
      isPending={suspension.isPending}
      onSubmit={form.handleSubmit(suspension.run)}
    >
      <p className="text-sm text-ink-soft">
        Their communities leave the directory, and they can't add or change anything. They can still
        sign in, download their data and delete the account.
      </p>
      <TextArea
        label="Reason"
        hint="The user sees this on their profile and receives it by email."
        rows={3}
        limit={maxSuspensionReason}
        required
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <SelectField label="End" {...form.register('end')}>
        {Object.entries(ends).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {end === 'date' && (
        <TextField
          label="Last day"
          type="date"
          required
          error={errors.date?.message}
          {...form.register('date')}
        />
      )}
      {suspension.problem && <Notice tone="danger">{suspension.problem}</Notice>}
    </FormDialog>
  )
}

export function EndSuspensionDialog({ user, onClose, onSaved }: Props) {
  const { reason = '', until } = user.suspension ?? {}

  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="End suspension"
      confirmLabel="End suspension"
      pendingLabel="Ending..."
      action={{
        write: async () => unwrap(await supabase.rpc('end_suspension', { user_id: user.id })),
        success: 'Suspension ended successfully',
        failure: 'Failed to end the suspension',
        onSuccess: onSaved,
      }}
    >
      <p>
        <span dir="auto" translate="no" className="font-semibold text-ink">
          {user.name}
        </span>{' '}
        <span>
          {`is suspended${until ? ` until ${formatMoment(until)}` : ''}. Their communities return to the directory.`}
        </span>
      </p>
      <p className="mt-2 line-clamp-6 wrap-anywhere whitespace-pre-line">{`Reason: ${isolate(reason)}`}</p>
    </ConfirmActionDialog>
  )
}
