import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, description, actions, children }: Props) {
  const titleId = useId()

  return (
    <section
      // Gets the focus when the button that has it is removed with its row.
      tabIndex={-1}
      aria-labelledby={titleId}
      className="min-w-0 rounded-2xl border border-line bg-surface shadow-card"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 pt-4 sm:px-6 sm:pt-5">
        <div className="min-w-0 flex-1 basis-36 space-y-1">
          <h2 id={titleId} className="text-xl font-semibold">
            {title}
          </h2>
          {description && (
            <p dir="auto" className="text-sm text-ink-soft">
              {description}
            </p>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="px-4 py-5 sm:px-6">{children}</div>
    </section>
  )
}
