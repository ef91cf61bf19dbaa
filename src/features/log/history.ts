import { isolate } from '../../lib/isolate.ts'
import { type Difference, loggedDifferences } from '../community/find-differences.ts'
import { hidingReasons } from '../community/blocks.ts'
import { hidingKinds } from '../../supabase/rules/blocks.ts'
import { isObject } from '../community/fields.ts'
import { readProperty, readText } from '../../lib/read-property.ts'
import { allReportReasons, reportReasonLabels } from '../community/report-reasons.ts'
import { formatCountOf, formatMoment } from '../../ui/format.ts'
import type { Json } from '../../supabase/database.types.ts'
import type { HistoryEntry } from './history-queries.ts'

export const actionLabels = {
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
  suspended: 'Suspended',
  'suspension ended': 'Suspension ended',
  appealed: 'Appealed',
  'appeal accepted': 'Appeal accepted',
  'appeal declined': 'Appeal declined',
  verified: 'Verified',
  'changes proved': 'Changes proved by the owner',
  'renamed on WhatsApp': 'Renamed on WhatsApp',
  'name accepted': 'New name accepted',
  'link swapped': 'Link swapped, same group',
  'fell asleep': 'Fell asleep',
  'woke up': 'Woke up',
  imported: 'Communities imported',
  'co-owner added': 'Co-owner added',
  'co-owner removed': 'Co-owner removed',
  transferred: 'Handed over to another owner',
  claimed: 'Claimed',
  'claim answered': 'Claim answered',
  'claim accepted': 'Claim accepted',
  'claim declined': 'Claim declined',
} satisfies Record<HistoryEntry['action'], string>

export function describeAction({ action, subject, before, after }: HistoryEntry): string {
  if (action === 'reports resolved') return describeReports(before)
  if (subject === 'synonyms') return `Synonyms ${action}`
  if (readProperty(after, 'with_account')) return 'Deleted with the account'
  if (action === 'imported') return describeImport(after)
  if (subject === 'user') return describeUserAction(action, after)
  return actionLabels[action]
}

/** Returns 'Suspended, 2 communities hidden', for example. */
function describeUserAction(action: HistoryEntry['action'], after: Json): string {
  if (action === 'deleted') return 'User deleted'
  if (action === 'decision undone') return 'Suspension undone'
  const hidden = action === 'suspended' && readProperty(after, 'hidden')
  return Array.isArray(hidden)
    ? `Suspended, ${formatCountOf(hidden.length, 'community', 'communities')} hidden`
    : actionLabels[action]
}

/** Returns '30 communities imported'. */
function describeImport(after: Json): string {
  const count = readProperty(after, 'communities')
  return typeof count === 'number'
    ? `${formatCountOf(count, 'community', 'communities')} imported`
    : actionLabels.imported
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

/** The actions of owners whose log entry may have no actor: a link in an email works without signing in. */
const ownerActions = new Set<HistoryEntry['action']>(['deleted', 'resubmitted', 'woke up'])

/** Returns the actor's name, or their role if the account was deleted. */
export function describeActor({ actor, actor_id, by_admin, action }: HistoryEntry): string {
  if (actor) return isolate(actor)
  if (actor_id) return by_admin ? 'a former admin' : 'a former user'
  return ownerActions.has(action) ? 'the owner' : 'the system'
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
  'reviewed_count',
  'verified_at',
  'name_changed_at',
  'approved_groups',
  'groups_before',
  'renamed_at',
  'with_account',
  'created_at',
  'id',
  'hidden',
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
  group_name: 'Name on WhatsApp',
  reason: 'Reason',
  until: 'Until',
}

/** The end of a suspension, logged as the database writes it. */
const formatEnd = (until: string) => until && formatMoment(until)

/** Returns why a logged version of a community was hidden. */
function loggedReasons(version: Json): string {
  const community_blocks = hidingKinds.flatMap((kind) => {
    const block = readProperty(version, `block_${kind}`)
    const reason = readText(block, 'reason') || null
    return block ? [{ kind, since: readText(block, 'since'), reason }] : []
  })
  return hidingReasons({ community_blocks }).join('\n')
}

/** The groups of a logged version, if they changed. */
const groupsOf = (version: Json) =>
  isObject(version) && version['groups'] !== undefined ? { groups: version['groups'] } : {}

export function changesIn({ action, subject, before, after }: HistoryEntry): Difference[] {
  if (action === 'reports resolved' || action === 'imported') return []
  // Of a deleted community, only a hidden one has more than its name in the log.
  if (action === 'deleted' && subject !== 'community') return []
  const declined =
    action === 'changes declined' && isObject(before) ? (before['held_changes'] ?? null) : null
  const reason = readText(after, 'rejection_reason')
  const differences = isObject(declined)
    ? loggedDifferences(
        { ...declined, ...groupsOf(before) },
        { ...groupsOf(after), ...(reason && { rejection_reason: reason }) },
      )
    : loggedDifferences(before, after)
  const hiding = { before: loggedReasons(before), after: loggedReasons(after) }
  if (hiding.before !== hiding.after) {
    differences.push({ field: 'hiding', label: 'Reason for hiding', isImage: false, ...hiding })
  }
  return differences
    .filter(
      ({ field }) =>
        !hiddenFields.has(field) &&
        !field.startsWith('block_') &&
        !(action === 'deleted' && field === 'name'),
    )
    .map((one) => ({
      ...one,
      label: otherLabels[one.field] ?? one.label,
      ...(one.field === 'until' && { before: formatEnd(one.before), after: formatEnd(one.after) }),
    }))
}
