import type { Database } from '../admin/databases.ts'
import { wordOfRank } from './load.ts'

/** What a visitor asks, beside the plain query that has the same answer. */
export interface Question {
  name: string
  asked: string
  /** The rows of the plain query, with its values as literals. */
  plain: string
}

interface Search {
  search?: string
  location?: string
  category?: string
  join_type?: string
  sort?: 'newest' | 'members' | 'name'
  /** The number of rows before the page. */
  after?: number
}

const orders = {
  newest: { key: 'listed_at', direction: 'desc' },
  members: { key: 'member_count', direction: 'desc' },
  name: { key: 'sort_name', direction: 'asc' },
}
const columns = `id, name, summary, location, category, join_type, member_count, image_url, listed_at, group_count,
  link_checked_at`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A word with its last two letters swapped, which begins no other word. */
const mistyped = (word: string) => word.replace(/(.)(.)$/, '$2$1')

/** PostgREST returns all rows as one JSON text. */
const asJson = (rows: string) =>
  `select coalesce(json_agg(t), '[]')::text as body from (${rows}) as t`

function conditionsOf({ location, category, join_type }: Search, query: string): string {
  const all = [
    location && `location = ${literal(location)}`,
    category && `category = ${literal(category)}`,
    join_type && `join_type = ${literal(join_type)}`,
    query,
  ].filter(Boolean)
  return all.length > 0 ? all.join(' and ') : 'true'
}

const argumentsOf = (search: Search) =>
  Object.entries(search)
    .filter(([name]) => name !== 'after')
    .map(([name, value]) => `${name} => ${literal(String(value))}`)

/** Returns the condition that a search leads to, as the database reads it. */
async function readQuery(database: Database, { search }: Search): Promise<string> {
  const [read] = await database.query(
    `select query::text, finds_nothing from private.read_search(${search ? literal(search) : 'null'})`,
  )
  if (read?.['finds_nothing'] === true) return 'false'
  const query = read?.['query']
  return typeof query === 'string' ? `search_vector @@ ${literal(query)}::tsquery` : ''
}

async function page(database: Database, name: string, search: Search): Promise<Question> {
  const { key, direction } = orders[search.sort ?? 'newest']
  const ordering = `${key} ${direction}, id ${direction}`
  const args = argumentsOf(search)
  let beyond = ''
  if (search.after) {
    const [last] = await database.query(
      `select ${key}::text as key, id from public.directory_communities order by ${ordering} offset ${search.after} limit 1`,
    )
    const [after, id] = [literal(String(last?.['key'])), literal(String(last?.['id']))]
    beyond = ` and (${key}, id) ${direction === 'asc' ? '>' : '<'} (${after}, ${id})`
    args.push(`after_key => ${after}`, `after_id => ${id}`)
  }
  const conditions = conditionsOf(search, await readQuery(database, search)) + beyond
  return {
    name,
    asked: asJson(`select ${columns} from public.search_directory(${args.join()})`),
    plain: `select ${columns} from public.directory_communities where ${conditions} order by ${ordering} limit 24`,
  }
}

/** The plain query counts the same numbers, without a cap. */
async function count(database: Database, name: string, search: Search): Promise<Question> {
  const query = await readQuery(database, search)
  const facet = (label: string, value: string, without: Partial<Search>) => `
    select '${label}' as facet, ${value}::text as value, count(*)::int as communities, false as is_at_least
    from public.directory_communities where ${conditionsOf({ ...search, ...without }, query)} group by 2`
  return {
    name,
    asked: asJson(
      `select * from public.count_directory(${argumentsOf(search).join()}) where facet <> 'searched_for'`,
    ),
    plain: `${facet('total', `''`, {})}
      union all ${facet('location', 'location', { location: '' })}
      union all ${facet('category', 'category', { category: '' })}
      union all ${facet('join_type', 'join_type', { join_type: '' })}`,
  }
}

const allFilters = { location: 'Zürich', category: 'Culture', join_type: 'request' }

/** Returns everything that the public pages ask among `rows` communities. */
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
    ['location', { location: 'Bali' }],
    ['category, by name', { category: 'Sports', sort: 'name' }],
    ['join type, most members, halfway', { join_type: 'open', sort: 'members', after: rows / 2 }],
    ['all filters', allFilters],
    ['word of all', { search: everywhere }],
    ['word of 1 in 15', { search: common }],
    ['word of 1 in 15, by name', { search: common, sort: 'name' }],
    ['word of 1 in 15, halfway', { search: common, after: rows / 2 }],
    ['word of 1 in 15, all filters', { search: common, ...allFilters }],
    ['word of 1 in 100', { search: frequent }],
    ['word of 1 in 100, most members', { search: frequent, sort: 'members' }],
    ['word of 1 in 100, all filters', { search: frequent, ...allFilters }],
    ['word of 1 in 2,000', { search: rare }],
    ['word of 1 in 2,000, by name', { search: rare, sort: 'name' }],
    ['first letter', { search: 'k' }],
    ['two letters', { search: 'wy' }],
    ['three letters', { search: 'wyk' }],
    ['location as a word', { search: 'medellin' }],
    ['two common words', { search: `${common} ${others[0]}` }],
    ['two common words, all filters', { search: `${common} ${others[0]}`, ...allFilters }],
    ['common and rare word', { search: `${common} ${rare}` }],
    ['eight common words', { search: [common, ...others].join(' ') }],
    ['typing error in a rare word', { search: mistyped(rare) }],
    ['typing error in a common word', { search: mistyped(common) }],
    ['three typing errors', { search: [common, frequent, rare].map(mistyped).join(' ') }],
    ['40 letters of nothing', { search: 'qxzv'.repeat(10) }],
    ['nothing found', { search: `${common} qxqxqx` }],
  ]
  const counted: [string, Search][] = [
    ['counts', {}],
    ['counts, all filters', allFilters],
    ['counts, word of all', { search: everywhere }],
    ['counts, word of 1 in 15', { search: common }],
    ['counts, word of 1 in 15, all filters', { search: common, ...allFilters }],
    ['counts, word of 1 in 100', { search: frequent }],
    ['counts, word of 1 in 2,000', { search: rare }],
    ['counts, two common words', { search: `${common} ${others[0]}` }],
    ['counts, typing error', { search: mistyped(rare) }],
    ['counts, nothing found', { search: `${common} qxqxqx` }],
  ]
  const id = `md5('community 77')::uuid`
  const questions: Question[] = [
    {
      name: 'one community',
      asked: asJson(`select * from public.get_directory_community(${id})`),
      plain: `select * from public.directory_communities where id = ${id}`,
    },
  ]
  // One connection, one question after the other.
  /* oxlint-disable no-await-in-loop */
  for (const [name, search] of pages) questions.push(await page(database, name, search))
  for (const [name, search] of counted) questions.push(await count(database, name, search))
  /* oxlint-enable no-await-in-loop */
  return questions
}
