import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asUser,
  type Postgres,
  pushMigrations,
  startPostgres,
} from '../../tooling/postgres/postgres.ts'
import { adviceOn, indexedQuestions, supabase } from '../../tooling/postgres/supabase-cli.ts'

let postgres: Postgres
let owner: Client

const as = <T>(userId: string, work: () => Promise<T>) => asUser(owner, userId, work)

beforeAll(async () => {
  postgres = await startPostgres()
  console.info(`Pushing the migrations to ${postgres.name}`)
  await pushMigrations(postgres.url)
  owner = new Client({ connectionString: postgres.url })
  await owner.connect()
}, 60_000)

afterAll(async () => {
  await owner.end()
  await postgres.stop()
})

describe('a plain PostgreSQL with the auth and storage schemas of Supabase', () => {
  test('has every migration after a push', async () => {
    const { rows } = await owner.query(
      'select name from supabase_migrations.schema_migrations order by version',
    )
    expect(rows.map(({ name }) => name)).toEqual(['initial'])
  })

  test('is not changed by a second push', async () => {
    expect(await supabase(['db', 'push'], postgres.url)).toContain('Remote database is up to date.')
  })

  test('gives the advisors nothing to object to', async () => {
    await owner.query(indexedQuestions)
    expect(await adviceOn(postgres.url)).toEqual([])
  })

  test('keeps the rules: an owner lists, but does not approve', async () => {
    const id = crypto.randomUUID()
    await owner.query(`insert into auth.users (id, email) values ($1, 'owner@example.com')`, [id])
    const community = await owner.query(
      `insert into public.communities (name, description, location, whatsapp_link, image_url, category, owner_id)
       values ('Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/abcdefghij0123456789AB',
         'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Sports', $1)
       returning id`,
      [id],
    )
    const approve = `update public.communities set status = 'approved' where id = '${community.rows[0].id}'`
    await expect(as(id, () => owner.query(approve))).rejects.toThrow(
      'Only an admin may approve or reject a community.',
    )
    const seen = await as(id, () => owner.query('select status from public.communities'))
    expect(seen.rows).toEqual([{ status: 'pending' }])
    const strangers = await as(crypto.randomUUID(), () =>
      owner.query('select status from public.communities'),
    )
    expect(strangers.rows).toEqual([])
  })
})
