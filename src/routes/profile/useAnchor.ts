import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ownCommunities } from './own-communities.ts'

/**
 * Scrolls to an element if the URL has its id. The browser looks for the anchor too early: the screen loads later, and
 * on a phone the list of communities pushes the element down.
 */
export function useAnchor(id: string, userId: string) {
  const element = useRef<HTMLDivElement>(null)
  const { isFetched: hasCommunities } = useQuery(ownCommunities(userId))

  useEffect(() => {
    if (hasCommunities && window.location.hash === `#${id}`) element.current?.scrollIntoView()
  }, [hasCommunities, id])

  return element
}
