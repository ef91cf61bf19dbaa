import { expect, test } from 'vitest'
import { describeLife } from '../../src/features/community/signs-of-life.ts'

test.each([
  [{}, null],
  [{ joins_this_month: 0, is_active: false }, null],
  [{ joins_this_month: 0, is_active: true }, 'Active this month'],
  [{ joins_this_month: 1000, is_active: true }, '1,000+ travelers joined this month'],
])('a community with %j says %s', (community, expected) => {
  // As in a browser: static pages, which are read later, say nothing.
  expect(describeLife(community, false)).toBe(expected)
  expect(describeLife(community)).toBeNull()
})
