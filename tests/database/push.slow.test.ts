import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { runAsUser } from '../../tooling/postgres/postgres.ts'
import { runAdvisors, supabase } from '../../tooling/postgres/supabase-cli.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

const { name: server, url, sql, createAccount, stop } = await startMigratedPostgres()
console.info(`Pushed the migrations to ${server}`)
afterAll(stop)

const as = <T>(userId: string, work: () => Promise<T>) => runAsUser(sql, userId, work)

describe('a plain PostgreSQL with the auth and storage schemas of Supabase', () => {
  test('records every pushed migration', async () => {
    const { rows } = await sql.query(
      'select name from supabase_migrations.schema_migrations order by version',
    )
    const files = readdirSync('supabase/migrations').filter((file) => file.endsWith('.sql'))
    expect(rows.map(({ name }) => name)).toEqual(
      files.toSorted().map((file) => file.replace(/^\d+_|\.sql$/g, '')),
    )
  })

  test('is not changed by a second push', async () => {
    expect(await supabase(['db', 'push'], url)).toContain('Remote database is up to date.')
  })

  test('gets no advice from the advisors', async () => {
    expect(await runAdvisors(url)).toEqual([])
  })

  test('lets an owner list a community, but not approve it', async () => {
    const id = await createAccount()
    const community = await sql.query(
      `insert into public.communities (name, description, location, whatsapp_link, image_url, category, owner_id)
       values ('Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/abcdefghij0123456789AB',
         'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Sports', $1)
       returning id`,
      [id],
    )
    const approve = `update public.communities set status = 'approved' where id = '${community.rows[0].id}'`
    await expect(as(id, () => sql.query(approve))).rejects.toThrow(
      'Only an admin may approve or reject a community.',
    )
    const seen = await as(id, () => sql.query('select status from public.communities'))
    expect(seen.rows).toEqual([{ status: 'pending' }])
    const strangers = await as(await createAccount(), () =>
      sql.query('select status from public.communities'),
    )
    expect(strangers.rows).toEqual([])
  })
})
