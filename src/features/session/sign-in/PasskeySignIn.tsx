import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { useAuthSettings } from './auth-settings.ts'
import { captchaOptions, hasCaptcha } from './Captcha.tsx'
import { ProblemNotice } from './sign-in-fields.tsx'

/** In milliseconds. The service forgets a challenge after five minutes. */
const maxSuggestionAge = 4 * 60_000

/** Offers to sign in with a passkey: as a button, and among the suggestions of the email field where the browser can. */
export function PasskeySignIn() {
  const { passkeys } = useAuthSettings()
  return passkeys && 'PublicKeyCredential' in window ? <PasskeyButton /> : null
}

function PasskeyButton() {
  const signIn = useWrite({
    write: async (suggested: SuggestedPasskey | null, signal) =>
      unwrap(
        suggested
          ? await supabase.auth.passkey.verifyAuthentication(suggested)
          : await supabase.auth.signInWithPasskey({
              options: { signal, ...(await captchaOptions()) },
            }),
      ),
    failure: "We couldn't sign you in. Try again.",
    showReasonIn: 'dialog',
    staysPending: true,
  })
  // The browser allows one request at a time. After a failure, only the button tries again. Suggestions would ask the
  // service, and so check for a person, before anyone has chosen a way to sign in.
  const isIdle = !signIn.isPending && !signIn.error
  useSuggestions((suggested) => void signIn.run(suggested), isIdle && !hasCaptcha())
  const cancel = useEffectEvent(signIn.cancel)
  useEffect(() => () => cancel(), [])

  return (
    <div className="space-y-3">
      <ProblemNotice write={signIn} />
      <Button
        variant="secondary"
        icon={Fingerprint}
        isPending={signIn.isPending}
        onClick={() => void signIn.run(null)}
        className="w-full"
      >
        {signIn.isPending ? 'Checking your passkey...' : 'Use a passkey'}
      </Button>
    </div>
  )
}

type SuggestedPasskey = Parameters<typeof supabase.auth.passkey.verifyAuthentication>[0]

/** Suggests passkeys in the email field, whose `autocomplete` ends with 'webauthn', until the dialog is closed. */
function useSuggestions(onChosen: (passkey: SuggestedPasskey) => void, isEnabled: boolean) {
  const choose = useEffectEvent(onChosen)
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!isEnabled) return undefined
    const controller = new AbortController()
    // Fails silently: the button reports the same problem.
    suggestPasskeys(controller.signal).then(
      (passkey) => passkey && !controller.signal.aborted && choose(passkey),
      () => undefined,
    )
    const timer = setTimeout(() => setRound(round + 1), maxSuggestionAge)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isEnabled, round])
}

/** The auth client's own call cannot do this. Resolves once the user has chosen a suggestion; null if it cannot. */
async function suggestPasskeys(signal: AbortSignal): Promise<SuggestedPasskey | null> {
  const isPossible =
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    (await PublicKeyCredential.isConditionalMediationAvailable())
  if (!isPossible || signal.aborted) return null
  const { challenge_id, options } = unwrap(await supabase.auth.passkey.startAuthentication())
  const { extensions: _none, ...publicKey } = options
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
    mediation: 'conditional',
    signal,
  })
  // The auth client's type differs from the browser's.
  return (
    credential && { challengeId: challenge_id, credential: JSON.parse(JSON.stringify(credential)) }
  )
}
