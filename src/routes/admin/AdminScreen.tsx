import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, MapPinned, ScrollText, WholeWord } from 'lucide-react'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7'
import { Suspense, useEffect, useState } from 'react'
import { callFunction } from '../../supabase/call-function.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Deferred } from '../../ui/Deferred.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { PreloadWhenIdle } from '../../ui/PreloadWhenIdle.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { pages } from '../../pages.ts'
import { useAdminView } from './admin-view.ts'
import { CommunitiesTab } from './communities/CommunitiesTab.tsx'
import { communityCounts } from './communities/community-queries.ts'
import { LiveUpdates } from './LiveUpdates.tsx'
import { queuePage } from './review/queue.ts'
import { firstUsers, userCount } from './users/user-queries.ts'

// Loaded on demand: the table of communities, which opens first, should not wait for them.
const UsersTab = lazyPart(async () => {
  // With the code of its rows.
  const [tab] = await Promise.all([
    import('./users/UsersTab.tsx'),
    import('./users/merge-users.ts'),
  ])
  return tab.UsersTab
})
const ReviewQueue = lazyPart(async () => (await import('./review/ReviewQueue.tsx')).ReviewQueue)
const nextSteps = [ReviewQueue, UsersTab]
const HistoryDialog = onDemandDialog(
  async () => (await import('./history/HistoryDialog.tsx')).HistoryDialog,
  { title: 'Activity', size: 'lg' },
)
const PlacesDialog = onDemandDialog(
  async () => (await import('./places/PlacesDialog.tsx')).PlacesDialog,
  { title: 'Places', size: 'lg', cancelLabel: 'Close' },
)

const SynonymsDialog = onDemandDialog(
  async () => (await import('./synonyms/SynonymsDialog.tsx')).SynonymsDialog,
  { title: 'Synonyms', size: 'lg', cancelLabel: 'Close' },
)

export function AdminScreen() {
  const { title, heading } = pages['/admin']
  const [dialog, setDialog] = useState<'activity' | 'places' | 'synonyms' | null>(null)
  const close = () => setDialog(null)

  useEffect(() => {
    // Projects without a scheduled job rely on this call. Failures are ignored: the next visit retries.
    void callFunction('admin/collect-images').catch(() => undefined)
  }, [])

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <LiveUpdates />
      <PreloadWhenIdle parts={nextSteps} />
      <PageMeta title={title} description="Moderate communities and manage users." />
      <LinkButton variant="ghost" to="/" icon={ArrowLeft} className="-ml-2.5">
        Back
      </LinkButton>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
        <div className="flex flex-wrap gap-2">
          <SmallButton icon={MapPinned} onClick={() => setDialog('places')}>
            Places
          </SmallButton>
          <SmallButton icon={WholeWord} onClick={() => setDialog('synonyms')}>
            Synonyms
          </SmallButton>
          <SmallButton icon={ScrollText} onClick={() => setDialog('activity')}>
            Activity
          </SmallButton>
        </div>
      </div>
      <NuqsAdapter>
        <AdminTabs />
      </NuqsAdapter>
      {dialog === 'activity' && <HistoryDialog subject="everything" onClose={close} />}
      {dialog === 'places' && <PlacesDialog onClose={close} />}
      {dialog === 'synonyms' && <SynonymsDialog onClose={close} />}
    </div>
  )
}

/** The review queue is a view of the communities tab. */
function AdminTabs() {
  const { view, open } = useAdminView()
  const queries = useQueryClient()
  const preloadUsers = () => {
    void UsersTab.preload()
    // The count may have loaded them a while ago.
    void queries.prefetchQuery({ ...firstUsers, staleTime: 0 })
  }
  const preloadQueue = () => {
    void ReviewQueue.preload()
    void queries.prefetchQuery(queuePage(1))
  }
  return (
    <Tabs
      label="Admin sections"
      value={view.tab === 'users' ? 'users' : 'communities'}
      onValueChange={(tab) => open({ tab: tab === 'users' ? 'users' : 'communities' })}
      tabs={[
        {
          value: 'users',
          label: 'Users',
          count: <UserCount />,
          preload: preloadUsers,
          content: view.tab === 'users' && (
            <Suspense fallback={<LoadingRows />}>
              <Deferred placeholder={<LoadingRows />}>
                <UsersTab view={view} />
              </Deferred>
            </Suspense>
          ),
        },
        {
          value: 'communities',
          label: 'Communities',
          count: <CommunityCount />,
          content:
            view.tab === 'queue' ? (
              <Suspense fallback={<LoadingRows />}>
                <Deferred placeholder={<LoadingRows />}>
                  <ReviewQueue view={view} />
                </Deferred>
              </Suspense>
            ) : (
              view.tab === 'communities' && (
                <CommunitiesTab view={view} preloadQueue={preloadQueue} />
              )
            ),
        },
      ]}
    />
  )
}

// Separate components, so that a new count does not rerender the screen.

function UserCount() {
  const { data } = useQuery(userCount)
  return <TabCount count={data} />
}

function CommunityCount() {
  const { data } = useQuery(communityCounts({}))
  return <TabCount count={data?.all} />
}
