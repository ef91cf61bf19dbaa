import { expect, test } from 'vitest'
import { nextOpen } from '../../../src/features/moderation/queue/queue-position.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test.each([
  ['the next open community', 'b', ['a', 'b', 'd'], 'd'],
  ['the previous open community after the last one', 'd', ['a', 'c', 'd'], 'c'],
  ['nothing when no other community is open', 'b', ['b'], undefined],
  ['the first open community when the decided one is gone', 'x', ['b'], 'b'],
])('after a decision, the queue shows %s', (_case, decided, open, expected) => {
  expect(nextOpen(rows, decided, ({ id }) => open.includes(id))?.id).toBe(expected)
})
