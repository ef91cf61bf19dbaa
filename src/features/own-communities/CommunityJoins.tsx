import { queryOptions, useQuery } from '@tanstack/react-query'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import type { RowOf } from '../../supabase/row-of.ts'
import { RetryButton } from '../../ui/Feedback.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import { formatCount, formatCountOf, formatDay } from '../../ui/format.ts'

type Props = {
  /** In the version that visitors see. */
  community: { id: string; name: string }
}

/** The joins per community and day in the last 30 days, without empty days. */
export const ownJoins = queryOptions({
  queryKey: ['communities', 'joins'],
  queryFn: async ({ signal }) => unwrap(await supabase.rpc('count_joins').abortSignal(signal)),
})

type JoinCount = RowOf<() => typeof ownJoins>
const dayMs = 24 * 60 * 60 * 1000

/** Returns a community's joins on each of the last 30 days, oldest first, in UTC like the database. */
function joinsPerDay(counts: readonly JoinCount[], communityId: string, now = Date.now()) {
  const own = counts.filter(({ community_id }) => community_id === communityId)
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(now - (29 - index) * dayMs).toISOString().slice(0, 10)
    return { day, joins: own.find((count) => count.day === day)?.joins ?? 0 }
  })
}

/** The joins of a community. Shows nothing without joins: the list says so once if no community has any. */
export function CommunityJoins({ community }: Props) {
  const joins = useQuery(ownJoins)

  if (joins.data) {
    return <Joins days={joinsPerDay(joins.data, community.id)} />
  }
  if (joins.isError) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm sm:pl-32">
        <p>Couldn't load the joins.</p>
        <RetryButton
          query={joins}
          aria-label={`Try again to load the joins of ${isolate(community.name)}`}
        />
      </div>
    )
  }
  return (
    <div className="sm:pl-32">
      <LoadingText />
      <Skeleton className="h-7 w-40" />
    </div>
  )
}

type JoinsProps = { days: ReturnType<typeof joinsPerDay> }

function Joins({ days }: JoinsProps) {
  const total = days.reduce((sum, { joins }) => sum + joins, 0)
  if (total === 0) return null

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 text-sm sm:pl-32">
      <p>
        <span className="font-semibold tabular-nums">{formatCount(total)}</span>{' '}
        <span>{`${total === 1 ? 'join' : 'joins'} in the last ${days.length} days`}</span>
      </p>
      <JoinChart days={days} />
    </div>
  )
}

/** A bar for each day, oldest first; its accessible name gives the dates and the busiest day. */
function JoinChart({ days }: JoinsProps) {
  const most = Math.max(...days.map(({ joins }) => joins))
  const busiest = days.findLast(({ joins }) => joins === most)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || !busiest) return null
  const height = 28

  return (
    <svg
      role="img"
      aria-label={`Joins per day from ${formatDay(first.day)} to ${formatDay(last.day)}. Busiest day: ${formatDay(busiest.day)}, with ${formatCountOf(most, 'join', 'joins')}.`}
      viewBox={`0 0 ${days.length * 5 - 1} ${height}`}
      preserveAspectRatio="none"
      className="h-7 w-full max-w-56 min-w-24 flex-1 basis-24"
    >
      {days.map(({ day, joins }, index) => {
        // Days without joins have a thin line, so that the gaps are readable.
        const bar = joins === 0 ? 1 : Math.max(3, (joins / most) * height)
        return (
          <rect
            key={day}
            x={index * 5}
            y={height - bar}
            width={4}
            height={bar}
            className={joins === 0 ? 'fill-line-strong' : 'fill-accent'}
          />
        )
      })}
    </svg>
  )
}
