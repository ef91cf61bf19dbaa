import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { findDirectionProblems } from '../../tooling/text-direction.ts'

test('every text and field of users has a direction of its own', () => {
  const found = findDirectionProblems('src').map(({ file, line, problem }) => ({
    place: `${relative('.', file)}:${line}`,
    code: readFileSync(file, 'utf8')
      .split('\n')
      .at(line - 1)
      ?.trim(),
    problem,
  }))
  expect(found).toEqual([])
})
