import type { Factor } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { endOtherSessions } from '../../session/sign-out.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { failureMessage } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Notice, StaleNotice } from '../../../ui/Feedback.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Loading.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import { authUserQuery } from './auth-user.ts'
import { hasAuthenticatorApps } from '../../../supabase/config.ts'

const AddAppDialog = lazyDialog(async () => (await import('./AddAppDialog.tsx')).AddAppDialog, {
  title: 'Add an authenticator app',
  size: 'sm',
})
const RemoveAppDialog = lazyDialog(
  async () => (await import('./RemoveAppDialog.tsx')).RemoveAppDialog,
  { title: 'Remove this app?', size: 'sm' },
)

const endFailure = "Couldn't sign out your other devices"

export function TwoFactorSettings({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const query = authUserQuery(user)
  const account = useQuery(query)
  const apps = account.data?.authenticatorApps ?? []
  const [isOffered, setIsOffered] = useState(true)
  const [isSecondSuggested, setIsSecondSuggested] = useState(false)
  /** Stays while the user retries. */
  const [endProblem, setEndProblem] = useState<string | null>(null)
  const dialog = useDialogInUrl('account')
  const toRemove = apps.find(({ id }) => dialog.value === `remove-${id}`)
  const addButton = useRef<HTMLButtonElement>(null)

  // The auth service itself only ends sessions that lack a code.
  const endOthers = useWrite({
    write: endOtherSessions,
    failure: endFailure,
    showReasonIn: 'dialog',
    onSuccess: () => setEndProblem(null),
    onError: (error) => setEndProblem(failureMessage(endFailure, error)),
  })
  const finish = async (message: string) => {
    dialog.close()
    // Rereads the user, which also updates the stored session.
    void queries.invalidateQueries(query)
    const hasEnded = await endOthers.run()
    toast.success(hasEnded ? `${message}. Your other devices were signed out.` : message)
  }
  const retryEnding = async () => {
    if (await endOthers.run()) toast.success('Your other devices were signed out')
  }

  return (
    <SecurityPart
      id="two-factor"
      title="Two-factor authentication"
      hint="Sign in with a code from an app on your phone, so that your password alone is not enough."
    >
      {account.isPending && <Skeleton className="h-11 w-full" />}
      <StaleNotice query={account} isShown={account.isLoadingError}>
        Couldn't load your authenticator apps.
      </StaleNotice>
      {account.data && (
        <div className="space-y-4">
          {endProblem && (
            <Notice
              tone="danger"
              action={
                <SmallButton isPending={endOthers.isPending} onClick={() => void retryEnding()}>
                  Try again
                </SmallButton>
              }
            >
              {endProblem}
            </Notice>
          )}
          {apps.length > 0 && (
            <AppList apps={apps} onRemove={({ id }) => dialog.open(`remove-${id}`)} />
          )}
          {isSecondSuggested && apps.length < 2 && (
            <SecondAppSuggestion
              onDismiss={() => {
                setIsSecondSuggested(false)
                addButton.current?.focus()
              }}
            />
          )}
          {!hasAuthenticatorApps && (
            <p className="text-sm text-ink-soft">
              The embedded backend has no authenticator apps. They work with a Supabase project.
            </p>
          )}
          {isOffered ? (
            <Button
              ref={addButton}
              variant="secondary"
              icon={Plus}
              aria-describedby={isSecondSuggested ? suggestionId : undefined}
              onClick={() => dialog.open('add-app')}
            >
              {apps.length > 0 ? 'Add another app' : 'Add an authenticator app'}
            </Button>
          ) : (
            <Notice>Two-factor authentication isn't available at the moment.</Notice>
          )}
        </div>
      )}
      {dialog.value === 'add-app' && account.data && (
        <AddAppDialog
          takenNames={apps.map(({ friendly_name = '' }) => friendly_name)}
          onClose={dialog.close}
          onNotOffered={() => {
            dialog.close()
            setIsOffered(false)
          }}
          onAdded={() => {
            setIsSecondSuggested(apps.length === 0)
            void finish('Your authenticator app was added')
          }}
        />
      )}
      {toRemove && (
        <RemoveAppDialog
          user={user}
          app={toRemove}
          otherApps={apps.filter(({ id }) => id !== toRemove.id)}
          onClose={dialog.close}
          onRemoved={() => void finish('Your authenticator app was removed')}
        />
      )}
    </SecurityPart>
  )
}

const suggestionId = 'second-app'

/** There are no recovery codes: a user who loses the only app needs an operator of the project. */
function SecondAppSuggestion({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Notice
      title="Add an app on another device, too"
      action={<SmallButton onClick={onDismiss}>Not now</SmallButton>}
    >
      <p id={suggestionId}>
        If you lose this one, a second app is the only way to sign in without our help.
      </p>
    </Notice>
  )
}

function AppList({ apps, onRemove }: { apps: Factor[]; onRemove: (app: Factor) => void }) {
  return (
    <ul aria-label="Your authenticator apps" className="space-y-3">
      {apps.map((app) => (
        <li key={app.id} className="flex items-start gap-3 text-sm">
          <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          <div className="min-w-0 flex-1">
            <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
              {app.friendly_name}
            </p>
            <p className="text-ink-soft">{`Added ${formatDate(app.created_at)}`}</p>
          </div>
          <SmallButton
            aria-label={`Remove ${isolate(app.friendly_name ?? '')}`}
            onClick={() => onRemove(app)}
          >
            Remove
          </SmallButton>
        </li>
      ))}
    </ul>
  )
}
