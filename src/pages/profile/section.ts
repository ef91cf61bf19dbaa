import { readOneOf } from '../../lib/url-params.ts'

const sections = ['communities', 'saved', 'settings'] as const
export type Section = (typeof sections)[number]

export const isSection = (name: string): name is Section =>
  sections.some((section) => section === name)

/** The anchors of a part of a section. All but those of the settings are from when the profile was one page. */
const anchors: Readonly<Record<string, Section>> = {
  '#saved': 'saved',
  '#settings': 'settings',
  '#emails': 'settings',
  '#two-factor': 'settings',
}

/** Returns the section that a URL of the profile leads to: that of the dialog that it opens, or the one it names. */
export function readSection(params: URLSearchParams, hash: string): Section | null {
  if (params.has('edit')) return 'communities'
  if (params.has('account')) return 'settings'
  return readOneOf(params, 'section', sections) ?? anchors[hash] ?? null
}
