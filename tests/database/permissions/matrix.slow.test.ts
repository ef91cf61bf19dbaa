import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../../supabase/local/start.ts'
import { createHttpAccess } from './http-access.ts'
import { readStatedRights } from '../../../tooling/permission-matrix.ts'
import { subjects } from './subjects.ts'
import { tryDirectory } from './try-directory.ts'
import { type Findings, tryFunctions, tryPrivateTables, tryTable } from './try-cells.ts'
import { tryImages, tryServices } from './try-services.ts'

const stated = readStatedRights()
const untried = new Set(stated.keys())

const local = await startLocalSupabase()
const access = await createHttpAccess(local)

afterAll(() => local.stop())

/** Compares the findings with the rows of the matrix about the same subjects. */
function expectAsStated(findings: Findings) {
  for (const subject of findings.keys()) untried.delete(subject)
  const expected = [...findings.keys()].map((subject) => [subject, stated.get(subject)])
  expect(Object.fromEntries(findings)).toEqual(Object.fromEntries(expected))
}

test.each(Object.keys(subjects))(
  '%s can be read and written exactly as the matrix allows',
  async (name) => expectAsStated(await tryTable(access, name)),
)

test('every table of the API is in the matrix', async () => {
  const { rows } = await access.sql.query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  const known = Object.values(subjects).map(({ table }) => table)
  expect(new Set(known)).toEqual(new Set(rows.map(({ name }) => name)))
})

test('functions can be called exactly as the matrix allows', async () => {
  // Each suspension of the owner updates their communities, of which the tests above leave hundreds.
  await access.sql.query('delete from public.communities where owner_id = $1', [
    access.users.owner.id,
  ])
  expectAsStated(await tryFunctions(access))
})

test('private tables can be read exactly as the matrix allows', async () =>
  expectAsStated(await tryPrivateTables(access)))

test('the directory can be used exactly as the matrix allows', async () =>
  expectAsStated(await tryDirectory(access)))

test('images can be viewed, added and removed exactly as the matrix allows', async () =>
  expectAsStated(await tryImages(local, access)))

test('edge functions and the auth service can be used exactly as the matrix allows', async () =>
  expectAsStated(await tryServices(access)))

test('every row of the matrix is tried', () => expect([...untried]).toEqual([]))
