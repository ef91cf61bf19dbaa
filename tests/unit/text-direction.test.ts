import { expect, test } from 'vitest'
import { checkSources } from '../../tooling/source-check.ts'
import { DirectionCheck } from '../../tooling/text-direction.ts'

test('every text and field of users has a direction of its own', () => {
  expect(checkSources(DirectionCheck, '')).toEqual([])
})
