import { type FormEvent, useRef, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { maxSuspensionReason } from '../../supabase/rules/limits.ts'
import { useWrite } from '../data/useWrite.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useCheckedText } from '../../ui/useCheckedText.ts'
import { formatMoment } from '../../ui/format.ts'
import type { AdminUser } from '../users/user-queries.ts'

type Props = { user: AdminUser; onClose: () => void; onSaved: () => void }

const ends = { none: 'No end', '7': '7 days', '30': '30 days', date: 'Until a date' }
type End = keyof typeof ends
const isEnd = (value: string): value is End => Object.hasOwn(ends, value)

const dayMs = 24 * 60 * 60 * 1000
const endOfDay = (date: string) => new Date(`${date}T23:59:59`)

/** Returns null if a date is missing or has passed, undefined for a suspension without an end. */
function readEnd(end: End, date: string): Date | null | undefined {
  if (end === 'none') return undefined
  if (end !== 'date') return new Date(Date.now() + Number(end) * dayMs)
  const day = endOfDay(date)
  return day.getTime() > Date.now() ? day : null
}

/** Asks why a user is suspended, and until when. If saving fails, the dialog stays open and keeps the input. */
export function SuspendUserDialog({ user, onClose, onSaved }: Props) {
  const reason = useCheckedText({ limit: maxSuspensionReason, missing: 'Please enter a reason' })
  const [end, setEnd] = useState<End>('none')
  const [date, setDate] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const dateField = useRef<HTMLInputElement>(null)
  const until = readEnd(end, date)

  const suspension = useWrite({
    write: async (endsAt: Date | undefined) => {
      const details = { reason: reason.text, ...(endsAt && { until: endsAt.toISOString() }) }
      unwrap(await supabase.rpc('suspend_user', { user_id: user.id, ...details }))
    },
    success: 'User suspended successfully',
    failure: 'Failed to suspend user',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!reason.check()) return
    if (until === null) dateField.current?.focus()
    else void suspension.run(until)
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Suspend user"
      description={`${isolate(user.name)} (${user.email})`}
      submitLabel="Suspend"
      submitButton={{ variant: 'danger', isPending: suspension.isPending }}
      isPending={suspension.isPending}
      onSubmit={submit}
    >
      <p className="text-sm text-ink-soft">
        Their communities leave the directory, and they can't add or change anything. They can still
        sign in, download their data and delete the account.
      </p>
      <TextArea
        label="Reason"
        hint="The user sees this on their profile and receives it by email."
        rows={3}
        {...reason.field}
      />
      <SelectField
        label="End"
        value={end}
        onChange={({ currentTarget: { value } }) => isEnd(value) && setEnd(value)}
      >
        {Object.entries(ends).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {end === 'date' && (
        <TextField
          ref={dateField}
          label="Last day"
          type="date"
          required
          value={date}
          error={isChecked && until === null ? 'Please choose today or a later day' : undefined}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
      {suspension.problem && <Notice tone="danger">{suspension.problem}</Notice>}
    </FormDialog>
  )
}

export function EndSuspensionDialog({ user, onClose, onSaved }: Props) {
  const ending = useWrite({
    write: async () => unwrap(await supabase.rpc('end_suspension', { user_id: user.id })),
    success: 'Suspension ended successfully',
    failure: 'Failed to end the suspension',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
  })
  const { reason = '', until } = user.suspension ?? {}

  return (
    <ConfirmDialog
      onClose={onClose}
      title="End suspension"
      confirmLabel="End suspension"
      pendingLabel="Ending..."
      isPending={ending.isPending}
      error={ending.problem}
      onConfirm={() => void ending.run()}
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
    </ConfirmDialog>
  )
}
