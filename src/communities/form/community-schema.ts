import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../../lib/clean-text.ts'
import { formatCount } from '../../ui/format.ts'
import { eachField, type FieldName } from '../fields.ts'
import { isAllowedImageUrl } from '../images/stock-photo.ts'
import { allCategories, allJoinTypes, allLocations } from '../vocabulary.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

/** Maximum lengths in code points, as the CHECK constraints count them. */
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
  /** The origin of the project's own images. */
  projectUrl: string
  /** The owner of a new community has to confirm that the link may be published. */
  isNew: boolean
}

/** The rules of the form. The database enforces the same ones, and that each link is listed once. */
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

/** The form's values, mostly text; saving converts them. */
export type CommunityInput = z.input<ReturnType<typeof communitySchema>>

/** The values to save. */
export type CommunityValues = z.output<ReturnType<typeof communitySchema>>

/** Returns the value that saving would store for a field's text, or the text itself if it is invalid. */
export function savedValue(name: FieldName, text: string): unknown {
  const result = z.safeParse(rules[name], text)
  return result.success ? result.data : text
}

export const emptyForm: CommunityInput = {
  ...eachField(({ empty }) => empty),
  groups: [],
  may_publish: false,
}

/** Parses a number; anything else becomes 0. */
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
      // Requires a visible character: not only spaces, fillers or format characters.
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
