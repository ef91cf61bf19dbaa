import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** A single button; it gets the aria attributes of a menu button. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Opens at once: for a menu that was loaded by the click that asked for it. */
  defaultOpen?: boolean
  children: ReactNode
}

/**
 * A drop-down menu; fill it with MenuItem, MenuLabel and MenuSeparator. It stays where its button is,
 * in that landmark of the page.
 */
export function Menu({ trigger, align = 'end', defaultOpen, children }: Props) {
  return (
    <DropdownMenu.Root defaultOpen={defaultOpen} modal={false}>
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
