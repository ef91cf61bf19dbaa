import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { EditCommunity, preloadEditCommunity } from '../../communities/form/EditCommunity.tsx'
import type { Community } from '../../communities/fields.ts'
import { openedFrom, useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { profileQuery } from '../../session/profile.ts'
import { useSuspension } from '../../session/suspension.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { PreloadWhenIdle } from '../../ui/PreloadWhenIdle.tsx'
import { CommunityRow } from './CommunityRow.tsx'
import { ownCommunities } from './own-communities.ts'

const DeleteCommunityDialog = onDemandDialog(
  async () => (await import('../../communities/DeleteCommunityDialog.tsx')).DeleteCommunityDialog,
  { title: 'Delete community', size: 'sm' },
)

const nextSteps = [{ preload: preloadEditCommunity }]

export function MyCommunities({ user }: { user: SessionUser }) {
  const [toDelete, setToDelete] = useState<Community | null>(null)
  const edit = useDialogInUrl('edit')
  const profile = useQuery(profileQuery(user)).data
  const isSuspended = Boolean(useSuspension(user.id))
  const queries = useQueryClient()
  const list = useQuery(ownCommunities(user.id))
  const { key, hash } = useLocation()
  // When the app starts, a slow phone shows the first rows before it renders the others, unless a link leads below them.
  const isStart = key === 'default' && !hash
  const communities = useDeferredValue(list.data, isStart ? list.data?.slice(0, 4) : list.data)

  const reload = () => void queries.invalidateQueries(ownCommunities(user.id))

  return (
    <Card
      title="My Communities"
      actions={
        isSuspended ? (
          <Button size="sm" icon={Plus} disabled>
            List New Community
          </Button>
        ) : (
          <LinkButton variant="primary" to="/?list=new" state={openedFrom('/profile')} icon={Plus}>
            List New Community
          </LinkButton>
        )
      }
    >
      {!communities && !list.isError && <LoadingRows />}
      {list.isLoadingError && <ErrorState title="Error loading communities" query={list} />}
      <StaleNotice query={list} />
      {communities?.length === 0 && (
        <EmptyState title="You haven't created any communities yet" icon={MessagesSquare}>
          List one, and travellers can find it once it is approved.
        </EmptyState>
      )}
      {communities && communities.length > 0 && (
        <fieldset disabled={isSuspended} className="min-w-0">
          <ul className="-my-4 divide-y divide-line">
            {communities.map((community) => (
              <CommunityRow
                key={community.id}
                community={community}
                onEdit={() => edit.open(community.id)}
                onDelete={() => setToDelete(community)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <PreloadWhenIdle parts={nextSteps} />
      <EditCommunity
        loaded={list.data}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onSaved={reload}
      />
      {toDelete && (
        <DeleteCommunityDialog
          community={toDelete}
          failure="Error deleting community"
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            setToDelete(null)
            reload()
          }}
        />
      )}
    </Card>
  )
}
