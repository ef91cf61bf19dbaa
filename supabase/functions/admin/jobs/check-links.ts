import type { SupabaseClient } from '@supabase/supabase-js'
import { checkLink } from '../check-link.ts'

const concurrency = 5
/** After this many consecutive unknown results, WhatsApp is probably limiting our requests. */
const maxConsecutiveUnknown = 3

export interface Batch {
  checked: number
  live: number
  dead: number
  unknown: number
  /** Whether the batch stopped early because of unknown results. */
  stopped: boolean
}

/**
 * Checks the links that are due: of a minute's share of what WhatsApp allows, as the database counts it. Records each
 * result immediately. Checks none while another batch is running.
 */
export async function checkLinks(secret: SupabaseClient): Promise<Batch> {
  const reserved = await secret.rpc('reserve_links', { batch: 50 })
  if (reserved.error) throw reserved.error
  const links: { community_id: string; link: string }[] = reserved.data
  const batch: Batch = { checked: 0, live: 0, dead: 0, unknown: 0, stopped: false }
  let consecutiveUnknown = 0
  const work = async () => {
    for (let next = links.shift(); next && !batch.stopped; next = links.shift()) {
      const { state } = await checkLink(secret, next.community_id, next.link)
      batch.checked += 1
      batch[state] += 1
      consecutiveUnknown = state === 'unknown' ? consecutiveUnknown + 1 : 0
      batch.stopped ||= consecutiveUnknown >= maxConsecutiveUnknown
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return batch
}
