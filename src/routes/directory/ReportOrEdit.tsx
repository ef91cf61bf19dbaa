import { useQuery } from '@tanstack/react-query'
import { Flag, Pencil } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { SignInFirst } from '../../session/SignInFirst.tsx'
import { useSession } from '../../session/useSession.ts'
import { GhostButton } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { ClaimCommunity } from './ClaimCommunity.tsx'
import type { PublicCommunity } from './directory-queries.ts'
import { getCommunityUrl } from './directory-view.ts'
import { loadClient } from '../../supabase/load-client.ts'

const ReportDialog = onDemandDialog(async () => (await import('./ReportDialog.tsx')).ReportDialog, {
  title: 'Report this community',
})

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

export function ReportOrEdit({ community }: Props) {
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

/** `&report=new` opens the dialog, a protected action. */
function ReportButton({ community }: Props) {
  const { value, open, close } = useDialogInUrl('report')
  const { pathname, search, key } = useLocation()
  const { status } = useSession()

  return (
    <>
      <GhostButton icon={Flag} onClick={() => open('new')}>
        Report
      </GhostButton>
      {value === 'new' && status === 'signed-out' && (
        <SignInFirst
          key={key}
          continueTo={pathname + search}
          pageBelow={getCommunityUrl(community)}
          reason={{ action: 'report', community: community.name }}
        />
      )}
      {value === 'new' && status === 'signed-in' && (
        <ReportDialog community={community} onClose={close} />
      )}
    </>
  )
}
