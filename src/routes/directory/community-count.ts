import type { Database } from '../../supabase/database.types.ts'
import { formatCount } from '../../ui/format.ts'

/** A number of communities. It is a lower bound if the database stopped counting. */
export type CommunityCount = { communities: number; is_at_least: boolean }

/** A place with at least one matching community. */
export type MapPlace = Database['public']['Functions']['count_places']['Returns'][number]

/** Whether there are certainly no communities. */
export const isZero = ({ communities, is_at_least }: CommunityCount) =>
  communities === 0 && !is_at_least

export const isOne = ({ communities, is_at_least }: CommunityCount) =>
  communities === 1 && !is_at_least

/** Returns '12', or '100+' for a lower bound. */
export const formatCommunities = ({ communities, is_at_least }: CommunityCount) =>
  `${formatCount(communities)}${is_at_least ? '+' : ''}`

export const getNoun = (count: CommunityCount) => (isOne(count) ? 'community' : 'communities')

/** Returns '1 community', '12 communities' or '100+ communities'. */
export const describeCommunities = (count: CommunityCount) =>
  `${formatCommunities(count)} ${getNoun(count)}`
