import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { StatusBadge } from '../../community/StatusBadge.tsx'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { textLink } from '../../../ui/text-link.ts'
import { ownerUrl } from '../../admin/admin-view.ts'
import { communityCounts } from '../table/community-queries.ts'
import { OwnerEmail } from '../../admin/ListParts.tsx'
import type { QueuedCommunity } from './queue.ts'

export function OwnerPanel({ community }: { community: QueuedCommunity }) {
  const others = useQuery(otherCommunities(community.owner_id, community.id))
  const totals = useQuery(communityCounts({ owner: community.owner_id }))
  const counts = totals.data

  return (
    <section aria-label="Owner" className="min-w-0 rounded-xl bg-sunken/60 px-4 py-3 text-sm">
      <p dir="auto" translate="no" className="font-semibold">
        {community.owner.name}
      </p>
      <OwnerEmail owner={community.owner} />
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
          {others.data.map((other) => (
            <li key={other.id} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <span dir="auto" translate="no">
                  {other.name}
                </span>{' '}
                <span className="text-ink-soft">{`(${isolate(other.location ?? 'no place yet')})`}</span>
              </span>
              <StatusBadge community={other} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function otherCommunities(ownerId: string, excludedId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, excludedId],
    queryFn: async ({ signal }) => {
      const owned = supabase.rpc('list_communities', { owner_id: ownerId, page_size: 6 })
      const columns = 'id, name, status, location, community_blocks (kind, since, reason)'
      return unwrap(await owned.select(columns).abortSignal(signal))
        .filter(({ id }) => id !== excludedId)
        .slice(0, 5)
    },
  })
}
