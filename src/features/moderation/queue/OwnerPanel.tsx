import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap, UserError } from '../../../supabase/errors.ts'
import { textLink } from '../../../ui/text-link.ts'
import { ownerUrl } from '../../admin/admin-view.ts'
import { formatAge } from '../numbers/format-duration.ts'
import { DialogLink } from '../../admin/DialogLink.tsx'
import { OwnerEmail } from '../../admin/ListParts.tsx'
import { OwnerSuspendedBadge, StatusBadge } from '../../community/StatusBadge.tsx'
import type { Status } from '../../community/vocabulary.ts'
import { communityCounts } from '../table/community-queries.ts'
import type { QueuedCommunity } from './queue.ts'
import { Ban } from 'lucide-react'
import { SmallButton } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { isOwnerSuspended } from '../../community/blocks.ts'
import { useSession } from '../../session/useSession.ts'
import { type Suspending, suspendUser, undoSuspension } from '../../suspension/suspend-user.ts'
import type { Decision } from './decisions.ts'
import type { Decisions } from './useDecisions.ts'

type Props = {
  community: QueuedCommunity
  /** Lets an admin suspend the owner. */
  decisions?: Decisions
}

/** What the desk knows about the owner. On wide screens it is beside the community. */
export function OwnerPanel({ community, decisions }: Props) {
  const others = useQuery(otherCommunities(community.owner_id, community.id))
  const isComplete = others.data !== undefined && others.data.length <= shownOthers
  const totals = useQuery({
    ...communityCounts({ owner: community.owner_id }),
    enabled: others.isError || (others.data !== undefined && !isComplete),
    // Decisions reload it, too.
    staleTime: 60_000,
  })
  const counts = isComplete ? countAll([community, ...others.data]) : totals.data

  return (
    <section aria-label="Owner" className="min-w-0 rounded-xl bg-sunken/60 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <DialogLink dialog="user" to={{ ...community.owner, id: community.owner_id }} />
        <OwnerSuspendedBadge community={community} />
      </p>
      <OwnerEmail owner={community.owner} />
      <p className="text-ink-soft">{`Account: ${formatAge(community.owner.created_at)} old`}</p>
      {counts && (
        <p className="mt-2">
          <Link to={ownerUrl(community.owner_id)} className={textLink}>
            {counts.all === 1 ? 'Their only community' : `${counts.all} communities`}
          </Link>
          {counts.all > 1 && (
            <span className="text-ink-soft">
              {`: ${counts.approved} approved, ${counts.rejected} rejected, ${counts.pending} pending`}
            </span>
          )}
        </p>
      )}
      {(others.isError || totals.isError) && (
        <p className="mt-2">Couldn't load their other communities.</p>
      )}
      {others.data && others.data.length > 0 && (
        <ul aria-label="Other communities of the owner" className="mt-2 space-y-1.5">
          {others.data.slice(0, shownOthers).map((other) => (
            <li key={other.id} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <DialogLink dialog="show" to={other} />{' '}
                <span className="text-ink-soft">{`(${isolate(other.location ?? 'no place yet')})`}</span>
              </span>
              <StatusBadge community={{ ...other, owner: community.owner }} />
            </li>
          ))}
        </ul>
      )}
      {decisions && <SuspendOwner community={community} decisions={decisions} />}
    </section>
  )
}

const shownOthers = 5

/** Counts communities by status, as `communityCounts` does if there are more of them. */
function countAll(communities: readonly { status: Status }[]) {
  const count = (status: Status) => communities.filter((one) => one.status === status).length
  return {
    all: communities.length,
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
  }
}

/** Returns one more than is shown if the owner has more. */
function otherCommunities(ownerId: string, excludedId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, excludedId],
    queryFn: async ({ signal }) => {
      const page_size = shownOthers + 2
      const owned = supabase.rpc('list_communities', { owner_id: ownerId, page_size })
      const columns = 'id, name, status, location, community_blocks (kind, since, reason)'
      return unwrap(await owned.select(columns).abortSignal(signal))
        .filter(({ id }) => id !== excludedId)
        .slice(0, shownOthers + 1)
    },
  })
}

const LazySuspendDialog = lazyDialog(
  async () => (await import('../../suspension/SuspendDialogs.tsx')).SuspendUserDialog,
  { title: 'Suspend user' },
)

type SuspendProps = { community: QueuedCommunity; decisions: Decisions }

/** Suspends the owner of a community of the queue. U undoes it, like a decision. */
function SuspendOwner({ community, decisions }: SuspendProps) {
  const { owner, owner_id } = community
  const isSelf = useSession().user?.id === owner_id
  // As it was when the dialog opened: another item must not replace it.
  const [asked, setAsked] = useState<QueuedCommunity | null>(null)
  if (isSelf || (isOwnerSuspended(community) && !asked)) return null

  const save = async (details: Suspending) => {
    const decision = suspendOwner(asked ?? community, details)
    const problem = await decisions.decideAll([decision], { isInDialog: true })
    if (problem) throw new UserError(problem, { isComplete: true })
  }
  const close = () => setAsked(null)

  return (
    <>
      <SmallButton
        icon={Ban}
        className="mt-3"
        disabled={decisions.isSaving(community)}
        onClick={() => setAsked(community)}
      >
        Suspend owner
      </SmallButton>
      {asked && (
        <LazySuspendDialog
          user={{ id: owner_id, name: owner.name, email: owner.sign_in_email || owner.email }}
          save={save}
          onClose={close}
          onSaved={close}
        />
      )}
    </>
  )
}

const suspendOwner = (community: QueuedCommunity, details: Suspending): Decision => ({
  kind: 'suspend owner',
  community,
  success: 'User suspended successfully',
  failure: 'Failed to suspend user',
  save: () => suspendUser(community.owner_id, details),
  undo: () => undoSuspension(community.owner_id),
})
