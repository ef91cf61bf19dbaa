import type { Database, Query } from '../database.ts'
import { firstSynonym, wordOfRank } from './data.ts'

interface Search {
  search?: string
  location?: string
  category?: string
  join_type?: string
  language?: string
  sort?: 'best' | 'newest' | 'joined' | 'name'
}

const columns = `id, name, summary, location, country, category, join_type, languages, member_count, joins, is_verified, image_url, approval_date,
  link_checked_at`

const literal = (text: unknown) => `'${String(text).replaceAll("'", "''")}'`

/** Swaps the last two letters of a word. No other word begins with the result. */
const mistype = (word: string) => word.replace(/(.)(.)$/, '$2$1')

/** Returns a call of a function by a visitor. */
const call = (name: string, selected: string, args: object): Query => {
  const list = Object.entries(args).map(([key, value]) => `${key} => ${literal(value)}`)
  return { name, role: 'anon', sql: `select ${selected}(${list.join()})` }
}

const list = (name: string, search: Search & object) =>
  call(name, `${columns} from public.search_directory`, {
    ...(search.search && { sort: 'best' }),
    ...search,
  })

const initial = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const allFilters = { location: 'Zürich', category: 'Culture', join_type: 'request' }
const rarePlace = { location: `San ${initial(wordOfRank(6900))}` }
const rareLanguage = { language: 'zh' }
const rareFilters = { ...rarePlace, ...rareLanguage, category: 'Culture', join_type: 'request' }
const common = wordOfRank(60)
const frequent = wordOfRank(400)
const rare = wordOfRank(9000)
const others = [70, 80, 90, 110, 120, 130, 140].map(wordOfRank)
const twoWords = `${common} ${others[0]}`

const searches = {
  newest: {},
  'most joined': { sort: 'joined' },
  'by name': { sort: 'name' },
  location: { location: 'Bali' },
  'category, by name': { category: 'Sports', sort: 'name' },
  'all filters': allFilters,
  'rare place': rarePlace,
  'rare language': rareLanguage,
  'rare place and language': rareFilters,
  'word in every community': { search: wordOfRank(3) },
  'word in 1 of 15': { search: common },
  'word in 1 of 15, by name': { search: common, sort: 'name' },
  'word in 1 of 15, all filters': { search: common, ...allFilters },
  'word in 1 of 100': { search: frequent },
  'word in 1 of 100, all filters': { search: frequent, ...allFilters },
  'word in 1 of 2,000': { search: rare },
  'first letter': { search: 'k' },
  'three letters': { search: 'wyk' },
  'location as a word': { search: 'medellin' },
  'two common words': { search: twoWords },
  'two common words, all filters': { search: twoWords, ...allFilters },
  'common and rare word': { search: `${common} ${rare}` },
  'eight common words': { search: [common, ...others].join(' ') },
  'typing error in a rare word': { search: mistype(rare) },
  'typing error in a common word': { search: mistype(common) },
  'three typing errors': { search: [common, frequent, rare].map(mistype).join(' ') },
  'twelve typing errors': {
    search: Array.from({ length: 12 }, (_, index) => mistype(wordOfRank(4000 + index * 7))).join(
      ' ',
    ),
  },
  'unknown word of 40 letters': { search: 'qxzv'.repeat(10) },
  'three words with 30 synonyms each': {
    search: [0, 30, 60].map((offset) => wordOfRank(firstSynonym + offset)).join(' '),
  },
  'word of 2,000 places': { search: 'san' },
  'nothing found': { search: `${common} qxqxqx` },
} satisfies Record<string, Search>

const counted = [
  'newest',
  'all filters',
  'rare place and language',
  'word in every community',
  'word in 1 of 15',
  'word in 1 of 15, all filters',
  'word in 1 of 100',
  'two common words',
  'typing error in a rare word',
  'three words with 30 synonyms each',
  'nothing found',
] as const
const mapped = ['newest', 'rare language', 'word in 1 of 15'] as const

const orders = {
  newest: 'approval_date desc, id desc',
  joined: 'joins desc, approval_date desc, id desc',
  name: 'sort_name, id',
}

/** Returns the query for the rows that follow half of the others. */
async function listHalfway(
  database: Database,
  rows: number,
  sort: keyof typeof orders,
  search: Search,
): Promise<Query> {
  const [last] = await database.query(
    `select approval_date::text as newest, concat_ws(' ', joins, to_json(approval_date) #>> '{}') as joined,
       sort_name as name, id from public.directory_communities
     order by ${orders[sort]} offset ${rows / 2} limit 1`,
  )
  const after = { after_key: last?.[sort], after_id: last?.['id'] }
  return list(`${search.search ? 'word in 1 of 15' : sort}, halfway`, { ...search, sort, ...after })
}

/** Returns the queries that the public pages make among `rows` communities. */
export const searchQueries = async (database: Database, rows: number): Promise<Query[]> => [
  {
    name: 'one community',
    role: 'anon',
    sql: `select * from public.get_directory_community(md5('community 77')::uuid)`,
  },
  ...Object.entries(searches).map(([name, search]) => list(name, search)),
  await listHalfway(database, rows, 'newest', {}),
  await listHalfway(database, rows, 'joined', {}),
  await listHalfway(database, rows, 'name', {}),
  await listHalfway(database, rows, 'newest', { search: common }),
  ...counted.map((name) =>
    call(`counts, ${name}`, '* from public.count_directory', searches[name]),
  ),
  ...mapped.map((name) => call(`places, ${name}`, '* from public.count_places', searches[name])),
]
