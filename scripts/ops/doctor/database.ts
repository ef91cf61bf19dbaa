import { readFileSync } from 'node:fs'
import { Constants } from '../../../src/supabase/database.types.ts'
import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import { call, type Finding, type Project, pushMigrations } from './project.ts'

const openToVisitors =
  'Visitors may read or write it. Compare grants and policies with supabase/migrations.'

const unknownId = '00000000-0000-4000-8000-000000000000'

/** A value for each type of an argument. */
const values: Record<string, unknown> = {
  string: unknownId,
  'string[]': [unknownId],
  boolean: false,
  number: 1,
  Json: [],
  ...Object.fromEntries(
    Object.entries(Constants.public.Enums).map(([name, [first]]) => [
      `Database['public']['Enums']['${name}']`,
      first,
    ]),
  ),
}

/** Returns each function with its required arguments: PostgREST finds a function by their names. */
function readFunctions(): [name: string, args: object][] {
  const file = readFileSync('src/supabase/database.types.ts', 'utf8')
  const [, types = ''] = file.split('    Functions: {')
  const functions = types.matchAll(/^ {6}(\w+): \{\s+Args: (?:\{([^}]*)\}|Record)/gm)
  return [...functions].map(([, name = '', args = '']) => {
    const required = [...args.matchAll(/(\w+): ([^;\n]+)/g)].map(([, argument = '', type = '']) => [
      argument,
      /^version$|_at$/.test(argument) ? '2026-01-01' : values[type.trim()],
    ])
    return [name, Object.fromEntries(required)]
  })
}

/** The functions that visitors may call. */
const publicFunctions = [...readStatedRights()]
  .filter(([, { anonymous }]) => anonymous === 'X')
  .map(([subject]) => subject)

/** Returns the tables in docs/permissions.md with their columns. */
function readTables(): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const subject of readStatedRights().keys()) {
    const [, table, column] = /^(\w+)\.(\w+)$/.exec(subject) ?? []
    if (!table || !column || table === 'private') continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

/**
 * Checks that tables, columns and functions exist and are closed to visitors. Needs no secret key, because the database
 * reports missing columns before missing permissions.
 */
export async function examineDatabase(project: Project): Promise<Finding[]> {
  const findings = await Promise.all([
    ...[...readTables()].map(([table, columns]) => examineTable(project, table, columns)),
    ...readFunctions().map(([name, args]) => examineFunction(project, name, args)),
  ])
  return findings.flat()
}

async function examineTable(
  project: Project,
  table: string,
  columns: string[],
): Promise<Finding[]> {
  const path = `/rest/v1/${table}`
  const { status, code, text } = await call(project, `${path}?select=${columns.join()}&limit=1`)
  const what = `table ${table}`
  if (code === 'PGRST205') return [{ what, isFine: false, advice: pushMigrations }]
  if (code === '42703' || code === 'PGRST204') {
    return [{ what, isFine: false, advice: `A column is missing (${text}). ${pushMigrations}` }]
  }
  const isThere = status === 200 || code === '42501'
  if (!isThere) return [{ what, isFine: false, advice: `The response was ${status}: ${text}` }]

  const id = columns.find((column) => column.endsWith('_id')) ?? 'id'
  const written = await call(project, path, { method: 'POST', body: { [id]: unknownId } })
  // A policy rejects with the same code, but only if visitors have a grant.
  const isClosed = [{ code, text }, written].every(
    (result) =>
      result.code === '42501' && result.text.includes(`permission denied for table ${table}`),
  )
  return [
    { what, isFine: true },
    { what: `policies of ${table}`, isFine: isClosed, advice: openToVisitors },
  ]
}

async function examineFunction(project: Project, name: string, args: object): Promise<Finding> {
  const path = `/rest/v1/rpc/${name}`
  const { status, code, text } = await call(project, path, { method: 'POST', body: args })
  const what = `database function ${name}`
  if (code === 'PGRST202') return { what, isFine: false, advice: pushMigrations }
  if (publicFunctions.includes(`${name}()`)) {
    const advice = `Visitors cannot call it: ${status}, ${text}. ${pushMigrations}`
    return { what, isFine: status === 200, advice }
  }
  // A function that rejects the caller itself has the same code, but visitors may call it.
  const isClosed = code === '42501' && text.includes(`permission denied for function ${name}`)
  return {
    what,
    isFine: isClosed,
    advice: `Visitors may call it: ${status}, ${text}. Revoke execute from public and anon, as in supabase/migrations.`,
  }
}
