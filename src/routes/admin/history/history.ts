import { type Difference, loggedDifferences } from '../../../communities/differences.ts'
import { isObject } from '../../../communities/community.ts'
import type { HistoryEntry } from './history-queries.ts'

const sentences = {
  approved: 'Approved',
  rejected: 'Rejected',
  resubmitted: 'Edited and resubmitted',
  'changes accepted': 'Changes accepted',
  'changes declined': 'Changes declined',
  'decision undone': 'Decision undone',
  edited: 'Edited',
  'credits changed': 'Credits changed',
  'role changed': 'Role changed',
  deleted: 'Deleted',
} satisfies Record<HistoryEntry['action'], string>

/** What happened, in words. */
export function whatHappened({ action, subject }: Pick<HistoryEntry, 'action' | 'subject'>) {
  return action === 'deleted' && subject === 'user' ? 'User deleted' : sentences[action]
}

/** Who did it: a name, or what can still be said of somebody without an account. */
export function whoActed({ actor, actor_id, by_admin, action }: HistoryEntry): string {
  if (actor) return actor
  if (actor_id) return by_admin ? 'a former admin' : 'a former user'
  return action === 'deleted' || action === 'resubmitted' ? 'the owner' : 'the system'
}

/** What a deleted community was called: the entry is all that is left of it. */
export function deletedName({ action, before }: Pick<HistoryEntry, 'action' | 'before'>): string {
  const name = action === 'deleted' && isObject(before) ? before['name'] : undefined
  return typeof name === 'string' ? name : ''
}

// The signature of a decision and the bookkeeping of the database say nothing that the entry does not.
const bookkeeping = new Set([
  'approved_by',
  'approval_date',
  'rejected_version',
  'held_changes',
  'held_at',
  'created_at',
])

/** The fields worth showing. */
export function changesIn({ action, before, after }: HistoryEntry): Difference[] {
  if (action === 'deleted') return []
  const declined = action === 'changes declined' && isObject(before) ? before['held_changes'] : null
  const differences = declined ? loggedDifferences(declined, {}) : loggedDifferences(before, after)
  return differences.filter(({ field }) => !bookkeeping.has(field))
}
