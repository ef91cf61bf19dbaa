import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

test.each(documents)('every command that %s names is there', (file) => {
  const named = readFileSync(file, 'utf8').matchAll(/npm run ([\w:-]+)/g)
  expect([...named].map(([, name = '']) => name).filter((name) => !scripts[name])).toEqual([])
})

test('every file that a command runs is part of the project', () => {
  const files = Object.values(scripts).flatMap((command) => command.match(/\S+\.ts\b/g) ?? [])
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test.each(documents)('every file that %s names is there', (file) => {
  const paths = readFileSync(file, 'utf8').matchAll(/`((?:src|tests|scripts|supabase)\/[\w./-]*)`/g)
  expect([...paths].map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
})

test('every file that the tables of the architecture send to is there', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8').match(/^\| .* \|$/gm) ?? []
  const sent = rows.flatMap((row) => row.match(/(?<=`)[\w-]+\/?[\w-]+(?=`)/g) ?? [])
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const names = new Set(files.map((path) => basename(path).replace(/\.tsx?$/, '')))

  expect(sent.length).toBeGreaterThan(30)
  expect(sent.filter((path) => !names.has(basename(path)))).toEqual([])
})
