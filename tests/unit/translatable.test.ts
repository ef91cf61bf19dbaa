import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { findTranslationProblems } from '../../tooling/translatable.ts'

const found = findTranslationProblems('src').map(({ file, line, problem }) => ({
  place: `${relative('.', file)}:${line}`,
  code: readFileSync(file, 'utf8')
    .split('\n')
    .at(line - 1)
    ?.trim(),
  problem,
}))

test('no component breaks when a browser translates the page', () => {
  expect(found).toEqual([])
})
