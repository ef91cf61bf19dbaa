import { afterAll, expect, test } from 'vitest'
import { openSources } from '../../tooling/source-check.ts'
import { DirectionCheck } from '../../tooling/text-direction.ts'
import { TranslationCheck } from '../../tooling/translatable.ts'

const sources = openSources()
afterAll(() => sources.close())

test('no component breaks when a browser translates the page', () => {
  expect(sources.run(TranslationCheck, '.tsx')).toEqual([])
})

test('every text and field of users has a direction of its own', () => {
  expect(sources.run(DirectionCheck, '')).toEqual([])
})
