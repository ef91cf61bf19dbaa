import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs the Supabase CLI against a database. @throws with what it printed when it fails */
export async function supabase(args: string[], databaseUrl: string): Promise<string> {
  const { stdout } = await run('npx', ['supabase', ...args, '--remote', databaseUrl, '--yes'], {
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
  })
  return stdout
}

/** What the security and performance advisors object to, at their lowest level; they print nothing when content. */
export async function adviceOn(databaseUrl: string): Promise<string[]> {
  const answer = await supabase(['db', 'advisors', '--level', 'info'], databaseUrl)
  const advice: unknown = answer.trim() ? JSON.parse(answer) : []
  if (!Array.isArray(advice)) throw new Error(`Not a list of advice: ${answer}`)
  return advice.map(({ name, detail }) => `${name}: ${detail}`)
}
