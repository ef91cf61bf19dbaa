import { useEffect, useState } from 'react'
import { readProperty } from '../../lib/read-property.ts'
import { appHeaders, supabaseKey, supabaseUrl } from '../../supabase/config.ts'
import { serviceFetch } from '../../supabase/service-fetch.ts'
import { formatCount } from '../../ui/format.ts'

const labels = {
  communities: ['community', 'communities'],
  places: ['place', 'places'],
  joins: ['join in 30 days', 'joins in 30 days'],
} as const
type Name = keyof typeof labels
const names: readonly Name[] = ['communities', 'places', 'joins']

/** A directory with fewer communities is better shown than counted, beside the price of a membership. */
const leastCommunities = Number(import.meta.env.VITE_NUMBERS_FROM ?? 100)

/**
 * How many communities, places and joins the directory has. Shows nothing until they are loaded, and if they are small or
 * can't be loaded: they are an extra.
 */
export function DirectoryNumbers() {
  const [numbers, setNumbers] = useState<Record<Name, number> | null>(null)

  useEffect(() => {
    const unmounted = new AbortController()
    readNumbers(unmounted.signal).then(
      (loaded) => unmounted.signal.aborted || setNumbers(loaded),
      () => undefined,
    )
    return () => unmounted.abort()
  }, [])

  if (!numbers || numbers.communities < leastCommunities) return null
  // Joins are rounded down, so that few of them are zero.
  const shown = names.filter((name) => numbers[name] > 0)
  return (
    <ul
      aria-label="The directory today"
      className="mt-10 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-8"
    >
      {shown.map((name) => (
        <li key={name} className="min-w-20">
          <span className="block font-display text-2xl leading-7 font-semibold tabular-nums">
            {`${formatCount(numbers[name])}${name === 'joins' ? '+' : ''}`}
          </span>
          <span className="text-sm text-ink-soft">{labels[name][numbers[name] === 1 ? 0 : 1]}</span>
        </li>
      ))}
    </ul>
  )
}

/** Returns null while the directory is closed. Without the data client, which this page does not load otherwise. */
async function readNumbers(signal: AbortSignal): Promise<Record<Name, number> | null> {
  const response = await serviceFetch(`${supabaseUrl}/rest/v1/rpc/get_directory_numbers`, {
    headers: { ...appHeaders, apikey: supabaseKey },
    signal,
  })
  const loaded: unknown = response.ok ? await response.json() : null
  const read = (name: Name) => Number(readProperty(loaded, name)) || 0
  return loaded === null
    ? null
    : { communities: read('communities'), places: read('places'), joins: read('joins') }
}
