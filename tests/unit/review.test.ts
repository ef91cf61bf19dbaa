import { describe, expect, test } from 'vitest'
import { attemptEach } from '../../src/routes/admin/review/attempt-each.ts'
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

describe('many at once', () => {
  test('each is reported in its own place, whatever the others do', async () => {
    const failure = new Error('No')
    const outcomes = await attemptEach([1, 2, 3, 4, 5, 6, 7], async (number) => {
      await Promise.resolve()
      if (number % 3 === 0) throw failure
    })
    expect(outcomes).toEqual([
      { item: 1 },
      { item: 2 },
      { item: 3, error: failure },
      { item: 4 },
      { item: 5 },
      { item: 6, error: failure },
      { item: 7 },
    ])
  })

  test('no more than four are under way', async () => {
    let running = 0
    let most = 0
    const waiting: (() => void)[] = []
    const all = attemptEach([...Array(12).keys()], () => {
      running += 1
      most = Math.max(most, running)
      return new Promise<void>((resolve) => {
        waiting.push(() => {
          running -= 1
          resolve()
        })
        // Let the others start before any ends.
        setTimeout(() => waiting.shift()?.())
      })
    })
    await all
    expect(most).toBe(4)
  })

  test('none is nothing', async () => {
    expect(await attemptEach([], () => Promise.reject(new Error('never')))).toEqual([])
  })
})
