import { createContext, useContext, useState } from 'react'
import { readItem, writeItem } from '../../../lib/browser-storage.ts'
import { Kbd } from '../../../ui/Badge.tsx'
import { useWindowEvent } from '../../../lib/useWindowEvent.ts'

const storageKey = 'review-shortcuts'

/** Returns whether keyboard shortcuts are on, and a setter. Stored in this browser; on by default. */
export function useShortcutSetting() {
  const [isOn, setIsOn] = useState(() => readItem(storageKey) !== 'off')
  const change = (next: boolean) => {
    setIsOn(next)
    writeItem(storageKey, next ? 'on' : 'off')
  }
  return [isOn, change] as const
}

/**
 * Runs actions on key presses. Ignores keys with Ctrl, Alt or ⌘, keys typed into a
 * field, keys pressed while a menu or a dialog is open (only a confirmation if `inDialog`), and key repeats: holding a key must not
 * decide the whole queue.
 */
export function useShortcuts(
  actions: Readonly<Record<string, (event: KeyboardEvent) => void>>,
  { enabled, inDialog = false }: { enabled: boolean; inDialog?: boolean },
): void {
  useWindowEvent('keydown', (event) => {
    const action = enabled && actions[shortcutOf(event)]
    if (!action || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTextField(event.target) || isLayerOpen(inDialog ? '[role="alertdialog"]' : anyLayer))
      return
    event.preventDefault()
    action(event)
  })
}

/**
 * Returns the character typed or, on a keyboard layout without Latin letters, the one that the key has on a US keyboard.
 */
function shortcutOf({ key, code }: KeyboardEvent): string {
  const isOtherScript = /^(?![\p{Script=Latin}\p{ASCII}])[\p{L}\p{Nd}]$/u.test(key)
  return (isOtherScript ? code.replace(/^(Key|Digit)/, '') : key).toLowerCase()
}

const anyLayer = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const isLayerOpen = (layers: string) => document.querySelector(layers) !== null

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))

/** Whether keyboard shortcuts work here, so that buttons show them. */
export const HasShortcuts = createContext(false)

/** The shortcut of a button, on screens that are likely to have a keyboard. */
export function KeyHint({ children }: { children: string }) {
  const hasShortcuts = useContext(HasShortcuts)
  return (
    hasShortcuts && (
      <span className="max-lg:hidden">
        <Kbd>{children}</Kbd>
      </span>
    )
  )
}
