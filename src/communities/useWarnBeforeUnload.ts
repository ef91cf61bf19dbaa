import { useEffect } from 'react'

/** Has the browser ask before the page is left while something is unsaved. */
export function useWarnBeforeUnload(isUnsaved: () => boolean) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  })
}
