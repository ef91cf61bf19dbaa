import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { cx } from '../../../ui/cx.ts'
import { formatCount } from '../../../ui/format.ts'
import { textLink } from '../../../ui/text-link.ts'
import { communityCounts } from '../table/community-queries.ts'

const filter = { search: 'is:waiting', visibility: 'suspended' } as const
const url = `/admin?${new URLSearchParams({ q: filter.search, visibility: filter.visibility })}`

/** How many communities of the queue have a suspended owner, with a link to them. They come last in the queue. */
export function SuspendedOwners() {
  const count = useQuery(communityCounts(filter)).data?.all ?? 0
  if (count === 0) return null
  return (
    <Link to={url} className={cx('text-sm', textLink)}>
      {`${formatCount(count)} of suspended owners, listed last`}
    </Link>
  )
}
