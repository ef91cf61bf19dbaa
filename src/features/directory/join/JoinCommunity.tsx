import { ExternalLink, MessageCircle } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { readItem, removeItem, writeItem } from '../../../lib/browser-storage.ts'
import { useSession } from '../../session/useSession.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { lazyHelper } from '../../../ui/lazy.tsx'
import { InviteQrCode } from './InviteQrCode.tsx'
import { getCommunityUrl } from '../directory-view.ts'
import type { PublicCommunity } from '../directory-queries.ts'

// Visitors do not load it.
const SuspensionCheck = lazyHelper(
  async () => (await import('../../suspension/SuspensionCheck.tsx')).SuspensionCheck,
)

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

/**
 * Asks the database for the invite link and opens it in WhatsApp. A protected action: it continues after
 * sign-in. Invite links leave the database only here.
 */
export function JoinCommunity({ community }: Props) {
  const { id, name } = community
  const { status, user, requestSignIn } = useSession()
  const [isWaiting, setIsWaiting] = useState(false)
  const [isSuspended, setIsSuspended] = useState(false)
  const [invite, setInvite] = useState<{ userId: string; link: string } | null>(null)
  // Hidden from other users of this browser.
  const link = invite && invite.userId === user?.id ? invite.link : null

  const failure = `Couldn't join ${isolate(name)}. Try again in a moment.`
  const joining = useWrite({
    write: (_input: { userId: string; tab: Window | null }) => readInviteLink(id),
    failure,
    // Below the button, without a toast.
    showReasonIn: 'dialog',
    onSuccess: (inviteLink, { userId, tab }) => {
      setInvite({ userId, link: inviteLink })
      showLink(inviteLink, tab ?? openTab())
    },
  })
  const problem = joining.error && (joining.error.message || failure)

  /** @param tab opened by the click, because browsers block tabs that open later */
  const join = async (tab: Window | null) => {
    const hasJoined = user && (await joining.run({ userId: user.id, tab }))
    if (!hasJoined) tab?.close()
  }

  const signInToJoin = () => {
    writeItem(wantedKey, id)
    requestSignIn(getResumeUrl(community), { reason: { action: 'join', community: name } })
  }

  const onClick = () => {
    if (status === 'loading') setIsWaiting(true)
    else if (status === 'signed-in') void join(openTab())
    else signInToJoin()
  }

  // Resumes a click made while the session was loading.
  const resumeClick = useEffectEvent(() => {
    setIsWaiting(false)
    if (status === 'signed-in') void join(null)
    else signInToJoin()
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- It starts a call, like the click itself.
    if (isWaiting && status !== 'loading') resumeClick()
  }, [isWaiting, status])

  useResume(id, () => void join(null))

  return (
    <div className="space-y-3 print:hidden noscript:hidden">
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
            Your invite to{' '}
            <span dir="auto" translate="no">
              {name}
            </span>{' '}
            is ready. If WhatsApp didn't open, use this button.
          </p>
          <InviteQrCode link={link} />
        </>
      ) : (
        <>
          <Button
            icon={MessageCircle}
            isPending={joining.isPending || isWaiting}
            disabled={user !== null && isSuspended}
            className="min-h-12! w-full text-base!"
            onClick={onClick}
          >
            Join on WhatsApp
          </Button>
          <p className="text-sm text-ink-soft">
            {/* Also while the session loads: most visitors of a shared link are signed out. */}
            {`${status === 'signed-in' ? '' : 'You need a free account. '}Members of the WhatsApp group can see your phone number.`}
          </p>
        </>
      )}
      {user && (
        <Suspense>
          <SuspensionCheck userId={user.id} onChange={setIsSuspended} />
        </Suspense>
      )}
      {problem && !isSuspended && <Notice tone="danger">{problem}</Notice>}
    </div>
  )
}

/**
 * Records the join, then reads the link: the database shows it only to users whose join is committed.
 *
 * @throws UserError with the database's reason when it refuses
 */
async function readInviteLink(community: string): Promise<string> {
  const supabase = await loadClient()
  unwrap(await supabase.rpc('join_community', { community_id: community }))
  return unwrap(await supabase.rpc('get_invite_link', { community_id: community }))
}

/** @returns null if the browser blocks pop-ups; the page then shows the link */
function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.document.title = 'Opening WhatsApp...'
  return tab
}

function showLink(link: string, tab: Window | null) {
  if (!tab) return
  // Prevents WhatsApp's page from controlling this one.
  tab.opener = null
  tab.location.replace(link)
}

/** The community that the visitor wanted to join before signing in. */
const wantedKey = 'community-app-join'
const resumeParam = 'resume'

const getResumeUrl = (community: Props['community']) =>
  `${getCommunityUrl(community)}&${resumeParam}=join`

/**
 * Joins when the user returns from signing in. The URL alone does not start it, because a link with this
 * parameter could come from another user, and joins are counted.
 */
function useResume(id: string, join: () => void) {
  const { status } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isResuming = params.get(resumeParam) === 'join'
  const handled = useRef(false)

  useEffect(() => {
    if (!isResuming || status !== 'signed-in' || handled.current) return
    handled.current = true
    const search = new URLSearchParams(params)
    search.delete(resumeParam)
    void navigate({ search: search.toString() }, { replace: true })
    const wanted = readItem(wantedKey)
    removeItem(wantedKey)
    if (wanted === id) join()
  }, [isResuming, status, params, navigate, id, join])
}
