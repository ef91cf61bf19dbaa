import { expect, test } from 'vitest'
import { checkSources } from '../../tooling/source-check.ts'
import { TranslationCheck } from '../../tooling/translatable.ts'

test('no component breaks when a browser translates the page', () => {
  expect(checkSources(TranslationCheck, '.tsx')).toEqual([])
})
