import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  title: string
  icon?: LucideIcon
  children?: ReactNode
  action?: ReactNode
}

/** Nothing here yet: says so, and offers the way on. */
export function EmptyState({ title, icon: Icon, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-line-strong/60 px-6 py-10 text-center">
      {Icon && (
        <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden="true" className="size-6" />
        </span>
      )}
      <p className="font-display text-lg font-semibold text-balance">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-soft">{children}</div>}
      {action}
    </div>
  )
}
