import { type ReactElement, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { forgetUnstored } from '../../lib/browser-storage.ts'
import { pauseDrafts, useHasUnsavedInput } from '../../lib/unsaved-input.ts'
import { useHydrated } from '../../lib/prerendered.ts'
import { sessionStorageKey } from '../../supabase/config.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { lazyHelper } from '../../ui/lazy.tsx'
import { LoadingFrame, onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { clearBrowser } from './clear-browser.ts'
import { emailTokenTitles, readEmailLink } from './read-email-link.ts'
import {
  loadingState,
  readStoredState,
  signedOutState,
  signingOutState,
  updateFromStorage,
} from './session-state.ts'
import { getFirstView, signInTitles, useSignInRequest } from './sign-in-request.ts'
import { type Session, SessionContext } from './useSession.ts'

const importAuthSession = () => import('./AuthSession.tsx')
let authSession: ReturnType<typeof importAuthSession> | null = null
/** Once it has failed, it fails for everyone: only reloading the page helps. */
const loadAuthSession = () => (authSession ??= importAuthSession())

const AuthSession = lazyHelper(async () => (await loadAuthSession()).AuthSession)

const SignInDialog = onDemandDialog(
  async () => {
    const [{ SignInDialog: loaded }] = await Promise.all([
      import('./sign-in/SignInDialog.tsx'),
      // It reports the sign-in: without it, the dialog would never close.
      loadAuthSession(),
    ])
    return loaded
  },
  { title: ({ request }) => signInTitles[getFirstView(request)], size: 'sm' },
)

/**
 * Provides the session to the app and shows the sign-in dialog. Requires a router. `AuthSession` keeps the session up to
 * date; visitors do not load it.
 */
export function SessionProvider({ children }: { children: ReactElement | ReactElement[] }) {
  const location = useLocation()
  const { key: locationKey } = location
  const link = readEmailLink(location)
  const isHydrated = useHydrated()
  const [state, setState] = useState(() =>
    link?.kind === 'session' ? loadingState : readStoredState(),
  )
  const [signedOutAt, setSignedOutAt] = useState<string | null>(null)
  const {
    status,
    user,
    codeRequest,
    isSignedOutElsewhere = false,
  } = isHydrated ? state : loadingState
  // While a code is required, the request waits, and its dialog is closed.
  const signIn = useSignInRequest(codeRequest ? 'code-required' : status)
  const { request, isOpen, requestSignIn, dismiss, finish } = signIn
  // It stays: closing the dialog does not cancel a sign-in that was sent.
  const [isNeeded, setIsNeeded] = useState(false)
  if (!isNeeded && isHydrated && (status !== 'signed-out' || isOpen || link)) setIsNeeded(true)

  const hasInput = useHasUnsavedInput()
  if (isSignedOutElsewhere && !hasInput) setState(signedOutState)
  useEffect(() => pauseDrafts(isSignedOutElsewhere), [isSignedOutElsewhere])

  useWindowEvent('storage', ({ key }) => {
    if (key !== null && key !== sessionStorageKey) return
    // The user signed out in another tab, which clears all of local storage.
    if (key === null && !readStoredSession()) {
      setSignedOutAt(locationKey)
      forgetUnstored()
      if (status === 'signed-in') toast('You signed out in another tab', { id: 'signed-out' })
    }
    setState(updateFromStorage)
  })

  const signOut = useCallback<Session['signOut']>(
    async ({ isEndedAtService } = { isEndedAtService: false }) => {
      setSignedOutAt(locationKey)
      dismiss()
      const session = isEndedAtService ? null : readStoredSession()
      // A canceled sign-in keeps the drafts.
      const keepsDrafts = codeRequest !== undefined
      // Before the page shows 'signed out'.
      clearBrowser({ keepsDrafts })
      setState(signingOutState)
      const isEnded = await import('./AuthSession.tsx')
        .then(({ endSession }) => endSession({ session, keepsDrafts }))
        .catch(() => false)
      setState((current) => (current === signingOutState ? signedOutState : current))
      if (isEnded) return
      toast(
        'You are signed out here, but the service did not end your session. Other devices may still be signed in.',
      )
    },
    [locationKey, dismiss, codeRequest],
  )

  const session = useMemo<Session>(
    () => ({ status, user, signOut, requestSignIn, signedOutAt, isSignedOutElsewhere }),
    [status, user, signOut, requestSignIn, signedOutAt, isSignedOutElsewhere],
  )

  return (
    <SessionContext value={session}>
      {children}
      {request && isOpen && request.purpose !== 'confirm-link' && (
        <SignInDialog
          // A link may fail after the dialog has opened; it then starts over.
          key={`${request.purpose} ${request.problem}`}
          request={request}
          onClose={dismiss}
          onPasswordSet={finish}
        />
      )}
      {isNeeded && (
        <Suspense
          fallback={
            isOpen && request?.emailToken ? (
              <LoadingFrame title={emailTokenTitles[request.emailToken.type]} onClose={dismiss} />
            ) : null
          }
        >
          <AuthSession state={state} setState={setState} signIn={signIn} />
        </Suspense>
      )}
    </SessionContext>
  )
}
