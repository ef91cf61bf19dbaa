import type { Json } from '../supabase/database.types.ts'
import { type Community, heldChanges, isObject, reviewedFields } from './fields.ts'
import { joinTypeLabels } from './vocabulary.ts'

/** One field of a community in two versions, in the words in which it is shown. */
export type Difference = {
  field: string
  label: string
  before: string
  after: string
  isImage: boolean
}

/** What a reviewer compares: the fields of a community, and its groups by name. */
type Content = Pick<
  Community,
  | 'name'
  | 'description'
  | 'location'
  | 'category'
  | 'whatsapp_link'
  | 'join_type'
  | 'member_count'
  | 'image_url'
> & { groups: readonly string[] }

const labels = {
  name: 'Name',
  description: 'Description',
  location: 'Location',
  category: 'Category',
  member_count: 'Member count',
  whatsapp_link: 'WhatsApp link',
  join_type: 'Join type',
  image_url: 'Image',
  groups: 'WhatsApp groups',
} satisfies Record<keyof Content, string>

const labelOf = new Map<string, string>(Object.entries(labels))

/** What a field is called on screen; a field without a name of its own keeps the database's. */
export const fieldLabel = (field: string): string =>
  labelOf.get(field) ?? field.replaceAll('_', ' ')

/** What would change if the changes that wait for review were accepted. */
export function heldDifferences(community: Community): Difference[] {
  const held = heldChanges(community)
  return reviewedFields.flatMap((field) => {
    const wanted = held[field]
    return wanted === undefined ? [] : [difference(field, community[field], wanted)]
  })
}

/**
 * What changed since a community was rejected.
 *
 * @param rejected the version that was rejected, as the database keeps it in `rejected_version`
 */
export function differencesSince(rejected: Json, current: Content): Difference[] {
  if (!isObject(rejected)) return []
  return [...labelOf.keys()].flatMap((field) => {
    const before = rejected[field]
    const after: unknown = Reflect.get(current, field)
    if (before === undefined || JSON.stringify(before) === JSON.stringify(after)) return []
    return [difference(field, before, after)]
  })
}

/** Fields as the audit log keeps them: those that differ, as they were and as they are. */
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
    before: inWords(before),
    after: inWords(after),
    isImage: field === 'image_url',
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(inWords).join('\n')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === 'open' || value === 'request') return joinTypeLabels[value]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
