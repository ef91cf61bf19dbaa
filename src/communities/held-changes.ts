import type { Json } from '../supabase/database.types.ts'
import {
  type Community,
  fieldLabel,
  fieldNames,
  type ReviewedField,
  reviewedFields,
} from './fields.ts'

/* Changes to an approved community that wait for review. */

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
  return heldColumns(community).map(
    (name) =>
      reviewedFields.find((field) => field.name === name)?.reviewedAs ??
      fieldLabel(name).toLowerCase(),
  )
}

/** Returns the columns that wait for review, in the order of the form. */
export function heldColumns(community: Pick<Community, 'held_changes'>): string[] {
  const names = Object.keys(heldValues(community))
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

/** Whether a jsonb value is an object. */
export function isObject(value: Json): value is { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
