import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { savedCommunities } from './saved-in-account.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { joinPeriod } from '../../../supabase/rules/limits.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../../ui/Feedback.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { joinedCommunities } from '../join/joins.ts'
import { listedCommunities, mergeEntries, SavedRow } from './SavedRow.tsx'

const pageSize = 10

/** The communities that the user saved, and those joined recently. */
export function SavedAndJoined({ user }: { user: SessionUser }) {
  const isSuspended = Boolean(useSuspension(user.id))
  const [wantedPage, setPage] = useState(1)
  const saved = useQuery(savedCommunities(user.id))
  const joined = useQuery(joinedCommunities(user.id))
  const entries = saved.data && joined.data && mergeEntries(saved.data, joined.data)
  // Removing the last row of a page shows the page before it.
  const page = Math.max(1, Math.min(wantedPage, Math.ceil((entries?.length ?? 0) / pageSize)))
  const shown = entries?.slice((page - 1) * pageSize, page * pageSize) ?? []

  // Sorted, so that another order is not another query.
  const ids = shown.map(({ id }) => id).toSorted()
  const listed = useQuery({
    ...listedCommunities(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

  const lists = [saved, joined, ...(ids.length > 0 ? [listed] : [])]
  const hasRows = entries !== undefined && (ids.length === 0 || listed.data !== undefined)
  const query = {
    isFetching: lists.some(({ isFetching }) => isFetching),
    isRefetchError: lists.some(({ isError }) => isError),
    refetch: () => lists.filter(({ isError }) => isError).map((list) => list.refetch()),
  }

  return (
    <Card
      title="Saved and Joined"
      description={`Only you can see this list. Joined communities stay here for ${joinPeriod}.`}
    >
      {!hasRows && !query.isRefetchError && <LoadingRows />}
      {!hasRows && query.isRefetchError && (
        <ErrorState title="Couldn't load your saved communities" query={query} />
      )}
      {hasRows && <StaleNotice query={query} />}
      {hasRows && entries.length === 0 && (
        <EmptyState
          title="You haven't saved or joined any communities yet"
          icon={Bookmark}
          action={<LinkButton to="/communities">Browse communities</LinkButton>}
        >
          Press the bookmark on a community to find it here later.
        </EmptyState>
      )}
      {hasRows && entries.length > 0 && (
        // The notice at the top of the page says why.
        <fieldset disabled={isSuspended} className="min-w-0">
          <ul className="-my-4 divide-y divide-line">
            {shown.map((entry) => (
              <SavedRow
                key={entry.id}
                user={user}
                entry={entry}
                community={listed.data?.find(({ id }) => id === entry.id)}
                isLoading={listed.isPlaceholderData}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <Pager
        label="Pages of saved and joined communities"
        page={page}
        pageSize={pageSize}
        total={entries?.length ?? 0}
        onPageChange={setPage}
      />
    </Card>
  )
}
