import { useQuery } from '@tanstack/react-query'
import { isListed, type OwnCommunity, ownJoins } from '../community/own-communities.ts'
import { formatReviewTime, reviewTime } from './review-time.ts'

/** Returns what is true of several communities of the list, so that their rows do not repeat it. */
export function useListSummary(communities: readonly OwnCommunity[] = []) {
  const isWaiting = communities.some(({ status }) => status === 'pending')
  const hasListed = communities.some(isListed)
  const hours = useQuery({ ...reviewTime, enabled: isWaiting }).data
  const joins = useQuery({ ...ownJoins, enabled: hasListed }).data

  return [
    isWaiting && typeof hours === 'number' && `Reviews take ${formatReviewTime(hours)} at present.`,
    hasListed && joins?.length === 0 && 'No joins in the last 30 days.',
  ]
    .filter(Boolean)
    .join(' ')
}
