import type { Key, Sql, Way } from './people.ts'
import { type Rights, type Role, rightsOf, roles } from '../../../tooling/permission-matrix.ts'
import { type Subject, functionArguments, subjects } from './subjects.ts'

type Row = Record<string, unknown>

/** What each role turned out to be able to do, by subject. */
export type Findings = Map<string, Rights>

/** Tries everything that could be done with a table, as every role, and looks what became of it. */
export async function tryTable(
  way: Way,
  name: string,
  only: readonly Role[] = roles,
): Promise<Findings> {
  const subject = subjects[name]
  if (!subject) throw new Error(`Nothing is known about ${name}`)
  const letters = new Map<string, string>()
  const columns = await columnsOf(way.sql, subject.table)
  let key: Key | undefined
  const target = async () => (key ??= await makeTarget(way, subject))

  for (const role of only) {
    const add = (cell: string, letter: string) => {
      const at = `${cell} ${role}`
      letters.set(at, (letters.get(at) ?? '') + letter)
    }
    // Each cell starts from what the one before left.
    /* oxlint-disable no-await-in-loop */
    for (const column of columns) {
      const value = subject.values[column]?.(way.people)
      if (value === undefined) throw new Error(`Nobody has thought of ${name}.${column} yet`)
      if (subject.newRow) {
        add(
          `${name}.${column}`,
          (await way.read(role, subject.table, column, await target())) ? 'R' : '',
        )
        add(`${name}.${column}`, await tryInsert(way, subject, role, column, value))
      }
      const before = await reread(way.sql, subject, await target())
      await way.update(role, subject.table, { [column]: value }, await target())
      const after = await reread(way.sql, subject, await target())
      const letter = whatBecame(column, before, after)
      if (letter) key = undefined
      add(`${name}.${column}`, letter)
    }
    await way.remove(role, subject.table, await target())
    const isGone = (await reread(way.sql, subject, await target())) === undefined
    if (isGone) key = undefined
    add(name, isGone ? 'D' : '')
    /* oxlint-enable no-await-in-loop */
  }
  return new Map(
    [name, ...columns.map((column) => `${name}.${column}`)].map((cell) => [
      cell,
      rightsOf((role) => letters.get(`${cell} ${role}`) ?? ''),
    ]),
  )
}

/** Calls every function that the API could reach, as every role. */
export async function tryFunctions(way: Way, only: readonly Role[] = roles): Promise<Findings> {
  const { rows } = await way.sql.query(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace order by 1`,
  )
  const rights: Findings = new Map()
  /* oxlint-disable no-await-in-loop */
  for (const name of rows.map((row) => String(row['name']))) {
    const args = functionArguments[name]?.(way.people)
    if (!args) throw new Error(`Nobody has thought of the function ${name} yet`)
    const callers = new Set<Role>()
    for (const role of only) if (await way.call(role, name, args)) callers.add(role)
    rights.set(
      `${name}()`,
      rightsOf((role) => (callers.has(role) ? 'X' : '')),
    )
  }
  /* oxlint-enable no-await-in-loop */
  return rights
}

/** Tables of the schema that the API does not serve: nobody reads them, whatever they ask for. */
export async function tryPrivateTables(way: Way, only: readonly Role[] = roles): Promise<Findings> {
  const { rows } = await way.sql.query(
    `select relname as name from pg_class
     where relnamespace = 'private'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  const rights: Findings = new Map()
  /* oxlint-disable no-await-in-loop */
  for (const name of rows.map((row) => `private.${String(row['name'])}`)) {
    const readers = new Set<Role>()
    for (const role of only) if (await way.read(role, name, '*', anyRow)) readers.add(role)
    rights.set(
      name,
      rightsOf((role) => (readers.has(role) ? 'R' : '')),
    )
  }
  /* oxlint-enable no-await-in-loop */
  return rights
}

const anyRow: Key = { column: '', value: '' }

async function makeTarget(way: Way, subject: Subject): Promise<Key> {
  return { column: subject.key, value: await subject.make(way.sql, way.people) }
}

async function tryInsert(
  way: Way,
  subject: Subject,
  role: Role,
  column: string,
  value: unknown,
): Promise<string> {
  const { people, sql } = way
  // Whose profile is there needs none; whose account is gone tries in their own name.
  const personId =
    role === 'deleted user'
      ? people[role].id
      : subject.table === 'profiles'
        ? people.bare.id
        : people.owner.id
  const template = (await subject.newRow?.(sql, people, personId)) ?? {}
  const isOwnKey = column in template
  const row = isOwnKey ? template : { ...template, [column]: value }
  const before = await countRows(sql, subject.table)
  await way.insert(role, subject.table === 'profiles' ? 'missing profile' : subject.table, row)
  const after = await countRows(sql, subject.table)
  if (before === after) return ''
  if (after !== before + 1) throw new Error(`One row became ${after - before}`)
  const { rows } = await sql.query(
    `delete from public.${subject.table} where ${subject.key} = $1 returning to_jsonb(${subject.table}) as row`,
    [row[subject.key]],
  )
  const stored = rows[0]?.['row']
  return stored && same(Reflect.get(Object(stored), column), row[column]) ? 'I' : 'i'
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const { rows } = await sql.query(`select count(*)::int as n from public.${table}`)
  return Number(rows[0]?.['n'])
}

async function columnsOf(sql: Sql, table: string): Promise<string[]> {
  const { rows } = await sql.query(
    `select attname as name from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  return rows.map(({ name }) => String(name))
}

async function reread(sql: Sql, { table }: Subject, key: Key): Promise<Row | undefined> {
  const { rows } = await sql.query(
    `select to_jsonb(t) as row from public.${table} as t where ${key.column} = $1`,
    [key.value],
  )
  const row = rows[0]?.['row']
  return typeof row === 'object' && row !== null ? { ...row } : undefined
}

/** The letter for what an update left behind; none where it left nothing at all. */
function whatBecame(column: string, before: Row | undefined, after: Row | undefined): string {
  if (same(before, after)) return ''
  if (!before || !after) return '?'
  if (!same(before[column], after[column])) return 'U'
  return after['held_changes'] ? 'H' : 'u'
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
