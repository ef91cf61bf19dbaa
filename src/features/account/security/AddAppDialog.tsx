import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { brand } from '../../../app/brand.ts'
import { cleanLine } from '../../../lib/clean-text.ts'
import { countCharacters } from '../../../lib/count-characters.ts'
import { AppCodeForm, type EnteredCode } from '../../session/sign-in/AppCodeForm.tsx'
import { supabase } from '../../../supabase/client.ts'
import { hasErrorCode, toUserError, unwrap } from '../../../supabase/errors.ts'
import { readUserAndUpdateSession } from '../../../supabase/read-user.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { accentLink } from '../../../ui/text-link.ts'

type Props = {
  takenNames: string[]
  onClose: () => void
  /** Called if the service has two-factor authentication turned off. */
  onNotOffered: () => void
  onAdded: () => void
}

type Enrollment = NonNullable<Awaited<ReturnType<typeof enroll>>>

const failure = "Couldn't add the app"

/** Adds an authenticator app: asks for its name, shows its key, then asks for its first code. */
export function AddAppDialog({ takenNames, onClose, onNotOffered, onAdded }: Props) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const isUnfinished = useRef(true)
  const confirmation = useWrite({
    write: async (entered: EnteredCode) =>
      unwrap(await supabase.auth.mfa.challengeAndVerify(entered)),
    failure,
    showReasonIn: 'dialog',
    onMutate: () => {
      isUnfinished.current = false
    },
    onSuccess: onAdded,
    onError: () => {
      isUnfinished.current = true
    },
  })
  const close = () => !confirmation.isPending && onClose()

  const factorId = enrollment?.id
  useEffect(() => {
    if (!factorId) return undefined
    // Back closes the dialog without asking it. If this fails, the next enrollment removes the unfinished app.
    return () => {
      if (isUnfinished.current) supabase.auth.mfa.unenroll({ factorId }).catch(() => undefined)
    }
  }, [factorId])

  return (
    <Dialog onClose={close}>
      {enrollment ? (
        <div className="space-y-4">
          <AppKey enrollment={enrollment} />
          <AppCodeForm
            apps={[enrollment]}
            submitLabel="Add the app"
            pendingLabel="Adding..."
            isPending={confirmation.isPending}
            problem={confirmation.problem}
            onSubmit={(entered) => void confirmation.run(entered)}
          >
            <Button variant="secondary" className="w-full" onClick={close}>
              Cancel
            </Button>
          </AppCodeForm>
        </div>
      ) : (
        <NameForm
          takenNames={takenNames}
          onEnrolled={(created) => (created ? setEnrollment(created) : onNotOffered())}
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
async function enroll({ name }: { name: string }) {
  const { factors = [] } = await readUserAndUpdateSession(supabase.auth)
  const unfinished = factors.filter(({ status }) => status === 'unverified')
  // An abandoned enrollment would keep its name.
  const removals = await Promise.all(
    unfinished.map(({ id }) => supabase.auth.mfa.unenroll({ factorId: id })),
  )
  const failed = removals.find(({ error }) => error && !hasErrorCode(error, 'mfa_factor_not_found'))
  if (failed) throw toUserError(failed.error)
  const created = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: brand.name,
  })
  return hasErrorCode(created.error, 'mfa_totp_enroll_not_enabled') ? null : unwrap(created)
}

const maxNameLength = 50

const nameForm = (takenNames: string[]) =>
  z.object({
    name: z.string().check(
      z.overwrite(cleanLine),
      z.minLength(1, 'Please enter a name'),
      z.refine(
        (name) => countCharacters(name) <= maxNameLength,
        `Use at most ${maxNameLength} characters`,
      ),
      z.refine((name) => !takenNames.includes(name), 'You already have an app with this name'),
    ),
  })

type NameFormProps = { takenNames: string[]; onEnrolled: (enrollment: Enrollment | null) => void }

function NameForm({ takenNames, onEnrolled }: NameFormProps) {
  const form = useForm({
    resolver: zodResolver(nameForm(takenNames)),
    defaultValues: { name: suggestName(takenNames) },
  })
  const start = useWrite({ write: enroll, failure, showReasonIn: 'dialog', onSuccess: onEnrolled })

  return (
    <form noValidate onSubmit={form.handleSubmit(start.run)} className="space-y-4">
      <p>
        You need an app such as Google Authenticator, 2FAS or your password manager. It shows a new
        code every 30 seconds.
      </p>
      {start.problem && <Notice tone="danger">{start.problem}</Notice>}
      <TextField
        label="Name"
        hint="Helps you tell your apps apart, for example 'Work phone'"
        error={form.formState.errors.name?.message}
        limit={maxNameLength}
        autoComplete="off"
        {...form.register('name')}
      />
      <Button type="submit" isPending={start.isPending} className="w-full">
        Continue
      </Button>
    </form>
  )
}

function suggestName(takenNames: string[]): string {
  let name = 'Authenticator app'
  for (let number = 2; takenNames.includes(name); number += 1) name = `Authenticator app ${number}`
  return name
}

function AppKey({ enrollment: { totp } }: { enrollment: Enrollment }) {
  return (
    <>
      <p>Scan this QR code with your app:</p>
      {/* Also white in dark mode: cameras need the contrast and the margin. */}
      <img
        src={totp.qr_code}
        alt="QR code with the key"
        className="mx-auto size-64 rounded-lg bg-white"
      />
      <p>
        Can't scan it?{' '}
        <a href={totp.uri} className={accentLink}>
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
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken px-3 py-2">
      <code translate="no" className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere select-all">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </code>
      <CopyButton text={secret} name="key" />
    </div>
  )
}
