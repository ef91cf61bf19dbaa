import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterX, SearchX } from 'lucide-react'
import { useId } from 'react'
import { allActions } from '../../supabase/rules/actions.ts'
import { Button, GhostButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState, StaleNotice } from '../../ui/Feedback.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { FilterField, useFilterValue } from '../../ui/FilterField.tsx'
import { controlClass, Options } from '../../ui/Select.tsx'
import { type ActivityFilter, useActivityView } from './activity-view.ts'
import { actionLabels } from './history.ts'
import { activity } from './history-queries.ts'
import { HistoryList, NoHistory } from './HistoryList.tsx'

/** The audit log as a whole, filtered by person, action and period. The filters are part of the URL. */
export function ActivityDialog({ onClose }: { onClose: () => void }) {
  const { filter, change, clear } = useActivityView()
  const log = useInfiniteQuery(activity(filter))
  const hasFilter = Object.values(filter).some(Boolean)

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Activity"
      description="Decisions and changes by admins."
      footer={
        <>
          {hasFilter && (
            <GhostButton icon={FilterX} className="mr-auto" onClick={clear}>
              Clear filters
            </GhostButton>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ActivityFilters filter={filter} onChange={change} />
      <StaleNotice query={log} />
      {/* So that the filters stay in place while the list changes. */}
      <div className="min-h-96">
        <HistoryList
          query={log}
          showsSubjects
          empty={
            hasFilter ? (
              <EmptyState title="No entries found" icon={SearchX}>
                No entries match these filters.
              </EmptyState>
            ) : (
              <NoHistory />
            )
          }
        />
      </div>
    </Dialog>
  )
}

type FiltersProps = { filter: ActivityFilter; onChange: (changes: Partial<ActivityFilter>) => void }

function ActivityFilters({ filter, onChange }: FiltersProps) {
  const { person, action, from, to } = filter
  return (
    <div role="group" aria-label="Filters" className="mb-5 grid gap-2 sm:grid-cols-2">
      <SearchField
        label="Search people by name or email"
        placeholder="Name or email"
        value={person}
        onSearch={(text) => onChange({ person: text })}
      />
      <FilterField
        label="Action"
        value={action ?? ''}
        onChange={(value) => onChange({ action: allActions.find((one) => one === value) ?? null })}
      >
        <option value="">All actions</option>
        <Options values={allActions} textOf={(one) => actionLabels[one]} />
      </FilterField>
      <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </div>
  )
}

type DayFieldProps = {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  onChange: (day: string | null) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId()
  const field = useFilterValue(value ?? '', (day) => onChange(day || null))
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="w-12 shrink-0 text-sm font-semibold">
        {label}
      </label>
      <input
        dir="auto"
        id={id}
        type="date"
        className={controlClass}
        {...field}
        min={min ?? undefined}
        max={max ?? undefined}
      />
    </div>
  )
}
