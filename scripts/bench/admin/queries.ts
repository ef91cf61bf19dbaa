import { communityColumns } from '../../../src/communities/fields.ts'
import { asJson, type Benchmark, type Query } from '../database.ts'
import { adminId, commonWord, communityId, ownerEmail, rareWord } from './data.ts'

/** Returns every query that the admin page makes among `rows` communities and users. */
export const adminQueries = (rows: number): Benchmark[] => [
  ...communityQueries(Math.ceil(rows / 50)),
  ...queueQueries(),
  ...userQueries(Math.ceil(rows / 50)),
]

const asAdmin = (sql: string): Query => ({ role: 'authenticated', userId: adminId, sql })
const asSuperuser = (sql: string): Query => ({ role: 'postgres', sql })

const columns = communityColumns.split(', ').map((column) => `c.${column}`)

/** SQL: communities with their owners, as the page loads them. */
const communitiesAsJson = (source: string) =>
  asJson(`
    select ${columns.join()}, row_to_json(owner) as owner from (${source}) as c
    left join lateral (
      select p.name, p.email from public.profiles as p where p.id = c.owner_id
    ) as owner on true`)

interface Page {
  where?: string
  order?: string
  offset?: number
  join?: string
}

const newestFirst = 'c.created_at desc, c.id'

function listCommunities(name: string, args: string, page: Page = {}): Benchmark {
  const { where = 'true', order = newestFirst, offset = 0, join = '' } = page
  const plain = `select c.* from public.communities as c ${join} join (
      select c.id from public.communities as c ${join} where ${where}
      order by ${order} limit 50 offset ${offset}
    ) as page on page.id = c.id order by ${order}`
  return {
    name,
    query: asAdmin(communitiesAsJson(`select * from public.list_communities(${args})`)),
    plain: asSuperuser(communitiesAsJson(plain)),
  }
}

const countCommunities = (name: string, args: string, where: string): Benchmark => ({
  name,
  query: asAdmin(asJson(`select * from public.count_communities(${args}) order by status`)),
  plain: asSuperuser(
    asJson(`select c.status, count(*) as communities from public.communities as c
      where ${where} group by c.status order by c.status`),
  ),
})

const contains = (word: string) => `c.search_text ilike '%${word}%'`

const communityQueries = (lastPage: number): Benchmark[] => [
  listCommunities('first page', ''),
  listCommunities('last page', `page => ${lastPage}`, { offset: (lastPage - 1) * 50 }),
  listCommunities('by name', `sort => 'name', descending => false`, { order: 'c.name, c.id' }),
  listCommunities('by owner', `sort => 'owner', descending => false`, {
    join: 'join public.profiles as p on p.id = c.owner_id',
    order: 'p.name, p.id, c.created_at, c.id desc',
  }),
  listCommunities('search, rare word', `search => '${rareWord}'`, { where: contains(rareWord) }),
  listCommunities('search, common word', `search => '${commonWord}'`, {
    where: contains(commonWord),
  }),
  listCommunities('search, owner email', `search => '${ownerEmail}'`, {
    where: contains(ownerEmail),
  }),
  listCommunities('status', `status => 'pending'`, { where: `c.status = 'pending'` }),
  listCommunities('category', `category => 'Sports'`, { where: `c.category = 'Sports'` }),
  listCommunities('country', `country => 'Indonesia'`, { where: `c.location = any ('{Bali}')` }),
  listCommunities(
    'status, category, country',
    `status => 'pending', category => 'Sports', country => 'Indonesia'`,
    { where: `c.status = 'pending' and c.category = 'Sports' and c.location = any ('{Bali}')` },
  ),
  countCommunities('counts', '', 'true'),
  countCommunities('counts, rare word', `search => '${rareWord}'`, contains(rareWord)),
  countCommunities('counts, common word', `search => '${commonWord}'`, contains(commonWord)),
]

const queueQueries = (): Benchmark[] => [
  {
    name: 'queue',
    query: asAdmin(communitiesAsJson('select * from public.list_review_queue()')),
  },
  {
    name: 'queue, counts',
    query: asAdmin(asJson('select * from public.count_review_queue()')),
  },
  {
    name: 'similar communities',
    query: asAdmin(
      communitiesAsJson(`select * from public.similar_communities(${communityId('76')})`),
    ),
  },
]

function listUsers(
  name: string,
  args: string,
  { where = 'true', order = 'u.created_at desc, u.id', offset = 0 } = {},
): Benchmark {
  const plain = `select u.id, u.email, u.created_at from private.account_index as u join (
      select u.id from private.account_index as u where ${where}
      order by ${order} limit 50 offset ${offset}
    ) as page on page.id = u.id order by ${order}`
  return {
    name,
    query: { role: 'service_role', sql: asJson(`select * from public.list_users(${args})`) },
    plain: asSuperuser(asJson(plain)),
  }
}

const countUsers = (name: string, args: string, where: string): Benchmark => ({
  name,
  query: { role: 'service_role', sql: `select public.count_users(${args})::text as body` },
  plain: asSuperuser(
    `select count(*)::text as body from private.account_index as u where ${where}`,
  ),
})

const userArgs = `search => 'user77'`
const isFound = `u.search_text ilike '%user77%'`

const userQueries = (lastPage: number): Benchmark[] => [
  listUsers('users', ''),
  listUsers('users, last page', `page => ${lastPage}`, { offset: (lastPage - 1) * 50 }),
  listUsers('users, by name', `sort => 'name', descending => false`, { order: 'u.name, u.id' }),
  listUsers('users, search', userArgs, { where: isFound }),
  countUsers('users, count', '', 'true'),
  countUsers('users, count of search', userArgs, isFound),
]

/** Returns queries that compare a function with reading the table under its policies, which is slower. */
export function policyQueries(): Benchmark[] {
  const compare = (name: string, args: string, where: string): Benchmark => ({
    name,
    query: asAdmin(communitiesAsJson(`select * from public.list_communities(${args})`)),
    plain: asAdmin(
      communitiesAsJson(`select * from public.communities as c where ${where}
        order by ${newestFirst} limit 50`),
    ),
  })
  return [
    compare('first page', '', 'true'),
    compare('search, rare word', `search => '${rareWord}'`, contains(rareWord)),
    compare('status', `status => 'pending'`, `c.status = 'pending'`),
  ]
}
