import { useQueryClient } from '@tanstack/react-query'
import { Check, MessagesSquare, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { DeleteListingDialog } from '../../communities/DeleteListingDialog.tsx'
import { ListingDialog } from '../../communities/ListingDialog.tsx'
import { ListingPicture } from '../../communities/ListingPicture.tsx'
import { StatusBadge } from '../../communities/StatusBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { LoadState } from './LoadState.tsx'
import { type AdminCommunities, type AdminCommunity, pageSize } from './queries.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { useDecision } from './useDecision.ts'

type Props = {
  communities: AdminCommunities
  page: number
  onPageChange: (page: number) => void
}

type Task = { listing: AdminCommunity; kind: 'edit' | 'delete' | 'reject' }

export function CommunitiesTab({ communities, page, onPageChange }: Props) {
  const [task, setTask] = useState<Task | null>(null)
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin', 'communities'] })
  const decision = useDecision(reload)

  if (!communities.data)
    return <LoadState query={communities} failure="Error loading communities" />
  const { rows, total } = communities.data

  const close = () => setTask(null)
  const finish = () => {
    close()
    reload()
  }

  return (
    <>
      {rows.length === 0 && <EmptyState title="No communities here" icon={MessagesSquare} />}
      <DataTable
        caption="Communities"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Community', cell: (listing) => <CommunityCell listing={listing} /> },
          {
            header: 'Owner',
            cell: ({ owner }) => <OwnerCell owner={owner} />,
            className: 'lg:min-w-56',
          },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          {
            header: 'Created',
            cell: ({ created_at }) => formatDate(created_at),
            className: 'whitespace-nowrap',
          },
          {
            header: 'Actions',
            cell: (listing) => (
              <div className="flex flex-wrap gap-1 lg:flex-nowrap lg:justify-end">
                {listing.status === 'pending' && (
                  <>
                    <Button
                      size="sm"
                      icon={Check}
                      busy={decision.isPending && decision.variables.listing.id === listing.id}
                      aria-label={`Approve ${listing.name}`}
                      onClick={() => decision.mutate({ listing, status: 'approved' })}
                    >
                      Approve
                    </Button>
                    <Button
                      variant="secondary"
                      size="sm"
                      icon={X}
                      aria-label={`Reject ${listing.name}`}
                      onClick={() => setTask({ listing, kind: 'reject' })}
                    >
                      Reject
                    </Button>
                  </>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Pencil}
                  aria-label={`Edit ${listing.name}`}
                  onClick={() => setTask({ listing, kind: 'edit' })}
                />
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Trash2}
                  aria-label={`Delete ${listing.name}`}
                  onClick={() => setTask({ listing, kind: 'delete' })}
                />
              </div>
            ),
            className: 'lg:w-px',
          },
        ]}
      />
      <Pager
        label="Pages of communities"
        page={page}
        pageSize={pageSize}
        total={total}
        onPageChange={onPageChange}
      />
      {task?.kind === 'edit' && (
        <ListingDialog listing={task.listing} role="admin" onClose={close} onSaved={finish} />
      )}
      {task?.kind === 'delete' && (
        <DeleteListingDialog
          listing={task.listing}
          failure="Failed to delete community"
          onClose={close}
          onDeleted={finish}
        />
      )}
      {task?.kind === 'reject' && (
        <RejectDialog listing={task.listing} onClose={close} onRejected={finish} />
      )}
    </>
  )
}

function CommunityCell({ listing }: { listing: AdminCommunity }) {
  return (
    <div className="flex items-center gap-3">
      <ListingPicture src={listing.image_url} className="h-12 w-[4.5rem]" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-semibold break-words">{listing.name}</p>
        <p className="text-ink-soft">{listing.location}</p>
      </div>
    </div>
  )
}

function OwnerCell({ owner }: { owner: AdminCommunity['owner'] }) {
  return (
    <>
      <p className="break-words">{owner.name}</p>
      <p className="break-all text-ink-soft">{owner.email}</p>
    </>
  )
}
