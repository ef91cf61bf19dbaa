import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DeleteListingDialog } from '../../communities/DeleteListingDialog.tsx'
import { ListingDialog } from '../../communities/ListingDialog.tsx'
import { type Listing, listingColumns } from '../../communities/listing.ts'
import { useSession } from '../../session/useSession.ts'
import { supabase } from '../../supabase/client.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CommunityRow } from './CommunityRow.tsx'

type Task = { listing: Listing; kind: 'edit' | 'delete' }

export function MyCommunities({ userId }: { userId: string }) {
  const [task, setTask] = useState<Task | null>(null)
  const { profile } = useSession()
  const queries = useQueryClient()
  const queryKey = ['communities', 'owned by', userId]
  const communities = useQuery({
    queryKey,
    queryFn: async () => {
      const { data } = await supabase
        .from('communities')
        .select(listingColumns)
        .eq('owner_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()
      return data
    },
    meta: { failure: 'Error loading communities' },
  })

  const close = () => setTask(null)
  const finish = () => {
    close()
    void queries.invalidateQueries({ queryKey })
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
      {communities.isPending && <p role="status">Loading...</p>}
      {communities.isError && !communities.data && (
        <ErrorState
          title="Error loading communities"
          onRetry={() => void communities.refetch()}
          busy={communities.isFetching}
        />
      )}
      {communities.data?.length === 0 && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers will find it once it is approved.
        </EmptyState>
      )}
      {communities.data && communities.data.length > 0 && (
        <ul className="-my-4 divide-y divide-line">
          {communities.data.map((listing) => (
            <CommunityRow
              key={listing.id}
              listing={listing}
              onEdit={() => setTask({ listing, kind: 'edit' })}
              onDelete={() => setTask({ listing, kind: 'delete' })}
              onChanged={finish}
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
