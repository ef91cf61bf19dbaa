import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { describeTriggers } from './describe-triggers.ts'
import { generateRules } from './generate-rules.ts'
import { servePGlite } from './postgres.ts'
import { supabase } from './supabase-cli.ts'

const run = promisify(execFile)

/**
 * Returns the content of all generated files, by path: the formatted output of `supabase gen types`, and the rules, for a
 * database with all migrations applied.
 */
export async function generateTypes(): Promise<Record<string, string>> {
  const local = await startLocalSupabase()
  const { driver } = local.connection
  const rules = await generateRules(driver)
  const triggers = await describeTriggers(driver)
  const server = await servePGlite(driver)
  try {
    const options = ['--lang', 'typescript', '--schema', 'public']
    const types = await supabase(['gen', 'types', ...options], server.url)
    const formatted = run('npx', ['oxfmt', '--stdin-filepath=database.types.ts'])
    formatted.child.stdin?.end(types)
    return {
      ...rules,
      'docs/triggers.md': triggers,
      'src/supabase/database.types.ts': (await formatted).stdout,
    }
  } finally {
    await server.stop()
    await local.stop()
  }
}
