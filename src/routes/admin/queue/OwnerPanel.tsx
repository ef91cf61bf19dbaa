import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { StatusBadge } from '../../../communities/StatusBadge.tsx'
import { communitiesOf } from '../admin-view.ts'
import { communityCounts, everyCommunity } from '../communities/community-queries.ts'
import { type WaitingCommunity, otherCommunities } from './queue-queries.ts'

/** Who submitted it, and what became of their other communities. */
export function OwnerPanel({ community }: { community: WaitingCommunity }) {
  const others = useQuery(otherCommunities(community.owner_id, community.id))
  const counts = useQuery(communityCounts({ ...everyCommunity, owner: community.owner_id })).data

  return (
    <section aria-label="Owner" className="min-w-0 rounded-xl bg-sunken/60 px-4 py-3 text-sm">
      <p className="font-semibold break-words">{community.owner.name}</p>
      <p className="break-all text-ink-soft">{community.owner.email}</p>
      {counts && (
        <p className="mt-2">
          <Link
            to={communitiesOf(community.owner_id)}
            className="rounded-sm font-semibold underline underline-offset-4"
          >
            {counts.all === 1 ? 'Their only community' : `${counts.all} communities`}
          </Link>
          {counts.all > 1 && (
            <span className="text-ink-soft">
              : {counts.approved} approved, {counts.rejected} rejected, {counts.pending} pending
            </span>
          )}
        </p>
      )}
      {others.isError && <p className="mt-2">Their other communities could not be loaded.</p>}
      {others.data && others.data.length > 0 && (
        <ul aria-label="Other communities of the owner" className="mt-2 space-y-1.5">
          {others.data.map(({ id, name, status, location }) => (
            <li key={id} className="flex items-start justify-between gap-3">
              <span className="min-w-0 break-words">
                {name} <span className="text-ink-soft">({location})</span>
              </span>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
