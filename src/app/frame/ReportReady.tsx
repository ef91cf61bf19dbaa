import { useEffect } from 'react'

/**
 * Makes src/app/static/inline-script.ts replay what the visitor typed and clicked before React could handle it. Rendered with every
 * screen and with what replaces one, such as an error: until then, the script keeps every click from React.
 */
export function ReportReady() {
  useEffect(() => {
    // A timeout, because React handles events only between two renders.
    const timer = setTimeout(() => window.dispatchEvent(new Event('app-ready')))
    return () => clearTimeout(timer)
  }, [])
  return null
}
