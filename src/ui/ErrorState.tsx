import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type Props = { title: string; children?: ReactNode; onRetry: () => void; busy?: boolean }

/** Something could not be loaded: says so, and lets the reader try again. */
export function ErrorState({ title, children, onRetry, busy }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-xl bg-sunken/60 px-6 py-10 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <p className="font-display text-lg font-semibold text-balance">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-soft">{children}</div>}
      <Button variant="secondary" size="sm" icon={RotateCw} busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
