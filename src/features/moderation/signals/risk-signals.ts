import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readProperty } from '../../../lib/read-property.ts'
import type { Database } from '../../../supabase/database.types.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { readByIds } from '../../../supabase/read-all.ts'
import { formatCountOf } from '../../../ui/format.ts'

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
