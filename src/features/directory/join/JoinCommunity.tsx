import { ExternalLink, MessageCircle } from 'lucide-react'
import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { useResumeAfterSignIn } from '../../session/useResumeAfterSignIn.ts'
import { type SessionUser, useSession } from '../../session/useSession.ts'
import { suspendedReason, unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import { useWrite } from '../../data/useWrite.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import type { QrCode as LoadedQrCode } from '../../../ui/QrCode.tsx'
import type { PublicCommunity } from '../directory-queries.ts'
import { getCommunityUrl } from '../directory-view.ts'
import { refreshJoined, useIsJoined } from './joins.ts'

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

const joinedLabel = 'Joined · Open WhatsApp'

/** With little space at its sides, so that both names fit on one line. */
const wideButton = 'min-h-12! w-full px-2! text-base!'

/**
 * Asks the database for the invite link and opens it in WhatsApp. A protected action: it continues after
 * sign-in. Invite links leave the database only here: a user who joined on an earlier day joins again.
 */
export function JoinCommunity({ community }: Props) {
  const { id, name } = community
  const { status, user } = useSession()
  const [isWaiting, setIsWaiting] = useState(false)
  const isSuspended = Boolean(useSuspension(user?.id ?? ''))
  const [invite, setInvite] = useState<{ userId: string; link: string } | null>(null)
  // Hidden from other users of this browser.
  const link = invite && invite.userId === user?.id ? invite.link : null
  const isJoined = useIsJoined(user, id)

  const failure = `Couldn't join ${isolate(name)}. Try again in a moment.`
  const joining = useWrite({
    write: (_input: { userId: string; tab: Window | null }) => readInviteLink(id),
    failure,
    // Below the button, without a toast.
    showReasonIn: 'dialog',
    onSuccess: (inviteLink, { userId, tab }) => {
      setInvite({ userId, link: inviteLink })
      void refreshJoined(userId)
      showLink(inviteLink, tab ?? openTab())
    },
  })
  const problem = joining.error && (joining.error.message || failure)

  /** @param tab opened by the click, because browsers block tabs that open later */
  const join = async (member: SessionUser, tab: Window | null) => {
    if (!(await joining.run({ userId: member.id, tab }))) tab?.close()
  }
  const signInToJoin = useResumeAfterSignIn(
    { action: 'join', community: name },
    getCommunityUrl(community),
    (member) => void join(member, null),
  )

  const onClick = () => {
    if (status === 'loading') setIsWaiting(true)
    else if (user) void join(user, openTab())
    else signInToJoin()
  }

  // Resumes a click made while the session was loading.
  const resumeClick = useEffectEvent(() => {
    setIsWaiting(false)
    if (user) void join(user, null)
    else signInToJoin()
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- It starts a call, like the click itself.
    if (isWaiting && status !== 'loading') resumeClick()
  }, [isWaiting, status])

  return (
    <div className="space-y-3 print:hidden noscript:hidden">
      {link ? (
        <>
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass()} ${wideButton}`}
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            <span>{joinedLabel}</span>
          </a>
          {/* On a phone, the button says enough, and the bar stays low. */}
          <p role="status" className="text-sm text-ink-soft max-lg:sr-only">
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
            icon={isJoined ? ExternalLink : MessageCircle}
            isPending={joining.isPending || isWaiting}
            disabled={isSuspended}
            className={wideButton}
            onClick={onClick}
          >
            {isJoined ? joinedLabel : 'Join on WhatsApp'}
          </Button>
          <p className="text-sm text-ink-soft">
            {/* Also while the session loads: most visitors of a shared link are signed out. On a phone, one line. */}
            <span className="max-lg:hidden">
              {status === 'signed-in' ? '' : 'You need a free account. '}
            </span>
            <span>The group can see your phone number.</span>
          </p>
        </>
      )}
      {isSuspended && <Notice tone="warning">{suspendedReason}</Notice>}
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

/** A computer, whose user has WhatsApp on a phone. */
const computer = '(hover: hover) and (min-width: 48rem)'

/** On computers, shows the invite link as a QR code. If its code fails to load, the link above still works. */
function InviteQrCode({ link }: { link: string }) {
  const [QrCode, setQrCode] = useState<ComponentType<ComponentProps<typeof LoadedQrCode>> | null>(
    null,
  )

  useEffect(() => {
    if (!window.matchMedia(computer).matches) return
    let isUnmounted = false
    import('../../../ui/QrCode.tsx').then(
      (loaded) => isUnmounted || setQrCode(() => loaded.QrCode),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [])

  return (
    QrCode && (
      <figure className="flex flex-col items-center gap-2 rounded-xl bg-sunken/60 p-4">
        <QrCode
          link={link}
          label="QR code of the invite link. Without a camera, use the button above."
        />
        <figcaption className="text-center text-sm">
          <span className="font-semibold">Scan with your phone</span>
          <span className="block text-ink-soft">to open the invite in WhatsApp there.</span>
        </figcaption>
      </figure>
    )
  )
}
