import type { ColumnsOf } from '../../supabase/row-of.ts'
import type { Json, Tables } from '../../supabase/database.types.ts'
import { reviewedFields } from '../../supabase/rules/fields.ts'
import { maxUnreviewedCount } from '../../supabase/rules/limits.ts'
import type { Blocked } from './blocks.ts'

/**
 * The fields of a community. Form values, drafts and comparisons are derived from this list. Their rules are in
 * community-schema.ts, which screens that only show communities do not load, and their inputs in CommunityForm.tsx.
 *
 * - `label`: the name in comparisons, the history and exports
 * - `empty`: the initial value in the form
 */
const fields = [
  { name: 'name', label: 'Name', empty: '' },
  { name: 'description', label: 'Description', empty: '' },
  { name: 'host_name', label: 'Host', empty: '' },
  { name: 'host_intro', label: 'About the host', empty: '' },
  { name: 'location', label: 'Location', empty: '' },
  { name: 'requested_place', label: 'Requested place', empty: '' },
  { name: 'category', label: 'Category', empty: '' },
  { name: 'languages', label: 'Languages', empty: '' },
  { name: 'member_count', label: 'Member count', empty: '' },
  { name: 'whatsapp_link', label: 'WhatsApp link', empty: '' },
  { name: 'join_type', label: 'Join type', empty: 'open' },
  { name: 'image_url', label: 'Image', empty: '' },
] as const

type Field = (typeof fields)[number]
export type FieldName = Field['name']
type ReviewedField = (typeof reviewedFields)[number]

// `@__PURE__` lets the inline script, which only needs the columns, leave out the fields.
export const fieldNames: readonly FieldName[] = /* @__PURE__ */ fields.map(({ name }) => name)

const ownColumns =
  'name, description, host_name, host_intro, location, requested_place, category, languages, member_count, whatsapp_link, join_type, image_url, id, owner_id, status, approval_date, rejection_reason, held_changes, held_at, reviewed_count, verified_at, name_changed_at, created_at, updated_at'

/** The columns that the dialog, the profile and the admin screen load. */
export const communityColumns = `${ownColumns}, community_blocks (kind, since, reason)` as const

/** The columns that admins read. */
export const adminColumns =
  `${communityColumns}, rejected_version, approved_groups, groups_changed_at, groups_updated_at, community_links (state, renamed_at), place:places!communities_location_fkey (country), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email, created_at, suspensions!suspensions_user_id_fkey (until))` as const

export type Community = Pick<Tables<'communities'>, ColumnsOf<typeof ownColumns>> & Blocked

/** The message for an update or a deletion that changed no row. */
export const communityGone = 'This community no longer exists, or you may no longer edit it.'

/** Whether a new community has no place, because its owner requested one. */
export const isWithoutPlace = ({ status, location }: Pick<Community, 'status' | 'location'>) =>
  status === 'pending' && location === null

export function fieldLabel(field: string): string {
  if (field === 'groups') return 'WhatsApp groups'
  return fields.find(({ name }) => name === field)?.label ?? field.replaceAll('_', ' ')
}

/**
 * The names of the reviewed fields in a sentence. Once a community is approved, owners' changes to them wait for review,
 * those to the member count only if `isCountReviewed`.
 */
export const reviewedAs: Record<ReviewedField, string> = {
  name: 'name',
  description: 'description',
  host_name: 'host',
  host_intro: 'host',
  member_count: 'member count',
  whatsapp_link: 'WhatsApp link',
  image_url: 'image',
}

export function eachField<Value>(valueOf: (field: Field) => Value): Record<FieldName, Value>
export function eachField(valueOf: (field: Field) => unknown): object {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
}

/** Returns the values that wait for review, by column, also of fields that this release does not know. */
export function heldValues({ held_changes }: Pick<Community, 'held_changes'>) {
  return isObject(held_changes) ? held_changes : {}
}

/** Returns the community as its owner last saved it. The database holds values of the types of their columns. */
export function withHeldChanges<Row extends Pick<Community, ReviewedField | 'held_changes'>>(
  community: Row,
): Row {
  return { ...community, ...heldValues(community) }
}

/** Returns the values that wait for review in fields that the form does not have: saving it must not withdraw them. */
export function heldOutsideForm(community: Pick<Community, 'held_changes'>): Json {
  const others = Object.entries(heldValues(community)).filter(
    ([name]) => !fieldNames.some((field) => field === name),
  )
  return others.length > 0 ? Object.fromEntries(others) : null
}

/** Returns the names of the fields that wait for review, for use in a sentence. */
export function heldFields(community: Pick<Community, 'held_changes'>): string[] {
  const names = heldColumns(community).map((column) => {
    const reviewed = reviewedFields.find((name) => name === column)
    return reviewed ? reviewedAs[reviewed] : fieldLabel(column).toLowerCase()
  })
  return [...new Set(names)]
}

/** Joins names for a sentence. In British English, because American lists have a comma before 'and' and 'or'. */
export const listFields = (names: string[], word: 'and' | 'or' = 'and') =>
  new Intl.ListFormat('en-GB', { type: word === 'or' ? 'disjunction' : 'conjunction' }).format(
    names,
  )

/** Returns the columns that wait for review, in the order of the form. */
export function heldColumns(community: Pick<Community, 'held_changes'>): string[] {
  const names = Object.keys(heldValues(community))
  const known = fieldNames.filter((name) => names.includes(name))
  return [...new Set([...known, ...names])]
}

/** Whether a member count waits for review. private.is_count_reviewed has the same formula. */
export const isCountReviewed = (count: number, reviewed: number | null): boolean =>
  count > Math.max(2 * (reviewed ?? 0), maxUnreviewedCount)

/** Returns the names of the fields in which an edit differs from the live version so that it waits for review. */
export function fieldsForReview(
  live: Pick<Community, ReviewedField | 'reviewed_count'>,
  edit: Readonly<Record<ReviewedField, unknown>>,
): string[] {
  const names = reviewedFields
    .filter((name) => edit[name] !== live[name])
    .filter(
      (name) => name !== 'member_count' || isCountReviewed(Number(edit[name]), live.reviewed_count),
    )
    .map((name) => reviewedAs[name])
  return [...new Set(names)]
}

export function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
