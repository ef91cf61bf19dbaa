/* What people write in files of communities, and what it means. All words are compared without case, accents and punctuation. */

import { plainWords } from '../../lib/plain-words.ts'
import { languageCodes } from '../../supabase/rules/languages.ts'
import type { FieldName } from '../community/fields.ts'
import { languageName, ownLanguageName } from '../community/languages.ts'
import type { Category } from '../community/vocabulary.ts'
import { isLanguageCode } from '../listing/community-schema.ts'

export type ColumnName = FieldName | 'groups' | 'country'

/** Other names of columns, among them the labels of the form. Spaces don't matter. */
export const columnAliases = {
  name: ['Community Name', 'Community', 'Title'],
  description: ['Community Description', 'About'],
  host_name: ['Hosted by', 'Name of the host'],
  host_intro: ['Host introduction'],
  location: ['Place', 'City'],
  requested_place: ['Place and country'],
  category: ['Community Category', 'Categories'],
  languages: ['Language', 'Language of the description', 'Spoken languages'],
  member_count: ['Current Member Count', 'Members', 'Number of members'],
  whatsapp_link: ['WhatsApp', 'WhatsApp URL', 'WhatsApp group link', 'Invite link', 'Link'],
  join_type: ['How to join'],
  image_url: ['Community Image', 'Image link', 'Photo', 'Picture'],
  groups: ['Groups', 'Group names'],
  country: ['Country name'],
} as const satisfies Record<ColumnName, readonly string[]>

export const categoryAliases = {
  Sports: ['Sport', 'Sports and Fitness'],
  'Party & Events': ['Party and Events', 'Party', 'Parties', 'Parties and Events', 'Events'],
  'Tours & Adventure': [
    'Tours and Adventure',
    'Tours and Adventures',
    'Tours',
    'Adventure',
    'Adventures',
  ],
  'Digital Nomads': ['Digital Nomad', 'Nomads', 'Remote Work'],
  Business: ['Businesses', 'Business and Networking'],
  Culture: ['Cultural', 'Arts and Culture'],
  Exploration: ['Explore', 'Exploring'],
  Social: ['Socials', 'Socializing'],
} as const satisfies Record<Category, readonly string[]>

/** By code. The English and own names of `Intl.DisplayNames` are known anyway. */
export const languageAliases: Readonly<Record<string, readonly string[]>> = {
  ar: ['Modern Standard Arabic', 'Egyptian Arabic', 'Moroccan Arabic', 'Darija'],
  az: ['Azeri'],
  bn: ['Bengali'],
  ca: ['Valencian'],
  de: ['Swiss German', 'Austrian German'],
  en: ['American English', 'British English', 'Australian English'],
  es: ['Castilian', 'Castellano', 'Latin American Spanish', 'Mexican Spanish'],
  fa: ['Farsi', 'Dari'],
  fr: ['Canadian French', 'Swiss French'],
  ga: ['Irish Gaelic'],
  id: ['Bahasa', 'Bahasa Indonesia'],
  km: ['Cambodian'],
  ms: ['Bahasa Melayu', 'Bahasa Malaysia'],
  my: ['Myanmar'],
  nb: ['Bokmål'],
  nl: ['Flemish'],
  nn: ['Nynorsk'],
  pt: ['Brazilian Portuguese', 'European Portuguese', 'Brazilian'],
  si: ['Sinhalese'],
  sl: ['Slovene'],
  tl: ['Tagalog'],
  zh: ['Mandarin', 'Mandarin Chinese', 'Cantonese', 'Simplified Chinese', 'Traditional Chinese'],
}

const mapCodes = (namesOf: (code: string) => readonly string[]) =>
  new Map<string, string>(
    languageCodes.flatMap((code) => namesOf(code).map((name) => [plainWords(name), code] as const)),
  )
let codesByName: Map<string, string> | undefined
let codesByOwnName: Map<string, string> | undefined

function findLanguage(name: string): string | undefined {
  const words = plainWords(name)
  if (isLanguageCode(words)) return words
  codesByName ??= mapCodes((code) => [...(languageAliases[code] ?? []), languageName(code)])
  // Few files have own names, and creating them takes longer.
  codesByOwnName ??= codesByName.has(words)
    ? undefined
    : mapCodes((code) => [ownLanguageName(code)])
  return codesByName.get(words) ?? codesByOwnName?.get(words)
}

/** 'en-US' and 'English (United States)' are English. */
function withoutRegion(name: string): string {
  const [code] = /^[a-z]{2}(?=[-_][a-z]{2,4}$)/i.exec(name) ?? []
  return code ?? name.replace(/\s*\([^()]*\)$/, '')
}

/** Returns the codes of languages that are given by code, English name or own name, and the names of unknown ones. */
export function readLanguages(text: string): { codes: string[]; unknown: string[] } {
  const codes = new Set<string>()
  const unknown: string[] = []
  const names = text
    .split(/[,;/|&\n]| and /i)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  for (const name of names) {
    const code = findLanguage(name) ?? findLanguage(withoutRegion(name))
    if (code) codes.add(code)
    else unknown.push(name)
  }
  return { codes: [...codes], unknown }
}
