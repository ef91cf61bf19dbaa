import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { ListChecks, MessagesSquare, SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import type { AdminCommunity } from '../../features/moderation/queue/queue.ts'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState, Notice, StaleNotice } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf } from '../../ui/format.ts'
import {
  type CommunitiesView,
  hasFilters,
  noFilters,
  sortByColumn,
  useAdminView,
} from '../../features/admin/admin-view.ts'
import { describeCounts, queueCounts } from '../../features/moderation/queue/queue-counts.ts'
import {
  communitiesPage,
  communityCounts,
  failedEmails,
} from '../../features/moderation/table/community-queries.ts'
import { UndoBar } from '../../features/moderation/queue/UndoBar.tsx'
import { LazyDecisionDialogs } from '../../features/moderation/queue/lazy-dialogs.ts'
import { useDecisions } from '../../features/moderation/queue/useDecisions.ts'
import { isWideWindow, LoadState, MissingPage, ViewPager } from '../../features/admin/ListParts.tsx'
import { CommunityFilters } from '../../features/moderation/table/CommunityFilters.tsx'
import { CommunityViews } from '../../features/moderation/table/CommunityViews.tsx'
import { type TableDialog, tableColumns } from '../../features/moderation/table/table-columns.tsx'

// The table should not wait for them. The screen loads the first ones when the browser is idle.
export const LazyAdminCommunityDialogs = lazyDialog(
  async () => (await import('./AdminCommunityDialogs.tsx')).AdminCommunityDialogs,
  { title: ({ dialogs }) => dialogs.title, size: 'lg' },
)

type Props = { view: CommunitiesView }

type TabProps = Props & { preloadQueue: () => void }

/** The table of all communities. The database filters, sorts, pages and counts. */
export function CommunitiesTab({ view, preloadQueue }: TabProps) {
  const { change } = useAdminView()
  // Before the requests of the components in it.
  usePrefetchQuery(communitiesPage(view))
  const page = useQuery(communitiesPage(view))
  const decisions = useDecisions()
  const dialogs = useAdminCommunityDialogs()
  const undoableId = decisions.undoBar.undoable?.done[0]?.community.id
  // A bar at the bottom of a phone could cover the buttons of another card.
  const isUndoInCard = !isWideWindow() && page.data?.some(({ id }) => id === undoableId)

  return (
    <div className="space-y-4">
      <FailedEmails />
      <Header view={view} preloadQueue={preloadQueue} />
      <CommunityFilters view={view} />
      <StaleNotice query={page} />
      {page.data && <TotalsNotice view={view} />}
      {!page.data ? (
        <LoadState query={page} failure="Error loading communities" />
      ) : page.data.length > 0 ? (
        <DataTable
          caption="Communities"
          rows={page.data}
          isStale={page.isPlaceholderData}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={(column) => change(sortByColumn(view, column))}
          columns={tableColumns(decisions, dialogs.open, isUndoInCard ? undoableId : undefined)}
        />
      ) : (
        <NoCommunities view={view} />
      )}
      <CommunitiesPager view={view} />
      {dialogs.isOpen && (
        <LazyAdminCommunityDialogs dialogs={dialogs} rows={page.data} onClose={dialogs.close} />
      )}
      {decisions.isAsking && (
        <LazyDecisionDialogs decisions={decisions} onClose={decisions.dialogs.closeQuestion} />
      )}
      {/* On wide screens at the left: the buttons of a row are at the right. */}
      <div className="fixed bottom-4 left-4 z-40 overflow-hidden rounded-xl shadow-raised max-lg:right-4 lg:max-w-lg">
        {!isUndoInCard && <UndoBar {...decisions.undoBar} />}
      </div>
    </div>
  )
}

const titles = { delete: 'Delete community', history: 'History' }

type Opened = { community: AdminCommunity; dialog: keyof typeof titles }

/** Tracks which dialog is open for which community. The view and the edit dialog are part of the URL. */
export function useAdminCommunityDialogs() {
  const editor = useDialogInUrl('edit')
  const viewer = useDialogInUrl('show')
  const [opened, setOpened] = useState<Opened | null>(null)
  return {
    isOpen: Boolean(opened ?? editor.value ?? viewer.value),
    title: opened ? titles[opened.dialog] : editor.value ? 'Edit Community' : 'Community',
    opened,
    open: (community: AdminCommunity, dialog: TableDialog) => {
      if (dialog === 'edit') editor.open(community.id)
      else if (dialog === 'show') viewer.open(community.id)
      else setOpened({ community, dialog })
    },
    close: () => {
      if (opened) setOpened(null)
      // Closing the form returns to the view.
      else if (editor.value) editor.close()
      else viewer.close()
    },
  }
}

/** Warns that email delivery is failing, and where to look for the cause. */
function FailedEmails() {
  const { data } = useQuery(failedEmails)
  if (!data || data.given_up + data.overdue === 0) return null
  const { given_up: failed, overdue } = data
  const emails = (count: number) => formatCountOf(count, 'email', 'emails')
  const delay = `${overdue === 1 ? 'has' : 'have'} been waiting for over an hour`

  return (
    <Notice
      tone="warning"
      title={failed > 0 ? `${emails(failed)} couldn't be sent` : `${emails(overdue)} ${delay}`}
    >
      {failed > 0 && overdue > 0 && <p>{`${formatCount(overdue)} more ${delay}.`}</p>}
      {data.last_error && <p>{`Last error: ${data.last_error}`}</p>}
      <p>
        Run <code translate="no">npm run doctor</code> to check the SMTP settings.
      </p>
    </Notice>
  )
}

// Separate components, so that a new count does not rerender the table.

function Header({ view, preloadQueue }: TabProps) {
  const { open } = useAdminView()
  const queue = useQuery(queueCounts()).data
  const queueCountsId = useId()

  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <CommunityViews view={view} preloadQueue={preloadQueue} />
      <div className="w-full sm:hidden">
        {queue && queue.all > 0 && (
          <p id={queueCountsId} className="sr-only">
            {`To review: ${describeCounts(queue)}`}
          </p>
        )}
        <Button
          icon={ListChecks}
          className="w-full whitespace-nowrap"
          title={queue && `To review: ${describeCounts(queue)}`}
          aria-describedby={queueCountsId}
          onPointerDown={preloadQueue}
          onClick={() => open({ view: 'queue' })}
        >
          <span>To review</span>{' '}
          {queue && (
            <span className="rounded-full bg-accent-on/20 px-1.5 text-xs tabular-nums">
              {formatCount(queue.all)}
            </span>
          )}
        </Button>
      </div>
    </div>
  )
}

function TotalsNotice({ view }: Props) {
  const counts = useQuery(communityCounts(view))
  if (!counts.isLoadingError) return null
  return (
    <Notice tone="warning">Couldn't load the totals and the other pages. We'll keep trying.</Notice>
  )
}

function CommunitiesPager({ view }: Props) {
  const total = useQuery(communityCounts(view)).data?.[view.status ?? 'all'] ?? 0
  return <ViewPager label="Pages of communities" page={view.page} total={total} />
}

function NoCommunities({ view }: Props) {
  const { change } = useAdminView()
  if (view.page > 1) return <MissingPage onFirstPage={() => change({ page: 1 })} />
  if (!hasFilters(view) && !view.status) {
    return <EmptyState title="No communities yet" icon={MessagesSquare} />
  }
  return (
    <EmptyState
      title="No communities found"
      icon={SearchX}
      action={
        <Button variant="secondary" onClick={() => change(noFilters)}>
          Show all communities
        </Button>
      }
    >
      No communities match these filters.
    </EmptyState>
  )
}
