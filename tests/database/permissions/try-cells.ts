import type { HttpAccess, Key } from './http-access.ts'
import type { Sql } from './users.ts'
import { type Rights, type Role, rightsOf, roles } from '../../../tooling/permission-matrix.ts'
import { type Column, listColumns, newValue } from './columns.ts'
import { functionArguments } from './function-arguments.ts'
import { makeRow, subjects } from './subjects.ts'

type Row = Record<string, unknown>

/** The rights found for each subject. */
export type Findings = Map<string, Rights>

/**
 * Tries every operation on a table as every role, and reads the results with unrestricted access. All signed-in users have
 * the same role of the database: a column for which it has no privilege is tried as one of them.
 */
export async function tryTable(access: HttpAccess, name: string): Promise<Findings> {
  const { sql, users } = access
  const subject = subjects[name]
  if (!subject) throw new Error(`Add ${name} to subjects.ts`)
  const { table, key: column = 'id', isOtherState } = subject
  const columns = await listColumns(sql, table)
  const letters = new Map<string, string>()
  const denied = new Set<string>()
  let key: Key | undefined
  const findTarget = async () => (key ??= { column, value: await makeRow(sql, users, name) })
  const reread = async () => rereadRow(sql, table, await findTarget())

  for (const role of roles) {
    const add = (cell: string, letter: string) => {
      const at = `${cell} ${role}`
      letters.set(at, (letters.get(at) ?? '') + letter)
    }
    const privilege = (operation: string, { name: of }: Column) =>
      role === 'no key' ? `${role} ${operation}` : `${role === 'anonymous'} ${operation} ${of}`
    const isOpen = (operation: string) => (of: Column) => !denied.has(privilege(operation, of))

    /** Returns the columns that the role reads. Splits those that it cannot read together. */
    const findReadable = async (all: Column[]): Promise<Column[]> => {
      const open = all.filter(isOpen('read'))
      if (open.length === 0) return []
      const names = open.map((one) => one.name).join(',')
      const { ok, body, isDenied } = await access.read(role, table, names, await findTarget())
      if (ok) return body === '[]' ? [] : open
      if (!isDenied) return []
      const [first] = open
      if (open.length === 1 && first) {
        denied.add(privilege('read', first))
        return []
      }
      const half = Math.ceil(open.length / 2)
      return [
        ...(await findReadable(open.slice(0, half))),
        ...(await findReadable(open.slice(half))),
      ]
    }

    const tryInserts = async () => {
      const written = table === 'profiles' ? 'missing profile' : table
      const userId = newRowOwner(access, role, table)
      const count = await countRows(sql, table)
      let template: Row | undefined
      for (const one of columns.filter(isOpen('insert'))) {
        template ??= await subject.newRow(sql, users, userId)
        const value = template[one.name] ?? subject.values?.[one.name]?.(users) ?? newValue(one)
        const row: Row = { ...template, [one.name]: value }
        const { ok, isDenied } = await access.insert(role, written, row)
        if (isDenied) denied.add(privilege('insert', one))
        if (!ok) continue
        const stored = await removeRow(sql, table, { column, value: row[column] })
        if (stored) add(`${name}.${one.name}`, same(stored[one.name], value) ? 'I' : 'i')
        template = undefined
      }
      if (count !== (await countRows(sql, table))) throw new Error(`${role} has added to ${name}`)
    }

    const tryUpdates = async () => {
      let before = await reread()
      for (const one of columns.filter(isOpen('update'))) {
        const value = subject.values?.[one.name]?.(users) ?? newValue(one, before?.[one.name])
        const change = { [one.name]: value }
        const { ok, isDenied, body } = await access.update(role, table, change, await findTarget())
        if (isDenied) denied.add(privilege('update', one))
        // It would be refused whatever the role may do.
        if (/"code":"2[23]/.test(body))
          throw new Error(`Add a value for ${name}.${one.name}: ${body}`)
        if (!ok) continue
        const letter = compareRows(one.name, before, await reread())
        add(`${name}.${one.name}`, letter)
        if (!letter) continue
        key = undefined
        before = await reread()
      }
      if (!same(before, await reread())) throw new Error(`${role} has changed ${name}`)
    }

    await access.become(role, table)
    if (!isOtherState) {
      for (const one of await findReadable(columns)) add(`${name}.${one.name}`, 'R')
      await tryInserts()
    }
    await tryUpdates()
    // A suspension removes the owner's row from the directory.
    const wasThere = await reread()
    await access.remove(role, table, await findTarget())
    const isGone = wasThere && (await reread()) === undefined
    if (isGone) key = undefined
    add(name, isGone ? 'D' : '')
  }
  return new Map(
    [name, ...columns.map((one) => `${name}.${one.name}`)].map((cell) => [
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
    if (!args) throw new Error(`Add ${name} to function-arguments.ts`)
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
  const read = (name: string) => async (role: Role) => {
    const { ok, body } = await access.read(role, name, '*')
    return ok && body !== '[]'
  }
  return tryActions(Object.fromEntries(names.map((name) => [name, read(name)])), 'R')
}

/** Tries all actions as one role after the other. */
export async function tryActions(
  actions: Record<string, (role: Role) => Promise<boolean>>,
  letter = 'X',
): Promise<Findings> {
  const able = new Set<string>()
  for (const role of roles)
    for (const [name, action] of Object.entries(actions))
      if (await action(role)) able.add(`${name} ${role}`)
  return new Map(
    Object.keys(actions).map((name) => [
      name,
      rightsOf((role) => (able.has(`${name} ${role}`) ? letter : '')),
    ]),
  )
}

/** The profileless user adds a profile; the deleted user tries to add rows of their own. */
function newRowOwner({ users }: HttpAccess, role: Role, table: string): string {
  if (role === 'deleted user') return users[role].id
  return table === 'profiles' ? users.profileless.id : users.owner.id
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const { rows } = await sql.query(`select count(*)::int as n from public.${table}`)
  return Number(rows[0]?.['n'])
}

async function rereadRow(sql: Sql, table: string, { column, value }: Key) {
  const { rows } = await sql.query(
    `select to_jsonb(t) as row from public.${table} as t where ${column} = $1`,
    [value],
  )
  return readRow(rows)
}

async function removeRow(
  sql: Sql,
  table: string,
  { column, value }: { column: string; value: unknown },
) {
  const { rows } = await sql.query(
    `delete from public.${table} as t where ${column} = $1 returning to_jsonb(t) as row`,
    [value],
  )
  return readRow(rows)
}

function readRow([found]: Row[]): Row | undefined {
  const row = found?.['row']
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
