import { toUserError, unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { readAuthSettings, useAuthSettings } from './auth-settings.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import {
  createFlowClient,
  type Provider,
  providerNames,
  providers,
  storeFlow,
} from './providers.ts'
import { ProblemNotice, SwitchLine, type View } from './sign-in-fields.tsx'
import { useLeaving } from './useLeaving.ts'

/** Signs in with an account of another company, if the project has any: renders nothing otherwise. */
export function ProviderButtons() {
  const settings = useAuthSettings()
  const offered = providers.filter((provider) => settings[provider])
  const leaving = useLeaving({
    write: leaveToSignIn,
    failure: "We couldn't sign you in. Try again.",
    showReasonIn: 'dialog',
  })

  if (offered.length === 0) return null
  return (
    <div className="space-y-2">
      <ProblemNotice write={leaving} />
      {offered.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          disabled={leaving.isPending}
          onClick={() => void leaving.run(provider)}
          className="w-full"
        >
          <ProviderLogo provider={provider} />
          <span>{`Continue with ${providerNames[provider]}`}</span>
        </Button>
      ))}
    </div>
  )
}

/** Leaves this site. Asks the service first: instead of an error, it would show a page that leads nowhere. */
async function leaveToSignIn(provider: Provider): Promise<void> {
  const settings = await readAuthSettings()
  if (!settings[provider]) throw toUserError({ code: 'provider_disabled' })
  const { id, returnUrl } = storeFlow('sign-in', provider)
  const { auth } = createFlowClient(id)
  unwrap(await auth.signInWithOAuth({ provider, options: { redirectTo: returnUrl } }))
}

type ProblemProps = { problem: string; onView: (view: View) => void }

/** After a return without a session. `problem` is the error code. */
export function ProviderProblemView({ problem, onView }: ProblemProps) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{describeProviderProblem(problem)}</Notice>
      <ProviderButtons />
      <SwitchLine
        action="Sign in another way"
        onClick={() => onView({ name: 'sign-in', email: '' })}
      />
    </div>
  )
}

/** Returns our own message for an error code. The text in the URL is never shown, because URLs can be forged. */
export const describeProviderProblem = (code: string): string =>
  toUserError({ code }).message || "That didn't work. Try again, or sign in another way."
