import { createContext, useContext, useState } from 'react'
import { readItem, writeItem } from '../../../lib/browser-storage.ts'
import { Kbd } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
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
 * Runs actions on key presses, by the character typed. Ignores keys with Ctrl, Alt or ⌘, keys typed into a
 * field, keys pressed while a menu or a dialog is open (unless `inDialog`), and key repeats: holding a key must not
 * decide the whole queue.
 */
export function useShortcuts(
  actions: Readonly<Record<string, () => void>>,
  { enabled, inDialog = false }: { enabled: boolean; inDialog?: boolean },
): void {
  useWindowEvent('keydown', (event) => {
    const action = enabled && actions[event.key.toLowerCase()]
    if (!action || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTextField(event.target) || (!inDialog && isLayerOpen())) return
    event.preventDefault()
    action()
  })
}

const isLayerOpen = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

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

const descriptions = [
  ['A', 'Approve the open or the selected communities, or accept changes'],
  ['R', 'Reject them with a reason, or decline changes'],
  ['S', 'Resolve the reports'],
  ['E', 'Edit'],
  ['J', 'Next'],
  ['K', 'Previous'],
  ['X', 'Select or deselect, in the list'],
  ['H', 'History'],
  ['U', 'Undo the last decision'],
  ['?', 'Show these shortcuts'],
] as const

type ShortcutsProps = { isOn: boolean; onChange: (isOn: boolean) => void; onClose: () => void }

/** Lists the shortcuts of the review queue. They can be switched off for assistive technology that uses the same keys. */
export function ShortcutsDialog({ isOn, onChange, onClose }: ShortcutsProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They are disabled while you type and while a dialog is open. Keys pressed with Ctrl, Alt or ⌘ work as usual in your browser."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {descriptions.map(([key, action]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-center gap-3 border-t border-line pt-4 font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Use keyboard shortcuts
      </label>
    </Dialog>
  )
}
