import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import { formatCount, formatCountOf, formatDay } from '../../ui/format.ts'

type Props = { community: { id: string; name: string }; onClose: () => void }

type Week = { week: string; joins: number }

/** The joins of a community in the last twelve weeks: a chart, and the same numbers as a table. */
export function NumbersDialog({ community: { id, name }, onClose }: Props) {
  const weeks = useQuery({
    queryKey: ['communities', 'joins per week', id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('count_weekly_joins', { community_id: id }).abortSignal(signal)),
  })

  return (
    <Dialog onClose={onClose} subject={name}>
      {weeks.data ? (
        <Weeks weeks={weeks.data} />
      ) : weeks.isError ? (
        <ErrorState title="Couldn't load the joins" query={weeks} />
      ) : (
        <>
          <LoadingText />
          <Skeleton className="h-40 w-full" />
        </>
      )}
    </Dialog>
  )
}

function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const total = weeks.reduce((sum, { joins }) => sum + joins, 0)
  if (total === 0) {
    return (
      <p>{`No joins in the last ${weeks.length} weeks. Share your community, and their number appears here.`}</p>
    )
  }
  return (
    <div className="space-y-5">
      <p>{`${formatCountOf(total, 'join', 'joins')} in the last ${weeks.length} weeks. We count how many people joined, never who.`}</p>
      <WeekChart weeks={weeks} />
      <details className="rounded-xl bg-sunken/60 px-4 py-3">
        <summary className="cursor-pointer font-semibold">As a table</summary>
        <table className="mt-3 w-full text-sm">
          <thead className="text-ink-soft">
            <tr>
              <th scope="col" className="py-1 text-start font-semibold">
                Week from
              </th>
              <th scope="col" className="py-1 text-end font-semibold">
                Joins
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ week, joins }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {formatDay(week)}
                </th>
                <td className="py-1.5 text-end tabular-nums">{formatCount(joins)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** A bar for each week, oldest first, with its number. The table has the same content. */
function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ joins }) => joins))
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return null
  const bar = 22
  const height = 120

  return (
    <figure dir="ltr" className="space-y-1" aria-hidden="true">
      <svg
        viewBox={`0 0 ${weeks.length * (bar + 6) - 6} ${height + 16}`}
        className="w-full overflow-visible"
      >
        {weeks.map(({ week, joins }, index) => {
          const tall = Math.max(2, (joins / most) * height)
          const x = index * (bar + 6)
          return (
            <g key={week}>
              <rect
                x={x}
                y={height + 16 - tall}
                width={bar}
                height={tall}
                rx="3"
                className={joins > 0 ? 'fill-accent' : 'fill-line'}
              />
              {joins > 0 && (
                <text
                  x={x + bar / 2}
                  y={height + 11 - tall}
                  textAnchor="middle"
                  className="fill-ink text-[0.5625rem] tabular-nums"
                >
                  {formatCount(joins)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-ink-soft">
        <span>{`Week from ${formatDay(first.week)}`}</span>
        <span>This week</span>
      </figcaption>
    </figure>
  )
}
