import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Milliseconds to wait for the heading of a screen that is still loading. */
const headingTimeout = 8000

/**
 * On navigation, scrolls to the top and focuses the main heading once the screen has loaded. Any key or
 * click before that cancels it.
 */
export function useFocusOnNavigation() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const previous = useRef(pathname)

  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (navigationType !== NavigationType.Pop && !hash) window.scrollTo({ top: 0 })
    return whenHeadingAppears((heading) => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
  }, [pathname, hash, navigationType])
}

function whenHeadingAppears(onHeading: (heading: HTMLElement) => void) {
  const stop = new AbortController()
  const observer = new MutationObserver(findHeading)
  const timer = setTimeout(() => stop.abort(), headingTimeout)
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })

  function findHeading() {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    stop.abort()
    onHeading(heading)
  }

  const cancel = () => stop.abort()
  window.addEventListener('keydown', cancel, { signal: stop.signal })
  window.addEventListener('pointerdown', cancel, { signal: stop.signal })
  observer.observe(document.body, { childList: true, subtree: true })
  findHeading()
  return cancel
}
