import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  /** A single button; it gets the aria attributes of a menu button. */
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * A drop-down menu; fill it with MenuItem, MenuLabel and MenuSeparator. It stays where its button is,
 * in that landmark of the page.
 */
export function Menu({ trigger, align = 'end', children }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,calc(100vw-1.5rem))] min-w-48 animate-drop-in overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-ink shadow-raised"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  icon?: LucideIcon
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, tone, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-10 items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-[0.9375rem] outline-none',
        'data-[highlighted]:bg-sunken data-[highlighted]:outline-2',
        'data-[highlighted]:-outline-offset-2 data-[highlighted]:outline-focus',
        'data-[disabled]:cursor-not-allowed data-[disabled]:opacity-55',
        tone === 'danger' && 'text-danger-ink',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-[1.125rem] shrink-0 opacity-80" />}
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />
}

/** A line of text that is not a choice, e.g. who is signed in. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 py-1.5 text-sm text-ink-soft">
      {children}
    </DropdownMenu.Label>
  )
}
