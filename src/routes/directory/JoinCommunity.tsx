import { ExternalLink, MessageCircle } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { SignInFirst } from '../../session/SignInFirst.tsx'
import { loadSessionTools } from '../../session/useAuthState.ts'
import { useSession } from '../../session/useSession.ts'
import { toUserError, unwrap } from '../../supabase/errors.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { addressOfCommunity } from './directory-view.ts'
import type { PublicCommunity } from './directory-queries.ts'

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

/**
 * Asks the database for the invite link and opens it in WhatsApp: a protected action, which continues after
 * sign-in. Invite links leave the database here only.
 */
export function JoinCommunity({ community }: Props) {
  const { id, name } = community
  const { status } = useSession()
  const [asked, setAsked] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = useRef(false)
  const handled = useRef(0)

  /** @param tab opened by the click itself, because a blocker lets nothing open later */
  const join = async (tab: Window | null) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setProblem(null)
    try {
      const invite = await readInviteLink(id)
      setLink(invite)
      leadTo(invite, tab ?? openTab())
    } catch (failure) {
      tab?.close()
      setProblem(
        toUserError(failure).message || `You could not join ${name}. Try again in a moment.`,
      )
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  useGoOn(id, () => void join(null))

  const onJoin = () => {
    if (status !== 'signed-in') setAsked((times) => times + 1)
    else if (!isRunning.current) void join(openTab())
  }

  // Whoever pressed before it was known that they are signed in need not press again.
  const goOn = useEffectEvent(() => void join(null))
  useEffect(() => {
    if (status === 'loading' || handled.current === asked) return
    handled.current = asked
    // oxlint-disable-next-line react/set-state-in-effect -- It begins a call, as the click would have.
    if (status === 'signed-in') goOn()
  }, [asked, status])

  return (
    <div className="space-y-3">
      {link ? (
        <>
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass()} min-h-12! w-full text-base!`}
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            Open WhatsApp
          </a>
          <p role="status" className="text-sm text-ink-soft">
            Your invite to {name} is ready. If WhatsApp did not open by itself, open it here.
          </p>
        </>
      ) : (
        <>
          <Button
            icon={MessageCircle}
            busy={isBusy || (asked > 0 && status === 'loading')}
            className="min-h-12! w-full text-base!"
            onClick={onJoin}
          >
            Join on WhatsApp
          </Button>
          <p className="text-sm text-ink-soft">
            {status === 'signed-out' && 'You need an account, which is free. '}
            The members of a WhatsApp group see your phone number.
          </p>
        </>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      {asked > 0 && status === 'signed-out' && <SignInToJoin key={asked} community={community} />}
    </div>
  )
}

/**
 * Records the join, then reads the link: the database shows it only to users whose join is committed.
 *
 * @throws UserError with the database's reason when it refuses
 */
async function readInviteLink(community: string): Promise<string> {
  const { supabase } = await loadSessionTools()
  unwrap(await supabase.rpc('join_community', { community_id: community }))
  return unwrap(await supabase.rpc('get_invite_link', { community_id: community }))
}

/** @returns null where the browser blocks it; then the person follows the link on the page */
function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.document.title = 'Opening WhatsApp...'
  return tab
}

function leadTo(link: string, tab: Window | null) {
  if (!tab) return
  // WhatsApp's page must not reach this one.
  tab.opener = null
  tab.location.replace(link)
}

/** The community that somebody wanted to join when they were asked to sign in. */
const wantedKey = 'community-app-join'
const goOnParam = 'go-on'

function SignInToJoin({ community }: Props) {
  useEffect(() => writeItem('local', wantedKey, community.id), [community.id])
  return <SignInFirst continueTo={`${addressOfCommunity(community)}&${goOnParam}=join`} />
}

/**
 * Joins when the person is back from signing in. The address alone does not do it: it may be in a link
 * from anybody, and joining counts.
 */
function useGoOn(id: string, join: () => void) {
  const { status } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isBack = params.get(goOnParam) === 'join'
  const handled = useRef(false)

  useEffect(() => {
    if (!isBack || status !== 'signed-in' || handled.current) return
    handled.current = true
    const search = new URLSearchParams(params)
    search.delete(goOnParam)
    void navigate({ search: search.toString() }, { replace: true })
    const wanted = readItem('local', wantedKey)
    removeItem('local', wantedKey)
    if (wanted === id) join()
  }, [isBack, status, params, navigate, id, join])
}
