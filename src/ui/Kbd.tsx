import type { ReactNode } from 'react'

/** A key of the keyboard, as it is printed. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-md border border-line-strong/60 bg-paper px-1.5 font-sans text-xs leading-5 font-semibold text-ink-soft">
      {children}
    </kbd>
  )
}
