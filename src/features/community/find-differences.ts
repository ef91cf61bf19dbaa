import { isolate } from '../../lib/isolate.ts'
import type { Json } from '../../supabase/database.types.ts'
import {
  type Community,
  fieldLabel,
  type FieldName,
  fieldNames,
  heldColumns,
  heldValues,
  isObject,
} from './fields.ts'
import { languageName } from './languages.ts'
import { joinTypeLabels } from './vocabulary.ts'

/* The differences between two versions of a community, for display. */

export type Difference = {
  field: string
  label: string
  before: string
  after: string
  isImage: boolean
}

type Content = Pick<Community, FieldName> & { groups: readonly string[] }

/** Returns what accepting the held changes would change. */
export function heldDifferences(community: Community): Difference[] {
  const held = heldValues(community)
  return heldColumns(community).map((name) =>
    // The live value of a field that this release does not know is not loaded.
    difference(name, name in community ? Reflect.get(community, name) : 'not loaded', held[name]),
  )
}

/**
 * Returns what changed since a community was rejected.
 *
 * @param rejected the column `rejected_version`
 */
export function differencesSince(rejected: Json, current: Content): Difference[] {
  if (!isObject(rejected)) return []
  return [...fieldNames, 'groups'].flatMap((field) => {
    const before = rejected[field]
    const after: unknown = Reflect.get(current, field)
    if (before === undefined || JSON.stringify(before) === JSON.stringify(after)) return []
    return [difference(field, before, after)]
  })
}

export function groupDifferences(
  approved: Json,
  current: readonly { name: string; description: string }[],
): Difference[] {
  const byName = current.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [difference('groups', approved, byName)]
}

/** Compares the `before` and `after` of an audit log entry. */
export function loggedDifferences(before: Json, after: Json): Difference[] {
  const one = isObject(before) ? before : {}
  const other = isObject(after) ? after : {}
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].map((field) =>
    difference(field, one[field], other[field]),
  )
}

function difference(field: string, before: unknown, after: unknown): Difference {
  return {
    field,
    label: fieldLabel(field),
    before: displayField(field, before),
    after: displayField(field, after),
    isImage: field === 'image_url',
  }
}

export function displayField(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    if (field === 'languages') return value.map((code) => languageName(String(code))).join(', ')
    return value.map((item) => displayField(field, item)).join('\n')
  }
  if (isGroup(value))
    return value.description ? `${isolate(value.name)}: ${isolate(value.description)}` : value.name
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === 'open' || value === 'request') return joinTypeLabels[value]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isGroup = (value: unknown): value is { name: string; description?: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
