import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { DeleteCommunityDialog } from '../../communities/DeleteCommunityDialog.tsx'
import { CommunityDialog } from '../../communities/EditCommunity.tsx'
import type { Community } from '../../communities/fields.ts'
import { useSession } from '../../session/useSession.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { ownCommunities } from './own-communities.ts'

type Task = { community: Community; kind: 'edit' | 'delete' }

export function MyCommunities({ userId }: { userId: string }) {
  const [task, setTask] = useState<Task | null>(null)
  const { profile } = useSession()
  const queries = useQueryClient()
  const list = useQuery(ownCommunities(userId))
  // Rendered in slices: in one go the rows would hold up a slow phone.
  const communities = useDeferredValue(list.data)

  const close = () => setTask(null)
  const finish = () => {
    close()
    void queries.invalidateQueries(ownCommunities(userId))
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
      {!communities && !list.isError && <LoadingRows />}
      {list.isError && !communities && (
        <ErrorState
          title="Error loading communities"
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      <StaleNotice query={list} />
      {communities?.length === 0 && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers will find it once it is approved.
        </EmptyState>
      )}
      {communities && communities.length > 0 && (
        <ul className="-my-4 divide-y divide-line">
          {communities.map((community) => (
            <CommunityRow
              key={community.id}
              community={community}
              onEdit={() => setTask({ community, kind: 'edit' })}
              onDelete={() => setTask({ community, kind: 'delete' })}
            />
          ))}
        </ul>
      )}
      {task?.kind === 'edit' && (
        <CommunityDialog
          community={task.community}
          role={profile?.is_admin ? 'admin' : 'owner'}
          onClose={close}
          onSaved={finish}
        />
      )}
      {task?.kind === 'delete' && (
        <DeleteCommunityDialog
          community={task.community}
          failure="Error deleting community"
          onClose={close}
          onDeleted={finish}
        />
      )}
    </Card>
  )
}
