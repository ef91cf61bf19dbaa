import { expect, test } from 'vitest'
import { fieldLabel } from '../../src/features/community/fields.ts'
import { allCategories } from '../../src/features/community/vocabulary.ts'
import {
  categoryAliases,
  columnAliases,
  languageAliases,
  readLanguages,
} from '../../src/features/import-export/import-words.ts'
import { plainWords } from '../../src/lib/plain-words.ts'

const columnNames = Object.entries(columnAliases).map(([name, aliases]) => [
  name,
  fieldLabel(name),
  ...aliases,
])
const categoryNames = allCategories.map((name) => [name, ...categoryAliases[name]])

test.each([
  ['column', columnNames],
  ['category', categoryNames],
  ['language', Object.values(languageAliases)],
])('no name means more than one %s', (_kind, all) => {
  const names = all.flatMap((ofOne) => [
    ...new Set(ofOne.map((name) => plainWords(name).replaceAll(' ', ''))),
  ])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each(Object.entries(languageAliases))('the aliases of %s are read as it', (code, aliases) => {
  for (const alias of aliases) {
    expect([alias, readLanguages(alias)]).toEqual([alias, { codes: [code], unknown: [] }])
  }
})

test.each([
  ['Portuguese (Brazil)', ['pt']],
  ['zh-Hans, pt_BR', ['zh', 'pt']],
  ['Chinese (Simplified); Spanish (Latin America)', ['zh', 'es']],
  ['deutsch/Français', ['de', 'fr']],
])('%s is understood', (text, codes) => {
  expect(readLanguages(text)).toEqual({ codes, unknown: [] })
})

test('an unknown language is named as it was written', () => {
  expect(readLanguages('English, Klingon (Earth)')).toEqual({
    codes: ['en'],
    unknown: ['Klingon (Earth)'],
  })
})
