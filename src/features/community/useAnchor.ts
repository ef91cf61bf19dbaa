import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ownCommunities } from './own-community-queries.ts'

/** What a user does who scrolls elsewhere. */
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to an element if the URL has its id. The browser looks for the anchor too early: the screen loads later, and
 * the lists above push the element down until they have loaded or the user acts.
 */
export function useAnchor(id: string, userId: string) {
  const element = useRef<HTMLDivElement>(null)
  const { isFetched: hasCommunities } = useQuery(ownCommunities(userId))

  useEffect(() => {
    if (!hasCommunities || window.location.hash !== `#${id}`) return
    const stop = new AbortController()
    const observer = new ResizeObserver(() => element.current?.scrollIntoView())
    observer.observe(document.body)
    stop.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of userEvents) {
      window.addEventListener(event, () => stop.abort(), { passive: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [hasCommunities, id])

  return element
}
