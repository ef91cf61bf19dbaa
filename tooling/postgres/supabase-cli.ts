import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs the Supabase CLI against a database and returns its output.
 *
 * @throws with the output if the command fails
 */
export async function supabase(args: string[], databaseUrl: string): Promise<string> {
  const { stdout } = await run('npx', ['supabase', ...args, '--remote', databaseUrl, '--yes'], {
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
  })
  return stdout
}

/** Returns the findings of the security and performance advisors, except for unused indexes: a new database uses none. */
export async function runAdvisors(databaseUrl: string): Promise<string[]> {
  // They print nothing if there are no findings.
  const output = await supabase(['db', 'advisors', '--level', 'info'], databaseUrl)
  const findings: unknown = output.trim() ? JSON.parse(output) : []
  if (!Array.isArray(findings)) throw new Error(`Unexpected output: ${output}`)
  return findings
    .filter(({ name }) => name !== 'unused_index')
    .map(({ name, detail }) => `${name}: ${detail}`)
}
