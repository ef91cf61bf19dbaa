import type { Database } from '../bench-admin/databases.ts'
import { wordOfRank } from './load.ts'

/** What a visitor asks, beside the plain query on the same table that has the same answer. */
export interface Question {
  name: string
  asked: string
  plain: string
}

interface Search {
  q?: string
  place?: string
  category?: string
  joinType?: string
  sort?: 'newest' | 'members' | 'name'
  /** After how many rows in that order the page begins. */
  after?: number
}

const orders = {
  newest: { key: 'listed_at', direction: 'desc' },
  members: { key: 'member_count', direction: 'desc' },
  name: { key: 'sort_name', direction: 'asc' },
}

/** A word with two letters swapped, which begins no other word. */
const mistyped = (word: string) => word.replace(/(.)(.)$/, '$2$1')

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The row after which a page begins, and the words that are looked for. */
async function read(database: Database, { q = '', sort = 'newest', after }: Search) {
  const { key, direction } = orders[sort]
  const [understood] = await database.query(
    `select case when terms is not null then (
       select coalesce(string_agg(format('(%s)', term), ' & '), '') from unnest(terms) as term
     ) end as query
     from private.read_directory_query(${literal(q)})`,
  )
  const [last] = after
    ? await database.query(`select ${key}::text as key, community_id as id
        from private.directory_communities order by ${key} ${direction}, community_id ${direction}
        offset ${after} limit 1`)
    : []
  const query = understood?.['query']
  return { query: typeof query === 'string' ? query : null, last }
}

function conditions({ place, category, joinType }: Search, query: string | null): string {
  const all = [
    place && `location = ${literal(place)}`,
    category && `category = ${literal(category)}`,
    joinType && `join_type = ${literal(joinType)}`,
    query === '' ? 'false' : query && `search_vector @@ ${literal(query)}`,
  ].filter(Boolean)
  return all.length > 0 ? all.join(' and ') : 'true'
}

function filterArguments({ q, place, category, joinType }: Search): string[] {
  return [
    q !== undefined && `q => ${literal(q)}`,
    place && `place => ${literal(place)}`,
    category && `only_category => ${literal(category)}`,
    joinType && `only_join_type => ${literal(joinType)}`,
  ].filter((argument) => typeof argument === 'string')
}

const linkCheckedAt = `(select live_at from public.community_links as link
  where link.community_id = listed.community_id) as link_checked_at`

/** As PostgREST puts a question: all rows as one JSON text. */
const asJson = (rows: string) =>
  `select coalesce(json_agg(t), '[]')::text as body from (${rows}) as t`

async function page(database: Database, name: string, search: Search): Promise<Question> {
  const { query, last } = await read(database, search)
  const { key, direction } = orders[search.sort ?? 'newest']
  const ordering = `${key} ${direction}, community_id ${direction}`
  const beyond = last
    ? `(${key}, community_id) ${direction === 'asc' ? '>' : '<'}
        (${literal(String(last['key']))}, ${literal(String(last['id']))})`
    : 'true'
  const args = filterArguments(search)
  if (search.sort) args.push(`sort => ${literal(search.sort)}`)
  if (last) {
    args.push(`after_key => ${literal(String(last['key']))}`)
    args.push(`after_id => ${literal(String(last['id']))}`)
  }
  return {
    name,
    asked: asJson(`select * from public.search_directory(${args.join()})`),
    plain: asJson(`select community_id as id, name, left(description, 300) as description, location,
        category, join_type, member_count, image_url, listed_at, jsonb_array_length(groups) as group_count,
        ${linkCheckedAt}
      from private.directory_communities as listed where ${conditions(search, query)} and ${beyond}
      order by ${ordering} limit 24`),
  }
}

/** The plain query counts the same numbers, all of them. */
async function count(database: Database, name: string, search: Search): Promise<Question> {
  const { query } = await read(database, search)
  const facet = (label: string, value: string, without: Partial<Search>) => `
    select '${label}' as facet, ${value}::text as value, count(*)::int as communities, false as is_at_least
    from private.directory_communities where ${conditions({ ...search, ...without }, query)} group by 2`
  return {
    name,
    asked: asJson(`select * from public.count_directory(${filterArguments(search).join()})`),
    plain: asJson(`${facet('total', `''`, {})}
      union all ${facet('place', 'location', { place: '' })}
      union all ${facet('category', 'category', { category: '' })}
      union all ${facet('join_type', 'join_type', { joinType: '' })}`),
  }
}

const inOneCell = { place: 'Zürich', category: 'Culture', joinType: 'request' }

/** Everything that the pages of the directory ask, as a visitor, among `rows` communities. */
export async function questionsAmong(database: Database, rows: number): Promise<Question[]> {
  const everywhere = wordOfRank(3)
  const common = wordOfRank(60)
  const frequent = wordOfRank(400)
  const rare = wordOfRank(9000)
  const others = [70, 80, 90, 110, 120, 130, 140].map(wordOfRank)
  const pages: [string, Search][] = [
    ['newest', {}],
    ['most members', { sort: 'members' }],
    ['by name', { sort: 'name' }],
    ['newest, halfway', { after: rows / 2 }],
    ['by name, halfway', { sort: 'name', after: rows / 2 }],
    ['place', { place: 'Bali' }],
    ['category, by name', { category: 'Sports', sort: 'name' }],
    ['join type', { joinType: 'open' }],
    ['join type, most members, halfway', { joinType: 'open', sort: 'members', after: rows / 2 }],
    ['place, category, join type', inOneCell],
    ['word of all', { q: everywhere }],
    ['word of 1 in 15', { q: common }],
    ['word of 1 in 15, by name', { q: common, sort: 'name' }],
    ['word of 1 in 15, halfway', { q: common, after: rows / 2 }],
    ['word of 1 in 15, in one place', { q: common, place: 'Bali' }],
    ['word of 1 in 15, all filters', { q: common, ...inOneCell }],
    ['word of 1 in 100', { q: frequent }],
    ['word of 1 in 100, most members', { q: frequent, sort: 'members' }],
    ['word of 1 in 100, all filters', { q: frequent, ...inOneCell }],
    ['word of 1 in 2,000', { q: rare }],
    ['word of 1 in 2,000, by name', { q: rare, sort: 'name' }],
    ['first letter', { q: 'k' }],
    ['two letters', { q: 'wy' }],
    ['three letters', { q: 'wyk' }],
    ['place as a word', { q: 'medellin' }],
    ['two common words', { q: `${common} ${others[0]}` }],
    ['two common words, all filters', { q: `${common} ${others[0]}`, ...inOneCell }],
    ['common and rare word', { q: `${common} ${rare}` }],
    ['eight common words', { q: [common, ...others].join(' ') }],
    ['typing error in a rare word', { q: mistyped(rare) }],
    ['typing error in a common word', { q: mistyped(common) }],
    ['three typing errors', { q: [common, frequent, rare].map(mistyped).join(' ') }],
    ['a word that is alike', { q: `${rare}qx` }],
    ['40 letters of nothing', { q: 'qxzv'.repeat(10) }],
    ['nothing found', { q: `${common} qxqxqx` }],
  ]
  const counted: [string, Search][] = [
    ['counts', {}],
    ['counts, all filters', inOneCell],
    ['counts, word of all', { q: everywhere }],
    ['counts, word of 1 in 15', { q: common }],
    ['counts, word of 1 in 15, all filters', { q: common, ...inOneCell }],
    ['counts, word of 1 in 100', { q: frequent }],
    ['counts, word of 1 in 2,000', { q: rare }],
    ['counts, two common words', { q: `${common} ${others[0]}` }],
    ['counts, typing error', { q: mistyped(rare) }],
    ['counts, nothing found', { q: `${common} qxqxqx` }],
  ]
  const single: Question = {
    name: 'one community',
    asked: asJson(`select * from public.get_directory_community(md5('community 77')::uuid)`),
    plain: asJson(`select community_id as id, name, description, location, category, join_type,
        member_count, image_url, listed_at, jsonb_array_length(groups) as group_count, groups,
        ${linkCheckedAt}
      from private.directory_communities as listed where community_id = md5('community 77')::uuid`),
  }
  const questions = [single]
  // One connection, one question after the other.
  /* oxlint-disable no-await-in-loop */
  for (const [name, search] of pages) questions.push(await page(database, name, search))
  for (const [name, search] of counted) questions.push(await count(database, name, search))
  /* oxlint-enable no-await-in-loop */
  return questions
}
