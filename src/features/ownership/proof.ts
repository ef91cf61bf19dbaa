import { queryOptions } from '@tanstack/react-query'
import { readProperty, readText } from '../../lib/read-property.ts'
import { callFunction } from '../../supabase/call-function.ts'
import type { Enums } from '../../supabase/database.types.ts'
import { unwrap } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { fieldsOfProof } from '../../supabase/rules/fields.ts'
import { type Community, heldFields, heldValues } from '../community/fields.ts'

/** The user's code for a community. The database returns the same code until shortly before it ends, or is used. */
export function ownershipCode(communityId: string) {
  return queryOptions({
    queryKey: ['ownership code', communityId],
    queryFn: async ({ signal }) => {
      const supabase = await loadClient()
      const code = supabase.rpc('get_ownership_code', { community_id: communityId })
      return unwrap(await code.abortSignal(signal))
    },
    // A dialog that opens later requests it again. One that is open keeps it, also after it has been used.
    gcTime: 0,
    staleTime: Infinity,
    // The dialog has a retry button, and the limit of codes does not pass within seconds.
    retry: false,
  })
}

const states = ['live', 'dead', 'unknown'] as const satisfies Enums<'link_state'>[]

/**
 * Lets the server open the page of the invite link: the held one if the user manages the community and there is one. Reports
 * the state of the link, whether its group shows the user's code, the outcome for a held link ('' if there is none), and which
 * held fields went live, by name.
 *
 * @throws when the response has no known state
 */
export async function checkOwnLink(communityId: string) {
  const { data } = await callFunction('admin/check-own-link', { body: { community: communityId } })
  const state = states.find((one) => one === readText(data, 'state'))
  if (!state) throw new Error('The response has no link state')
  const isProved = readProperty(data, 'is_proved') === true
  const fields = readProperty(data, 'published')
  const published = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
  return {
    state,
    isProved,
    outcome: readText(data, 'outcome'),
    published: heldFields({
      held_changes: Object.fromEntries(published.map((name) => [name, true])),
    }),
  }
}

export type LinkCheck = Awaited<ReturnType<typeof checkOwnLink>>

type Verifiable = Pick<Community, 'status' | 'verified_at' | 'held_at' | 'held_changes'>

/**
 * Returns the names of the held fields that a proof of the owner can make live at once. The database decides whether it
 * does: the group must have its approved name, and nothing else may wait for an admin.
 */
export function publishedByProof(community: Verifiable): string[] {
  const { verified_at, held_at } = community
  if (!verified_at || !held_at || verified_at >= held_at) return []
  const held = Object.entries(heldValues(community)).filter(([name]) =>
    fieldsOfProof.some((field) => field === name),
  )
  return heldFields({ held_changes: Object.fromEntries(held) })
}
