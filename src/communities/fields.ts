import type { Enums, Tables } from '../supabase/database.types.ts'

/**
 * What people fill in about a community, one entry per field. Columns, defaults, form values, drafts and
 * comparisons are derived from it. The rules of the form are in community-schema.ts, which screens that
 * only show communities do not load, the inputs in CommunityForm.tsx.
 *
 * `label` names the field in comparisons, in the history and in exports. `empty` is what the form of a
 * new community begins with. A field with `reviewedAs` is what visitors are promised: once the
 * community is approved, an owner's change to it waits for review under that name.
 */
const fields = [
  { name: 'name', label: 'Name', empty: '', reviewedAs: 'name' },
  { name: 'description', label: 'Description', empty: '', reviewedAs: 'description' },
  { name: 'location', label: 'Location', empty: '' },
  { name: 'category', label: 'Category', empty: '' },
  { name: 'member_count', label: 'Member count', empty: '' },
  { name: 'whatsapp_link', label: 'WhatsApp link', empty: '', reviewedAs: 'WhatsApp link' },
  { name: 'join_type', label: 'Join type', empty: 'open' },
  { name: 'image_url', label: 'Image', empty: '', reviewedAs: 'image' },
] as const

type Field = (typeof fields)[number]
export type FieldName = Field['name']
export type ReviewedField = Extract<Field, { reviewedAs: string }>['name']

export const fieldNames: readonly FieldName[] = fields.map(({ name }) => name)

/** Every column that the dialog, the profile and the admin screen need of a community. */
export const communityColumns = columns(fields, [
  'id',
  'owner_id',
  'status',
  'approval_date',
  'approved_by',
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

/** Whether visitors do not see an approved community because its invite link no longer works. */
export const isLinkDead = ({
  status,
  community_links,
}: Pick<Community, 'status'> & { community_links: { state: Enums<'link_state'> } | null }) =>
  status === 'approved' && community_links?.state === 'dead'

/** Why an update or a deletion changed nothing. */
export const communityGone = 'This community no longer exists, or you may no longer edit it.'

const labels = new Map<string, string>([
  ...fields.map(({ name, label }) => [name, label] as const),
  ['groups', 'WhatsApp groups'],
])

/** What a field is called on screen; a field without a name of its own keeps the database's. */
export const fieldLabel = (field: string): string => labels.get(field) ?? field.replaceAll('_', ' ')

/** What visitors are promised. Once approved, an owner's change to it waits for review. */
export const reviewedFields = fields.filter((field) => 'reviewedAs' in field)

/* The overloads below state as a type what the loops do. */

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

/** An object with a value for each field. */
export function eachField<Value>(valueOf: (field: Field) => Value): Record<FieldName, Value>
export function eachField(valueOf: (field: Field) => unknown): object {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
}
