import type { Factor } from '@supabase/supabase-js'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { cleanCode } from '../../lib/clean-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'

/** A code from one of the user's authenticator apps. */
export type EnteredCode = { factorId: string; code: string }

type Props = {
  /** The apps to choose from; at least one. */
  factors: Pick<Factor, 'id' | 'friendly_name'>[]
  autoFocus?: boolean
  submitLabel: string
  pendingLabel: string
  tone?: 'danger'
  isPending: boolean
  problem: string | null
  onSubmit: (entered: EnteredCode) => void
  /** Further buttons. */
  children?: ReactElement | ReactElement[]
}

/** Asks for the code that an authenticator app shows. A rejected code stays in the field, selected. */
export function CodeForm({
  factors,
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
  const [input, setInput] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]

  useEffect(() => {
    if (problem && !isPending) selectText(field.current)
  }, [problem, isPending])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = cleanCode(input)
    const isValid = /^\d{6}$/.test(code)
    setIsInvalid(!isValid)
    if (!isValid) selectText(field.current)
    else if (chosen) onSubmit({ factorId: chosen.id, code })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {problem && !isInvalid && <Notice tone="danger">{problem}</Notice>}
      {factors.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={chosen?.id}
          className="truncate"
          onChange={(event) => setChosenId(event.currentTarget.value)}
        >
          {factors.map(({ id, friendly_name }) => (
            <option key={id} value={id}>
              {friendly_name || 'Authenticator app'}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        ref={field}
        label="Code"
        hint="6 digits, new every 30 seconds"
        error={isInvalid ? 'Enter the 6 digits that your app shows' : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
        className="tracking-widest tabular-nums"
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

/** Focuses a field so that typing replaces its text. */
function selectText(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
