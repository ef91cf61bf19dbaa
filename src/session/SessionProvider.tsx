import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { toast } from 'react-hot-toast'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { onDemandDialog } from '../ui/loadOnDemand.tsx'
import { readCallback, type SessionLink, withoutCallback } from './callback-url.ts'
import type { LinkOutcome } from './session-link.ts'
import { useSignInRequest } from './sign-in-request.ts'
import { loadSessionTools, useAuthState } from './useAuthState.ts'
import {
  type Session,
  SessionContext,
  type SessionProfile,
  type SessionTools,
  type SessionUser,
} from './useSession.ts'

const SignInDialog = onDemandDialog(
  async () => {
    // Together with the session tools, which report the sign-in: without them the dialog would wait forever.
    const [dialog] = await Promise.all([import('./sign-in/SignInDialog.tsx'), loadSessionTools()])
    return dialog.SignInDialog
  },
  {
    title: ({ request: { purpose, problem } }) => {
      if (purpose === 'new-password') return 'Set a new password'
      return problem ? 'That link did not work' : 'Sign in'
    },
    size: 'sm',
  },
)
const SwitchAccountDialog = onDemandDialog(
  async () => (await import('./sign-in/SwitchAccountDialog.tsx')).SwitchAccountDialog,
  { title: 'Switch to another account?', size: 'sm' },
)

/** A link that would replace the session of somebody else. */
type Offer = Extract<LinkOutcome, { kind: 'other-account' }> & { link: SessionLink }

/** Who is signed in, for the whole app; also shows the sign-in dialog. Needs a router above it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const location = useLocation()
  const { key: locationKey } = location
  const [signedOutAt, setSignedOutAt] = useState<string | null>(null)
  const [link, setLink] = useState(() => readCallback(location)?.link ?? null)
  const [offer, setOffer] = useState<Offer | null>(null)

  const { status, user, tools, end, wake } = useAuthState({
    link,
    onLinkFollowed: (followed, outcome) => {
      setLink(null)
      if (outcome.kind === 'other-account') setOffer({ ...outcome, link: followed })
      else settle(followed, outcome)
    },
    onSignedOutElsewhere: () => setSignedOutAt(locationKey),
  })
  const { request, open, ask, continueFromLink, dismiss, finish } = useSignInRequest(status)

  function settle({ setsPassword }: SessionLink, outcome: LinkOutcome) {
    if (outcome.kind === 'refused') continueFromLink('sign-in', outcome.problem)
    else continueFromLink(setsPassword ? 'new-password' : 'sign-in')
  }

  const queries = useQueriesOf(user, tools)

  if (offer && status === 'signed-out') setOffer(null)

  const arrive = useEffectEvent(async (address: Location) => {
    // What failed on one page is tried again on the next.
    void queries?.refetchQueries({
      queryKey: ['profile'],
      predicate: ({ state }) => state.status === 'error',
    })
    // Strict mode runs this twice; the second time the address is clean.
    const callback = readCallback(window.location)
    if (!callback) return
    // At once: a token must be neither in the address nor one step back in the history.
    await navigate(withoutCallback(address), { replace: true })
    if (!callback.link) {
      continueFromLink('sign-in', callback.problem)
      return
    }
    setLink(callback.link)
    wake()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- after the address has been cleaned
  useEffect(() => void arrive(location), [location])

  const signOut = useCallback<Session['signOut']>(
    async (options) => {
      setSignedOutAt(locationKey)
      dismiss()
      if (await end(options?.isEndedAtService)) return
      toast(
        'You are signed out here, but we could not tell the service. Other devices may still be signed in.',
      )
    },
    [locationKey, dismiss, end],
  )

  const profile = useCachedProfile(tools, queries, user, () => {
    toast.error('This account no longer exists.')
    void signOut()
  })

  const session = useMemo<Session>(
    () => ({ status, user, profile, tools, queries, signOut, requestSignIn: ask, signedOutAt }),
    [status, user, profile, tools, queries, signOut, ask, signedOutAt],
  )

  return (
    <SessionContext value={session}>
      {children}
      {request && open && (
        <SignInDialog
          // A problem with the link may turn up late; the dialog then starts over with it.
          key={`${request.purpose} ${request.problem}`}
          request={request}
          onLoaded={wake}
          onClose={dismiss}
          onPasswordSet={finish}
        />
      )}
      {offer && user && tools && (
        <SwitchAccountDialog
          current={offer.current}
          other={offer.other}
          onClose={() => setOffer(null)}
          onSwitch={async () => {
            const outcome = await tools.acceptLink(offer.tokens)
            setOffer(null)
            settle(offer.link, outcome)
          }}
        />
      )}
    </SessionContext>
  )
}

/** A cache for each person; a new one as soon as somebody else is signed in. */
function useQueriesOf(user: SessionUser | null, tools: SessionTools | null): QueryClient | null {
  const [cache, setCache] = useState<{ userId: string; queries: QueryClient } | null>(null)
  if (cache?.userId === user?.id) return cache?.queries ?? null
  const next = user && tools && { userId: user.id, queries: tools.createQueryClient() }
  if (next !== cache) setCache(next)
  return next?.queries ?? null
}

/** A failed read is not reported: the header then shows the email address instead of the name. */
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
