import type { ReactElement, ReactNode, Ref } from 'react'

type Props = {
  toolbar: ReactNode
  action: ReactElement
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The layout of the map, which has the same height while it loads. */
export function MapFrame({ toolbar, action, ref, children }: Props) {
  return (
    <div className="space-y-3">
      <div className="flex h-10">{toolbar}</div>
      {/* Taller than the world on a phone, for the labels and the continents. */}
      <div ref={ref} className="relative aspect-3/2 sm:aspect-13/6">
        {children}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <p className="min-w-0 flex-1 basis-32 text-sm text-ink-soft">Communities in each place</p>
        {action}
      </div>
    </div>
  )
}
