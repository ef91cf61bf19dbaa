import {
  type DirectoryCounts,
  type ListedCommunity,
  pageSize,
  useCounts,
  useList,
} from './directory-queries.ts'
import { noFilter } from './directory-view.ts'

/** The newest communities and what is counted, as they were when the page was built. */
export type FirstPage = {
  communities: ListedCommunity[]
  hasMore: boolean
  counts: DirectoryCounts
}

/** How many communities / shows. */
export const newestSize = 8

export const newest = { filter: noFilter, sort: 'newest', pageSize: newestSize } as const
export const allNewest = { filter: noFilter, sort: 'newest', pageSize } as const

/** Answers what the screens will ask at first, so that they have it at once. It is then read again. */
export function takeOver({ communities, hasMore, counts }: FirstPage) {
  const isCut = communities.length > newestSize
  useCounts.seed(noFilter, counts)
  useList.seed(newest, {
    communities: communities.slice(0, newestSize),
    hasMore: hasMore || isCut,
  })
  // That of / is shorter, and no answer to what /communities asks.
  if (isCut || !hasMore) useList.seed(allNewest, { communities, hasMore })
}

// In the browser, as soon as a screen of the directory is loaded. scripts/build/prerender/html.ts writes it.
const written =
  typeof document !== 'undefined' && document.getElementById('first-page')?.textContent
if (written) {
  // It was written by the build that this file is of.
  const page: FirstPage = JSON.parse(written)
  takeOver(page)
}
