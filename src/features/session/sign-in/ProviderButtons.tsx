import { toUserError, unwrap } from '../../../supabase/errors.ts'
import { Notice } from '../../../ui/Feedback.tsx'
import { readAuthSettings, useAuthSettings } from './auth-settings.ts'
import { LeaveButtons } from './LeaveButtons.tsx'
import { createFlowClient, type Provider, providers, storeFlow } from './providers.ts'
import { SwitchLine, type ViewProps } from './sign-in-fields.tsx'

/** Signs in with an account of another company, if the project has any: renders nothing otherwise. */
export function ProviderButtons() {
  const settings = useAuthSettings()
  const offered = providers.filter((provider) => settings[provider])
  if (offered.length === 0) return null
  return (
    <LeaveButtons
      offered={offered}
      verb="Continue with"
      prepare={prepareSignIn}
      failure="We couldn't sign you in. Try again."
      className="grid gap-2"
    />
  )
}

/** Asks the service first: instead of an error, it would show a page that leads nowhere. */
async function prepareSignIn(provider: Provider): Promise<string> {
  const settings = await readAuthSettings()
  if (!settings[provider]) throw toUserError({ code: 'provider_disabled' })
  const { id, returnUrl } = storeFlow('sign-in', provider)
  const { auth } = createFlowClient(id)
  const options = { redirectTo: returnUrl, skipBrowserRedirect: true }
  return unwrap(await auth.signInWithOAuth({ provider, options })).url
}

/** After a return without a session. `problem` is the error code. */
export function ProviderProblemView({ problem, email, onView }: ViewProps & { problem: string }) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{describeProviderProblem(problem)}</Notice>
      <ProviderButtons />
      <SwitchLine action="Sign in another way" onClick={() => onView({ name: 'sign-in', email })} />
    </div>
  )
}

/** Returns our own message for an error code. The text in the URL is never shown, because URLs can be forged. */
export const describeProviderProblem = (code: string): string =>
  toUserError({ code }).message || "That didn't work. Try again, or sign in another way."
