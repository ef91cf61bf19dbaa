import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licensesPage, readLockFile } from '../../scripts/build/licenses.ts'

const packages = readLockFile()
const used = packages.filter(({ isDevelopment }) => !isDevelopment)

test('every package that reaches visitors has a permissive license and is listed', () => {
  const licenses = new Set(used.map(({ license }) => license))
  expect(['MIT', 'ISC', 'BSD-3-Clause', '0BSD', 'Apache-2.0']).toEqual(
    expect.arrayContaining([...licenses]),
  )
  expect(readFileSync('docs/licenses.md', 'utf8')).toBe(licensesPage(packages))
})

test('only known tools, which do not reach visitors, have an install script', () => {
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript)
  expect(withScript.filter(({ isDevelopment }) => !isDevelopment)).toEqual([])
  expect(new Set(withScript.map(({ name }) => name))).toEqual(new Set(['deno', 'esbuild']))
})

test('every package comes from the registry', () => {
  const lock = readFileSync('package-lock.json', 'utf8')
  const urls = [...lock.matchAll(/"resolved": "([^"]+)"/g)].map(([, url = '']) => url)
  expect(urls.filter((url) => !/^https:\/\/[\w.-]+\/.+\.tgz$/.test(url))).toEqual([])
})
