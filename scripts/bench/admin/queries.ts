import { communityColumns } from '../../../src/communities/fields.ts'
import type { Query } from '../database.ts'
import { adminId, commonWord, communityId, ownerEmail, rareWord } from './data.ts'

const columns = communityColumns.split(', ').map((column) => `c.${column}`)

/** Reads communities with their owners, as the page does. */
const communities = (name: string, source: string): Query => ({
  name,
  role: 'authenticated',
  userId: adminId,
  sql: `
    select ${columns.join()}, row_to_json(owner) as owner from (${source}) as c
    left join lateral (
      select p.name, p.email from public.profiles as p where p.id = c.owner_id
    ) as owner on true`,
})

const list = (name: string, args: string) =>
  communities(name, `select * from public.list_communities(${args})`)

const count = (name: string, args = ''): Query => ({
  name: `counts, ${name}`,
  role: 'authenticated',
  userId: adminId,
  sql: `select * from public.count_communities(${args})`,
})

const users = (name: string, call: string): Query => ({
  name: `users, ${name}`,
  role: 'service_role',
  sql: `select * from public.${call}`,
})

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
  count('all'),
  count('rare word', `search => '${rareWord}'`),
  count('common word', `search => '${commonWord}'`),
  communities('queue', 'select * from public.list_review_queue()'),
  communities('similar', `select * from public.similar_communities(${communityId('76')})`),
  users('first page', 'list_users()'),
  users('last page', `list_users(page => ${rows / 50})`),
  users('by name', `list_users(sort => 'name', descending => false)`),
  users('search', `list_users(search => 'user77')`),
  users('count', 'count_users()'),
  users('count of search', `count_users(search => 'user77')`),
  {
    name: 'next emails',
    role: 'service_role',
    sql: 'select * from public.claim_emails()',
    isWrite: true,
  },
  {
    name: 'files of a deleted account',
    role: 'service_role',
    sql: 'select * from public.list_images_to_delete(gen_random_uuid())',
  },
  ...[
    'end_expired_suspensions()',
    'queue_daily_summaries(now())',
    'queue_alert_emails(now())',
    'withdraw_questions()',
    'ask_owners()',
    'remind_owners()',
    'fall_asleep()',
  ].map((job): Query => ({
    name: `job ${job}`,
    role: 'postgres',
    sql: `select private.${job}`,
    isWrite: true,
  })),
]
