import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const specifier = /(?:from|import\(?)\s*'(\.[^']+)'/g

/** The features that a feature imports, also only their types. */
const imported = new Map<string, Set<string>>()
for (const name of readdirSync('src/features', { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(name)) continue
  const file = join('src/features', name)
  const [feature = ''] = name.split('/')
  const others = imported.get(feature) ?? new Set()
  imported.set(feature, others)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(specifier)) {
    const [, folder, other = ''] = join(dirname(file), path).split('/')
    if (folder === 'features' && other !== feature) others.add(other)
  }
}

/** Returns the features on the way from a feature back to itself; none if there is no such way. */
function findCircle(feature: string, way: readonly string[] = [feature]): readonly string[] {
  for (const next of imported.get(way.at(-1) ?? '') ?? []) {
    if (next === feature) return [...way, next]
    if (way.includes(next)) continue
    const circle = findCircle(feature, [...way, next])
    if (circle.length > 0) return circle
  }
  return []
}

test('features import each other in one direction', () => {
  expect(imported.size).toBeGreaterThan(8)
  const circles = [...imported.keys()].map((feature) => findCircle(feature).join(' -> '))
  expect(circles.filter((circle) => circle !== '')).toEqual([])
})

/** A component that loads on demand has the name of the one that it loads. */
const exported =
  /^export (?:async )?(?:function\*?|class|type|interface|const(?! \w+ = lazy)) (\w+)/gm

test('no two files export the same name', () => {
  const files = new Map<string, Set<string>>()
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path)) continue
    for (const [, name = ''] of readFileSync(join('src', path), 'utf8').matchAll(exported)) {
      files.set(name, (files.get(name) ?? new Set()).add(path))
    }
  }
  expect(files.size).toBeGreaterThan(500)
  const repeated = [...files].filter(([, paths]) => paths.size > 1)
  expect(repeated.map(([name, paths]) => [name, ...paths].join(' '))).toEqual([])
})
