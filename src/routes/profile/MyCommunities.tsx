import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { DeleteListingDialog } from '../../communities/DeleteListingDialog.tsx'
import { ListingDialog } from '../../communities/ListingDialog.tsx'
import type { Listing } from '../../communities/listing.ts'
import { useSession } from '../../session/useSession.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { StaleNotice } from '../../ui/StaleNotice.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { ownListings } from './own-listings.ts'

type Task = { listing: Listing; kind: 'edit' | 'delete' }

export function MyCommunities({ userId }: { userId: string }) {
  const [task, setTask] = useState<Task | null>(null)
  const { profile } = useSession()
  const queries = useQueryClient()
  const communities = useQuery(ownListings(userId))
  // Rendered in slices: in one go the rows would hold up a slow phone.
  const listings = useDeferredValue(communities.data)

  const close = () => setTask(null)
  const finish = () => {
    close()
    void queries.invalidateQueries(ownListings(userId))
  }

  return (
    <Card
      title="My Communities"
      actions={
        <Link to="/?list=new" className={buttonClass({ size: 'sm' })}>
          <Plus aria-hidden="true" className="size-4" />
          List New Community
        </Link>
      }
    >
      {!listings && !communities.isError && <LoadingRows />}
      {communities.isError && !listings && (
        <ErrorState
          title="Error loading communities"
          onRetry={() => void communities.refetch()}
          busy={communities.isFetching}
        />
      )}
      <StaleNotice query={communities} />
      {listings?.length === 0 && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers will find it once it is approved.
        </EmptyState>
      )}
      {listings && listings.length > 0 && (
        <ul className="-my-4 divide-y divide-line">
          {listings.map((listing) => (
            <CommunityRow
              key={listing.id}
              listing={listing}
              onEdit={() => setTask({ listing, kind: 'edit' })}
              onDelete={() => setTask({ listing, kind: 'delete' })}
            />
          ))}
        </ul>
      )}
      {task?.kind === 'edit' && (
        <ListingDialog
          listing={task.listing}
          role={profile?.is_admin ? 'admin' : 'owner'}
          onClose={close}
          onSaved={finish}
        />
      )}
      {task?.kind === 'delete' && (
        <DeleteListingDialog
          listing={task.listing}
          failure="Error deleting community"
          onClose={close}
          onDeleted={finish}
        />
      )}
    </Card>
  )
}
