import type { QueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { showLoadError } from '../lib/reload.ts'
import { onDemandDialog } from '../ui/on-demand-dialog.tsx'
import { preloadToasts, toast } from '../ui/toast.tsx'
import {
  emailTokenTitles,
  readCallback,
  type SessionLink,
  withoutCallback,
} from './callback-url.ts'
import type { AccountSwitch, LinkOutcome } from './session-link.ts'
import { useSignInRequest } from './sign-in-request.ts'
import {
  loadAuthTools,
  loadSessionTools,
  type OpenedSession,
  useAuthState,
} from './useAuthState.ts'
import {
  type Session,
  SessionContext,
  type SessionProfile,
  type SessionStatus,
  type SessionTools,
  type SessionUser,
} from './useSession.ts'

/** The tools report the sign-in: without them, the dialog would never close. */
async function withTools<Loaded>(dialog: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([dialog, loadSessionTools(), loadAuthTools()])
  return loaded
}

const SignInDialog = onDemandDialog(
  async () => (await withTools(import('./sign-in/SignInDialog.tsx'))).SignInDialog,
  {
    title: ({ request: { purpose, problem } }) => {
      if (purpose === 'check-password') return 'Set a new password?'
      if (purpose === 'new-password') return 'Set a new password'
      return problem ? "That link didn't work" : 'Sign in'
    },
    size: 'sm',
  },
)
const ConfirmLinkDialog = onDemandDialog(
  async () => (await withTools(import('./sign-in/ConfirmLinkDialog.tsx'))).ConfirmLinkDialog,
  { title: ({ token }) => emailTokenTitles[token.type], size: 'sm' },
)
const CodeDialog = onDemandDialog(
  async () => (await import('./sign-in/CodeDialog.tsx')).CodeDialog,
  { title: 'Enter your code', size: 'sm', cancelLabel: 'Cancel and sign out' },
)
const SwitchAccountDialog = onDemandDialog(
  async () => (await import('./sign-in/SwitchAccountDialog.tsx')).SwitchAccountDialog,
  { title: 'Switch to another account?', size: 'sm' },
)

type Props = {
  /** Without it, the session is read after the first render. */
  stored?: OpenedSession | null
  children: ReactElement | ReactElement[]
}

/** Provides the session to the app and shows the sign-in dialog. Requires a router. */
export function SessionProvider({ stored = null, children }: Props) {
  const navigate = useNavigate()
  const location = useLocation()
  const { key: locationKey } = location
  const [signedOutAt, setSignedOutAt] = useState<string | null>(null)
  const [link, setLink] = useState(() => {
    const callback = readCallback(location)
    return callback?.kind === 'session' ? callback.link : null
  })
  const [accountSwitch, setAccountSwitch] = useState<AccountSwitch | null>(null)

  const { status, user, codeRequest, tools, auth, end, loadTools, isKeepingInput } = useAuthState({
    stored,
    link,
    onLinkFollowed: (followed, outcome) => {
      setLink(null)
      if (outcome.kind === 'other-account') {
        setAccountSwitch(outcome)
        if (request?.linkToConfirm) dismiss()
      } else {
        continueAfterLink(followed, outcome)
      }
    },
    onSignedOutElsewhere: () => {
      setSignedOutAt(locationKey)
      if (status === 'signed-in') toast('You signed out in another tab', { id: 'signed-out' })
    },
    onSwitched: (email) => toast(`You are now signed in as ${email}`, { id: 'switched' }),
    onEmailChanged: reportEmailChange,
  })
  const { request, open, requestSignIn, openFromLink, dismiss, finish } = useSignInRequest(
    codeRequest ? 'code-required' : status,
  )

  function continueAfterLink(
    { setsPassword, confirmsAccount, changesEmail }: SessionLink,
    outcome: Exclude<LinkOutcome, AccountSwitch>,
  ) {
    if (outcome.kind === 'rejected') {
      openFromLink('sign-in', { problem: outcome.problem })
      return
    }
    if (changesEmail) reportEmailChange()
    if (confirmsAccount) toast.success('Your email is confirmed')
    if (setsPassword) openFromLink('new-password')
    else openFromLink(outcome.shouldCheckPassword ? 'check-password' : 'sign-in')
  }

  const token = open && !accountSwitch ? (request?.linkToConfirm ?? null) : null
  const queries = useUserCache(status, user, tools)
  useReloadAfterCode(queries, codeRequest !== undefined)

  useEffect(() => {
    if (user) void preloadToasts()
  }, [user])

  if (accountSwitch && status === 'signed-out') setAccountSwitch(null)

  function followLink(next: SessionLink) {
    setLink(next)
    loadTools()
  }

  const handleNavigation = useEffectEvent(async (to: Location) => {
    // Retry what failed on the previous page.
    void queries?.refetchQueries({
      queryKey: ['profile'],
      predicate: ({ state }) => state.status === 'error',
    })
    // Strict mode runs this twice; the second time the URL is clean.
    const callback = readCallback(window.location)
    if (!callback) return
    if (callback.kind === 'session') {
      // Before the URL loses the session: if the code does not load, reloading the page repeats this.
      const isLoaded = await loadAuthTools().then(() => true, showLoadError)
      if (!isLoaded || !readCallback(window.location)) return
    }
    // First: a token must not stay in the URL or in the history.
    await navigate(withoutCallback(to), { replace: true })
    if (callback.kind === 'token') {
      openFromLink('confirm-link', { linkToConfirm: callback.token })
    } else if (callback.kind === 'problem') {
      openFromLink('sign-in', { problem: callback.code })
    } else if (callback.kind === 'session') {
      followLink(callback.link)
    } else {
      toast('Confirmed. Now follow the link we sent to the other address.')
    }
  })
  // oxlint-disable-next-line react/set-state-in-effect -- Runs after the URL is cleaned.
  useEffect(() => void handleNavigation(location), [location])

  const signOut = useCallback<Session['signOut']>(
    async (options) => {
      setSignedOutAt(locationKey)
      dismiss()
      if (await end(options?.isEndedAtService)) return
      toast(
        'You are signed out here, but the service did not end your session. Other devices may still be signed in.',
      )
    },
    [locationKey, dismiss, end],
  )

  const profile = useCachedProfile(tools, queries, user, () => {
    toast.error('This account no longer exists.')
    void signOut()
  })

  const session = useMemo<Session>(
    () => ({
      status,
      user,
      profile,
      queries,
      signOut,
      requestSignIn,
      signedOutAt,
      isSignedOutElsewhere: isKeepingInput,
    }),
    [status, user, profile, queries, signOut, requestSignIn, signedOutAt, isKeepingInput],
  )

  return (
    <SessionContext value={session}>
      {children}
      {token && (
        <ConfirmLinkDialog
          // Another link may be opened on the same page.
          key={token.hash}
          token={token}
          onVerified={followLink}
          onProblem={(code) => openFromLink('sign-in', { problem: code })}
          onClose={dismiss}
        />
      )}
      {request && open && request.purpose !== 'confirm-link' && (
        <SignInDialog
          // A link may fail after the dialog has opened; it then starts over.
          key={`${request.purpose} ${request.problem}`}
          request={request}
          onLoaded={loadTools}
          onClose={dismiss}
          onPasswordSet={finish}
        />
      )}
      {codeRequest && !link && !accountSwitch && !token && (
        <CodeDialog {...codeRequest} wasSignedIn={user !== null} onClose={() => void signOut()} />
      )}
      {accountSwitch && (user || codeRequest) && auth && (
        <SwitchAccountDialog
          current={accountSwitch.current}
          other={accountSwitch.other}
          onClose={() => {
            const { link: kept, other } = accountSwitch
            setAccountSwitch(null)
            if (kept.changesEmail || kept.confirmsAccount) {
              toast(`Confirmed. You can now sign in as ${other}.`)
            }
          }}
          onSwitch={async () => {
            const outcome = await auth.acceptLink(accountSwitch.link)
            setAccountSwitch(null)
            continueAfterLink(accountSwitch.link, outcome)
          }}
        />
      )}
    </SessionContext>
  )
}

/** The id merges it with that of the link, which was opened in this browser. */
const reportEmailChange = () =>
  toast.success('Your sign-in email was changed', { id: 'email-changed' })

/** Returns the cache of the signed-in user. */
function useUserCache(
  status: SessionStatus,
  user: SessionUser | null,
  tools: SessionTools | null,
): QueryClient | null {
  const userId = user?.id
  useEffect(() => {
    if (status === 'signed-out') tools?.closeUserCache()
  }, [status, tools])
  return useMemo(() => (userId && tools ? tools.openUserCache(userId) : null), [userId, tools])
}

/** Reloads what the screens show once the user has entered a code: the database has hidden all rows. */
function useReloadAfterCode(queries: QueryClient | null, isCodeRequired: boolean) {
  const last = useRef({ queries, isCodeRequired })
  useEffect(() => {
    const isShown = queries !== null && last.current.queries === queries
    if (isShown && last.current.isCodeRequired && !isCodeRequired) void queries.invalidateQueries()
    last.current = { queries, isCodeRequired }
  }, [queries, isCodeRequired])
}

/** Does not report a failed read: the header then shows the email instead of the name. */
function useCachedProfile(
  tools: SessionTools | null,
  queries: QueryClient | null,
  user: SessionUser | null,
  onAccountGone: () => void,
) {
  const [profile, setProfile] = useState<SessionProfile | null>(null)
  const accountGone = useEffectEvent(onAccountGone)

  useEffect(() => {
    if (!tools || !queries || !user) return undefined
    const stop = tools.watchProfile(queries, user, ({ data, error }) => {
      setProfile(data ?? null)
      if (tools.isAccountGone(error)) accountGone()
    })
    return () => {
      stop()
      setProfile(null)
    }
  }, [tools, queries, user])

  return profile
}
