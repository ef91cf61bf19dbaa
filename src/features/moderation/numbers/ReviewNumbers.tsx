import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { GhostButton } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Segments } from '../../../ui/Segments.tsx'
import { LoadState } from '../../admin/ListParts.tsx'
import { formatDuration } from './format-duration.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'

/** A button that shows numbers about the queue and the decisions of the last days. Loads them once they are shown. */
export function ReviewNumbers() {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <GhostButton
        icon={ChartNoAxesColumn}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Numbers
      </GhostButton>
      <section
        id={id}
        hidden={!isOpen}
        aria-label="Numbers"
        className="order-last w-full rounded-2xl border border-line bg-surface px-4 py-3 text-sm roomy:max-h-[40dvh] roomy:overflow-y-auto"
      >
        {isOpen && <Numbers />}
      </section>
    </>
  )
}

function Numbers() {
  const [period, setPeriod] = useState<Period>('7')
  const numbers = useQuery(reviewNumbers(period))
  return (
    <div className="space-y-3">
      <Segments
        label="Period"
        isDense
        value={period}
        segments={periods.map((value) => ({ value, label: `Last ${value} days` }))}
        onChange={setPeriod}
      />
      {numbers.data ? (
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          <List title="Waiting" empty="Nothing is waiting.">
            {numbers.data.waiting.map(({ name, amount, since }) => (
              <Row key={name} label={<span>{labelOfReason(name)}</span>}>
                {`${formatCount(amount)}, oldest ${formatDuration(secondsSince(since))}`}
              </Row>
            ))}
          </List>
          <List title="Median time to decision" empty="No decisions in this period.">
            {numbers.data.decisionTime !== undefined && formatDuration(numbers.data.decisionTime)}
          </List>
          <List title="Decisions" empty="No decisions in this period.">
            {numbers.data.admins.map(({ name, amount }) => (
              <Row key={name} label={<AdminName name={name} />}>
                {formatCount(amount)}
              </Row>
            ))}
          </List>
          <List title="Appeals" empty="No decisions in this period.">
            {numbers.data.accepted + numbers.data.declined > 0 &&
              `${formatCount(numbers.data.accepted)} accepted, ${formatCount(numbers.data.declined)} declined`}
          </List>
        </dl>
      ) : (
        <LoadState query={numbers} failure="Error loading the numbers" />
      )}
    </div>
  )
}

const secondsSince = (time: string) => (Date.now() - Date.parse(time)) / 1000

type ListProps = { title: string; empty: string; children: ReactNode }

function List({ title, empty, children }: ListProps) {
  const isEmpty = Array.isArray(children) ? children.length === 0 : !children
  return (
    <div className="min-w-0">
      <dt className="font-semibold">{title}</dt>
      <dd className="tabular-nums">
        {isEmpty ? <span className="text-ink-soft">{empty}</span> : children}
      </dd>
    </div>
  )
}

type RowProps = { label: ReactElement; children: string }

function Row({ label, children }: RowProps) {
  return (
    <p className="flex justify-between gap-3">
      {label}
      <span className="shrink-0">{children}</span>
    </p>
  )
}

/** The types of functions leave out null: the account may be deleted. */
function AdminName({ name }: { name: string | null }) {
  if (name === null) return <span>Former admin</span>
  return (
    <span dir="auto" translate="no" className="min-w-0 wrap-anywhere">
      {name}
    </span>
  )
}

const periods = ['7', '30'] as const
type Period = (typeof periods)[number]

/** Reads the numbers of the queue now and of the last days. Not under 'admin': decisions must not reload them. */
function reviewNumbers(days: Period) {
  return queryOptions({
    queryKey: ['review numbers', days],
    queryFn: async ({ signal }) => {
      const called = supabase.rpc('list_review_numbers', { days: Number(days) })
      const rows = unwrap(await called.abortSignal(signal))
      const of = (kind: string) => rows.filter((row) => row.kind === kind)
      const appeals = (outcome: string) =>
        of('appeals').find(({ name }) => name === outcome)?.amount ?? 0
      return {
        waiting: of('waiting'),
        /** In seconds. */
        decisionTime: of('decision time')[0]?.amount,
        admins: of('admin'),
        accepted: appeals('accepted'),
        declined: appeals('declined'),
      }
    },
    staleTime: 60_000,
  })
}

const reasonLabels = new Map([
  ['reported', 'Reports'],
  ['appealed', 'Appeals'],
  ['renamed', 'Renamed on WhatsApp'],
  ['claimed', 'Claims'],
  ['link_changed', 'New links'],
  ['held', 'Changes'],
  ['groups_changed', 'Groups'],
  ['pending', 'New'],
  ['imported', 'Imported'],
  ['place_requested', 'Places requested'],
])

/** Returns what waits, for a reason of the database. */
const labelOfReason = (reason: string): string => reasonLabels.get(reason) ?? reason
