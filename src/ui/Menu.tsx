import type { LucideIcon } from 'lucide-react'
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useWindowEvent } from '../lib/useWindowEvent.ts'
import { cx } from './cx.ts'

type TriggerProps = {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
}

type MenuProps = {
  /** Renders the button, which must receive all of these props. */
  trigger: (props: TriggerProps) => ReactElement
  children: ReactNode
  /** For a button at the bottom of the window. */
  opensUp?: boolean
}

const CloseMenu = createContext(() => {})

/**
 * A drop-down menu of MenuItem, MenuLabel and MenuSeparator. Arrow keys, Home and End move through it;
 * Escape and Tab close it. Not from Radix: its menu adds 17 kB.
 */
export function Menu({ trigger, children, opensUp = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  // Opening with Arrow Down focuses the first item; opening with a click or Enter focuses the menu.
  const startsAtFirst = useRef(false)

  const close = () => {
    setIsOpen(false)
    root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  useEffect(() => {
    if (!isOpen) return
    if (startsAtFirst.current) getItems(root.current)[0]?.focus()
    else root.current?.querySelector<HTMLElement>('[role="menu"]')?.focus()
    startsAtFirst.current = false
  }, [isOpen])
  useWindowEvent('pointerdown', ({ target }) => {
    if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      startsAtFirst.current = true
      setIsOpen(true)
      return
    }
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setIsOpen(false)
    const all = getItems(root.current)
    const current = all.findIndex((item) => item === document.activeElement)
    const next = {
      ArrowDown: all[(current + 1) % all.length],
      ArrowUp: all.at(current <= 0 ? -1 : current - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={root} role="presentation" className="relative" onKeyDown={onKeyDown}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <CloseMenu value={close}>
          <div
            role="menu"
            tabIndex={-1}
            className={cx(
              'absolute end-0 z-50 w-max max-w-[min(20rem,calc(100vw-1.5rem))] min-w-48 animate-drop-in rounded-xl border border-line bg-surface p-1.5 text-ink shadow-raised outline-none',
              opensUp ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
            )}
          >
            {children}
          </div>
        </CloseMenu>
      )}
    </div>
  )
}

const getItems = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

type MenuItemProps = {
  icon: LucideIcon
  /** The arrow keys still move to a disabled item, so that screen readers announce it. */
  isDisabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, isDisabled = false, onSelect, children }: MenuItemProps) {
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (isDisabled) return
        close()
        onSelect()
      }}
      className="flex min-h-10 w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-start text-[0.9375rem] hover:bg-sunken focus:bg-sunken focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    >
      <Icon aria-hidden="true" className="size-[1.125rem] shrink-0 opacity-80" />
      <span>{children}</span>
    </button>
  )
}

export const MenuSeparator = () => <hr className="mx-1 my-1.5 border-line" />

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="px-2.5 py-1.5 text-sm text-ink-soft">
      {children}
    </div>
  )
}
