import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Coordinates } from '../../../lib/distance.ts'
import { type DirectoryView, searchArguments, sortOf, useDirectoryView } from '../directory-view.ts'
import { usePosition } from './position.tsx'
import type { NearPage, NextPlace } from './read-near-page.ts'

/**
 * Sorts the list by distance while the URL says `near`. A shared link or a reload does not make the browser ask for the
 * position: without permission, the list is then sorted as usual until the visitor presses the button.
 */
export function useNearMe() {
  const { view: requested, showNear } = useDirectoryView()
  const { position, isLocating, failure, locate, locateIfAllowed } = usePosition()
  const isOn = requested.near && (position !== null || isLocating)
  const view: DirectoryView = { ...requested, near: isOn }

  const resume = useEffectEvent(() => {
    if (!position && !isLocating && !failure) void locateIfAllowed()
  })
  useEffect(() => {
    if (requested.near) resume()
  }, [requested.near])

  return {
    view,
    /** Null unless the list is sorted by distance. */
    position: isOn ? position : null,
    isLocating: isOn && !position,
    failure: requested.near ? failure : null,
    toggle: () => {
      if (isOn) return showNear(false)
      if (!requested.near) showNear(true)
      return locate()
    },
  }
}

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
