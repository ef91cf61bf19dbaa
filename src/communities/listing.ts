import type { Json, Tables } from '../supabase/database.types.ts'

/** Every column that the dialog, the profile and the admin screen need of a listing. */
export const listingColumns =
  'id, name, description, location, whatsapp_link, join_type, image_url, category, member_count, owner_id, status, approval_date, approved_by, rejection_reason, held_changes, held_at, created_at, updated_at'

type ColumnsOf<List extends string> = List extends `${infer First}, ${infer Rest}`
  ? First | ColumnsOf<Rest>
  : List

export type Listing = Pick<Tables<'communities'>, ColumnsOf<typeof listingColumns>>

/** What visitors are promised. Once approved, an owner's change to it waits for review. */
export const reviewedFields = ['name', 'description', 'whatsapp_link', 'image_url'] as const

export type ReviewedField = (typeof reviewedFields)[number]

const reviewedFieldLabels = {
  name: 'name',
  description: 'description',
  whatsapp_link: 'WhatsApp link',
  image_url: 'picture',
} satisfies Record<ReviewedField, string>

/** The values that wait for review; empty when nothing does. */
export function heldChanges(
  listing: Pick<Listing, 'held_changes'>,
): Partial<Record<ReviewedField, string>> {
  const held = listing.held_changes
  if (!isObject(held)) return {}
  const changes: Partial<Record<ReviewedField, string>> = {}
  for (const field of reviewedFields) {
    const value = held[field]
    if (typeof value === 'string') changes[field] = value
  }
  return changes
}

/** The listing as its owner last saved it, with the changes that still wait for review. */
export function ownVersion<Row extends Pick<Listing, ReviewedField | 'held_changes'>>(
  listing: Row,
): Row {
  return { ...listing, ...heldChanges(listing) }
}

/** Names of the fields that wait for review, to be read in a sentence. */
export function heldFields(listing: Pick<Listing, 'held_changes'>): string[] {
  const held = heldChanges(listing)
  return reviewedFields
    .filter((field) => held[field] !== undefined)
    .map((field) => reviewedFieldLabels[field])
}

/** Names of the fields in which an edit differs from the live version of a listing. */
export function fieldsForReview(
  live: Pick<Listing, ReviewedField>,
  edit: Pick<Listing, ReviewedField>,
): string[] {
  return reviewedFields
    .filter((field) => edit[field] !== live[field])
    .map((field) => reviewedFieldLabels[field])
}

/** Whether a jsonb value is an object, so that its fields can be read. */
export function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
