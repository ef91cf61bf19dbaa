import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { useAuthSettings } from '../../session/sign-in/auth-settings.ts'
import { LeaveButtons } from '../../session/sign-in/LeaveButtons.tsx'
import { ProviderLogo } from '../../session/sign-in/ProviderLogo.tsx'
import {
  isProvider,
  type Provider,
  providerNames,
  providers,
  storeFlow,
} from '../../session/sign-in/providers.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { type AuthUser, authUserQuery, type Identity } from './auth-user.ts'
import { SecurityPart } from './SecurityPart.tsx'

/** The user's accounts at Google and Apple. Renders nothing if there are none and the project has none. */
export function Identities({ user }: { user: SessionUser }) {
  const settings = useAuthSettings()
  const { data: account } = useQuery(authUserQuery(user))
  const dialog = useDialogInUrl('account')
  const linked = account?.identities.filter(({ provider }) => isProvider(provider)) ?? []
  const offered = providers.filter(
    (provider) => settings[provider] && !linked.some((identity) => identity.provider === provider),
  )
  if (!account || (linked.length === 0 && offered.length === 0)) return null

  // The service keeps one identity, also if the account has a password.
  const canUnlink = account.identities.length > 1
  const toUnlink = linked.find(({ id }) => canUnlink && dialog.value === `unlink-${id}`)
  return (
    <SecurityPart
      title="Linked accounts"
      hint={
        canUnlink || linked.length === 0
          ? 'Sign in with an account that you have elsewhere.'
          : 'You created your account with this one, so it stays linked.'
      }
    >
      <div className="space-y-4">
        {linked.length > 0 && (
          <ul aria-label="Your linked accounts" className="space-y-3">
            {linked.map((identity) => (
              <LinkedAccount
                key={identity.id}
                identity={identity}
                onUnlink={canUnlink ? () => dialog.open(`unlink-${identity.id}`) : null}
              />
            ))}
          </ul>
        )}
        {offered.length > 0 && (
          <LeaveButtons
            offered={offered}
            verb="Link"
            prepare={prepareLinking}
            failure="Couldn't link the account. Try again."
            className="flex flex-wrap gap-2"
          />
        )}
      </div>
      {toUnlink && (
        <UnlinkDialog user={user} account={account} identity={toUnlink} onClose={dialog.close} />
      )}
    </SecurityPart>
  )
}

const nameOf = ({ provider }: Identity) => (isProvider(provider) ? providerNames[provider] : '')

type LinkedProps = { identity: Identity; onUnlink: (() => void) | null }

function LinkedAccount({ identity, onUnlink }: LinkedProps) {
  const { provider, email } = identity
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 text-sm">
      {isProvider(provider) && <ProviderLogo provider={provider} />}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{nameOf(identity)}</p>
        <p translate="no" className="text-ink-soft wrap-anywhere">
          {email}
        </p>
      </div>
      {onUnlink && (
        <SmallButton aria-label={`Unlink ${nameOf(identity)}`} onClick={onUnlink}>
          Unlink
        </SmallButton>
      )}
    </li>
  )
}

type UnlinkProps = {
  user: SessionUser
  account: AuthUser
  identity: Identity
  onClose: () => void
}

function UnlinkDialog({ user, account, identity, onClose }: UnlinkProps) {
  const queries = useQueryClient()
  const company = nameOf(identity)
  const unlinking = useWrite({
    write: async () => unwrap(await supabase.auth.unlinkIdentity(identity.identity)),
    success: `${company} unlinked`,
    failure: `Couldn't unlink ${company}`,
    showReasonIn: 'dialog',
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(authUserQuery(user)),
  })
  const others = account.identities.filter(({ id }) => id !== identity.id)
  const email = account.email.toLowerCase()
  // The service then takes the email of another identity.
  const nextEmail = others.some((other) => other.email.toLowerCase() === email)
    ? null
    : others.find((other) => other.email)?.email

  return (
    <ConfirmDialog
      title={`Unlink ${company}?`}
      onClose={onClose}
      confirmLabel={unlinking.error ? 'Try again' : 'Unlink'}
      pendingLabel="Unlinking..."
      isPending={unlinking.isPending}
      error={unlinking.problem}
      onConfirm={() => void unlinking.run()}
    >
      <p>
        <span>{`You can no longer sign in with ${company}. You still can with your email`}</span>{' '}
        <strong translate="no" className="wrap-anywhere text-ink">
          {nextEmail ?? account.email}
        </strong>
        .
      </p>
      {nextEmail && <p className="mt-2">This changes your sign-in email.</p>}
    </ConfirmDialog>
  )
}

/** The auth service links the account before the return. So the code is never used, and its secret does not exist. */
async function prepareLinking(provider: Provider): Promise<string> {
  const { id, returnUrl } = storeFlow('link', provider)
  const queryParams = { code_challenge: id + id, code_challenge_method: 's256' }
  const options = { redirectTo: returnUrl, queryParams, skipBrowserRedirect: true }
  return unwrap(await supabase.auth.linkIdentity({ provider, options })).url
}
