import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licensesPage, readLockFile } from '../../scripts/build/licenses.ts'

const packages = readLockFile()
const used = packages.filter(({ isDevelopment }) => !isDevelopment)

test('everything that reaches visitors is free to use, and listed', () => {
  const licenses = new Set(used.map(({ license }) => license))
  expect(['MIT', 'ISC', 'BSD-3-Clause', '0BSD', 'Apache-2.0']).toEqual(
    expect.arrayContaining([...licenses]),
  )
  expect(readFileSync('docs/licenses.md', 'utf8')).toBe(licensesPage(packages))
})

test('nothing that reaches visitors runs a script when it is installed', () => {
  expect(used.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
})

test('only known tools would run one, and everything works without', () => {
  const names = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['deno', 'esbuild']))
})

test('every package comes from the registry', () => {
  const lock = readFileSync('package-lock.json', 'utf8')
  const addresses = [...lock.matchAll(/"resolved": "([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses.filter((address) => !/^https:\/\/[\w.-]+\/.+\.tgz$/.test(address))).toEqual([])
})
