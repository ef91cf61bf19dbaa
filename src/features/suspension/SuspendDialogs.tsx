import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { maxSuspensionReason } from '../../supabase/rules/limits.ts'
import { communitiesOf } from '../community/communities-of-user.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { useWrite } from '../data/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Options } from '../../ui/Select.tsx'
import { textRule } from '../../ui/text-rule.ts'
import { formatCountOf, formatMoment } from '../../ui/format.ts'
import type { AdminUser } from '../users/user-queries.ts'
import { type Suspending, suspendUser, undoSuspension } from './suspend-user.ts'

type Props = {
  user: Pick<AdminUser, 'id' | 'name' | 'email'>
  /** Suspends the user, unless `suspend_user` alone does. */
  save?: (details: Suspending) => Promise<unknown>
  onClose: () => void
  onSaved: () => void
}

const ends = ['none', '7', '30', 'date'] as const
const endLabels = { none: 'No end', 7: '7 days', 30: '30 days', date: 'Until a date' }

const dayMs = 24 * 60 * 60 * 1000
const endOfDay = (date: string) => new Date(`${date}T23:59:59`)

const schema = z
  .object({
    reason: textRule(maxSuspensionReason, 'Please enter a reason'),
    end: z.enum(ends),
    date: z.string(),
    hides: z.boolean(),
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
const empty: Values = { reason: '', end: 'none', date: '', hides: true }

/** Returns undefined for a suspension without an end. */
function readEnd({ end, date }: Values): Date | undefined {
  if (end === 'none') return undefined
  return end === 'date' ? endOfDay(date) : new Date(Date.now() + Number(end) * dayMs)
}

/** Asks why a user is suspended, and until when. If saving fails, the dialog stays open and keeps the input. */
export function SuspendUserDialog({ user, save, onClose, onSaved }: Props) {
  /** Undefined until the communities are counted. */
  const shown = useQuery(communitiesOf(user)).data?.shown
  const form = useForm({ resolver: zodResolver(schema), defaultValues: empty })
  const { errors } = form.formState
  const end = useWatch({ control: form.control, name: 'end' })

  const suspension = useWrite({
    write: async (values: Values) => {
      const { reason, hides: hides_communities } = values
      const until = readEnd(values)?.toISOString()
      const details = { reason, hides_communities, ...(until && { until }) }
      await (save ? save(details) : suspendUser(user.id, details))
    },
    ...(!save && { success: 'User suspended successfully' }),
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
      submitButton={{ variant: 'danger' }}
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
        <Options values={ends} textOf={(value) => endLabels[value]} />
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
      {shown !== 0 && (
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            {...form.register('hides')}
          />
          <span>
            <span className="block font-semibold">
              {`Also hide their ${shown === undefined ? 'communities' : formatCountOf(shown, 'community', 'communities')}`}
            </span>
            <span className="block text-ink-soft">
              They stay hidden after the suspension, until an admin shows them again.
            </span>
          </span>
        </label>
      )}
      {suspension.problem && <Notice tone="danger">{suspension.problem}</Notice>}
    </FormDialog>
  )
}

type EndProps = Pick<Props, 'onClose' | 'onSaved'> & { user: AdminUser }

export function EndSuspensionDialog({ user, onClose, onSaved }: EndProps) {
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
          {`is suspended${until ? ` until ${formatMoment(until)}` : ''}. Their communities return to the directory, except for hidden ones.`}
        </span>
      </p>
      <p className="mt-2 line-clamp-6 wrap-anywhere whitespace-pre-line">{`Reason: ${isolate(reason)}`}</p>
    </ConfirmActionDialog>
  )
}

/** Milliseconds. The database allows a minute; the rest is for slow connections. */
const suspensionUndoMs = 55_000

type UndoProps = { user: { id: string; name: string }; onUndone: () => void; onExpired: () => void }

/** Offers to undo a suspension that the admin has just started. */
export function UndoSuspension({ user, onUndone, onExpired }: UndoProps) {
  const expire = useEffectEvent(onExpired)
  useEffect(() => {
    const timer = setTimeout(() => expire(), suspensionUndoMs)
    return () => clearTimeout(timer)
  }, [])
  const undoing = useWrite({
    write: () => undoSuspension(user.id),
    success: 'Suspension undone',
    failure: "Couldn't undo the suspension",
    showReasonIn: 'toast',
    onSuccess: onUndone,
  })

  return (
    <Notice
      tone="success"
      action={
        <SmallButton
          icon={Undo2}
          isPending={undoing.isPending}
          onClick={() => void undoing.run(undefined)}
        >
          Undo
        </SmallButton>
      }
    >
      {`${isolate(user.name)} is suspended.`}
    </Notice>
  )
}
