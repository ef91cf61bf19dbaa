import { useEffect, useEffectEvent } from 'react'
import { toUserError, unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { readAuthSettings, useAuthSettings } from './auth-settings.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { createFlowClient, type Provider, providerNames, storeFlow } from './providers.ts'
import { ProblemNotice, SwitchLine, type View } from './sign-in-fields.tsx'

const providers: Provider[] = ['google', 'apple']

/** Signs in with an account of another company, if the project has any: renders nothing otherwise. */
export function ProviderButtons() {
  const settings = useAuthSettings()
  const offered = providers.filter((provider) => settings[provider])
  const leave = useWrite({
    write: leaveForProvider,
    failure: "We couldn't sign you in. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })

  // Back shows the page as it was left.
  const returnHere = useEffectEvent(leave.cancel)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && returnHere()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  if (offered.length === 0) return null
  return (
    <div className="space-y-2">
      <ProblemNotice write={leave} />
      {offered.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          disabled={leave.isPending}
          onClick={() => void leave.run(provider)}
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
async function leaveForProvider(provider: Provider): Promise<void> {
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
