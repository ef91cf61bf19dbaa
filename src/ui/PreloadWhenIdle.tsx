import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readProperty } from '../lib/read-property.ts'

type Props = {
  /** Parts that load on demand, the likeliest first. Must not change. */
  parts: readonly { preload: () => unknown }[]
}

/**
 * Loads the code of likely next steps, one part after another, while the browser is idle and no rows are loading; not for
 * users who save data. Renders nothing. A component, because as a hook it would rerender the screen with each request.
 */
export function PreloadWhenIdle({ parts }: Props) {
  const isFetching = useIsFetching() > 0
  const remaining = useRef(parts)

  useEffect(() => {
    if (isFetching || savesData()) return undefined
    let isStopped = false
    const loadNext = async () => {
      await untilIdle()
      const [next, ...others] = remaining.current
      if (isStopped || !next) return
      remaining.current = others
      await next.preload()
      await loadNext()
    }
    // Opening a part loads it again, and reports a failure.
    loadNext().catch(() => undefined)
    return () => {
      isStopped = true
    }
  }, [isFetching])
  return null
}

const savesData = () => readProperty(readProperty(navigator, 'connection'), 'saveData') === true

/** Resolves when the page is visible and has nothing to do. */
async function untilIdle(): Promise<void> {
  if (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true })
    })
  }
  // Safari has no requestIdleCallback.
  const schedule = globalThis.requestIdleCallback ?? setTimeout
  await new Promise<void>((resolve) => void schedule(() => resolve()))
}
