import { afterAll, expect, test } from 'vitest'
import { startMigratedPostgres } from '../migrated-postgres.ts'
import { createSqlAccess } from './sql-access.ts'
import { type Role, readStatedRights, rightsOf, roles } from '../../../tooling/permission-matrix.ts'
import { subjects } from './subjects.ts'
import { type Findings, tryFunctions, tryPrivateTables, tryTable } from './try-cells.ts'

// The gateway rejects requests without a key.
const tried: readonly Role[] = roles.filter((role) => role !== 'no key')
const stated = readStatedRights()
const { sql, stop } = await startMigratedPostgres()
const access = await createSqlAccess(sql)
afterAll(stop)

/** Compares the findings with the rows of the matrix about the same subjects. */
function expectAsStated(findings: Findings) {
  const expected = [...findings.keys()].map((subject) => {
    const rights = stated.get(subject)
    return [subject, rights && rightsOf((role) => (tried.includes(role) ? rights[role] : ''))]
  })
  expect(Object.fromEntries(findings)).toEqual(Object.fromEntries(expected))
}

test.each(Object.keys(subjects))(
  '%s can be read and written exactly as the matrix allows',
  { timeout: 120_000 },
  async (name) => expectAsStated(await tryTable(access, name, tried)),
)

test('functions can be called exactly as the matrix allows', async () =>
  expectAsStated(await tryFunctions(access, tried)))

test('private tables can be read exactly as the matrix allows', async () =>
  expectAsStated(await tryPrivateTables(access, tried)))
