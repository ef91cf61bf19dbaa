import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  icon?: LucideIcon
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, tone, disabled, onSelect, children }: Props) {
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
