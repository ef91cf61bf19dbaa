import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../supabase/clean-text.ts'
import type { Tables } from '../supabase/database.types.ts'
import { isAllowedImageUrl } from './stock-photo.ts'
import {
  allCategories,
  allJoinTypes,
  allLocations,
  type Category,
  type JoinType,
  type Location,
} from './vocabulary.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

/** Characters at most, as the CHECK constraints of the migrations count them. */
export const maxLength = { name: 100, description: 2000, groupName: 100 } as const
export const maxMemberCount = 10_000_000

/**
 * What people fill in about a community, a field an entry. Columns, defaults, form values, drafts,
 * comparisons and the rules of the form are derived from it. The inputs are in CommunityForm.tsx.
 *
 * `label` names the field in comparisons, in the history and in exports. `empty` is what the form of a
 * new community begins with. A field with `reviewedAs` is what visitors are promised: once the
 * community is approved, an owner's change to it waits for review under that name.
 */
const fields = [
  {
    name: 'name',
    label: 'Name',
    empty: '',
    rule: required(cleanLine, maxLength.name, 'Please enter a name'),
    reviewedAs: 'name',
  },
  {
    name: 'description',
    label: 'Description',
    empty: '',
    rule: required(cleanText, maxLength.description, 'Please enter a description'),
    reviewedAs: 'description',
  },
  {
    name: 'location',
    label: 'Location',
    empty: '',
    rule: choice<Location>(allLocations, 'Please select a location'),
  },
  {
    name: 'category',
    label: 'Category',
    empty: '',
    rule: choice<Category>(allCategories, 'Please select a category'),
  },
  { name: 'member_count', label: 'Member count', empty: '', rule: memberCount() },
  {
    name: 'whatsapp_link',
    label: 'WhatsApp link',
    empty: '',
    rule: whatsappLink(),
    reviewedAs: 'WhatsApp link',
  },
  {
    name: 'join_type',
    label: 'Join type',
    empty: 'open',
    rule: choice<JoinType>(allJoinTypes, 'Please select a join type'),
  },
  {
    name: 'image_url',
    label: 'Image',
    empty: '',
    rule: z.string().check(z.minLength(1, { error: 'Please upload an image', abort: true })),
    reviewedAs: 'image',
  },
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

/* The form */

const group = z.object({
  id: z.string(),
  name: required(cleanLine, maxLength.groupName, 'Please enter a group name'),
  description: z.string(),
})

type Options = {
  /** Where the project's own images are served from. */
  projectUrl: string
  /** The owner of a new community states that the link may be published. */
  isNew: boolean
}

/** The rules of the form. What they let through, the database lets through. */
export function communitySchema({ projectUrl, isNew }: Options) {
  const rules = rulesOf(fields)
  return z.object({
    ...rules,
    image_url: rules.image_url.check(
      z.refine((url) => isAllowedImageUrl(url, projectUrl), 'Invalid image URL'),
    ),
    groups: z.array(group),
    may_publish: z
      .boolean()
      .check(z.refine((yes) => yes || !isNew, 'Please confirm that you may publish this link')),
  })
}

/** What the fields hold while somebody types: texts, whatever is made of them on saving. */
export type CommunityInput = z.input<ReturnType<typeof communitySchema>>

/** What is saved. */
export type CommunityValues = z.output<ReturnType<typeof communitySchema>>

export const emptyForm: CommunityInput = {
  ...eachField(({ empty }) => empty),
  groups: [],
  may_publish: false,
}

/** Anything that is not a number counts as 0. */
export function toCount(text: string): number {
  const count = Number(text.trim())
  return Number.isFinite(count) ? count : 0
}

function choice<Value extends string>(values: readonly Value[], message: string) {
  return z.pipe(
    z.string(),
    z.transform((text: string, payload): Value => {
      const chosen = values.find((value) => value === text)
      if (chosen !== undefined) return chosen
      payload.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )
}

function required(clean: (text: string) => string, max: number, missing: string) {
  return z.pipe(
    z.pipe(z.string(), z.transform(clean)),
    z.string().check(
      // Format characters alone, such as a zero-width space, would look like nothing.
      z.refine((text) => /[^\p{Cf}\p{Z}]/u.test(text), missing),
      z.refine(
        (text) => Array.from(text).length <= max,
        `Use at most ${max.toLocaleString('en')} characters`,
      ),
    ),
  )
}

function memberCount() {
  return z.pipe(
    z.pipe(z.string(), z.transform(toCount)),
    z
      .number()
      .check(
        z.int('Please enter a whole number'),
        z.gte(0, 'The member count cannot be below 0'),
        z.lte(maxMemberCount, `Please enter at most ${maxMemberCount.toLocaleString('en')}`),
      ),
  )
}

function whatsappLink() {
  return z.pipe(
    z.string(),
    z.transform((text: string, payload) => {
      const result = parseWhatsAppLink(text)
      if (result.ok) return result.link
      payload.issues.push({ code: 'custom', message: result.message, input: text })
      return z.NEVER
    }),
  )
}

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

function rulesOf<List extends readonly (Named & { rule: unknown })[]>(
  list: List,
): { [Entry in List[number] as Entry['name']]: Entry['rule'] }
function rulesOf(list: readonly (Named & { rule: unknown })[]): object {
  return Object.fromEntries(list.map(({ name, rule }) => [name, rule]))
}
