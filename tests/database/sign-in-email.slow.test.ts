import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  asUser,
  type Postgres,
  pushMigrations,
  startPostgres,
} from '../../tooling/postgres/postgres.ts'

/* Whose address it is, says the auth service; what somebody writes into their profile proves nothing. */

let postgres: Postgres
let sql: Client

beforeAll(async () => {
  postgres = await startPostgres()
  await pushMigrations(postgres.url)
  sql = new Client({ connectionString: postgres.url })
  await sql.connect()
}, 60_000)

beforeEach(() => sql.query('delete from auth.users'))

afterAll(async () => {
  await sql.end()
  await postgres.stop()
})

async function newAccount(email: string | null): Promise<string> {
  const id = crypto.randomUUID()
  await sql.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
  return id
}

const changeAddress = (id: string, email: string) =>
  sql.query('update auth.users set email = $2 where id = $1', [id, email])

const writeEmail = (id: string, email: string) =>
  sql.query('update public.profiles set email = $2 where id = $1', [id, email])

async function addresses(id: string) {
  const { rows } = await sql.query(
    `select p.email, p.sign_in_email, d.email as listed
     from public.profiles as p join private.account_index as d using (id) where id = $1`,
    [id],
  )
  return rows[0]
}

describe('the first admin', () => {
  test.each([
    ['docs/deployment.md', 'you@example.com'],
    ['scripts/ops/doctor/examine.ts', '<yours>'],
  ])('is whoever signs in with the address, by the SQL of %s', async (file, placeholder) => {
    const text = readFileSync(file, 'utf8')
    const [statement = ''] = /update public\.profiles set is_admin = true[^;]+;/.exec(text) ?? []
    expect(statement).toContain(placeholder)
    const me = await newAccount('me@example.com')
    const attacker = await newAccount('attacker@example.com')
    await writeEmail(me, 'elsewhere@example.com')
    await writeEmail(attacker, 'me@example.com')
    await sql.query(statement.replace(placeholder, 'me@example.com'))
    const { rows } = await sql.query('select id from public.profiles where is_admin')
    expect(rows).toEqual([{ id: me }])
    await sql.query('update public.profiles set is_admin = false')
  })
})

describe('an address changed in the auth service', () => {
  test('is changed in the profile and in the list of users', async () => {
    const id = await newAccount('old@example.com')
    await changeAddress(id, 'new@example.com')
    expect(await addresses(id)).toEqual({
      email: 'new@example.com',
      sign_in_email: 'new@example.com',
      listed: 'new@example.com',
    })
  })

  test('leaves another one that its owner gave', async () => {
    const id = await newAccount('old@example.com')
    await writeEmail(id, 'contact@example.com')
    await changeAddress(id, 'new@example.com')
    expect(await addresses(id)).toEqual({
      email: 'contact@example.com',
      sign_in_email: 'new@example.com',
      listed: 'new@example.com',
    })
  })

  test('is found in the communities of its owner', async () => {
    const id = await newAccount('old@example.com')
    await sql.query(
      `insert into public.communities
         (name, description, location, whatsapp_link, image_url, category, owner_id)
       values ('Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/abcdefghij0123456789Xy',
         'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Sports', $1)`,
      [id],
    )
    await writeEmail(id, 'contact@example.com')
    await changeAddress(id, 'new@example.com')
    const { rows } = await sql.query(
      'select search_text from public.communities where owner_id = $1',
      [id],
    )
    expect(rows[0].search_text).toMatch(/contact@example\.com new@example\.com$/)
  })

  test.each(['line\nbreak@example.com', `${'x'.repeat(243)}@example.com`])(
    'never fails: %j stays out of what the owner may edit',
    async (odd) => {
      const id = await newAccount('old@example.com')
      await changeAddress(id, odd)
      expect(await addresses(id)).toMatchObject({ email: 'old@example.com', sign_in_email: odd })
      const second = `2${odd.slice(1)}`
      const other = await newAccount(second)
      expect(await addresses(other)).toMatchObject({ email: '', sign_in_email: second })
    },
  )
})

test('nobody says of themselves what they sign in with', async () => {
  const id = await newAccount('me@example.com')
  await expect(
    asUser(sql, id, () =>
      sql.query(`update public.profiles set sign_in_email = 'boss@example.com'`),
    ),
  ).rejects.toThrow(/permission denied/)
  // Nor when the profile was missing and is added again.
  await sql.query('delete from public.profiles where id = $1', [id])
  await sql.query(
    `insert into public.profiles (id, name, sign_in_email) values ($1, 'Back', 'boss@example.com')`,
    [id],
  )
  expect(await addresses(id)).toMatchObject({ sign_in_email: 'me@example.com' })
})

test('an account without an address has a profile all the same', async () => {
  const id = await newAccount(null)
  expect(await addresses(id)).toMatchObject({ email: '', sign_in_email: '' })
})
