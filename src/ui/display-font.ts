import { useEffect } from 'react'
import { whenIdle } from '../lib/when-idle.ts'

/*
 * On a phone, pages whose rows come from the app load the font of headings after these rows, which it would delay: the build
 * disables the style that declares it (`deferFont` in scripts/build/prerender/html.ts).
 */

let placeholders = 0

/** For placeholders of loading content: keeps the font from loading while one of them is shown. */
export function useDelayedDisplayFont(): void {
  useEffect(() => {
    placeholders += 1
    return () => {
      placeholders -= 1
      enableDisplayFont()
    }
  }, [])
}

/** Enables the font of headings once the browser is idle, unless a placeholder is shown. */
export function enableDisplayFont(): void {
  whenIdle(() => {
    const style = document.querySelector<HTMLStyleElement>('style#display-font')
    if (style && placeholders === 0) style.removeAttribute('media')
  })
}
