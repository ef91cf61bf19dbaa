import type { Client } from 'pg'
import { insertSession, signedInClaims } from '../../../tooling/postgres/postgres.ts'
import { type Access, type User, createActors, createUsers } from './users.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'

/** Accesses the database like the REST service: with a transaction in the role and with the claims of the user. */
export async function createSqlAccess(client: Client): Promise<Access> {
  const users = await createUsers(client, () => signUp(client))
  const findActor = createActors(client, users)

  /** Returns the number of rows, or the error code of a refused statement. */
  const run = async (role: Role, table: string, text: string, values: unknown[]) => {
    const actor = await findActor(role, table)
    const name = actor ? 'authenticated' : 'anon'
    const claims = actor ? { ...signedInClaims(actor.id), aal: actor.level } : { role: name }
    await client.query('begin')
    try {
      await client.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
           set_config('request.jwt.claim.sub', $3, true)`,
        [name, JSON.stringify(claims), actor?.id ?? ''],
      )
      const { rows } = await client.query(text, values)
      await client.query('commit')
      return { rows: rows.length, code: '' }
    } catch (error) {
      await client.query('rollback')
      return { rows: 0, code: String(Reflect.get(Object(error), 'code')) }
    }
  }
  const nameOf = (table: string) => (table === 'missing profile' ? 'profiles' : table)

  return {
    sql: client,
    users,
    async read(role, table, column, key) {
      const from = table.includes('.') ? table : `public.${table}`
      const [where, values] = key.column ? [` where ${key.column} = $1`, [key.value]] : ['', []]
      return (await run(role, table, `select ${column} from ${from}${where}`, values)).rows > 0
    },
    async insert(role, table, row) {
      const columns = Object.keys(row).join(', ')
      const into = `public.${nameOf(table)}`
      const text = `insert into ${into} (${columns})
        select ${columns} from jsonb_populate_record(null::${into}, $1)`
      await run(role, table, text, [JSON.stringify(row)])
    },
    async update(role, table, change, { column, value }) {
      const columns = Object.keys(change)
      const text = `update public.${table}
        set (${columns.join(', ')}) = (select ${columns.map((name) => `new.${name}`).join(', ')}
          from jsonb_populate_record(null::public.${table}, $1) as new)
        where ${column} = $2`
      await run(role, table, text, [JSON.stringify(change), value])
    },
    async remove(role, table, { column, value }) {
      await run(role, table, `delete from public.${table} where ${column} = $1`, [value])
    },
    async call(role, name, args) {
      const names = Object.keys(args)
      const list = names.map((argument, index) => `${argument} => $${index + 1}`).join(', ')
      const values = Object.values(args)
      const { code } = await run(role, '', `select public.${name}(${list})`, values)
      return !['42501', 'PT401', 'PT403'].includes(code)
    },
  }
}

async function signUp(client: Client): Promise<User> {
  const id = crypto.randomUUID()
  await client.query('insert into auth.users (id, email) values ($1, $2)', [
    id,
    `${id}@example.com`,
  ])
  await client.query(insertSession, [id])
  return { id }
}
