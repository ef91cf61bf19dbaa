import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { toast } from 'react-hot-toast'
import { useLocation, useNavigate } from 'react-router-dom'
import { readArrival, withoutArrival } from './arrival.ts'
import { SessionContext, type Session } from './session-context.ts'
import { SignInDialogOnDemand } from './SignInDialogOnDemand.tsx'
import { useAuthState } from './useAuthState.ts'
import { useProfile } from './useProfile.ts'
import { useSignInRequest } from './useSignInRequest.ts'

const isBrowser = typeof window !== 'undefined'

/** Who is signed in, for the whole app; also shows the sign-in dialog. Needs a router above it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [arrival] = useState(() => (isBrowser ? readArrival(window.location) : null))
  const [signedOutAt, setSignedOutAt] = useState<string | null>(null)
  const navigate = useNavigate()
  const { key: locationKey } = useLocation()

  const auth = useAuthState({
    arrival,
    onArrived: () => void navigate(withoutArrival(window.location), { replace: true }),
    onRefused: () => signIn.report(),
    onSignedOutElsewhere: () => setSignedOutAt(locationKey),
  })
  const { status, user, client } = auth
  const signIn = useSignInRequest(status, arrival)
  const { profile, refreshProfile } = useProfile(client, user, () => {
    toast.error('This account no longer exists.')
    void endSession()
  })
  const { ask } = signIn

  async function endSession() {
    setSignedOutAt(locationKey)
    signIn.dismiss()
    const ended = await auth.end()
    if (!ended) {
      toast(
        'You are signed out here. Other devices may still be signed in: we could not reach them.',
      )
    }
  }
  // Callers may keep these functions, so they stay the same while what they do follows the state.
  const newest = useRef({ endSession, wake: auth.wake })
  useEffect(() => {
    newest.current = { endSession, wake: auth.wake }
  })
  const signOut = useCallback(() => newest.current.endSession(), [])

  useEffect(() => {
    if (signIn.open) newest.current.wake()
  }, [signIn.open])

  const session = useMemo<Session>(
    () => ({ status, user, profile, refreshProfile, signOut, requestSignIn: ask, signedOutAt }),
    [status, user, profile, refreshProfile, signOut, ask, signedOutAt],
  )

  return (
    <SessionContext value={session}>
      {children}
      {signIn.request && signIn.open && (
        <SignInDialogOnDemand
          // A problem with the link may turn up late; the dialog then starts over with it.
          key={`${signIn.request.purpose} ${signIn.request.problem?.code}`}
          request={signIn.request}
          onClose={signIn.dismiss}
          onPasswordSet={signIn.finish}
        />
      )}
    </SessionContext>
  )
}
