import { expect, test } from 'vitest'
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
