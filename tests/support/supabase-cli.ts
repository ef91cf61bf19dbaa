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

/**
 * The questions each index is there to answer, asked once: the advisors report an index that was
 * never used, and on a database this small the planner would rather read whole tables.
 */
export const indexedQuestions = `
  set enable_seqscan = off;
  select id from public.communities where owner_id = '00000000-0000-4000-8000-000000000000';
  select id from public.communities where approved_by = '00000000-0000-4000-8000-000000000000';
  select id from public.communities order by created_at desc, id limit 50;
  select id from public.communities where held_at is not null order by held_at;
  select id from public.community_groups where community_id = '00000000-0000-4000-8000-000000000000' order by name;
  reset enable_seqscan;
  select pg_stat_force_next_flush();
`
