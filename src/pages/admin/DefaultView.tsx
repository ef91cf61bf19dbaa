import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CommunitiesView, rowsPerPage, useAdminView } from '../../features/admin/admin-view.ts'
import { queueList, wholeQueue } from '../../features/moderation/queue/queue.ts'
import { queueCounts } from '../../features/moderation/queue/queue-counts.ts'
import { communitiesPage } from '../../features/moderation/table/community-queries.ts'
import { LoadingRows } from '../../ui/Loading.tsx'

/** Opens the review queue if something waits, else the table of all communities: /admin without parameters. */
export function DefaultView({ table }: { table: CommunitiesView }) {
  const { settle } = useAdminView()
  const queue = useQuery(queueList(wholeQueue, rowsPerPage))
  const isEmpty = queue.data?.rows.length === 0
  // The list leaves out imports, the counts don't.
  const counts = useQuery(queueCounts())
  useQuery({ ...communitiesPage(table), enabled: isEmpty })

  let found: 'queue' | 'all' | null = null
  // The queue reports what has failed.
  if (queue.isError || (queue.data && !isEmpty)) found = 'queue'
  else if (isEmpty && counts.data) found = counts.data.all > 0 ? 'queue' : 'all'
  else if (isEmpty && counts.isError) found = 'all'

  // Again and again until it is rendered, without effect.
  useEffect(() => {
    if (found) settle(found)
  })
  return <LoadingRows />
}
