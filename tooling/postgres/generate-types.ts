import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { servePGlite } from './postgres.ts'

const run = promisify(execFile)

/** Returns the formatted output of `supabase gen types` for a database with all migrations applied. */
export async function generateTypes(): Promise<string> {
  const local = await startLocalSupabase()
  const server = await servePGlite(local.connection.driver)
  try {
    const { stdout } = await run('npx', [
      'supabase',
      'gen',
      'types',
      '--lang',
      'typescript',
      '--schema',
      'public',
      '--remote',
      server.url,
    ])
    const formatted = run('npx', ['oxfmt', '--stdin-filepath=database.types.ts'])
    formatted.child.stdin?.end(stdout)
    return (await formatted).stdout
  } finally {
    await server.stop()
    await local.stop()
  }
}
