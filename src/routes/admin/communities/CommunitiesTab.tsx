import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, StaleNotice } from '../../../ui/Feedback.tsx'
import { type CommunitiesView, communitySorts, isNarrowed } from '../admin-view.ts'
import { useDecisions } from '../decisions/useDecisions.ts'
import { ReportDialog } from '../decisions/ReportDialog.tsx'
import { UndoBar } from '../decisions/UndoBar.tsx'
import { LoadState } from '../LoadState.tsx'
import { CommunitiesHeader } from './CommunitiesHeader.tsx'
import { CommunitiesPager } from './CommunitiesPager.tsx'
import { CommunityFilters } from './CommunityFilters.tsx'
import { communitiesPage, everyCommunity } from './community-queries.ts'
import { CommunityTable } from './CommunityTable.tsx'
import { CommunityTasks, useCommunityTask } from './CommunityTasks.tsx'

type Props = {
  view: CommunitiesView
  onShow: (view: CommunitiesView) => void
  onRefine: (view: CommunitiesView) => void
  onReview: () => void
}

/** Every community, a page at a time; the database filters, sorts and counts. */
export function CommunitiesTab({ view, onShow, onRefine, onReview }: Props) {
  const queries = useQueryClient()
  const page = useQuery(communitiesPage(view))
  // The first rows are rendered in slices: in one go they would hold up a slow phone.
  const hasArrived = useDeferredValue(page.data !== undefined)
  const decisions = useDecisions()
  const task = useCommunityTask()

  const sortBy = (by: string) => {
    const sort = communitySorts.find((one) => one === by) ?? 'created'
    const descending = sort === view.sort ? !view.descending : sort === 'created'
    onShow({ ...view, sort, descending, page: 1 })
  }

  return (
    <div className="space-y-4">
      <CommunitiesHeader view={view} onShow={onShow} onReview={onReview} />
      <CommunityFilters view={view} onShow={onShow} onRefine={onRefine} />
      <StaleNotice query={page} />
      {!page.data || !hasArrived ? (
        <LoadState query={page} failure="Error loading communities" />
      ) : page.data.length > 0 ? (
        <CommunityTable
          rows={page.data}
          stale={page.isPlaceholderData}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={sortBy}
          decisions={decisions}
          onTask={task.start}
        />
      ) : (
        <NothingHere view={view} onShow={onShow} />
      )}
      <CommunitiesPager view={view} onShow={onShow} />
      <CommunityTasks
        task={task}
        decisions={decisions}
        onChanged={() => void queries.invalidateQueries({ queryKey: ['admin'] })}
      />
      <ReportDialog decisions={decisions} />
      <UndoBar decisions={decisions} />
    </div>
  )
}

function NothingHere({ view, onShow }: Pick<Props, 'view' | 'onShow'>) {
  if (view.page > 1) {
    return (
      <EmptyState
        title="There is no such page"
        icon={SearchX}
        action={<Button onClick={() => onShow({ ...view, page: 1 })}>First page</Button>}
      />
    )
  }
  if (!isNarrowed(view) && !view.status) {
    return <EmptyState title="No communities here yet" icon={MessagesSquare} />
  }
  return (
    <EmptyState
      title="No community matches"
      icon={SearchX}
      action={
        <Button variant="secondary" onClick={() => onShow({ ...view, ...everyCommunity, page: 1 })}>
          Show every community
        </Button>
      }
    >
      Nothing is listed that fits these filters.
    </EmptyState>
  )
}
