import { Check, Copy } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { brand } from '../../../brand.ts'
import { cleanLine } from '../../../lib/clean-text.ts'
import { readUser } from '../../../supabase/read-user.ts'
import { CodeForm, type EnteredCode } from '../../../session/sign-in/CodeForm.tsx'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextField } from '../../../ui/Field.tsx'

type Props = {
  takenNames: string[]
  onClose: () => void
  /** Called if the service has two-factor authentication turned off. */
  onNotOffered: () => void
  onAdded: () => void
}

type Enrollment = NonNullable<Awaited<ReturnType<typeof enroll>>>

/** Adds an authenticator app: asks for its name, shows its key, then asks for its first code. */
export function AddAppDialog({ takenNames, onClose, onNotOffered, onAdded }: Props) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const start = useWrite({
    write: enroll,
    failure: "Couldn't add the app",
    showReasonIn: 'dialog',
    onSuccess: (created) => {
      if (created) setEnrollment(created)
      else onNotOffered()
    },
  })
  const isUnfinished = useRef(true)
  const confirmation = useWrite({
    write: async (entered: EnteredCode) => {
      const { error } = await supabase.auth.mfa.challengeAndVerify(entered)
      if (error) throw error
    },
    failure: "Couldn't add the app",
    showReasonIn: 'dialog',
    onMutate: () => {
      isUnfinished.current = false
    },
    onSuccess: onAdded,
    onError: () => {
      isUnfinished.current = true
    },
  })
  const close = () => {
    if (!confirmation.isPending) onClose()
  }

  const factorId = enrollment?.id
  useEffect(() => {
    if (!factorId) return undefined
    // Back closes the dialog without asking it. If this fails, the next enrollment removes the unfinished app.
    return () => {
      if (isUnfinished.current) supabase.auth.mfa.unenroll({ factorId }).catch(() => undefined)
    }
  }, [factorId])

  return (
    <Dialog open onOpenChange={close}>
      {enrollment ? (
        <div className="space-y-4">
          <AppKey enrollment={enrollment} />
          <CodeForm
            factors={[enrollment]}
            submitLabel="Add the app"
            pendingLabel="Adding..."
            isPending={confirmation.isPending}
            problem={confirmation.problem}
            onSubmit={(entered) => void confirmation.run(entered)}
          >
            <Button variant="secondary" className="w-full" onClick={close}>
              Cancel
            </Button>
          </CodeForm>
        </div>
      ) : (
        <NameForm
          takenNames={takenNames}
          isPending={start.isPending}
          problem={start.problem}
          onSubmit={(name) => void start.run(name)}
        />
      )}
    </Dialog>
  )
}

/**
 * Creates an app that waits for its first code. Returns null if the service has this turned off.
 *
 * @throws UserError when a call failed
 */
async function enroll(friendlyName: string) {
  const { factors = [] } = await readUser(supabase.auth)
  const unfinished = factors.filter(({ status }) => status === 'unverified')
  // An abandoned enrollment would keep its name.
  const removals = await Promise.all(
    unfinished.map(({ id }) => supabase.auth.mfa.unenroll({ factorId: id })),
  )
  const failed = removals.find(({ error }) => error && !hasErrorCode(error, 'mfa_factor_not_found'))
  if (failed?.error) throw failed.error
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer: brand.name,
  })
  if (hasErrorCode(error, 'mfa_totp_enroll_not_enabled')) return null
  if (error) throw error
  return data
}

const maxNameLength = 50

type NameFormProps = {
  takenNames: string[]
  isPending: boolean
  problem: string | null
  onSubmit: (name: string) => void
}

function NameForm({ takenNames, isPending, problem, onSubmit }: NameFormProps) {
  const [input, setInput] = useState(() => suggestName(takenNames))
  const [error, setError] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = cleanLine(input)
    const found = checkName(name, takenNames)
    setError(found)
    if (!found) onSubmit(name)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p>
        You need an app such as Google Authenticator, 2FAS or your password manager. It shows a new
        code every 30 seconds.
      </p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Name"
        hint="Helps you tell your apps apart, for example 'Work phone'"
        error={error}
        limit={maxNameLength}
        autoComplete="off"
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
      />
      <Button type="submit" isPending={isPending} className="w-full">
        Continue
      </Button>
    </form>
  )
}

function suggestName(takenNames: string[]): string {
  const name = 'Authenticator app'
  let number = 1
  const candidate = () => (number === 1 ? name : `${name} ${number}`)
  while (takenNames.includes(candidate())) number += 1
  return candidate()
}

function checkName(name: string, takenNames: string[]): string | undefined {
  if (!name) return 'Enter a name'
  if (Array.from(name).length > maxNameLength) return `Use at most ${maxNameLength} characters`
  return takenNames.includes(name) ? 'You already have an app with this name' : undefined
}

function AppKey({ enrollment: { totp } }: { enrollment: Enrollment }) {
  return (
    <>
      <p>Scan this QR code with your app:</p>
      {/* White in dark mode, too: cameras need the contrast and the margin. */}
      <img
        src={totp.qr_code}
        alt="QR code with the key"
        className="mx-auto size-64 rounded-lg bg-white"
      />
      <p>
        Can't scan it?{' '}
        <a
          href={totp.uri}
          className="rounded-sm font-semibold text-accent underline underline-offset-4"
        >
          Open your app
        </a>{' '}
        on this device, or enter the key yourself:
      </p>
      <SecretKey secret={totp.secret} />
      <p>Then enter the code that your app shows. This signs out your other devices.</p>
    </>
  )
}

function SecretKey({ secret }: { secret: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken px-3 py-2">
      <code translate="no" className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere select-all">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </code>
      <Button
        variant="secondary"
        size="sm"
        icon={outcome === 'copied' ? Check : Copy}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <p role="status" className="sr-only">
        {outcome === 'copied' && 'Copied'}
      </p>
      {outcome === 'failed' && (
        <p role="alert" className="w-full text-sm">
          Couldn't copy the key. Select it, and copy it yourself.
        </p>
      )}
    </div>
  )
}
