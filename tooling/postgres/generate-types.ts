import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { servePGlite } from './postgres.ts'
import { supabase } from './supabase-cli.ts'

const run = promisify(execFile)

/** Returns the formatted output of `supabase gen types` for a database with all migrations applied. */
export async function generateTypes(): Promise<string> {
  const local = await startLocalSupabase()
  const server = await servePGlite(local.connection.driver)
  try {
    const options = ['--lang', 'typescript', '--schema', 'public']
    const types = await supabase(['gen', 'types', ...options], server.url)
    const formatted = run('npx', ['oxfmt', '--stdin-filepath=database.types.ts'])
    formatted.child.stdin?.end(types)
    return (await formatted).stdout
  } finally {
    await server.stop()
    await local.stop()
  }
}
