import { addAdmin, addRows, adminId } from '../admin/data.ts'
import type { Database } from '../database.ts'
import { addCommunities } from '../directory/data.ts'
import type { KnownCommunity } from './visits.ts'

/** Adds communities with their owners, links and rows in the directory. One in ten is not approved. */
export async function fillDatabase(database: Database, rows: number): Promise<void> {
  await addAdmin(database)
  await addRows(database, 0, rows)
  await addCommunities(database, rows)
  const statements = [
    'set session_replication_role = replica',
    `insert into public.community_links (community_id, link)
     select id, whatsapp_link from public.communities where status = 'approved'`,
    `delete from public.directory_communities as d using public.communities as c
     where c.id = d.id and c.status <> 'approved'`,
    'set session_replication_role = origin',
    'vacuum analyze',
  ]
  for (const statement of statements) {
    await database.query(statement)
  }
}

/** Reads the communities that visitors see, most popular first. */
export async function readCommunities(query: Database['query']): Promise<KnownCommunity[]> {
  const rows = await query(
    'select id, location from public.directory_communities order by member_count desc, id',
  )
  return rows.map(({ id, location }) => ({ id: String(id), location: String(location) }))
}

/** Reads users who joined nothing today. */
export async function readUserIds(query: Database['query']): Promise<string[]> {
  const rows = await query(`select id from public.profiles where id <> '${adminId}' limit 50000`)
  return rows.map(({ id }) => String(id))
}

/** Reads communities with a status, each with its owner. */
export async function readOwned(query: Database['query'], status: 'approved' | 'pending') {
  const rows = await query(
    `select id, owner_id from public.communities
     where status = '${status}' and held_changes is null order by id limit 100`,
  )
  return rows.map(({ id, owner_id }) => ({ id: String(id), ownerId: String(owner_id) }))
}
