import { type ReactNode, useId } from 'react'

type Props = {
  /** Links lead to it. */
  id?: string
  title: string
  hint: string
  children: ReactNode
}

/** A part of the card about security. */
export function SecurityPart({ id, title, hint, children }: Props) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="scroll-mt-6 py-5">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">{hint}</p>
      <div>{children}</div>
    </section>
  )
}
