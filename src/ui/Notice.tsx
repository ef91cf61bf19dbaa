import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Tone = 'info' | 'warning' | 'danger' | 'success'

const looks: Record<Tone, { icon: LucideIcon; className: string }> = {
  info: { icon: Info, className: 'bg-accent-soft text-accent-ink' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger-ink' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success-ink' },
}

type Props = {
  tone?: Tone
  title?: string
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** A message in the page. Warnings and dangers interrupt a screen reader, the others wait. */
export function Notice({ tone = 'info', title, action, className, children }: Props) {
  const { icon: Icon, className: look } = looks[tone]
  const urgent = tone === 'danger' || tone === 'warning'

  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={cx('flex min-w-0 items-start gap-3 rounded-xl px-4 py-3 text-sm', look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
