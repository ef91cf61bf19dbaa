import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  green: 'bg-success-soft text-success-ink',
  red: 'bg-danger-soft text-danger-ink',
  yellow: 'bg-warning-soft text-warning-ink',
  neutral: 'bg-sunken text-ink-soft',
}

type Props = {
  tone?: keyof typeof tones
  /** For a sentence, which a phone breaks into lines. */
  canWrap?: boolean
  children: ReactNode
}

export function Badge({ tone = 'neutral', canWrap = false, children }: Props) {
  return (
    <span
      data-tone={tone}
      className={cx(
        'inline-flex items-center gap-1 px-2.5 py-0.5 text-xs font-semibold',
        canWrap ? 'rounded-xl' : 'rounded-full whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      translate="no"
      className="inline-grid min-w-6 place-items-center rounded-md border border-line-strong/60 bg-paper px-1.5 font-sans text-xs leading-5 font-semibold text-ink-soft"
    >
      {children}
    </kbd>
  )
}
