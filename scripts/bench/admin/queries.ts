import { communityColumns } from '../../../src/features/community/fields.ts'
import type { Query } from '../database.ts'
import { adminId, commonWord, communityId, ownerEmail, rareWord } from './data.ts'

/** The page also reads `community_blocks (kind, since, reason)`. */
const columns = communityColumns
  .replace(/, community_blocks.*/, '')
  .split(', ')
  .map((column) => `c.${column}`)

const byAdmin = { role: 'authenticated', userId: adminId } as const

/** Reads communities with their owners and blocks, as the page does. */
const communities = (name: string, source: string): Query => ({
  name,
  ...byAdmin,
  sql: `
    select ${columns.join()}, row_to_json(owner) as owner, blocks.list as community_blocks from (${source}) as c
    left join lateral (
      select p.name, p.email from public.profiles as p where p.id = c.owner_id
    ) as owner on true
    left join lateral (
      select json_agg(json_build_object('kind', b.kind, 'since', b.since, 'reason', b.reason)) as list
      from public.community_blocks as b where b.community_id = c.id
    ) as blocks on true`,
})

const list = (name: string, args: string) =>
  communities(name, `select * from public.list_communities(${args})`)

const call = (name: string, sql: string): Query => ({
  name,
  ...byAdmin,
  sql: `select * from public.${sql}`,
})

const service = (name: string, sql: string): Query => ({
  name,
  role: 'service_role',
  sql: `select * from public.${sql}`,
})

const queue = (args: string) => `select * from public.list_review_queue(${args})`

const filters = `status => 'pending', category => 'Sports', country => 'Indonesia'`

/** Returns every query that the admin page makes among `rows` communities and users. */
export const adminQueries = (rows: number): Query[] => [
  list('first page', ''),
  list('last page', `page => ${rows / 50}`),
  list('by name', `sort => 'name', descending => false`),
  list('by owner', `sort => 'owner', descending => false`),
  list('search, rare word', `search => '${rareWord}'`),
  list('search, common word', `search => '${commonWord}'`),
  list('search, owner email', `search => '${ownerEmail}'`),
  list('status', `status => 'pending'`),
  list('category', `category => 'Sports'`),
  list('country', `country => 'Indonesia'`),
  list('status, category, country', filters),
  call('counts, all', 'count_communities()'),
  call('counts, rare word', `count_communities(search => '${rareWord}')`),
  call('counts, common word', `count_communities(search => '${commonWord}')`),
  call('counts, hidden', `count_communities(search => 'is:hidden')`),
  communities('queue', 'select * from public.list_review_queue()'),
  communities('queue, newest of a kind', queue(`kind => 'new', sort => 'newest'`)),
  communities('queue, rare word', queue(`search => '${rareWord}'`)),
  communities('queue, common word', queue(`search => '${commonWord}'`)),
  communities('queue, owner email', queue(`search => '${ownerEmail}'`)),
  call('counts, queue', 'count_review_queue()'),
  call('kinds of the queue', 'summarize_review_queue()'),
  communities('similar', `select * from public.similar_communities(${communityId('76')})`),
  service('users, first page', 'list_users()'),
  service('users, last page', `list_users(page => ${rows / 50})`),
  service('users, by name', `list_users(sort => 'name', descending => false)`),
  service('users, search', `list_users(search => 'user77')`),
  service('users, count', 'count_users()'),
  service('users, count of search', `count_users(search => 'user77')`),
  service('files of a deleted account', 'list_images_to_delete(gen_random_uuid())'),
]
