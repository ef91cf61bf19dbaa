import type { Json, Tables } from '../supabase/database.types.ts'

/** Every column that the dialog, the profile and the admin screen need of a community. */
export const communityColumns =
  'id, name, description, location, whatsapp_link, join_type, image_url, category, member_count, owner_id, status, approval_date, approved_by, rejection_reason, held_changes, held_at, created_at, updated_at'

type ColumnsOf<List extends string> = List extends `${infer First}, ${infer Rest}`
  ? First | ColumnsOf<Rest>
  : List

export type Community = Pick<Tables<'communities'>, ColumnsOf<typeof communityColumns>>

/** What visitors are promised. Once approved, an owner's change to it waits for review. */
export const reviewedFields = ['name', 'description', 'whatsapp_link', 'image_url'] as const

export type ReviewedField = (typeof reviewedFields)[number]

const reviewedFieldLabels = {
  name: 'name',
  description: 'description',
  whatsapp_link: 'WhatsApp link',
  image_url: 'image',
} satisfies Record<ReviewedField, string>

/** The values that wait for review; empty when nothing does. */
export function heldChanges(
  community: Pick<Community, 'held_changes'>,
): Partial<Record<ReviewedField, string>> {
  const held = community.held_changes
  if (!isObject(held)) return {}
  const changes: Partial<Record<ReviewedField, string>> = {}
  for (const field of reviewedFields) {
    const value = held[field]
    if (typeof value === 'string') changes[field] = value
  }
  return changes
}

/** The community as its owner last saved it, with the changes that still wait for review. */
export function ownVersion<Row extends Pick<Community, ReviewedField | 'held_changes'>>(
  community: Row,
): Row {
  return { ...community, ...heldChanges(community) }
}

/** Names of the fields that wait for review, to be read in a sentence. */
export function heldFields(community: Pick<Community, 'held_changes'>): string[] {
  const held = heldChanges(community)
  return reviewedFields
    .filter((field) => held[field] !== undefined)
    .map((field) => reviewedFieldLabels[field])
}

/** Names of the fields in which an edit differs from the live version of a community. */
export function fieldsForReview(
  live: Pick<Community, ReviewedField>,
  edit: Pick<Community, ReviewedField>,
): string[] {
  return reviewedFields
    .filter((field) => edit[field] !== live[field])
    .map((field) => reviewedFieldLabels[field])
}

/** Whether a jsonb value is an object, so that its fields can be read. */
export function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
