import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode }

/** A section of the page. */
export function Chapter({ title, children }: Props) {
  return (
    <section aria-label={title} className="space-y-5">
      <h2 className="border-b border-line pb-2 text-2xl font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** One component in one or more states. */
export function Sample({ title, children }: Props) {
  return (
    <div className="space-y-2">
      <p className="text-sm text-ink-soft">{title}</p>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </div>
  )
}
