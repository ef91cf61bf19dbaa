import type { HttpAccess, Key } from './http-access.ts'
import type { Sql } from './users.ts'
import { type Rights, type Role, rightsOf, roles } from '../../../tooling/permission-matrix.ts'
import { type Subject, functionArguments, subjects } from './subjects.ts'

type Row = Record<string, unknown>

/** The rights found for each subject. */
export type Findings = Map<string, Rights>

/** Tries every operation on a table as every role, and reads the results with unrestricted access. */
export async function tryTable(access: HttpAccess, name: string) {
  const subject = subjects[name]
  if (!subject) throw new Error(`Add ${name} to subjects.ts`)
  const letters = new Map<string, string>()
  const columns = await columnsOf(access.sql, subject.table)
  let key: Key | undefined
  const target = async () => (key ??= await makeTarget(access, subject))

  for (const role of roles) {
    const add = (cell: string, letter: string) => {
      const at = `${cell} ${role}`
      letters.set(at, (letters.get(at) ?? '') + letter)
    }
    // The cells share a row.
    for (const column of columns) {
      const value = subject.values[column]?.(access.users)
      if (value === undefined) throw new Error(`Add ${name}.${column} to subjects.ts`)
      if (subject.newRow) {
        add(
          `${name}.${column}`,
          (await access.read(role, subject.table, column, await target())) ? 'R' : '',
        )
        add(`${name}.${column}`, await tryInsert(access, subject, role, column, value))
      }
      const before = await reread(access.sql, subject, await target())
      await access.update(role, subject.table, { [column]: value }, await target())
      const after = await reread(access.sql, subject, await target())
      const letter = compareRows(column, before, after)
      if (letter) key = undefined
      add(`${name}.${column}`, letter)
    }
    // A suspension removes the owner's row from the directory.
    const wasThere = await reread(access.sql, subject, await target())
    await access.remove(role, subject.table, await target())
    const isGone = wasThere && (await reread(access.sql, subject, await target())) === undefined
    if (isGone) key = undefined
    add(name, isGone ? 'D' : '')
  }
  return new Map(
    [name, ...columns.map((column) => `${name}.${column}`)].map((cell) => [
      cell,
      rightsOf((role) => letters.get(`${cell} ${role}`) ?? ''),
    ]),
  )
}

/** Calls every function in the API's schema, as every role. */
export async function tryFunctions(access: HttpAccess) {
  const { rows } = await access.sql.query(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace order by 1`,
  )
  const actions = rows.map((row): [string, (role: Role) => Promise<boolean>] => {
    const name = String(row['name'])
    const args = functionArguments[name]?.(access.users)
    if (!args) throw new Error(`Add the function ${name} to subjects.ts`)
    return [`${name}()`, (role) => access.call(role, name, args)]
  })
  return tryActions(Object.fromEntries(actions))
}

/** Reads every table of the schema that the API does not serve, as every role. */
export async function tryPrivateTables(access: HttpAccess) {
  const { rows } = await access.sql.query(
    `select relname as name from pg_class
     where relnamespace = 'private'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  const names = rows.map((row) => `private.${String(row['name'])}`)
  const read = (name: string) => (role: Role) => access.read(role, name, '*')
  return tryActions(Object.fromEntries(names.map((name) => [name, read(name)])), 'R')
}

/** Tries each action as every role, one after the other, because they share rows. */
export async function tryActions(
  actions: Record<string, (role: Role) => Promise<boolean>>,
  letter = 'X',
): Promise<Findings> {
  const rights: Findings = new Map()
  for (const [name, action] of Object.entries(actions)) {
    const able = new Set<Role>()
    for (const role of roles) if (await action(role)) able.add(role)
    rights.set(
      name,
      rightsOf((role) => (able.has(role) ? letter : '')),
    )
  }
  return rights
}

async function makeTarget(access: HttpAccess, subject: Subject): Promise<Key> {
  return { column: subject.key, value: await subject.make(access.sql, access.users) }
}

async function tryInsert(
  access: HttpAccess,
  subject: Subject,
  role: Role,
  column: string,
  value: unknown,
): Promise<string> {
  const { users, sql } = access
  // The profileless user adds a profile; the deleted user tries to add rows of their own.
  const userId =
    role === 'deleted user'
      ? users[role].id
      : subject.table === 'profiles'
        ? users.profileless.id
        : users.owner.id
  const template = (await subject.newRow?.(sql, users, userId)) ?? {}
  const isOwnKey = column in template
  const row = isOwnKey ? template : { ...template, [column]: value }
  const before = await countRows(sql, subject.table)
  await access.insert(role, subject.table === 'profiles' ? 'missing profile' : subject.table, row)
  const after = await countRows(sql, subject.table)
  if (before === after) return ''
  if (after !== before + 1) throw new Error(`Inserted ${after - before} rows instead of one`)
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

/** Returns the letter for the effect of an update, or '' if it had none. */
function compareRows(column: string, before: Row | undefined, after: Row | undefined): string {
  if (same(before, after)) return ''
  if (!before || !after) return '?'
  if (!same(before[column], after[column])) return 'U'
  return after['held_changes'] ? 'H' : 'u'
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
