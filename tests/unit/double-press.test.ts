import { expect, test } from 'vitest'
import {
  createDoublePressRule,
  doublePressMs,
} from '../../src/features/moderation/queue/double-press.ts'

/** Presses a button for items at given times, and returns the items that are decided. */
function decide(...presses: (readonly [item: string, timeStamp: number])[]) {
  const { isDoublePress } = createDoublePressRule()
  return presses
    .filter(([item, timeStamp]) => !isDoublePress(item, { timeStamp }))
    .map(([item]) => item)
}

test('a second press at once does not decide the item that has just appeared', () => {
  expect(decide(['first', 0], ['second', doublePressMs - 1])).toEqual(['first'])
})

test('a later press decides the next item', () => {
  expect(decide(['first', 0], ['second', doublePressMs])).toEqual(['first', 'second'])
})

test('a second press at once counts while the same item is shown', () => {
  expect(decide(['first', 0], ['first', 1])).toEqual(['first', 'first'])
})

test('a burst of presses decides one item, however long it lasts', () => {
  expect(decide(['first', 0], ['second', 400], ['second', 800], ['second', 1200])).toEqual([
    'first',
  ])
})

test('a press at another place counts: the reviewer has moved the pointer', () => {
  const { isDoublePress } = createDoublePressRule()
  expect(isDoublePress('first', { timeStamp: 0, clientX: 900, clientY: 300 })).toBe(false)
  expect(isDoublePress('second', { timeStamp: 200, clientX: 900, clientY: 372 })).toBe(false)
  expect(isDoublePress('third', { timeStamp: 400, clientX: 904, clientY: 370 })).toBe(true)
})

test('an item can be decided after the burst', () => {
  const afterBurst = 400 + doublePressMs
  expect(decide(['first', 0], ['second', 400], ['second', afterBurst])).toEqual(['first', 'second'])
})

test('a press that decides in a dialog is the first one of a double click', () => {
  const { isDoublePress, notePress } = createDoublePressRule()
  expect(isDoublePress('first', { timeStamp: 0 })).toBe(false)
  notePress({ timeStamp: 2000, clientX: 900, clientY: 300 })
  expect(isDoublePress('second', { timeStamp: 2000 + doublePressMs - 1 })).toBe(true)
  notePress({ timeStamp: 5000 })
  expect(isDoublePress('second', { timeStamp: 5000 + doublePressMs })).toBe(false)
})

test('a dialog is not in the way of the item from which it was opened', () => {
  const { isDoublePress, notePress } = createDoublePressRule()
  expect(isDoublePress('first', { timeStamp: 0 })).toBe(false)
  notePress({ timeStamp: 100 })
  expect(isDoublePress('first', { timeStamp: 200 })).toBe(false)
})
