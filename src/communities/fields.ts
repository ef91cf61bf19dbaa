import type { Enums, Tables } from '../supabase/database.types.ts'

/**
 * The fields of a community. Columns, form values, drafts and comparisons are derived from this list. Their rules are in
 * community-schema.ts, which screens that only show communities do not load, and their inputs in CommunityForm.tsx.
 *
 * - `label`: the name in comparisons, the history and exports
 * - `empty`: the initial value in the form
 * - `reviewedAs`: once the community is approved, owners' changes to the field wait for review under this name
 */
const fields = [
  { name: 'name', label: 'Name', empty: '', reviewedAs: 'name' },
  { name: 'description', label: 'Description', empty: '', reviewedAs: 'description' },
  { name: 'location', label: 'Location', empty: '' },
  { name: 'requested_place', label: 'Requested place', empty: '' },
  { name: 'category', label: 'Category', empty: '' },
  { name: 'languages', label: 'Languages', empty: '' },
  { name: 'member_count', label: 'Member count', empty: '' },
  { name: 'whatsapp_link', label: 'WhatsApp link', empty: '', reviewedAs: 'WhatsApp link' },
  { name: 'join_type', label: 'Join type', empty: 'open' },
  { name: 'image_url', label: 'Image', empty: '', reviewedAs: 'image' },
] as const

type Field = (typeof fields)[number]
export type FieldName = Field['name']
export type ReviewedField = Extract<Field, { reviewedAs: string }>['name']

export const fieldNames: readonly FieldName[] = fields.map(({ name }) => name)

/** The columns that the dialog, the profile and the admin screen load. */
export const communityColumns = columns(fields, [
  'id',
  'owner_id',
  'status',
  'approval_date',
  'rejection_reason',
  'held_changes',
  'held_at',
  'created_at',
  'updated_at',
])

type ColumnsOf<List extends string> = List extends `${infer First}, ${infer Rest}`
  ? First | ColumnsOf<Rest>
  : List

export type Community = Pick<Tables<'communities'>, ColumnsOf<typeof communityColumns>>

/** Whether the directory hides an approved community because its invite link no longer works. */
export const isLinkDead = ({
  status,
  community_links,
}: Pick<Community, 'status'> & { community_links: { state: Enums<'link_state'> } | null }) =>
  status === 'approved' && community_links?.state === 'dead'

/** The message for an update or a deletion that changed no row. */
export const communityGone = 'This community no longer exists, or you may no longer edit it.'

const labels = new Map<string, string>([
  ...fields.map(({ name, label }) => [name, label] as const),
  ['groups', 'WhatsApp groups'],
])

/** Returns a field's label, or the column's name if it has none. */
export const fieldLabel = (field: string): string => labels.get(field) ?? field.replaceAll('_', ' ')

/** The fields whose changes wait for review once the community is approved. */
export const reviewedFields = fields.filter((field) => 'reviewedAs' in field)

/* The overloads below give the results of the loops precise types. */

type Named = { readonly name: string }
type NamesOf<List extends readonly Named[]> = { [Index in keyof List]: List[Index]['name'] }
type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : never

function columns<List extends readonly Named[], const Others extends readonly string[]>(
  list: List,
  others: Others,
): Joined<[...NamesOf<List>, ...Others]>
function columns(list: readonly Named[], others: readonly string[]): string {
  return [...list.map(({ name }) => name), ...others].join(', ')
}

/** Returns an object with a value for each field. */
export function eachField<Value>(valueOf: (field: Field) => Value): Record<FieldName, Value>
export function eachField(valueOf: (field: Field) => unknown): object {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
}
