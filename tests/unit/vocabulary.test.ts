import { expect, test } from 'vitest'
import { languageCodes } from '../../src/communities/form/language-codes.ts'
import { languageName } from '../../src/communities/languages.ts'
import { categoriesFor, joinTypeLabels, statusTones } from '../../src/communities/vocabulary.ts'

test('an owner chooses from seven categories, an admin from eight', () => {
  expect(categoriesFor('owner')).toHaveLength(7)
  expect(categoriesFor('owner')).not.toContain('Social')
  expect(categoriesFor('admin')).toHaveLength(8)
})

test('an owner may keep Social if an admin chose it', () => {
  expect(categoriesFor('owner', 'Social')).toContain('Social')
  expect(categoriesFor('owner', 'Sports')).not.toContain('Social')
})

test('join types have labels and statuses have colors', () => {
  expect(joinTypeLabels).toEqual({ open: 'Open', request: 'Request to Join' })
  expect(statusTones).toEqual({ approved: 'green', rejected: 'red', pending: 'yellow' })
})

test('every language has a name of its own', () => {
  const names = languageCodes.map((code) => languageName(code))
  expect(new Set(names).size).toBe(languageCodes.length)
  expect(names.filter((name, index) => name === languageCodes[index])).toEqual([])
})
