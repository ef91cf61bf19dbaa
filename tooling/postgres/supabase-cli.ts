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

/** Returns the findings of the security and performance advisors at all levels. */
export async function runAdvisors(databaseUrl: string): Promise<string[]> {
  // They print nothing if there are no findings.
  const output = await supabase(['db', 'advisors', '--level', 'info'], databaseUrl)
  const findings: unknown = output.trim() ? JSON.parse(output) : []
  if (!Array.isArray(findings)) throw new Error(`Unexpected output: ${output}`)
  return findings.map(({ name, detail }) => `${name}: ${detail}`)
}

/**
 * Queries that use each index once: the advisors report unused indexes. Sequential scans are off, because the planner
 * prefers them for small tables.
 */
export const queriesForIndexes = `
  set enable_seqscan = off;
  select id from public.communities where owner_id = '00000000-0000-4000-8000-000000000000';
  select id from public.communities where approved_by = '00000000-0000-4000-8000-000000000000';
  select id from public.communities order by created_at desc, id limit 50;
  select id from public.communities where held_at is not null order by held_at;
  select id from public.communities where groups_changed_at is not null order by groups_changed_at;
  select id from public.communities where requested_place is not null and status = 'approved' order by updated_at, id;
  select name from public.places where known_names @> '{bali}';
  select name from public.places where search_vector @@ 'bali'::tsquery;
  select id from public.community_groups where community_id = '00000000-0000-4000-8000-000000000000' order by name;
  select id from public.communities where search_text ilike '%surf%';
  select id from public.communities where whatsapp_link = '';
  select id from public.communities order by name, id limit 50;
  select id from public.communities where status = 'pending' order by created_at desc, id limit 50;
  select status, count(*) from public.communities where location = 'Bali' group by status;
  select id from public.communities where status = 'pending' order by created_at, id limit 50;
  select id from public.profiles order by name, id limit 50;
  select id from public.audit_log where subject_id = '00000000-0000-4000-8000-000000000000' order by id desc;
  select id from public.audit_log where owner_id = '00000000-0000-4000-8000-000000000000';
  select id from public.audit_log where actor_id = '00000000-0000-4000-8000-000000000000';
  select id from public.audit_log where at < now() - interval '2 years' order by at;
  select id from private.account_index order by created_at desc, id limit 50;
  select id from private.account_index order by name, id limit 50;
  select id from private.account_index order by email, id limit 50;
  select id from private.account_index order by credits, id limit 50;
  select id from private.account_index order by is_admin, name, id limit 50;
  select id from private.account_index where search_text ilike '%surf%';
  select joined_on from public.community_joins where community_id = '00000000-0000-4000-8000-000000000000';
  select joined_on from public.community_joins where user_id = '00000000-0000-4000-8000-000000000000' and joined_on = current_date;
  select user_id from public.community_joins where joined_on < current_date - 30 order by joined_on;
  select id from public.community_reports where community_id = '00000000-0000-4000-8000-000000000000';
  select id from public.community_reports where community_id = '00000000-0000-4000-8000-000000000000' and reporter_id = '00000000-0000-4000-8000-000000000000' and resolved_at is null;
  select id from public.community_reports where reporter_id = '00000000-0000-4000-8000-000000000000' and created_at > now();
  select id from public.community_reports where resolved_by = '00000000-0000-4000-8000-000000000000';
  select id from public.community_reports where resolved_at < now() - interval '1 year' order by resolved_at;
  select link from public.community_links order by checked_at nulls first, community_id limit 50;
  select link from public.community_links where community_id = '00000000-0000-4000-8000-000000000000' and state = 'dead';
  select kind from private.email_outbox where community_id = '00000000-0000-4000-8000-000000000000';
  select kind from private.email_outbox where created_at < now() - interval '30 days' order by created_at;
  select kind from private.email_outbox where sent_at is null and given_up_at is null and due_at <= now() order by due_at limit 1;
  select name from public.directory_communities where id = '00000000-0000-4000-8000-000000000000';
  select name from public.directory_communities order by approval_date, id limit 24;
  select name from public.directory_communities order by member_count, id limit 24;
  select name from public.directory_communities order by sort_name, id limit 24;
  select name from public.directory_communities where search_vector @@ 'surf'::tsquery;
  select name from public.directory_communities where location = 'Bali' and category = 'Sports';
  select name from public.directory_communities where languages @> '{de}';
  select word from private.directory_words where word >= 'surf' and word < 'surg';
  select word from private.directory_words where blanked_words && '{surf}';
  set enable_indexscan = off;
  set enable_indexonlyscan = off;
  select * from public.communities where name ilike '%surf%';
  reset enable_indexscan;
  reset enable_indexonlyscan;
  reset enable_seqscan;
  select pg_stat_force_next_flush();
`
