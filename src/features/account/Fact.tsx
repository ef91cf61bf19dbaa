import type { ReactNode } from 'react'

type Props = { label: string; hint?: string | undefined; children: ReactNode }

/** A row of a `dl`: what is stored about the account. */
export function Fact({ label, hint, children }: Props) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-24 pt-0.5 text-sm text-ink-soft">{label}</dt>
      <dd className="min-h-6 min-w-0 flex-1 basis-40 wrap-anywhere">
        <div className="font-medium">{children}</div>
        {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      </dd>
    </div>
  )
}
