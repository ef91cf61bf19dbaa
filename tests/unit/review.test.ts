import { describe, expect, test } from 'vitest'
import { nextOpen } from '../../src/routes/admin/review/pending-reason.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const open =
  (...ids: string[]) =>
  (row: { id: string }) =>
    ids.includes(row.id)

describe('after a decision', () => {
  test('the next community that waits comes on view', () => {
    expect(nextOpen(rows, 'b', open('a', 'b', 'd'))).toEqual({ id: 'd' })
  })

  test('after the last one it is the nearest before', () => {
    expect(nextOpen(rows, 'd', open('a', 'c', 'd'))).toEqual({ id: 'c' })
  })

  test('when nothing else waits there is none', () => {
    expect(nextOpen(rows, 'b', open('b'))).toBeUndefined()
  })

  test('of a community that is gone, it is the first that waits', () => {
    expect(nextOpen(rows, 'x', open('b'))).toEqual({ id: 'b' })
  })
})
