import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Difference, isObject, loggedDifferences } from '../../../communities/versions.ts'
import { allReportReasons, reportReasonLabels } from '../../../communities/vocabulary.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { formatCountOf } from '../../../ui/format.ts'
import type { Json } from '../../../supabase/database.types.ts'

/** Whose history: a community's, a user's, or everything that was done. */
export type HistorySubject = { kind: 'community' | 'user'; id: string; name: string } | 'everything'

/** Entries read at a time. */
const pageSize = 25

/** The append-only audit log, newest first, with the names of those who acted. */
export function historyOf(subject: HistorySubject) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'history', subject === 'everything' ? subject : subject.id],
    queryFn: async ({ pageParam, signal }) => {
      let query = supabase
        .from('audit_log')
        .select('id, at, action, subject, subject_id, actor_id, by_admin, before, after')
        .order('id', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal)
      if (subject !== 'everything') query = query.eq('subject_id', subject.id)
      if (pageParam) query = query.lt('id', pageParam)
      const entries = unwrap(await query)
      const ids = (kind: 'community' | 'user') =>
        entries.flatMap(({ subject: of, subject_id }) => (of === kind && subject_id) || [])
      // Entries outlive what they are about, so the log has no foreign keys to embed names by.
      const [people, communities] = await Promise.all([
        readNames('profiles', [
          ...entries.flatMap(({ actor_id }) => actor_id ?? []),
          ...ids('user'),
        ]),
        readNames('communities', subject === 'everything' ? ids('community') : []),
      ])
      return entries.map((entry) => ({
        ...entry,
        actor: nameOf(people, entry.actor_id),
        subjectName: nameOf(entry.subject === 'user' ? people : communities, entry.subject_id),
      }))
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
  })
}

export type HistoryEntry = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof historyOf>['queryFn']>>>
>[number]

const nameOf = (names: Map<string, string>, id: string | null) =>
  (id === null ? undefined : names.get(id)) ?? null

async function readNames(
  table: 'profiles' | 'communities',
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = unwrap(
    await supabase
      .from(table)
      .select('id, name')
      .in('id', [...new Set(ids)]),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

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
  'reports resolved': 'Reports resolved',
} satisfies Record<HistoryEntry['action'], string>

/** What happened, in words. */
export function whatHappened({
  action,
  subject,
  before,
}: Pick<HistoryEntry, 'action' | 'subject' | 'before'>): string {
  if (action === 'reports resolved') return resolvedReports(before)
  return action === 'deleted' && subject === 'user' ? 'User deleted' : sentences[action]
}

/** '2 reports resolved (Dead link, Spam)'. Of an owner whose account was deleted the log keeps no numbers. */
function resolvedReports(before: Json): string {
  if (!isObject(before) || typeof before['reports'] !== 'number')
    return sentences['reports resolved']
  const reasons = before['reasons']
  const labels = allReportReasons
    .filter((reason) => Array.isArray(reasons) && reasons.includes(reason))
    .map((reason) => reportReasonLabels[reason])
  return `${formatCountOf(before['reports'], 'report', 'reports')} resolved (${labels.join(', ')})`
}

/** Who did it: a name, or what is still known about somebody whose account was deleted. */
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
  if (action === 'deleted' || action === 'reports resolved') return []
  const declined = action === 'changes declined' && isObject(before) ? before['held_changes'] : null
  const differences = declined ? loggedDifferences(declined, {}) : loggedDifferences(before, after)
  return differences.filter(({ field }) => !bookkeeping.has(field))
}
