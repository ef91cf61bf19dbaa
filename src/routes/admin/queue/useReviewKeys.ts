import { useEffect, useRef } from 'react'
import { isShortcut } from '../../../ui/shortcut.ts'

export type ReviewKey = 'a' | 'r' | 'e' | 'h' | 'j' | 'k' | 'x' | 'u' | '?'

type Actions = Partial<Record<ReviewKey, () => void>>

/**
 * One key, one action, for as long as `enabled`. A key with a modifier is left to the browser, one
 * that is typed into a field to the field, and one behind a dialog to the dialog. A key that is held
 * down counts once: it must not decide a whole queue.
 */
export function useReviewKeys(actions: Actions, enabled: boolean): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })

  useEffect(() => {
    if (!enabled) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keys.find((one) => one === event.key.toLowerCase())
      const action = key && latest.current[key]
      if (!action || !isShortcut(event) || isDialogOpen()) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

const keys: readonly ReviewKey[] = ['a', 'r', 'e', 'h', 'j', 'k', 'x', 'u', '?']

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
