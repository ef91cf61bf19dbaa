import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { brand } from '../../../app/brand.ts'
import { cleanCode } from '../../../lib/clean-text.ts'
import { readUserAndUpdateSession } from '../../../supabase/read-user.ts'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { accentLink } from '../../../ui/text-link.ts'
import { useWrite } from '../../data/useWrite.ts'
import type { CodeRequest } from '../useSession.ts'

type Props = CodeRequest & {
  /** The user has added the app on another device, while signed in on this one. */
  wasSignedIn: boolean
  onClose: () => void
}

/** Asks for the code that completes the sign-in. SessionDialogs closes it once a code is accepted, here or in another tab. */
export function CodeDialog({ email, apps, wasSignedIn, onClose }: Props) {
  const check = useWrite({
    write: async (entered: EnteredCode) =>
      unwrap(await supabase.auth.mfa.challengeAndVerify(entered)),
    failure: "We couldn't check your code. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
    onError: (error) => {
      if (!hasErrorCode(error, 'mfa_verification_failed')) updateFactors()
    },
  })

  // The stored session may be outdated: once the lost phone's app was removed, no code is required anymore.
  useEffect(updateFactors, [])

  // The response to a submitted code would sign in again.
  const close = () => !check.isPending && onClose()

  return (
    <Dialog onClose={close}>
      <div className="space-y-4">
        <p>
          <span>
            {wasSignedIn
              ? 'An authenticator app was added to your account on another device. Enter its code to continue as'
              : 'Open your authenticator app and enter its code to finish signing in as'}
          </span>{' '}
          <strong translate="no" className="wrap-anywhere">
            {email}
          </strong>
          .
        </p>
        <CodeForm
          apps={apps}
          autoFocus
          submitLabel="Continue"
          pendingLabel="Checking..."
          isPending={check.isPending}
          problem={check.error && (check.error.message || check.failure)}
          onSubmit={(entered) => void check.run(entered)}
        >
          <Button variant="secondary" disabled={check.isPending} className="w-full" onClick={close}>
            Cancel and sign out
          </Button>
        </CodeForm>
        <details className="text-sm text-ink-soft">
          <summary className="cursor-pointer py-1 font-semibold text-ink underline">
            Lost your phone?
          </summary>
          <p className="mt-1">
            <span>
              {apps.length > 1
                ? 'Choose another of your apps above, if you still have it. Otherwise write to'
                : 'Write to'}
            </span>{' '}
            <a
              href={`mailto:${brand.contactEmail}`}
              translate="no"
              className={`${accentLink} wrap-anywhere`}
            >
              {brand.contactEmail}
            </a>{' '}
            <span>
              from <span translate="no">{email}</span>.
            </span>{' '}
            <span>
              {`We check on WhatsApp that the account is yours: as an admin of one of your listed groups or, if you have none, at the phone number in your profile. Then we sign out every device and remove your authenticator ${apps.length > 1 ? 'apps' : 'app'} and your password, and you set a new one with 'Forgot your password?'.`}
            </span>
          </p>
        </details>
      </div>
    </Dialog>
  )
}

/** Fails silently: entering a code reports the same problem. */
function updateFactors() {
  readUserAndUpdateSession(supabase.auth).catch(() => undefined)
}

export type EnteredCode = { factorId: string; code: string }

const codeForm = z.object({
  code: z
    .string()
    .check(
      z.overwrite(cleanCode),
      z.regex(/^\d{6}$/, 'Please enter the 6 digits that your app shows'),
    ),
})

type FormProps = {
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
export function CodeForm({
  apps,
  autoFocus,
  submitLabel,
  pendingLabel,
  tone,
  isPending,
  problem,
  onSubmit,
  children,
}: FormProps) {
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
