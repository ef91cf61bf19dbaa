import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asUser, type Postgres, prepareProject, startPostgres } from '../support/postgres.ts'
import { supabase } from '../support/supabase-cli.ts'

const folder = 'supabase/migrations'
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
/** Version 1.0.0. */
const first = migrations.filter((name) => name < '20261123')

test('released migrations stay as they are, because projects have run them', () => {
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const released = readFileSync(join(folder, 'released.txt'), 'utf8').trim().split('\n')
  expect(released).toEqual(
    migrations.slice(0, released.length).map((name) => `${sum(name)}  ${name}`),
  )
})

describe('a project with the data of the first release', () => {
  let postgres: Postgres
  let owner: Client
  let workdir: string
  /** Every row as it was, by table. */
  let before: Map<string, Record<string, unknown>[]>

  const rowsOf = async (table: string) =>
    (await owner.query(`select * from ${table} order by id`)).rows
  const pushUpTo = async (last: string) => {
    for (const name of migrations.filter((one) => one <= last)) {
      cpSync(join(folder, name), join(workdir, folder, name))
    }
    await supabase(['db', 'push', '--workdir', workdir], postgres.url)
  }
  const asAdmin = (question: string) =>
    asUser(owner, '00000000-0000-4000-8000-00000000000a', async () => {
      const { rows } = await owner.query(question)
      return rows
    })

  beforeAll(async () => {
    workdir = mkdtempSync(join(tmpdir(), 'upgrade-'))
    mkdirSync(join(workdir, folder), { recursive: true })
    cpSync('supabase/config.toml', join(workdir, 'supabase/config.toml'))
    postgres = await startPostgres()
    await prepareProject(postgres.url)
    owner = new Client({ connectionString: postgres.url })
    await owner.connect()
    await pushUpTo(first.at(-1) ?? '')
    await owner.query(readFileSync('tests/database/first-release.sql', 'utf8'))
    before = new Map()
    for (const table of ['profiles', 'communities', 'community_groups']) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      before.set(table, await rowsOf(`public.${table}`))
    }
  }, 60_000)

  afterAll(async () => {
    await owner.end()
    await postgres.stop()
    rmSync(workdir, { recursive: true })
  })

  test.each(migrations.filter((name) => !first.includes(name)))(
    'keeps every row through %s',
    async (migration) => {
      await pushUpTo(migration)
      for (const [table, rows] of before) {
        // oxlint-disable-next-line no-await-in-loop -- one connection
        const after = await rowsOf(`public.${table}`)
        expect(after).toHaveLength(rows.length)
        for (const [index, row] of rows.entries()) expect(after[index]).toMatchObject(row)
      }
    },
    30_000,
  )

  test('finds the old communities and people in the lists of the newest one', async () => {
    expect(
      await asAdmin(`select name from public.list_communities(search => 'öwner') order by name`),
    ).toHaveLength(4)
    expect(await asAdmin(`select name from public.list_communities(search => 'waiting')`)).toEqual([
      { name: 'Waiting' },
    ])
    // As the edge function asks, which alone may.
    const { rows: users } = await owner.query('select public.count_users()::int as total')
    expect(users).toEqual([{ total: 3 }])
    expect(await asAdmin('select * from public.count_moderation_queue()')).toEqual([
      { pending: '1', held: '1', groups_changed: '0' },
    ])
  })

  test('can decide on what waited', async () => {
    const decided = await asAdmin(
      `update public.communities set status = 'approved' where name = 'Waiting' returning approved_by`,
    )
    expect(decided).toEqual([{ approved_by: '00000000-0000-4000-8000-00000000000a' }])
  })
})
