import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Coordinates } from '../../../lib/distance.ts'
import { searchArguments } from '../directory-requests.ts'
import { type DirectoryView, sortOf } from '../directory-view.ts'
import type { NearPage, NextPlace } from './read-near-page.ts'

/** Without a position, requests nothing. Not persisted: the key and the rows reveal where the visitor is. */
const nearQuery = (view: DirectoryView, position: Coordinates | null) =>
  infiniteQueryOptions({
    queryKey: ['communities', 'near', position, searchArguments(view), sortOf(view)],
    enabled: position !== null,
    queryFn: async ({ signal, pageParam }) => {
      if (!position) throw new Error('The position is unknown')
      // Loaded on demand: most visitors do not need it.
      const { readNearPage } = await import('./read-near-page.ts')
      return readNearPage({ filter: view, sort: sortOf(view), position }, signal, pageParam)
    },
    initialPageParam: null as NextPlace | null,
    getNextPageParam: ({ next }) => next,
  })

/** Reads the communities near a position, the closest first. */
export const useNearList = (view: DirectoryView, position: Coordinates | null) =>
  useInfiniteQuery({ ...nearQuery(view, position), select: joinPages })

/** Returns the number of communities in a sentence that says whether they are near. */
export const useNearSummary = (view: DirectoryView, position: Coordinates | null) =>
  useInfiniteQuery({ ...nearQuery(view, position), select: ({ pages }) => pages[0]?.summary }).data

const joinPages = ({ pages }: { pages: NearPage[] }) =>
  pages.flatMap(({ communities }) => communities)
