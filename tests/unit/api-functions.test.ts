import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* supabase/schemas/api/functions.sql creates the functions of the API from a list of private functions. */

const readSchema = (name: string) => readFileSync(join('supabase/schemas', name), 'utf8')

const functions = readdirSync('supabase/schemas', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) => [
    ...readSchema(name).matchAll(/^create function (\w+)\.(\w+)\(.*?\$\$(.*?)\$\$;/gms),
  ])
  .map(([, schema = '', name = '', body = '']) => ({ schema, name, body }))

const privateNames = new Set(
  functions.filter(({ schema }) => schema === 'private').map(({ name }) => name),
)

const listed = [...readSchema('api/functions.sql').matchAll(/array\[(.*?)\]/gs)].flatMap(
  ([, names = '']) => names.match(/(?<=')\w+(?=')/g) ?? [],
)

test('every listed function is a private function, and is listed once', () => {
  expect(listed.length).toBeGreaterThan(60)
  expect(listed.filter((name) => !privateNames.has(name))).toEqual([])
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
})

test('a function of the API that only calls a private one is listed, not written by hand', () => {
  const onlyCalls =
    /^\s*(begin\s+)?(return query|return|perform)?\s*(select|\* from|\s)*private\.\w+\([^()]*\);?(\s*end)?\s*$/
  const written = functions
    .filter(({ schema }) => schema === 'public')
    .filter(({ name, body }) => privateNames.has(name) || onlyCalls.test(body))
    .map(({ name }) => name)
  expect(written).toEqual([])
})
