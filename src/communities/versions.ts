import type { Json } from '../supabase/database.types.ts'
import {
  type Community,
  fieldLabel,
  fieldNames,
  type FieldName,
  type ReviewedField,
  reviewedFields,
} from './fields.ts'
import { languageName } from './languages.ts'
import { joinTypeLabels } from './vocabulary.ts'

/** Returns the values that wait for review, also of fields that this release does not know. */
export function heldChanges({ held_changes }: Pick<Community, 'held_changes'>) {
  return isObject(held_changes) ? held_changes : {}
}

/** Returns the community as its owner last saved it. The database holds values of the types of their columns. */
export function ownVersion<Row extends Pick<Community, ReviewedField | 'held_changes'>>(
  community: Row,
): Row {
  return { ...community, ...heldChanges(community) }
}

/** Returns the values that wait for review in fields that the form does not have: saving it must not withdraw them. */
export function heldOutsideForm(community: Pick<Community, 'held_changes'>): Json {
  const others = Object.entries(heldChanges(community)).filter(
    ([name]) => !fieldNames.some((field) => field === name),
  )
  return others.length > 0 ? Object.fromEntries(others) : null
}

/** Returns the names of the fields that wait for review, for use in a sentence. */
export function heldFields(community: Pick<Community, 'held_changes'>): string[] {
  return heldNames(community).map(
    (name) =>
      reviewedFields.find((field) => field.name === name)?.reviewedAs ??
      fieldLabel(name).toLowerCase(),
  )
}

/** Returns the columns that wait for review, in the order of the form. */
function heldNames(community: Pick<Community, 'held_changes'>): string[] {
  const names = Object.keys(heldChanges(community))
  const known = fieldNames.filter((name) => names.includes(name))
  return [...new Set([...known, ...names])]
}

/** Returns the names of the reviewed fields in which an edit differs from the live version. */
export function fieldsForReview(
  live: Pick<Community, ReviewedField>,
  edit: Readonly<Record<ReviewedField, unknown>>,
): string[] {
  return reviewedFields
    .filter(({ name }) => edit[name] !== live[name])
    .map((field) => field.reviewedAs)
}

/** The two displayed values of a field. */
export type Difference = {
  field: string
  label: string
  before: string
  after: string
  isImage: boolean
}

/** The fields of a community and the names of its groups, for comparison. */
type Content = Pick<Community, FieldName> & { groups: readonly string[] }

/** Returns what accepting the held changes would change. */
export function heldDifferences(community: Community): Difference[] {
  const held = heldChanges(community)
  return heldNames(community).map((name) =>
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

/** Compares the approved groups with the current ones. */
export function groupDifferences(
  approved: Json,
  current: readonly { name: string; description: string }[],
): Difference[] {
  return [
    difference(
      'groups',
      approved,
      current.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ),
  ]
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

/** Formats a value of a field for display. */
export function displayField(field: string, value: unknown): string {
  if (field !== 'languages' || !Array.isArray(value)) return displayValue(value)
  return value.map((code) => languageName(String(code))).join(', ')
}

/** Formats a value for display. */
function displayValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(displayValue).join('\n')
  if (isGroup(value)) return value.description ? `${value.name}: ${value.description}` : value.name
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === 'open' || value === 'request') return joinTypeLabels[value]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isGroup = (value: unknown): value is { name: string; description?: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** Whether a jsonb value is an object. */
export function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
