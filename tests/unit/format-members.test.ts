import { expect, test } from 'vitest'
import { formatMembers } from '../../src/features/community/CommunityCard.tsx'

test.each([
  [-1, ''],
  [0, ''],
  [1, '1 member'],
  [9, '9 members'],
  [99, '99 members'],
  [100, 'about 100 members'],
  [104, 'about 100 members'],
  [105, 'about 110 members'],
  [994, 'about 990 members'],
  [996, 'about 1,000 members'],
  [1249, 'about 1,200 members'],
  [1250, 'about 1,300 members'],
  [99_500, 'about 100,000 members'],
  [10_000_000, 'about 10,000,000 members'],
])('a count of %d is shown as %j', (count, text) => {
  expect(formatMembers(count)).toBe(text)
})
