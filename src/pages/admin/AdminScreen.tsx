import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { callFunction } from '../../supabase/call-function.ts'
import { cx } from '../../ui/cx.ts'
import { compactHeadingClass, compactHeadingRow, compactPageClass } from '../../ui/compact-page.ts'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { lazyDialog, lazyPart } from '../../ui/lazy.tsx'
import { usePreload } from '../../ui/when-idle.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import {
  type CommunitiesView,
  type QueueView,
  readParams,
  rowsPerPage,
  toAdminView,
  toQueueParams,
  useAdminView,
} from '../../features/admin/admin-view.ts'
import { CommunitiesTab, LazyAdminCommunityDialogs } from './CommunitiesTab.tsx'
import {
  communityCounts,
  firstCommunities,
} from '../../features/moderation/table/community-queries.ts'
import { LiveUpdates } from './LiveUpdates.tsx'
import { ManageMenu } from './ManageMenu.tsx'
import { QueueTab } from './QueueTab.tsx'
import { LazyDecisionDialogs } from '../../features/moderation/queue/lazy-dialogs.ts'
import { queueList, wholeQueue } from '../../features/moderation/queue/queue.ts'
import { createQueuePlace } from '../../features/moderation/queue/queue-position.ts'
import { prefetchForUser } from '../../features/session/user-cache.ts'
import { firstUsers, userCount } from '../../features/users/user-queries.ts'
import { queueCounts } from '../../features/moderation/queue/queue-counts.ts'

// What opens first should not wait for it.
const UsersTab = lazyPart(async () => (await import('./UsersTab.tsx')).UsersTab)
const nextSteps = [LazyDecisionDialogs, LazyAdminCommunityDialogs, UsersTab]

const CaseFile = lazyDialog(
  async () => (await import('../../features/case-file/CaseFile.tsx')).CaseFileById,
  { title: 'User Profile', size: 'lg' },
)

/** Requests the review queue, if the URL shows it. */
export const prefetchQueue = () =>
  prefetchForUser((queries) => {
    const params = new URLSearchParams(window.location.search)
    const view = params.size === 0 ? wholeQueue : toAdminView(readParams(params))
    if (view.tab === 'queue') void queries.prefetchQuery(queueList(view, rowsPerPage))
  })

export function AdminScreen() {
  const { title, heading } = pages['/admin']
  usePreload(nextSteps)
  const file = useDialogInUrl('user')
  const view = useShownView()
  const isQueue = view?.tab === 'queue'
  // Phones need the height for the community under review. The queue leads back to the table, which has the tabs.
  const hiddenOnPhones = isQueue ? 'max-sm:hidden short:hidden' : undefined

  useEffect(() => {
    // Projects without a scheduled job rely on this call. Failures are ignored: the next visit retries.
    void callFunction('admin/collect-images').catch(() => undefined)
  }, [])

  return (
    <div className={compactPageClass}>
      <LiveUpdates />
      <PageMeta title={title} description="Moderate communities and manage users." />
      <AdminTabs
        shown={view}
        className={hiddenOnPhones}
        before={
          <div className={cx(compactHeadingRow, isQueue && 'max-sm:sr-only short:sr-only')}>
            <LinkButton
              variant="ghost"
              to="/"
              icon={ArrowLeft}
              aria-label="Back to the home page"
              className={hiddenOnPhones}
            />
            <h1
              className={cx(compactHeadingClass, isQueue && 'max-sm:text-nowrap short:text-nowrap')}
            >
              {heading}
            </h1>
          </div>
        }
        after={
          <div className={hiddenOnPhones}>
            <ManageMenu />
          </div>
        }
      />
      {file.value && <CaseFile key={file.value} id={file.value} onClose={file.close} />}
    </div>
  )
}

type TabsProps = Pick<ComponentProps<typeof Tabs>, 'before' | 'after' | 'className'> & {
  shown: ReturnType<typeof useShownView>
}

/** The review queue is a view of the communities tab. The tab returns to the last view after a look at the users. */
function AdminTabs({ shown, ...row }: TabsProps) {
  const { view, isDefault, open, openDefault } = useAdminView()
  const queries = useQueryClient()
  const [place] = useState(createQueuePlace)
  const last = useRef<CommunitiesView | QueueView | null>(null)
  useEffect(() => {
    if (view.tab !== 'users' && !isDefault) last.current = view
  }, [view, isDefault])
  const openTab = (tab: string) => {
    if (tab === 'users') open({ tab })
    else if (last.current === null) openDefault()
    else if (view.tab === 'users' && last.current.tab === 'queue') open(toQueueParams(last.current))
    else open({})
  }
  const preloadUsers = () => {
    void UsersTab.preload()
    // The count may have loaded them a while ago.
    void queries.prefetchQuery({ ...firstUsers, staleTime: 0 })
  }
  const preloadQueue = () => void queries.prefetchQuery(queueList(wholeQueue, rowsPerPage))
  return (
    <Tabs
      label="Admin sections"
      value={view.tab === 'users' ? 'users' : 'communities'}
      {...row}
      onValueChange={openTab}
      tabs={[
        {
          value: 'users',
          label: 'Users',
          count: <UserCount />,
          preload: preloadUsers,
          content: view.tab === 'users' && (
            <Suspense fallback={<LoadingRows />}>
              <UsersTab view={view} />
            </Suspense>
          ),
        },
        {
          value: 'communities',
          label: 'Communities',
          count: <CommunityCount />,
          content: !shown ? (
            <LoadingRows />
          ) : shown.tab === 'queue' ? (
            <QueueTab view={shown} place={place} />
          ) : (
            shown.tab === 'communities' && (
              <CommunitiesTab view={shown} preloadQueue={preloadQueue} />
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

/**
 * Returns the view in the URL. Without parameters, that is the review queue if something waits, else the table of all
 * communities; null until it is known.
 */
function useShownView() {
  const { view, isDefault, settle } = useAdminView()
  // With parameters, what is shown rerenders by itself.
  const watch = { enabled: isDefault, notifyOnChangeProps: isDefault ? undefined : [] }
  const queue = useQuery({ ...queueList(wholeQueue, rowsPerPage), ...watch })
  const isEmpty = queue.data?.rows.length === 0
  // The list leaves out imports, the counts don't.
  const counts = useQuery({ ...queueCounts(), ...watch })
  useQuery({ ...firstCommunities, ...watch, enabled: isDefault && isEmpty })

  let first: 'queue' | 'all' | null = null
  // The queue reports what has failed.
  if (queue.isError || (queue.data && !isEmpty)) first = 'queue'
  else if (isEmpty && counts.data) first = counts.data.all > 0 ? 'queue' : 'all'
  else if (isEmpty && counts.isError) first = 'all'
  // Rendered in the background, which keeps slow phones responsive.
  const found = useDeferredValue(first)

  // The URL follows what is shown: again and again until it does, without effect.
  useEffect(() => {
    if (isDefault && found) settle(found)
  })
  if (!isDefault) return view
  return found === 'queue' ? wholeQueue : found && view
}
