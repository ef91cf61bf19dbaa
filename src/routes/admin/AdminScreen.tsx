import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ScrollText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyPart } from '../../load-part.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { PageMeta } from '../PageMeta.tsx'
import { type AdminView, readView } from './admin-view.ts'
import { CommunitiesTab } from './communities/CommunitiesTab.tsx'
import { communityCounts, everyCommunity } from './communities/community-queries.ts'
import { HistoryOnDemand } from './history/HistoryOnDemand.ts'
import { LiveUpdates } from './LiveUpdates.tsx'
import { useAdminView } from './useAdminView.ts'
import { useEndOfAccess } from './useEndOfAccess.ts'
import { userCount } from './users/user-count.ts'

const UsersTab = lazyPart(
  () => import('./users/UsersTab.tsx'),
  (module) => module.UsersTab,
)
const ReviewQueue = lazyPart(
  () => import('./queue/ReviewQueue.tsx'),
  (module) => module.ReviewQueue,
)

const start = readView(new URLSearchParams())
const queue: AdminView = { tab: 'queue', page: 1, as: 'one' }

/** Admin dashboard (specification, section 2). What it shows lives in the address. */
export function AdminScreen() {
  const { view, show, refine } = useAdminView()
  const [showsActivity, setShowsActivity] = useState(false)
  useEndOfAccess()

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <LiveUpdates />
      <PageMeta title="Admin Dashboard" description="Moderate communities and manage users." />
      <Link to="/" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Link>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">Admin Dashboard</h1>
        <Button
          variant="secondary"
          size="sm"
          icon={ScrollText}
          onClick={() => setShowsActivity(true)}
        >
          Activity
        </Button>
      </div>
      <Tabs
        label="Admin sections"
        value={view.tab === 'users' ? 'users' : 'communities'}
        onValueChange={(tab) => show(readView(new URLSearchParams({ tab })))}
        tabs={[
          {
            value: 'users',
            label: 'Users',
            count: <UserCount />,
            content: (
              <Suspense fallback={<LoadingRows />}>
                {view.tab === 'users' && <UsersTab view={view} onShow={show} onRefine={refine} />}
              </Suspense>
            ),
          },
          {
            value: 'communities',
            label: 'Communities',
            count: <CommunityCount />,
            content: (
              <Suspense fallback={<LoadingRows />}>
                {view.tab === 'queue' && (
                  <ReviewQueue view={view} onShow={show} onLeave={() => show(start)} />
                )}
                {view.tab === 'communities' && (
                  <CommunitiesTab
                    view={view}
                    onShow={show}
                    onRefine={refine}
                    onReview={() => show(queue)}
                  />
                )}
              </Suspense>
            ),
          },
        ]}
      />
      {showsActivity && (
        <HistoryOnDemand subject="everything" onClose={() => setShowsActivity(false)} />
      )}
    </div>
  )
}

// In components of their own, so that a number that arrives does not draw the whole screen again.

function UserCount() {
  const { data } = useQuery(userCount)
  return <TabCount count={data} />
}

function CommunityCount() {
  const { data } = useQuery(communityCounts(everyCommunity))
  return <TabCount count={data?.all} />
}
