import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../../lib/clean-text.ts'
import { countCharacters } from '../../lib/count-characters.ts'
import { readNumber } from '../../lib/read-number.ts'
import { formatCount } from '../../ui/format.ts'
import { eachField, type FieldName } from '../community/fields.ts'
import { isStockPhoto, stockHost } from '../community/images.ts'
import { languageCodes } from '../../supabase/rules/languages.ts'
import {
  maxCommunityName,
  maxDescription,
  maxGroupName,
  maxHostIntro,
  maxHostName,
  maxLanguages,
  maxMemberCount,
  maxPlaceName,
  maxRequestedPlace,
} from '../../supabase/rules/limits.ts'
import { allCategories, allJoinTypes } from '../community/vocabulary.ts'
import { parseWhatsAppLink } from './whatsapp-link.ts'

export const fieldRules = {
  name: required(cleanLine, maxCommunityName, 'Please enter a name'),
  description: required(cleanText, maxDescription, 'Please enter a description'),
  host_name: emptyOrLine(maxHostName),
  host_intro: emptyOrLine(maxHostIntro),
  // The database checks whether the place exists: it may have been renamed or merged since the form was opened.
  location: optionalLine(maxPlaceName),
  /** Null, unless the form asks for a place that is not listed. */
  requested_place: z.nullable(
    required(cleanLine, maxRequestedPlace, 'Please enter the place and country'),
  ),
  category: choice(allCategories, 'Please select a category'),
  languages: languages(),
  member_count: memberCount(),
  whatsapp_link: whatsappLink(),
  join_type: choice(allJoinTypes, 'Please select a join type'),
  image_url: z.string().check(z.minLength(1, 'Please upload an image')),
} satisfies Record<FieldName, z.ZodMiniType>

const group = z.object({
  id: z.string(),
  name: required(cleanLine, maxGroupName, 'Please enter a group name'),
  description: z.string(),
})

/** Makes a rule about several fields run even if a field is invalid, so that all errors are reported together. */
const reportTogether = () => true

type Options = {
  /** The origin of the project's own images. */
  projectUrl: string
  /** The owner of a new community has to confirm that the link may be published. */
  isNew: boolean
  /** Whether new communities need a language: visitors of the open directory filter by it. */
  isDirectoryLive: boolean
}

/** The rules of the form. The database enforces the same rules, and that each link is listed once. */
export function communitySchema({ projectUrl, isNew, isDirectoryLive }: Options) {
  const fields = z.object({
    ...fieldRules,
    languages: fieldRules.languages.check(
      z.refine(
        (codes) => codes.length > 0 || !isNew || !isDirectoryLive,
        'Please choose at least one language',
      ),
    ),
    image_url: fieldRules.image_url.check(
      z.refine((url) => url === '' || isAllowedImageUrl(url, projectUrl), 'Invalid image URL'),
    ),
    groups: z.array(group),
    may_publish: z
      .boolean()
      .check(z.refine((yes) => yes || !isNew, 'Please confirm that you may publish this link')),
  })
  return fields.check(
    z.refine(({ location, requested_place }) => location !== null || requested_place !== null, {
      error: 'Please select a location',
      path: ['location'],
      when: reportTogether,
    }),
    z.refine(({ host_name, host_intro }) => host_name !== '' || host_intro === '', {
      error: "Please enter the host's name, or remove the host",
      path: ['host_name'],
      when: reportTogether,
    }),
    z.refine(({ host_name, host_intro }) => host_intro !== '' || host_name === '', {
      error: 'Please enter a sentence about the host, or remove the host',
      path: ['host_intro'],
      when: reportTogether,
    }),
  )
}

/** The form's values, mostly text; saving converts them. */
export type CommunityInput = z.input<ReturnType<typeof communitySchema>>

export type Groups = CommunityInput['groups']

/** Returns the groups that others lack or have under another name. */
export const renamedGroups = (groups: Groups, others: Groups): Groups =>
  groups.filter(({ id, name }) => others.find((other) => other.id === id)?.name !== name)

export type CommunityValues = z.output<ReturnType<typeof communitySchema>>

export type CommunityFormMethods = UseFormReturn<CommunityInput, unknown, CommunityValues>

/** Returns the value that saving would store for a field's text, or the text itself if it is invalid. */
export function savedValue(name: FieldName, text: string): unknown {
  const result = z.safeParse(fieldRules[name], text)
  return result.success ? result.data : text
}

export const emptyForm: CommunityInput = {
  ...eachField(({ empty }) => empty),
  groups: [],
  requested_place: null,
  may_publish: false,
}

/** Reads the number in a text; a text without one is 0. */
export function toCount(text: string): number {
  return readNumber(text) ?? 0
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
  return z.string().check(z.overwrite(clean), z.refine(isVisible, missing), isAtMost(max))
}

/** Whether a text has a visible character: not only spaces, fillers or format characters. */
function isVisible(text: string): boolean {
  return /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

/** A line of text, or an empty text if it has no visible character. */
function emptyOrLine(max: number) {
  return z.string().check(
    z.overwrite((text: string) => {
      const line = cleanLine(text)
      return isVisible(line) ? line : ''
    }),
    isAtMost(max),
  )
}

function isAtMost(max: number) {
  return z.refine<string | null>(
    (text) => text === null || countCharacters(text) <= max,
    `Use at most ${formatCount(max)} characters`,
  )
}

/** A line of text, or null if it has no visible character. */
function optionalLine(max: number) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => {
        const line = cleanLine(text)
        return isVisible(line) ? line : null
      }),
    ),
    z.nullable(z.string()).check(isAtMost(max)),
  )
}

export function isLanguageCode(text: string): boolean {
  return languageCodes.some((code) => code === text)
}

/** Returns the known codes in the form's text, such as 'de,en', each once. */
export function parseLanguages(text: string): string[] {
  return [...new Set(text.split(',').filter(isLanguageCode))]
}

/** Language codes, in the form's text separated by commas. */
function languages() {
  return z.pipe(
    z.pipe(z.string(), z.transform(parseLanguages)),
    z
      .array(z.string())
      .check(z.maxLength(maxLanguages, `Choose at most ${maxLanguages} languages`)),
  )
}

function memberCount() {
  return z.pipe(
    z.pipe(
      z.string().check(z.refine(isVisible, 'Please enter the member count')),
      z.transform(toCount),
    ),
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

/**
 * Allows stock photos and images in the project's own storage. The database checks the same (`private.is_image_url`),
 * and that the image is in the owner's folder.
 */
export function isAllowedImageUrl(url: string, projectUrl: string): boolean {
  if (url.length > 500) return false
  if (isStockPhoto(url)) {
    return /^photo-[A-Za-z0-9-]+(\?[A-Za-z0-9=&_.,%-]*)?$/.test(url.slice(stockHost.length))
  }
  const bucket = `${projectUrl.replace(/\/+$/, '')}/storage/v1/object/public/community-images/`
  return (
    url.startsWith(bucket) &&
    /^[0-9a-f-]{36}\/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$/.test(url.slice(bucket.length))
  )
}
