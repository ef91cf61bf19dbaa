import { statements as jobs } from '../../ops/deploy/schedule.ts'
import { adminId } from '../admin/data.ts'
import { adminQueries } from '../admin/queries.ts'
import type { Database, Query } from '../database.ts'
import { searchQueries } from '../directory/queries.ts'
import { hostId } from './data.ts'

export interface Operation extends Query {
  /** Milliseconds that the median may take. */
  target: number
}

/** Returns everything that has a target, among `rows` communities and users. What changes most rows comes last. */
export async function listOperations(database: Database, rows: number): Promise<Operation[]> {
  const directory = await searchQueries(database, rows)
  return [
    ...directory.map((query) => ({
      ...query,
      name: `search, ${query.name}`,
      target: /^(counts|places|three|twelve|unknown|word (of|in every))/.test(query.name)
        ? 300
        : 100,
    })),
    ...adminQueries(rows).map((query) => ({
      ...query,
      name: `admin, ${query.name}`,
      target: 500,
    })),
    ...(await listDecisions(database)),
    ...(await listRequests(database)),
    ...listJobs(),
    {
      name: 'deleting an account with 200 images',
      target: 3000,
      role: 'postgres',
      sql: deleteHost,
      isWrite: true,
    },
  ]
}

/** Returns the id of a community without blocks. */
async function findId(database: Database, condition: string): Promise<string> {
  const [found] = await database.query(
    `select id from public.communities as c where ${condition}
       and not exists (select from public.community_blocks as b where b.community_id = c.id)
     order by id limit 1`,
  )
  return String(found?.['id'])
}

async function listDecisions(database: Database): Promise<Operation[]> {
  const pending = await findId(database, `status = 'pending'`)
  const held = await findId(database, 'held_at is not null')
  const listed = await findId(database, `status = 'approved' and held_at is null`)
  const versionOf = (id: string) =>
    `'${id}', (select updated_at from public.communities where id = '${id}')`
  const decisions = {
    approve: `update public.communities set status = 'approved' where id = '${pending}'`,
    reject: `update public.communities set status = 'rejected', rejection_reason = 'Spam' where id = '${pending}'`,
    'accept changes': `select public.decide_changes(${versionOf(held)}, true, groups_changed_at) from public.communities where id = '${held}'`,
    hide: `select public.hide_community(${versionOf(listed)}, 'Spam')`,
    'return to pending': `select public.return_to_pending(${versionOf(listed)})`,
  }
  return Object.entries(decisions).map(([name, sql]) => ({
    name: `decision, ${name}`,
    target: 100,
    role: 'authenticated',
    userId: adminId,
    sql,
    isWrite: true,
  }))
}

/** An invitation of an owner, and the first join of a day, of another user. */
async function listRequests(database: Database): Promise<Operation[]> {
  const community = await findId(database, `owner_id = '${hostId}' and status = 'approved'`)
  const [visitor] = await database.query(
    `select id from public.profiles where not is_admin and id <> '${hostId}' order by created_at limit 1`,
  )
  return [
    {
      name: 'invitation',
      target: 50,
      role: 'authenticated',
      userId: hostId,
      sql: `select public.invite_to_community('${community}', 'new@example.com', 'co-owner')`,
      isWrite: true,
    },
    {
      name: 'first join of a day',
      target: 100,
      role: 'authenticated',
      userId: String(visitor?.['id']),
      sql: `select public.join_community('${community}')`,
      isWrite: true,
    },
  ]
}

/** Jobs in the database, at noon, and what the others call. */
function listJobs(): Operation[] {
  const noon = `(date_trunc('day', now(), 'utc') + interval '12 hours')`
  const scheduled = Object.entries(jobs)
    // Its table belongs to an extension of hosted projects.
    .filter(([name]) => name !== 'delete-job-runs')
    .map(([name, [, sql]]) => ({
      name: `job, ${name}`,
      role: 'postgres' as const,
      sql: sql.replace('now()', noon),
      isWrite: true,
    }))
  const calls = {
    'send-emails': 'select * from public.reserve_emails()',
    'check-links': 'select * from public.reserve_links()',
    'collect-images': 'select * from public.list_unused_images()',
  }
  const called = Object.entries(calls).map(([name, sql]) => ({
    name: `job, ${name}`,
    role: 'service_role' as const,
    sql,
    isWrite: true,
  }))
  return [...called, ...scheduled].map((job) => ({ ...job, target: 2000 }))
}

/** What the function delete-user does, without its requests. */
const deleteHost = `do $$
  declare
    folder constant uuid := (select image_folder from public.profiles where id = '${hostId}');
    images text[];
  begin
    perform public.announce_deletion('${hostId}', '${hostId}');
    while public.forget_decisions('${hostId}') loop end loop;
    delete from auth.users where id = '${hostId}';
    loop
      images := array(select name from public.list_images_to_delete(folder));
      exit when images = '{}';
      delete from storage.objects where bucket_id = 'community-images' and name = any (images);
    end loop;
  end
$$`
