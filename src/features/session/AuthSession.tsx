import type { Session as AuthClientSession } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { supabase } from '../../supabase/client.ts'
import { isAccountGone } from '../../supabase/errors.ts'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { preloadToasts, toast } from '../../ui/toast.tsx'
import { profileQuery } from './profile.ts'
import { emailTokenTitles } from './read-email-link.ts'
import { loadingState, type SessionState, withSession } from './session-state.ts'
import { rememberAccount } from './sign-in-reason.ts'
import type { SignIn } from './sign-in-request.ts'
import { reportEmailChange, useEmailLinks } from './useEmailLinks.ts'
import { closeUserCache, openUserCache } from './user-cache.ts'
import { type SessionUser, useSession } from './useSession.ts'

const ConfirmLinkDialog = onDemandDialog(
  async () => (await import('./sign-in/ConfirmLinkDialog.tsx')).ConfirmLinkDialog,
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

// In the same chunk, because signing out works offline.
export { endSession } from './end-session.ts'

type Props = {
  state: SessionState
  setState: Dispatch<SetStateAction<SessionState>>
  signIn: SignIn
}

/**
 * Reports what happens to the session in the auth client, follows links in emails, and asks for what completes a sign-in.
 * Loaded once there is a session, a link, or a request to sign in.
 */
export function AuthSession({ state, setState, signIn }: Props) {
  const { user, codeRequest } = state
  const { request, isOpen, dismiss } = signIn
  const { signOut } = useSession()
  const acceptSession = (session: AuthClientSession | null) =>
    setState((current) => withSession(current, session))
  const { accountSwitch, isFollowing, follow, reportProblem } = useEmailLinks({
    signIn,
    onFollowed: acceptSession,
    onStart: () => setState((current) => (current.user ? current : loadingState)),
  })

  const authChanged = useEffectEvent((session: AuthClientSession | null) => {
    if (!isFollowing()) acceptSession(session)
  })
  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((_event, session) => authChanged(session))
    return () => data.subscription.unsubscribe()
  }, [])

  useReportedChanges(state)
  useReloadAfterCode(state)
  useEffect(() => {
    if (state.status === 'signed-in') rememberAccount()
    if (state.status === 'signed-out') closeUserCache()
  }, [state.status])

  const token = isOpen && !accountSwitch ? (request?.emailToken ?? null) : null
  return (
    <>
      {user && <Account key={user.id} user={user} />}
      {token && (
        <ConfirmLinkDialog
          // Another link may be opened on the same page.
          key={token.hash}
          token={token}
          onVerified={(session) => void follow(session)}
          onProblem={reportProblem}
          onClose={dismiss}
        />
      )}
      {codeRequest && !accountSwitch && !token && (
        <CodeDialog {...codeRequest} wasSignedIn={user !== null} onClose={() => void signOut()} />
      )}
      {accountSwitch && (user || codeRequest) && <SwitchAccountDialog {...accountSwitch} />}
    </>
  )
}

/** Reports another account, usually after a sign-in in another tab, or another email: its link may be opened elsewhere. */
function useReportedChanges({ status, user }: SessionState) {
  const last = useRef(user)
  useEffect(() => {
    const before = last.current
    // While the other account lacks its code, there is no user.
    if (user || status === 'signed-out') last.current = user
    if (!before || !user) return
    if (before.id !== user.id) toast(`You are now signed in as ${user.email}`, { id: 'switched' })
    else if (before.email !== user.email) reportEmailChange()
  }, [status, user])
}

/** Reloads what the screens show once the user has entered a code: the database has hidden all rows. */
function useReloadAfterCode({ user, codeRequest }: SessionState) {
  const isCodeRequired = codeRequest !== undefined
  const last = useRef({ user, isCodeRequired })
  useEffect(() => {
    const before = last.current
    last.current = { user, isCodeRequired }
    if (!user || before.user?.id !== user.id) return
    if (before.isCodeRequired && !isCodeRequired) void openUserCache(user.id).invalidateQueries()
  }, [user, isCodeRequired])
}

/** Keeps the user's profile current on every page, and signs out once the account is gone. */
function Account({ user }: { user: SessionUser }) {
  const location = useLocation()
  const { signOut } = useSession()
  const queries = openUserCache(user.id)
  // Does not report a failed read: the header then shows the email instead of the name.
  const { error } = useQuery(profileQuery(user), queries)

  useEffect(() => {
    void preloadToasts()
    queries.mount()
    return () => queries.unmount()
  }, [queries])

  useEffect(() => {
    // Retry what failed on the previous page.
    void queries.refetchQueries({
      queryKey: ['profile'],
      predicate: ({ state }) => state.status === 'error',
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Runs after each navigation.
  }, [queries, location])

  const accountGone = useEffectEvent(() => {
    toast.error('This account no longer exists.')
    void signOut()
  })
  useEffect(() => {
    if (isAccountGone(error)) accountGone()
  }, [error])

  return null
}
