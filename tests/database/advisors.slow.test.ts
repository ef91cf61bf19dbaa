import { Client } from 'pg'
import { expect, test } from 'vitest'
import { prepareProject, startPostgres } from '../../tooling/postgres/postgres.ts'
import { runAdvisors } from '../../tooling/postgres/supabase-cli.ts'

/* Elsewhere, the advisors are expected to report nothing. This test proves that they would. */

test('the advisors report a table without row-level security that visitors can read', async () => {
  const postgres = await startPostgres()
  try {
    await prepareProject(postgres.url)
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(
      'create table public.unprotected (id int primary key); grant select on unprotected to anon',
    )
    await client.end()
    expect(await runAdvisors(postgres.url)).toContainEqual(
      expect.stringMatching(/^rls_disabled_in_public: .*unprotected/),
    )
  } finally {
    await postgres.stop()
  }
})
