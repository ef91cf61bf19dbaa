import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { findTranslationProblems } from '../../tooling/translatable.ts'

const found = findTranslationProblems('src', 'tests/fixtures').map(({ file, line, problem }) => ({
  place: `${relative('.', file)}:${line}`,
  code: readFileSync(file, 'utf8')
    .split('\n')
    .at(line - 1)
    ?.trim(),
  problem,
}))

test('no component breaks when a browser translates the page', () => {
  expect(found.filter(({ place }) => place.startsWith('src/'))).toEqual([])
})

test('everything that breaks on a translated page is found', () => {
  const inFixture = found.filter(({ place }) => place.startsWith('tests/'))
  expect(inFixture.map(({ code }) => code)).toEqual([
    '{children}',
    "{busy && 'Saving...'}",
    "<p>{busy ? <>Saved</> : 'Not saved'}</p>",
    'by',
    '{count}',
    '<option>Bali</option>',
    "function ReturnsText({ name }: Pick<Props, 'name'>) {",
  ])
})
