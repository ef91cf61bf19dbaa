import { describe, expect, test } from 'vitest'
import { nextOpen } from '../../../src/routes/admin/review/useReview.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const open =
  (...ids: string[]) =>
  (row: { id: string }) =>
    ids.includes(row.id)

describe('after a decision, the queue', () => {
  test('shows the next open community', () => {
    expect(nextOpen(rows, 'b', open('a', 'b', 'd'))).toEqual({ id: 'd' })
  })

  test('shows the previous open community after the last one', () => {
    expect(nextOpen(rows, 'd', open('a', 'c', 'd'))).toEqual({ id: 'c' })
  })

  test('shows nothing when no other community is open', () => {
    expect(nextOpen(rows, 'b', open('b'))).toBeUndefined()
  })

  test('shows the first open community when the decided one is gone', () => {
    expect(nextOpen(rows, 'x', open('b'))).toEqual({ id: 'b' })
  })
})
