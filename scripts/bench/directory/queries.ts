import { asJson, type Benchmark, type Database } from '../database.ts'
import { wordOfRank } from './data.ts'

type SearchBenchmark = Required<Benchmark>

/** Compares a call with a plain query, which contains its values as literals. */
const compare = (name: string, rows: string, plainRows: string): SearchBenchmark => ({
  name,
  query: { role: 'anon', sql: asJson(rows) },
  plain: { role: 'postgres', sql: asJson(plainRows) },
})

interface Search {
  search?: string
  location?: string
  category?: string
  join_type?: string
  language?: string
  sort?: 'newest' | 'members' | 'name'
  /** The number of rows before the page. */
  after?: number
}

const orders = {
  newest: { key: 'approval_date', direction: 'desc' },
  members: { key: 'member_count', direction: 'desc' },
  name: { key: 'sort_name', direction: 'asc' },
}
const columns = `id, name, summary, location, country, category, join_type, languages, member_count, image_url, approval_date,
  group_count, link_checked_at`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Swaps the last two letters of a word. No other word begins with the result. */
const mistype = (word: string) => word.replace(/(.)(.)$/, '$2$1')

function conditionsOf({ location, category, join_type, language }: Search, words: string): string {
  const all = [
    location && `location = ${literal(location)}`,
    category && `category = ${literal(category)}`,
    join_type && `join_type = ${literal(join_type)}`,
    language && `languages @> array[${literal(language)}]`,
    words,
  ].filter(Boolean)
  return all.length > 0 ? all.join(' and ') : 'true'
}

const argumentsOf = (search: Search) =>
  Object.entries(search)
    .filter(([name]) => name !== 'after')
    .map(([name, value]) => `${name} => ${literal(String(value))}`)

/** Returns the condition for the words of a search, as the database parses them. */
async function parseWords(database: Database, { search }: Search): Promise<string> {
  const [parsed] = await database.query(
    `select query::text, finds_nothing from private.read_search(${search ? literal(search) : 'null'})`,
  )
  if (parsed?.['finds_nothing'] === true) return 'false'
  const query = parsed?.['query']
  return typeof query === 'string' ? `search_vector @@ ${literal(query)}::tsquery` : ''
}

async function benchmarkSearch(
  database: Database,
  name: string,
  search: Search,
): Promise<SearchBenchmark> {
  const { key, direction } = orders[search.sort ?? 'newest']
  const ordering = `${key} ${direction}, id ${direction}`
  const args = argumentsOf(search)
  let afterLast = ''
  if (search.after) {
    const [last] = await database.query(
      `select ${key}::text as key, id from public.directory_communities order by ${ordering} offset ${search.after} limit 1`,
    )
    const [after, id] = [literal(String(last?.['key'])), literal(String(last?.['id']))]
    afterLast = ` and (${key}, id) ${direction === 'asc' ? '>' : '<'} (${after}, ${id})`
    args.push(`after_key => ${after}`, `after_id => ${id}`)
  }
  const conditions = conditionsOf(search, await parseWords(database, search)) + afterLast
  return compare(
    name,
    `select ${columns} from public.search_directory(${args.join()})`,
    `select ${columns} from public.directory_communities where ${conditions} order by ${ordering} limit 24`,
  )
}

/** Compares the counts with those of a plain query, which has no cap. */
async function benchmarkCounts(
  database: Database,
  name: string,
  search: Search,
): Promise<SearchBenchmark> {
  const words = await parseWords(database, search)
  const facet = (label: string, value: string, without: Partial<Search>, source = '') => `
    select '${label}' as facet, ${value}::text as value, count(*)::int as communities, false as is_at_least
    from public.directory_communities ${source}
    where ${conditionsOf({ ...search, ...without }, words)} group by 2`
  return compare(
    name,
    `select part as facet, key as value, communities::int, (counts ->> 'is_at_least')::boolean as is_at_least
     from public.count_directory(${argumentsOf(search).join()}) as counts cross join lateral (
       values ('total', '', counts ->> 'total')
       union all select 'location', place ->> 'name', place ->> 'communities'
         from jsonb_array_elements(counts -> 'locations') as place
       union all select 'category', each.* from jsonb_each_text(counts -> 'categories') as each
       union all select 'join_type', each.* from jsonb_each_text(counts -> 'join_types') as each
       union all select 'language', each.* from jsonb_each_text(counts -> 'languages') as each
     ) as parts (part, key, communities)`,
    `${facet('total', `''`, {})}
      union all ${facet('location', 'location', { location: '' })}
      union all ${facet('category', 'category', { category: '' })}
      union all ${facet('join_type', 'join_type', { join_type: '' })}
      union all ${facet('language', 'code', { language: '' }, 'cross join unnest(languages) as code')}`,
  )
}

/** Compares the places on the map with those of a plain query, which has no cap. */
async function benchmarkPlaces(
  database: Database,
  name: string,
  search: Search,
): Promise<SearchBenchmark> {
  const words = await parseWords(database, search)
  return compare(
    name,
    `select 'place' as facet, name as value, communities, is_at_least
     from public.count_places(${argumentsOf(search).join()})`,
    `select 'place' as facet, location as value, count(*)::int as communities, false as is_at_least
     from public.directory_communities where ${conditionsOf(search, words)} group by 2`,
  )
}

const allFilters = { location: 'Zürich', category: 'Culture', join_type: 'request' }
const rarePlace = { location: `San ${capitalize(wordOfRank(6900))}` }
const rareLanguage = { language: 'zh' }
const rareFilters = { ...rarePlace, ...rareLanguage, category: 'Culture', join_type: 'request' }

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns the queries that the public pages make among `rows` communities. */
export async function searchQueries(database: Database, rows: number): Promise<SearchBenchmark[]> {
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
    ['rare place', rarePlace],
    ['rare language', rareLanguage],
    ['rare language, by name', { ...rareLanguage, sort: 'name' }],
    ['rare place and language', rareFilters],
    ['word in every community', { search: everywhere }],
    ['word in 1 of 15', { search: common }],
    ['word in 1 of 15, by name', { search: common, sort: 'name' }],
    ['word in 1 of 15, halfway', { search: common, after: rows / 2 }],
    ['word in 1 of 15, all filters', { search: common, ...allFilters }],
    ['word in 1 of 100', { search: frequent }],
    ['word in 1 of 100, most members', { search: frequent, sort: 'members' }],
    ['word in 1 of 100, all filters', { search: frequent, ...allFilters }],
    ['word in 1 of 2,000', { search: rare }],
    ['word in 1 of 2,000, by name', { search: rare, sort: 'name' }],
    ['first letter', { search: 'k' }],
    ['two letters', { search: 'wy' }],
    ['three letters', { search: 'wyk' }],
    ['location as a word', { search: 'medellin' }],
    ['two common words', { search: `${common} ${others[0]}` }],
    ['two common words, all filters', { search: `${common} ${others[0]}`, ...allFilters }],
    ['common and rare word', { search: `${common} ${rare}` }],
    ['eight common words', { search: [common, ...others].join(' ') }],
    ['typing error in a rare word', { search: mistype(rare) }],
    ['typing error in a common word', { search: mistype(common) }],
    ['three typing errors', { search: [common, frequent, rare].map(mistype).join(' ') }],
    ['unknown word of 40 letters', { search: 'qxzv'.repeat(10) }],
    ['nothing found', { search: `${common} qxqxqx` }],
  ]
  const counted: [string, Search][] = [
    ['counts', {}],
    ['counts, all filters', allFilters],
    ['counts, rare place', rarePlace],
    ['counts, rare language', rareLanguage],
    ['counts, rare place and language', rareFilters],
    ['counts, word in every community', { search: everywhere }],
    ['counts, word in 1 of 15', { search: common }],
    ['counts, word in 1 of 15, all filters', { search: common, ...allFilters }],
    ['counts, word in 1 of 100', { search: frequent }],
    ['counts, word in 1 of 2,000', { search: rare }],
    ['counts, two common words', { search: `${common} ${others[0]}` }],
    ['counts, typing error', { search: mistype(rare) }],
    ['counts, nothing found', { search: `${common} qxqxqx` }],
  ]
  const id = `md5('community 77')::uuid`
  const queries = [
    compare(
      'one community',
      `select * from public.get_directory_community(${id})`,
      `select * from public.directory_communities where id = ${id}`,
    ),
  ]
  /* oxlint-disable no-await-in-loop -- one connection */
  for (const [name, search] of pages) queries.push(await benchmarkSearch(database, name, search))
  for (const [name, search] of counted) queries.push(await benchmarkCounts(database, name, search))
  const mapped: [string, Search][] = [
    ['places', {}],
    ['places, category and join type', { category: 'Culture', join_type: 'request' }],
    ['places, rare language', rareLanguage],
    ['places, word in 1 of 15', { search: common }],
  ]
  for (const [name, search] of mapped) queries.push(await benchmarkPlaces(database, name, search))
  /* oxlint-enable no-await-in-loop */
  return queries
}
