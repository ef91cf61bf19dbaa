import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, pushMigrations, startPostgres } from '../../tooling/postgres/postgres.ts'
import {
  applySchemas,
  findDifferingObjects,
  planMigration,
  schemaFiles,
} from '../../tooling/postgres/schemas.ts'

/* The schemas are the source of truth, and projects run the migrations. Both must create the same database. */

let migrated: Postgres
let declared: Postgres
let sql: Client

beforeAll(async () => {
  ;[migrated, declared] = await Promise.all([startPostgres(), startPostgres()])
  await Promise.all([pushMigrations(migrated.url), applySchemas(declared.url)])
  sql = new Client({ connectionString: declared.url })
  await sql.connect()
}, 120_000)

afterAll(async () => {
  await sql.end()
  await Promise.all([migrated.stop(), declared.stop()])
})

test('the migrations and the schemas create the same database', async () => {
  expect(await findDifferingObjects(migrated.url, declared.url)).toEqual([])
  expect((await planMigration(migrated.url, declared.url)).files).toEqual([])
}, 60_000)

describe('the comparison reports', () => {
  test.each([
    ['a column', 'alter table public.profiles add column motto text', 'profiles.motto'],
    ['a default', 'alter table public.profiles alter column credits set default 4', 'credits'],
    [
      'a constraint',
      'alter table public.profiles drop constraint profiles_credits_check',
      'credits_check',
    ],
    ['an index', 'drop index public.communities_name_idx', 'communities_name_idx'],
    ['row-level security', 'alter table public.profiles disable row level security', 'profiles'],
    [
      'a policy',
      'alter policy "Admins read reports" on public.community_reports using (true)',
      'Admins read reports',
    ],
    [
      'a policy on stored files',
      'drop policy "Images are listed by their owner" on storage.objects',
      'Images are listed by their owner',
    ],
    ['a trigger', 'drop trigger log_community on public.communities', 'log_community'],
    ['a trigger on accounts', 'drop trigger create_profile on auth.users', 'create_profile'],
    [
      'the body of a function',
      `create or replace function private.undo_window() returns interval
       language sql immutable set search_path = '' as $$ select interval '2 minutes' $$`,
      'undo_window',
    ],
    ['a grant', 'grant select on public.community_joins to authenticated', 'community_joins'],
    [
      'a grant of a column',
      'grant update (is_admin) on public.profiles to authenticated',
      'profiles',
    ],
    [
      'a right to call a function',
      'grant execute on function public.claim_links to authenticated',
      'claim_links',
    ],
    [
      'a default privilege',
      'alter default privileges grant execute on functions to anon',
      'default',
    ],
    ['a comment', `comment on table public.profiles is 'One for every account'`, 'profiles'],
  ])(
    '%s',
    async (_what, change, name) => {
      await sql.query(change)
      const differing = await findDifferingObjects(migrated.url, declared.url)
      expect(differing.join('\n')).toMatch(new RegExp(name, 'i'))
      await recreateDeclared()
    },
    60_000,
  )

  /** Undoes a change with a new database: the comparison uses another session, which cannot see a transaction. */
  async function recreateDeclared() {
    await sql.end()
    await declared.stop()
    declared = await startPostgres()
    await applySchemas(declared.url)
    sql = new Client({ connectionString: declared.url })
    await sql.connect()
  }
})

describe('the schema file', () => {
  const files = schemaFiles().map((path) => [path, readFileSync(path, 'utf8')] as const)

  test.each(files)('%s starts with its purpose and its guarantee', (_path, text) => {
    const header = text.split('\n\n')[0] ?? ''
    expect(header).toMatch(/^-- .*/)
    expect(header).toContain('-- Guarantee:')
  })

  test.each(files)('%s has no function over 60 lines', (_path, text) => {
    const functions = text.match(/^create function [\s\S]*?^\$\$;?$/gm) ?? []
    const long = functions.filter((body) => body.split('\n').length > 60)
    expect(long.map((body) => body.split('\n')[0])).toEqual([])
  })

  test.each(files)('%s explains each security definer', (_path, text) => {
    const unexplained = text
      .split(/\n\n/)
      .filter((block) => /^create function/m.test(block) && /security definer/.test(block))
      .filter(
        (block) =>
          !/^-- .*[Ss]ecurity definer|-- .*Security definer/m.test(
            block.split('create function')[0] ?? '',
          ),
      )
    expect(unexplained.map((block) => /create function (\S+)/.exec(block)?.[1])).toEqual([])
  })
})
