import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** How long a screen that is still loading may take to show its heading, in milliseconds. */
const patience = 8000

/**
 * After moving to another screen: start at its top and put the focus on its main heading, which may
 * appear only once the screen has loaded. A reader who has begun to do something is left alone.
 */
export function useFocusOnNavigation() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const previous = useRef(pathname)

  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (navigationType !== NavigationType.Pop && !hash)
      window.scrollTo({ top: 0, behavior: 'instant' })
    return whenHeadingAppears((heading) => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
  }, [pathname, hash, navigationType])
}

function whenHeadingAppears(found: (heading: HTMLElement) => void) {
  const stop = new AbortController()
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop.abort(), patience)
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })

  function look() {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    stop.abort()
    found(heading)
  }

  const cancel = () => stop.abort()
  window.addEventListener('keydown', cancel, { signal: stop.signal })
  window.addEventListener('pointerdown', cancel, { signal: stop.signal })
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return cancel
}
