import { Eye } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { formatCountOf } from '../../../ui/format.ts'
import { pollIntervalMs } from '../../admin/admin-view.ts'
import { useSession } from '../../session/useSession.ts'

type Props = { communityId: string }

/** Says that another admin has the community open, so that only one of them decides. */
export function OtherReviewers({ communityId }: Props) {
  const sentence = useOtherReviewers(communityId)
  return (
    <div role="status" className="empty:hidden">
      {sentence !== null && (
        <Badge tone="yellow" canWrap>
          <Eye aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="wrap-anywhere">{sentence}</span>
        </Badge>
      )}
    </div>
  )
}

/** Marks the community in a list. */
export function OtherReviewersMark({ communityId }: Props) {
  const sentence = useOtherReviewers(communityId)
  if (sentence === null) return null
  return (
    <span title={sentence} className="inline-flex shrink-0 text-warning-ink">
      <Eye aria-hidden="true" className="size-4" />
      <span className="sr-only">{sentence}</span>
    </span>
  )
}

/** Milliseconds that an item must stay open before other admins read it: J through the queue sends no request. */
const dwellMs = 5000

/** The database forgets an open item after two minutes. */
const refreshMs = 60_000

/** The items that admins have open. Not under 'admin': a decision must not reload them. */
const openReviews = queryOptions({
  queryKey: ['open reviews'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('open_reviews')
        .select('community_id, admin_id, admin:profiles (name)')
        .gt('until', 'now')
        .abortSignal(signal),
    ),
})

/** Tells other admins which item is open, and keeps up to date what they have open. For one component of the page. */
export function useOpenReview(communityId: string | undefined): void {
  useQuery({ ...openReviews, refetchInterval: pollIntervalMs })
  const isSent = useRef(false)

  useEffect(() => {
    if (communityId === undefined) return undefined
    const send = () => {
      if (document.visibilityState !== 'visible') return
      isSent.current = true
      void openReview(communityId)
    }
    const first = setTimeout(send, dwellMs)
    const refresh = setInterval(send, refreshMs)
    return () => {
      clearTimeout(first)
      clearInterval(refresh)
    }
  }, [communityId])

  useEffect(
    () => () => {
      if (isSent.current) void openReview()
      isSent.current = false
    },
    [],
  )
}

/** Ignores errors: other admins only miss a hint. */
const openReview = async (community_id?: string) => {
  await supabase.rpc('open_review', { ...(community_id !== undefined && { community_id }) })
}

/** Returns 'Nadia is looking at this', for example; null unless another admin has the community open. */
export function useOtherReviewers(communityId: string): string | null {
  const adminId = useSession().user?.id
  // useOpenReview loads them.
  const { data = [] } = useQuery({ ...openReviews, enabled: false })
  const names = data
    .filter((row) => row.community_id === communityId && row.admin_id !== adminId)
    .map(({ admin }) => isolate(admin.name))
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return `${first} is looking at this`
  return names.length === 2
    ? `${first} and ${second} are looking at this`
    : `${first} and ${formatCountOf(names.length - 1, 'other admin', 'other admins')} are looking at this`
}
