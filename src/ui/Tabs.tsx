import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab = {
  value: string
  label: string
  /** A `TabCount`. */
  count?: ReactNode
  content: ReactNode
}

type Props = {
  /** Names the row of tabs for assistive technology. */
  label: string
  value: string
  onValueChange: (value: string) => void
  tabs: Tab[]
}

/** Tabs whose selection the caller holds, so that it can live in the address. */
export function Tabs({ label, value, onValueChange, tabs }: Props) {
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange} className="min-w-0">
      <RadixTabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-lg border-b-[3px] border-transparent px-3.5 text-[0.9375rem] font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-clay data-[state=active]:text-ink"
          >
            {tab.label} {tab.count}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="rounded-lg pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}

/** How much there is behind a tab; nothing until that is known. */
export function TabCount({ count }: { count: number | undefined }) {
  return (
    count !== undefined && (
      <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-semibold tabular-nums">
        {count}
      </span>
    )
  )
}
