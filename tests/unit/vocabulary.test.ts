import { expect, test } from 'vitest'
import { languageCodes } from '../../src/supabase/rules/languages.ts'
import { languageName } from '../../src/features/community/languages.ts'
import {
  categoriesFor,
  joinTypeLabels,
  statusTones,
} from '../../src/features/community/vocabulary.ts'

test('an owner chooses from seven categories, an admin also Social, which the owner may keep', () => {
  expect(categoriesFor('owner')).toHaveLength(7)
  expect(categoriesFor('owner')).not.toContain('Social')
  expect(categoriesFor('admin')).toHaveLength(8)
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
