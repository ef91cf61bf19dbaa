import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  runAsUser,
  type Postgres,
  prepareProject,
  startPostgres,
} from '../../tooling/postgres/postgres.ts'
import { supabase } from '../../tooling/postgres/supabase-cli.ts'

const folder = 'supabase/migrations'
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
/** Version 1.0.0: the initial migration. */
const first = migrations.slice(0, 1)

test('released migrations never change, because projects have run them', () => {
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
  /** The rows of the first release, by table. */
  let before: Map<string, Record<string, unknown>[]>

  const rowsOf = async (table: string, columns = '*') =>
    (await owner.query(`select ${columns} from public.${table} order by id`)).rows
  const pushUpTo = async (last: string) => {
    for (const name of migrations.filter((one) => one <= last)) {
      cpSync(join(folder, name), join(workdir, folder, name))
    }
    await supabase(['db', 'push', '--workdir', workdir], postgres.url)
  }
  const queryAsAdmin = (text: string) =>
    runAsUser(owner, '00000000-0000-4000-8000-00000000000a', async () => {
      const { rows } = await owner.query(text)
      return rows
    })

  beforeAll(async () => {
    workdir = mkdtempSync(join(tmpdir(), 'upgrade-'))
    mkdirSync(join(workdir, folder), { recursive: true })
    // The configuration refers to the templates.
    for (const path of ['supabase/config.toml', 'supabase/templates']) {
      cpSync(path, join(workdir, path), { recursive: true })
    }
    postgres = await startPostgres()
    await prepareProject(postgres.url)
    owner = new Client({ connectionString: postgres.url })
    await owner.connect()
    await pushUpTo(first.at(-1) ?? '')
    await owner.query(readFileSync('tests/database/first-release.sql', 'utf8'))
    before = new Map()
    for (const table of ['profiles', 'communities', 'community_groups']) {
      // Without a text that the database derives from other columns.
      before.set(
        table,
        (await rowsOf(table)).map(({ search_text: _derived, ...row }) => row),
      )
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
        // The migration may add columns.
        const columns = Object.keys(rows[0] ?? {}).join(', ')
        expect(await rowsOf(table, columns)).toEqual(rows)
      }
    },
    30_000,
  )

  test('cleans stored texts where no constraint forbids it', async () => {
    const release = readFileSync(join(folder, '20261128040000_release.sql'), 'utf8')
    const [cleaning = ''] =
      /-- The texts that are already stored.*?\n\n(?=-- )/s.exec(release) ?? []
    const owned = `'00000000-0000-4000-8000-00000000000b'`
    await owner.query('begin')
    await owner.query(`
      set local session_replication_role = replica; -- Disables the triggers.
      update public.profiles set name = U&'\\200FAnna\\061C', phone = U&'\\200E+49 151 234' where id = ${owned};
      update public.profiles set phone = 'call me', email = U&'a@\\200Eb.example'
      where id = '00000000-0000-4000-8000-00000000000c';
      update public.communities set held_changes = jsonb_build_object('name', U&'New\\00ADer') where name = 'Changed since';
      update public.communities set name = U&'Wait\\200Bing' where name = 'Waiting';
      update public.community_groups set name = U&'\\FEFFSunrise' where name = 'Sunrise swims';
      set local session_replication_role = origin;
    `)
    await owner.query(cleaning)
    const { rows } = await owner.query(`
      select to_jsonb(p) as row from public.profiles as p
      union all select to_jsonb(c) from public.communities as c
      union all select to_jsonb(g) from public.community_groups as g`)
    const cleaned = ['Anna', '+49 151 234', 'a@b.example', 'Newer', 'Waiting', 'Sunrise']
    // 'call me' is not a phone number.
    for (const text of [...cleaned, 'call me']) {
      expect(JSON.stringify(rows)).toContain(`"${text}"`)
    }
    await owner.query('rollback')
  })

  test('lets an admin find the old communities and users, and decide on them', async () => {
    const count = async (args: string) =>
      (await queryAsAdmin(`select name from public.list_communities(${args})`)).length
    expect(await count(`search => 'öwner'`)).toBe(4)
    expect(await count(`search => 'waiting'`)).toBe(1)
    expect(await count(`country => 'Indonesia'`)).toBe(4)
    // Only the secret key may call this one.
    const { rows: users } = await owner.query('select public.count_users()::int as total')
    expect(users).toEqual([{ total: 3 }])
    expect(await queryAsAdmin('select * from public.count_review_queue()')).toEqual([
      {
        reported: '0',
        appealed: '0',
        renamed: '0',
        claimed: '0',
        links_changed: '0',
        held: '1',
        groups_changed: '0',
        pending: '1',
        imports: '0',
        places_requested: '0',
      },
    ])
    const decided = await queryAsAdmin(
      `update public.communities set status = 'approved' where name = 'Waiting' returning approved_by`,
    )
    expect(decided).toEqual([{ approved_by: '00000000-0000-4000-8000-00000000000a' }])
  })

  test('shows visitors the approved communities', async () => {
    await owner.query('update private.settings set directory_live = true')
    await owner.query(`insert into public.synonyms (terms) values ('{lengthy,long}')`)
    const searches = ['indonesia', 'approved bali', 'blai', 'culture request', 'sunrise', 'lengthy']
    for (const words of searches) {
      const search = 'select name from public.search_directory(search => $1)'
      const { rows } = await owner.query(search, [words])
      expect([words, rows]).toEqual([words, expect.arrayContaining([{ name: 'Approved' }])])
    }
    const { rows: miscounted } = await owner.query(`
      select word, communities from private.directory_words except
      select word, count(distinct id) from (
        select id, words from public.directory_communities
        union all select id, words from public.places union all select id, words from public.synonyms
      ) as used, string_to_table(words, ' ') as word group by word`)
    expect(miscounted).toEqual([])
  })
})
