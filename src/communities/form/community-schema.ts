import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../../lib/clean-text.ts'
import { formatCount } from '../../ui/format.ts'
import { eachField, type FieldName } from '../fields.ts'
import { isAllowedImageUrl } from '../images/stock-photo.ts'
import { allCategories, allJoinTypes, allLocations } from '../vocabulary.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

/** Characters at most, as the CHECK constraints of the migrations count them. */
export const maxLength = { name: 100, description: 2000, groupName: 100 } as const
export const maxMemberCount = 10_000_000

const rules = {
  name: required(cleanLine, maxLength.name, 'Please enter a name'),
  description: required(cleanText, maxLength.description, 'Please enter a description'),
  location: choice(allLocations, 'Please select a location'),
  category: choice(allCategories, 'Please select a category'),
  member_count: memberCount(),
  whatsapp_link: whatsappLink(),
  join_type: choice(allJoinTypes, 'Please select a join type'),
  image_url: z.string().check(z.minLength(1, { error: 'Please upload an image', abort: true })),
} satisfies Record<FieldName, z.ZodMiniType>

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

/** The rules of the form, the same as the database's; only the database knows which links are listed already. */
export function communitySchema({ projectUrl, isNew }: Options) {
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

/** What saving stores for the text of a field; the text itself while it is not valid. */
export function savedValue(name: FieldName, text: string): unknown {
  const result = z.safeParse(rules[name], text)
  return result.success ? result.data : text
}

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
      // Fillers and format characters alone, such as a zero-width space, would look like nothing.
      z.refine(
        (text) => /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text),
        missing,
      ),
      z.refine(
        (text) => Array.from(text).length <= max,
        `Use at most ${formatCount(max)} characters`,
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
        z.lte(maxMemberCount, `Please enter at most ${formatCount(maxMemberCount)}`),
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
