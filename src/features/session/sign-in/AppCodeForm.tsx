import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanCode } from '../../../lib/clean-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'

export type EnteredCode = { factorId: string; code: string }

const codeForm = z.object({
  code: z
    .string()
    .check(
      z.overwrite(cleanCode),
      z.regex(/^\d{6}$/, 'Please enter the 6 digits that your app shows'),
    ),
})

type Props = {
  /** The apps to choose from; at least one. */
  apps: { id: string; friendly_name?: string | undefined }[]
  autoFocus?: boolean
  submitLabel: string
  pendingLabel: string
  tone?: 'danger'
  isPending: boolean
  problem: string | null
  onSubmit: (entered: EnteredCode) => void
  children?: ReactElement | ReactElement[]
}

/** Asks for the code that an authenticator app shows. A rejected code stays in the field, selected. */
export function AppCodeForm({
  apps,
  autoFocus,
  submitLabel,
  pendingLabel,
  tone,
  isPending,
  problem,
  onSubmit,
  children,
}: Props) {
  const [chosenId, setChosenId] = useState('')
  const chosen = apps.find(({ id }) => id === chosenId) ?? apps[0]

  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  })
  const error = formState.errors.code?.message

  useEffect(() => {
    if (problem && !isPending) setFocus('code', { shouldSelect: true })
  }, [problem, isPending, setFocus])

  const submit = handleSubmit(
    ({ code }) => chosen && onSubmit({ factorId: chosen.id, code }),
    () => setFocus('code', { shouldSelect: true }),
  )

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {problem && !error && <Notice tone="danger">{problem}</Notice>}
      {apps.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={chosen?.id}
          className="truncate"
          onChange={(event) => setChosenId(event.currentTarget.value)}
        >
          {apps.map(({ id, friendly_name }) => (
            <option dir="auto" key={id} value={id}>
              {friendly_name || 'Authenticator app'}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Code"
        hint="6 digits, new every 30 seconds"
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        className="tracking-widest tabular-nums"
        {...register('code')}
      />
      <Button
        type="submit"
        variant={tone === 'danger' ? 'danger' : 'primary'}
        isPending={isPending}
        className="w-full"
      >
        {isPending ? pendingLabel : submitLabel}
      </Button>
      {children}
    </form>
  )
}
