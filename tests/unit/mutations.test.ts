import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenRules } from '../mutations/rules.ts'
import { breakInDatabase, restoreInDatabase } from '../mutations/statements.ts'

test('each broken rule changes one place that exists, and names an existing test', () => {
  const sources = new Map<string, string>()
  const mistakes = brokenRules.flatMap((rule) => {
    const { name, file, text, replacement, test: testFile } = rule
    const source = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, source)
    const places = source.split(text).length - 1
    if (places !== 1) return [`${name}: ${places} places in ${file}`]
    breakInDatabase(rule, source)
    restoreInDatabase(rule, source)
    if (text === replacement) return [`${name}: changes nothing`]
    return existsSync(testFile) ? [] : [`${name}: ${testFile} is missing`]
  })
  expect(mistakes).toEqual([])
  expect(new Set(brokenRules.map(({ name }) => name)).size).toBe(brokenRules.length)
  expect(brokenRules.length).toBeGreaterThan(100)
})
