import { Suspense, useEffect, useEffectEvent } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { reloadOnce, showLoadError } from '../../lib/reload.ts'
import { lazyDialog, lazyHelper } from '../../ui/lazy.tsx'
import { toast } from '../../ui/toast.tsx'
import { firstLinkConfirmed, readEmailLink, withoutEmailLink } from './read-email-link.ts'
import {
  closeSignIn,
  continueAfterSignIn,
  getTitle,
  openAfterLink,
  useSignInRequest,
} from './sign-in-request.ts'
import { useSession } from './useSession.ts'

// Visitors load none of this.
const importDialogs = () => import('./sign-in/SignInDialog.tsx')

const SignedInEffects = lazyHelper(
  async () => (await import('./SignedInEffects.tsx')).SignedInEffects,
)

const SignInDialog = lazyDialog(async () => (await importDialogs()).SignInDialog, {
  title: ({ request }) => getTitle(request),
  size: 'sm',
})
const AppCodeDialog = lazyDialog(async () => (await importDialogs()).AppCodeDialog, {
  title: 'Enter your code',
  size: 'sm',
  cancelLabel: 'Cancel and sign out',
})
const SwitchAccountDialog = lazyDialog(async () => (await importDialogs()).SwitchAccountDialog, {
  title: 'Switch to another account?',
  size: 'sm',
})

/**
 * Shows what a session needs on every page: the sign-in dialog, and what completes a sign-in. Requires a router. Empty
 * while the session is loading, as in the HTML that the build writes.
 */
export function SessionDialogs() {
  const navigate = useNavigate()
  const { status, user, codeRequest, accountSwitch } = useSession()
  // While a code is required, the request waits, and its dialog is closed.
  const request = useSignInRequest(codeRequest ? 'code-required' : status)
  useEmailLinks()
  const close = () => closeSignIn(navigate)
  const closeAndSignOut = () => {
    close()
    importDialogs().then(({ signOut }) => signOut(), showLoadError)
  }
  return (
    <>
      {user && (
        <Suspense fallback={null}>
          <SignedInEffects key={user.id} user={user} isCodeRequired={codeRequest !== null} />
        </Suspense>
      )}
      {accountSwitch ? (
        <SwitchAccountDialog {...accountSwitch} onClose={() => accountSwitch.answer(false)} />
      ) : request && (request.emailToken || !codeRequest) ? (
        <SignInDialog
          // A link may fail after the dialog has opened, or another one may be opened: it then starts over.
          key={`${request.view} ${request.problem} ${request.emailToken?.hash}`}
          request={request}
          onClose={close}
          onPasswordSet={() => continueAfterSignIn(navigate, request.continueTo)}
        />
      ) : (
        codeRequest && (
          <AppCodeDialog {...codeRequest} wasSignedIn={user !== null} onClose={closeAndSignOut} />
        )
      )}
    </>
  )
}

/**
 * Follows a link in an email, which may also be opened in this tab while the app runs, and completes a sign-in with
 * Google or Apple.
 */
function useEmailLinks() {
  const navigate = useNavigate()
  const location = useLocation()

  const follow = useEffectEvent((_to: Location) => {
    // Strict mode runs this twice; the second time the URL is clean.
    const link = readEmailLink(window.location)
    if (link?.kind === 'token' || link?.kind === 'first-confirmation') {
      // First: a token must not stay in the URL or in the history.
      void navigate(withoutEmailLink(window.location), { replace: true })
      if (link.kind === 'token') openAfterLink(navigate, 'confirm-link', { emailToken: link.token })
      else toast(firstLinkConfirmed)
    } else if (link) {
      // It stays in the URL until its code has loaded, so that a reload repeats it.
      const load =
        link.kind === 'provider'
          ? import('./sign-in/provider-return.ts').then(({ finishFlow }) => finishFlow)
          : import('./email-links.ts').then(({ followUrl }) => followUrl)
      load.then(
        (finish) => void finish(navigate),
        async () => {
          if (!navigator.onLine) await reloadOnce()
          showLoadError()
        },
      )
    }
  })
  useEffect(() => follow(location), [location])
}
