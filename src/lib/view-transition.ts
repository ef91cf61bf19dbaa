/** How long the page may stay still while the next one renders. After that, it opens without an animation. */
const longestWait = 250

/**
 * Opens a page whose image, with the class `community-image`, grows out of an image on the current one. Does without the
 * animation in browsers that have none, and for visitors who prefer less motion.
 */
export function openFrom(image: HTMLElement | null | undefined, open: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!image || isStill || !('startViewTransition' in document)) {
    open()
    return
  }
  // Each name may be on one element only.
  for (const current of document.querySelectorAll<HTMLElement>('.community-image'))
    current.style.viewTransitionName = 'none'
  image.style.viewTransitionName = 'community-image'
  const transition = document.startViewTransition(() => {
    open()
    return whenRemoved(image)
  })
  // The browser skips it while the page is hidden, for example.
  transition.ready.catch(() => undefined)
  void transition.finished.then(() => image.style.removeProperty('view-transition-name'))
}

async function whenRemoved(element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (element.isConnected) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => {
      observer.disconnect()
      resolve()
    }, longestWait)
  })
}
