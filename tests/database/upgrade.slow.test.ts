import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
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

  const rowsOf = async (table: string) =>
    (await owner.query(`select * from ${table} order by id`)).rows
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
      before.set(table, await rowsOf(`public.${table}`))
    }
  }, 60_000)

  afterAll(async () => {
    await owner.end()
    await postgres.stop()
    rmSync(workdir, { recursive: true })
  })

  /** Lists the tables and columns whose rows of the first release have changed. */
  async function listChanges(): Promise<string[]> {
    const changes: string[] = []
    for (const [table, rows] of before) {
      const after = await rowsOf(`public.${table}`)
      for (const row of rows) {
        const kept = after.find(({ id }) => id === row['id']) ?? {}
        const changed = Object.keys(row).filter(
          (column) => !isDeepStrictEqual(row[column], kept[column]),
        )
        if (changed.length > 0) changes.push(`${table}: ${changed.join()}`)
      }
      if (after.length > rows.length) changes.push(`${table}: new rows`)
    }
    return changes
  }

  test.each(migrations.filter((name) => !first.includes(name)))(
    'keeps every row through %s',
    async (migration) => {
      await pushUpTo(migration)
      expect(await listChanges()).toEqual([])
    },
    30_000,
  )

  /* Hypothetical migrations, which test the comparison. */
  test.each([
    ['adds a column', 'alter table public.profiles add column motto text', []],
    [
      'shortens a text',
      `update public.communities set description = left(description, 3)`,
      expect.arrayContaining([expect.stringMatching(/^communities: .*description/)]),
    ],
    [
      'drops a column',
      'alter table public.community_groups drop column description cascade',
      expect.arrayContaining(['community_groups: description']),
    ],
    [
      'removes rows',
      `delete from public.communities where status = 'rejected'`,
      expect.arrayContaining([expect.stringMatching(/^communities: id,/)]),
    ],
  ])('detects a migration that %s', async (_what, statement, changes) => {
    await owner.query('begin')
    await owner.query(statement)
    expect(await listChanges()).toEqual(changes)
    await owner.query('rollback')
  })

  test('accepts a later migration, and rejects one that violates its data', async () => {
    const later = (name: string) => join(workdir, folder, name)
    writeFileSync(later('29990101000001_fits.sql'), 'create table public.later (id integer);')
    await supabase(['db', 'push', '--workdir', workdir], postgres.url)
    expect((await owner.query('select from public.later')).rows).toEqual([])
    writeFileSync(
      later('29990101000002_does_not_fit.sql'),
      'alter table public.profiles add column motto text not null;',
    )
    await expect(supabase(['db', 'push', '--workdir', workdir], postgres.url)).rejects.toThrow(
      /motto/,
    )
    expect(await listChanges()).toEqual([])
    await owner.query('drop table public.later')
  }, 60_000)

  test('cleans stored texts where no constraint forbids it', async () => {
    const [, cleaning = ''] = readFileSync(
      join(folder, '20261125100000_clean_texts.sql'),
      'utf8',
    ).split('-- The texts that are already stored')
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
      insert into public.places (name, country, country_code, latitude, longitude)
      values (U&'Ba\\200Eli', 'Indonesia', 'ID', 0, 0), (U&'Qui\\200Eto', 'Ecuador', 'EC', 0, 0);
      set local session_replication_role = origin;
    `)
    await owner.query(`-- ${cleaning}`)
    const stored = await owner.query(`
      select array_agg(text order by text) as texts from (
        select name as text from public.profiles where id = ${owned}
        union all select phone from public.profiles where phone <> ''
        union all select email from public.profiles where email like 'a@%'
        union all select held_changes ->> 'name' from public.communities where held_changes is not null
        union all select name from public.communities where name like 'Wait%'
        union all select groups ->> 'name' from public.communities as c, jsonb_array_elements(approved_groups) as groups
        union all select name from public.places where name ~ '^Qui'
      ) as texts`)
    expect(stored.rows[0]).toEqual({
      texts: expect.arrayContaining([
        'Anna',
        '+49 151 234',
        'call me',
        'a@b.example',
        'Newer',
        'Waiting',
        'Sunrise',
        'Quito',
      ]),
    })
    // Another place has the name without the invisible character.
    expect(
      (await owner.query(`select from public.places where name = U&'Ba\\200Eli'`)).rowCount,
    ).toBe(1)
    await owner.query('rollback')
  })

  test('lists the old communities and users with the newest functions', async () => {
    expect(
      await queryAsAdmin(
        `select name from public.list_communities(search => 'öwner') order by name`,
      ),
    ).toHaveLength(4)
    expect(
      await queryAsAdmin(`select name from public.list_communities(search => 'waiting')`),
    ).toEqual([{ name: 'Waiting' }])
    expect(
      await queryAsAdmin(`select name from public.list_communities(country => 'Indonesia')`),
    ).toHaveLength(4)
    await owner.query('update private.settings set directory_live = true')
    for (const words of ['indonesia', 'approved bali', 'blai']) {
      const { rows } = await owner.query('select name from public.search_directory(search => $1)', [
        words,
      ])
      expect([words, rows]).toEqual([words, expect.arrayContaining([{ name: 'Approved' }])])
    }
    // Only the secret key may call this one.
    const { rows: users } = await owner.query('select public.count_users()::int as total')
    expect(users).toEqual([{ total: 3 }])
    expect(await queryAsAdmin('select * from public.count_review_queue()')).toEqual([
      { pending: '1', held: '1', groups_changed: '0', reported: '0', places_requested: '0' },
    ])
  })

  test('lets an admin decide on a pending community', async () => {
    const decided = await queryAsAdmin(
      `update public.communities set status = 'approved' where name = 'Waiting' returning approved_by`,
    )
    expect(decided).toEqual([{ approved_by: '00000000-0000-4000-8000-00000000000a' }])
  })
})
