import { useQuery } from '@tanstack/react-query'
import { Flag, Pencil } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { useDialogInUrl } from '../../../lib/useDialogInUrl.ts'
import { SignInFirst } from '../../session/SignInFirst.tsx'
import { useSession } from '../../session/useSession.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { textLink } from '../../../ui/text-link.ts'
import type { PublicCommunity } from '../directory-queries.ts'
import { getCommunityUrl } from '../directory-view.ts'
import { loadClient } from '../../../supabase/load-client.ts'

const ReportDialog = lazyDialog(
  async () => (await import('../../moderation/reports/ReportDialog.tsx')).ReportDialog,
  {
    title: 'Report this community',
  },
)
const ClaimDialog = lazyDialog(
  async () => (await import('../../ownership/claims/ClaimDialog.tsx')).ClaimDialog,
  {
    title: 'Claim this community',
    cancelLabel: 'Close',
  },
)

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

export function CommunityActions({ community }: Props) {
  if (!useIsOwner(community.id)) {
    return (
      <>
        <ReportButton community={community} />
        <ClaimCommunity community={community} />
      </>
    )
  }
  return (
    <LinkButton variant="ghost" to={`/profile?edit=${community.id}`} icon={Pencil}>
      Edit
    </LinkButton>
  )
}

/**
 * Whether the signed-in user owns or co-owns a community; false until the query succeeds. The directory does not
 * reveal owners, so this relies on row-level security.
 */
function useIsOwner(communityId: string): boolean {
  const { user } = useSession()
  const { data: isOwner = false } = useQuery({
    queryKey: ['is owner', user?.id, communityId],
    enabled: user !== null,
    // Private, unlike the rest of this cache: dropped when the user signs out or leaves the page.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      const own = supabase.rpc('list_my_communities', undefined, { get: true }).select('id')
      const { data } = await own.eq('id', communityId).abortSignal(signal).throwOnError()
      return data.length > 0
    },
  })
  return isOwner
}

function ReportButton({ community }: Props) {
  const { open, close, user, signIn } = useDialogOfUser('report', community)
  return (
    <>
      <GhostButton icon={Flag} onClick={open}>
        Report
      </GhostButton>
      {signIn}
      {user && <ReportDialog community={community} user={user} onClose={close} />}
    </>
  )
}

/** Offers the listing to a user who manages the group. */
function ClaimCommunity({ community }: Props) {
  const { open, close, user, signIn } = useDialogOfUser('claim', community)
  return (
    <p className="w-full text-sm text-ink-soft noscript:hidden">
      <span>Is this your group? </span>
      <button type="button" className={textLink} onClick={open}>
        Claim it
      </button>
      {signIn}
      {user && <ClaimDialog community={community} user={user} onClose={close} />}
    </p>
  )
}

/**
 * `&report=new` and `&claim=new` open a dialog, a protected action: a signed-out visitor signs in first, and the URL then
 * opens it.
 */
function useDialogOfUser(action: 'report' | 'claim', community: Props['community']) {
  const { value, open, close } = useDialogInUrl(action)
  const { status, user } = useSession()
  const { pathname, search, key } = useLocation()
  const isOpen = value === 'new'

  return {
    open: () => open('new'),
    close,
    /** Set while the dialog is open. */
    user: isOpen ? user : null,
    signIn: isOpen && status === 'signed-out' && (
      <SignInFirst
        key={key}
        continueTo={pathname + search}
        pageBelow={getCommunityUrl(community)}
        reason={{ action, community: community.name }}
      />
    ),
  }
}
