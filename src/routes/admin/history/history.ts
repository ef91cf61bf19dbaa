import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Difference, loggedDifferences } from '../../../communities/find-differences.ts'
import { isObject } from '../../../communities/fields.ts'
import { readProperty, readText } from '../../../lib/read-property.ts'
import { allReportReasons, reportReasonLabels } from '../../../communities/vocabulary.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { supabase } from '../../../supabase/client.ts'
import { formatCountOf } from '../../../ui/format.ts'
import type { Enums, Json } from '../../../supabase/database.types.ts'
import type { RowOf } from '../../../supabase/row-of.ts'

export type HistorySubject = { kind: 'community' | 'user'; id: string; name: string } | 'everything'

const entriesPerPage = 25

/** Returns the query for the audit log, newest first, with the current names of users, communities and places. */
export function historyOf(subject: HistorySubject) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'history', subject === 'everything' ? subject : subject.id],
    queryFn: async ({ pageParam, signal }) => {
      let query = supabase
        .from('audit_log')
        .select('id, at, action, subject, subject_id, actor_id, by_admin, before, after')
        .order('id', { ascending: false })
        .limit(entriesPerPage)
        .abortSignal(signal)
      if (subject !== 'everything') query = query.eq('subject_id', subject.id)
      if (pageParam) query = query.lt('id', pageParam)
      const entries = unwrap(await query)
      const ids = (kind: Enums<'audit_subject'>) =>
        entries.flatMap((entry) => (entry.subject === kind && entry.subject_id) || [])
      // Entries outlive users, communities and places, so there are no foreign keys to embed names by.
      const [users, communities, places] = await Promise.all([
        readNames('profiles', [
          ...entries.flatMap(({ actor_id }) => actor_id ?? []),
          ...ids('user'),
        ]),
        readNames('communities', subject === 'everything' ? ids('community') : []),
        readNames('places', ids('place')),
      ])
      const names = {
        user: users,
        community: communities,
        place: places,
        synonyms: new Map<string, string>(),
      }
      return entries.map((entry) => ({
        ...entry,
        actor: nameOf(users, entry.actor_id),
        subjectName: nameOf(names[entry.subject], entry.subject_id),
      }))
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < entriesPerPage ? undefined : last.at(-1)?.id),
  })
}

export type HistoryEntry = RowOf<typeof historyOf>

const nameOf = (names: Map<string, string>, id: string | null) => names.get(id ?? '') ?? null

async function readNames(table: 'profiles' | 'communities' | 'places', ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const uniqueIds = [...new Set(ids)]
  const rows = unwrap(await supabase.from(table).select('id, name').in('id', uniqueIds))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const actionLabels = {
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
  added: 'Added',
  merged: 'Merged with another place',
  hidden: 'Hidden',
  shown: 'Shown again',
  'returned to pending': 'Returned to pending',
  appealed: 'Appealed',
  'appeal accepted': 'Appeal accepted',
  'appeal declined': 'Appeal declined',
} satisfies Record<HistoryEntry['action'], string>

export function describeAction({ action, subject, before }: HistoryEntry): string {
  if (action === 'reports resolved') return describeReports(before)
  if (subject === 'synonyms') return `Synonyms ${action}`
  return action === 'deleted' && subject === 'user' ? 'User deleted' : actionLabels[action]
}

/** Returns '2 reports resolved (Dead link, Spam)'. Deleting the owner's account removes these details from the log. */
function describeReports(before: Json): string {
  const count = readProperty(before, 'reports')
  if (typeof count !== 'number') return actionLabels['reports resolved']
  const reasons = readProperty(before, 'reasons')
  const labels = allReportReasons
    .filter((reason) => Array.isArray(reasons) && reasons.includes(reason))
    .map((reason) => reportReasonLabels[reason])
  return `${formatCountOf(count, 'report', 'reports')} resolved (${labels.join(', ')})`
}

/** Returns the actor's name, or their role if the account was deleted. */
export function describeActor({ actor, actor_id, by_admin, action }: HistoryEntry): string {
  if (actor) return actor
  if (actor_id) return by_admin ? 'a former admin' : 'a former user'
  return action === 'deleted' || action === 'resubmitted' ? 'the owner' : 'the system'
}

/** Returns the name of a deleted community or of an added place, which may exist only in the log, or the synonyms. */
export function loggedName({ action, subject, before, after }: HistoryEntry): string {
  if (subject === 'synonyms') {
    const terms = readProperty(action === 'deleted' ? before : after, 'terms')
    return Array.isArray(terms) ? terms.join(', ') : ''
  }
  const logged = action === 'deleted' ? before : action === 'added' ? after : null
  return readText(logged, 'name')
}

// The entry itself already shows who decided and when.
const hiddenFields = new Set([
  'approved_by',
  'approval_date',
  'rejected_version',
  'held_changes',
  'held_at',
  'hidden_at',
  'hidden_by',
  'approved_groups',
  'created_at',
  'id',
])

/** Columns that no form has. The fields of communities have labels in fields.ts. */
const otherLabels: Partial<Record<string, string>> = {
  alternative_names: 'Alternative names',
  country: 'Country',
  country_code: 'Country code',
  latitude: 'Latitude',
  longitude: 'Longitude',
  is_active: 'Owners can choose it',
  terms: 'Words',
  reason: 'Reason',
  hidden_reason: 'Reason for hiding',
}

export function changesIn({ action, subject, before, after }: HistoryEntry): Difference[] {
  if (action === 'reports resolved') return []
  // Of a deleted community, only a hidden one has more than its name in the log.
  if (action === 'deleted' && subject !== 'community') return []
  const declined = action === 'changes declined' && isObject(before) ? before['held_changes'] : null
  const differences = declined ? loggedDifferences(declined, {}) : loggedDifferences(before, after)
  return differences
    .filter(({ field }) => !hiddenFields.has(field) && !(action === 'deleted' && field === 'name'))
    .map((one) => ({ ...one, label: otherLabels[one.field] ?? one.label }))
}
