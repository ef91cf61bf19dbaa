/* What people write in files of communities, and what it means. All words are compared without case, accents and punctuation. */

import type { FieldName } from '../community/fields.ts'
import type { Category } from '../community/vocabulary.ts'

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
