import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { Notice, RetryButton } from '../../../ui/Feedback.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { useEffect } from 'react'
import { readProperty } from '../../../lib/read-property.ts'
import type { Database } from '../../../supabase/database.types.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { readByIds } from '../../../supabase/read-all.ts'

type Props = { community: { id: string; updated_at: string } }

/** Why a reviewer should look twice. Reports a failure, because showing nothing would mean 'none'. */
export function RiskSignals({ community }: Props) {
  const signals = useQuery(riskSignals(community))
  if (signals.isError) {
    return (
      <Notice tone="warning" action={<RetryButton query={signals} />}>
        Couldn't load the risk signals.
      </Notice>
    )
  }
  if (!signals.data || signals.data.length === 0) return null
  return (
    <section aria-label="Risk signals">
      <ul className="flex flex-wrap gap-1.5">
        {signals.data.map((signal) => (
          <li key={signal.kind}>
            <Badge tone="yellow" canWrap>
              <Flag aria-hidden="true" className="size-3.5 shrink-0" />
              <span>{describeSignal(signal)}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Marks a community in a list, whose signals usePageSignals has loaded. */
export function RiskMark({ community }: Props) {
  const { data = [] } = useQuery({ ...riskSignals(community), enabled: false })
  if (data.length === 0) return null
  const label = formatCountOf(data.length, 'risk signal', 'risk signals')
  return (
    <span title={label} className="inline-flex shrink-0 items-center gap-0.5 text-warning-ink">
      <Flag aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true" className="text-xs font-semibold tabular-nums">
        {data.length}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

type Row = Database['public']['Functions']['risk_signals']['Returns'][number]

/** What makes a closer look at a community worthwhile. */
type RiskSignal = Pick<Row, 'kind' | 'details'>

type Versioned = { id: string; updated_at: string }

/**
 * The signals of a community. Those of a list are read in one request. Not under 'admin': a decision changes the signals of no
 * other community.
 */
export function riskSignals({ id, updated_at }: Versioned) {
  return queryOptions({
    queryKey: ['risk signals', id, updated_at],
    queryFn: () => readTogether(id),
    staleTime: 5 * 60_000,
  })
}

/** Loads the signals of a page, and of the communities that enter it later or change, in one request each time. */
export function usePageSignals(rows: readonly Versioned[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    for (const row of rows) {
      if (!queries.getQueryData(riskSignals(row).queryKey)) {
        void queries.prefetchQuery(riskSignals(row))
      }
    }
  }, [rows, queries])
}

let asked: { ids: string[]; rows: Promise<Row[]> } | null = null

/** Reads the signals of all communities that the same render asks for. */
async function readTogether(id: string): Promise<RiskSignal[]> {
  if (!asked) {
    const ids: string[] = []
    asked = { ids, rows: readLater(ids) }
  }
  asked.ids.push(id)
  return (await asked.rows).filter(({ community_id }) => community_id === id)
}

async function readLater(ids: string[]): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve))
  asked = null
  return readByIds(ids, async (community_ids) =>
    unwrap(await supabase.rpc('risk_signals', { community_ids: [...community_ids] })),
  )
}

/** The database stops counting here. */
const maxAccounts = 100

/** Returns a sentence about a signal. */
export function describeSignal({ kind, details }: RiskSignal): string {
  const read = (name: string) => Number(readProperty(details, name))
  const others = () => {
    const count = read('accounts')
    return count < maxAccounts
      ? formatCountOf(count, 'other new account', 'other new accounts')
      : `${maxAccounts} or more other new accounts`
  }
  switch (kind) {
    case 'new_account':
      return `The owner's account is ${read('days') < 1 ? 'less than a day' : formatCountOf(read('days'), 'day', 'days')} old.`
    case 'shared_domain':
      return `The owner shares an email domain with ${others()}.`
    case 'copied_text':
      return `The description is also used by ${others()}.`
    case 'short_link':
      return 'The text has a shortened link, which hides where it leads.'
    case 'telegram':
      return 'The text has a Telegram contact.'
    case 'phone_number':
      return 'The text has a phone number.'
    case 'other_name':
      return "The name differs from the group's name on WhatsApp."
    case 'new_reporters':
      return `Of ${formatCountOf(read('reports'), 'report', 'reports')}, ${read('new')} came from accounts under a week old.`
  }
}
