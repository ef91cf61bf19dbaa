import type { Database } from '../bench-admin/databases.ts'

/*
 * A directory whose words are as unevenly spread as those of a language: a few are in every community, most
 * in very few.
 */

const vocabulary = 20_000
const texts = 50_000
const syllables =
  `ka lo mi ra ten su vi do pel na gor ti ba fen qui os mar u jo dal che ri po zan e lim
  bu sta no wy`.split(/\s+/)

/** The word of a rank, counted from 1: that of 4 is in every community, that of 4,000 in one of a thousand. */
export function wordOfRank(rank: number): string {
  const syllable = (place: number) => syllables[Math.floor(rank / 30 ** place) % 30] ?? ''
  return syllable(0) + syllable(1) + syllable(2)
}

/** SQL: a number from 0 to 1 for the row `i`, the same in every run, unrelated between salts. */
const chance = (salt: string) =>
  `((hashtext(${salt} || ' ' || i) & 2147483647) / 2147483648::float8)`

const pick = (type: string) =>
  `(enum_range(null::public.${type}))[1 + floor(${chance(`'${type}'`)}
    * cardinality(enum_range(null::public.${type})))::int]`

/** SQL: texts of so many words, from which each community takes one; the most frequent `skipped` words aside. */
const makeTexts = (table: string, length: number, skipped: number) => `
  create table ${table} as
  select i, string_agg(word, ' ' order by place) filter (where nth = 1) as text,
    array_to_tsvector(array_agg(lexeme)) as vector
  from generate_series(1, ${texts}) as i
  cross join lateral (
    select place,
      floor(${skipped + 1} * exp(${chance(`'${table}' || place`)} * ln(${vocabulary / (skipped + 1)}::float8)))::int
      as rank
    from generate_series(1, ${length}) as place
  ) as drawn
  join bench_words using (rank) cross join lateral unnest(lexemes) with ordinality as forms (lexeme, nth)
  group by i`

/** SQL: every word with its stem, texts made of them, and what a community is found by besides. */
const prepare = [
  'create table bench_list (rank serial, word text)',
  `insert into bench_list (word) values ${Array.from(
    { length: vocabulary },
    (_, index) => `('${wordOfRank(index + 1)}')`,
  ).join()}`,
  `create table bench_words as
   select rank, word, word || ts_lexize('pg_catalog.english_stem', word) as lexemes from bench_list`,
  'analyze bench_words',
  makeTexts('bench_names', 3, 100),
  makeTexts('bench_descriptions', 40, 0),
  `create table bench_places as
   select location, array_to_tsvector(array_agg(lexeme)) as vector
   from unnest(enum_range(null::public.community_location)) as location
   cross join lateral unnest(private.words_of(location || ' ' || private.country_of(location))) as word
   cross join lateral unnest(word || ts_lexize('pg_catalog.english_stem', word)) as lexeme
   group by location`,
  `create table bench_filters as
   select location, category, join_type,
     array_to_tsvector(private.filter_marks(location, category, join_type)) as vector
   from unnest(enum_range(null::public.community_location)) as location
   cross join unnest(enum_range(null::public.community_category)) as category
   cross join unnest(enum_range(null::public.join_type)) as join_type`,
]

/**
 * SQL: rows as the triggers write them, one after the other as they are listed; row by row, these would take
 * longer than all that is measured.
 */
const insertRows = (rows: number) => `
  insert into private.directory_communities (
    community_id, name, description, location, category, join_type, member_count, image_url, groups,
    listed_at, sort_name, search_vector
  )
  select md5('community ' || c.i)::uuid, n.text, d.text, location, category, join_type, members,
    'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', '[]', listed_at, n.text,
    n.vector || d.vector || of_place.vector || of_filters.vector
      || array_to_tsvector(array[private.month_mark(listed_at)])
  from (
    select i, ${pick('community_location')} as location, ${pick('community_category')} as category,
      ${pick('join_type')} as join_type, floor(${chance(`'members'`)} * 900)::int as members,
      date_trunc('milliseconds', timestamptz '2026-11-01' - ${chance(`'listed'`)} * interval '730 days')
      as listed_at,
      1 + floor(${chance(`'name'`)} * ${texts})::int as name_of,
      1 + floor(${chance(`'description'`)} * ${texts})::int as description_of
    from generate_series(1, ${rows}) as i
  ) as c
  join bench_names as n on n.i = name_of join bench_descriptions as d on d.i = description_of
  join bench_places as of_place using (location)
  join bench_filters as of_filters using (location, category, join_type)
  order by listed_at`

const count = [
  'truncate private.directory_counts, private.directory_words',
  `insert into private.directory_counts
   select location, category, join_type, count(*) from private.directory_communities group by 1, 2, 3`,
  `insert into private.directory_words
   select word, ndoc, private.spellings_of(word)
   from ts_stat('select search_vector from private.directory_communities')
   where not starts_with(word, '/')`,
]

/**
 * Fills an empty directory with so many communities.
 *
 * @throws when they are not what the triggers would have written
 */
export async function fill(database: Database, rows: number): Promise<void> {
  const indexes = await database.query(`
    select schemaname || '.' || indexname as name, indexdef from pg_indexes
    where tablename in ('directory_communities', 'directory_words') and indexname not like '%_pkey'`)
  const statements = [
    `set session_replication_role = replica`,
    `set maintenance_work_mem = '512MB'`,
    ...prepare,
    ...indexes.map(({ name }) => `drop index ${String(name)}`),
    insertRows(rows),
    ...count,
    ...indexes.map(({ indexdef }) => String(indexdef)),
    `set session_replication_role = origin`,
    'update private.settings set directory_live = true',
    'vacuum analyze',
  ]
  for (const statement of statements) {
    // One connection, one statement after the other.
    // oxlint-disable-next-line no-await-in-loop
    await database.query(statement)
  }
  await checkRows(database, rows)
}

async function checkRows(database: Database, rows: number) {
  const [checked] = await database.query(`
    select (select count(*)::int from private.directory_communities) as rows,
      (select sum(communities)::int from private.directory_counts) as counted,
      (select count(*)::int from (
        select * from private.directory_communities order by community_id limit 100
      ) as d
      where sort_name = private.fold(name) and search_vector = private.search_vector(
        jsonb_populate_record(
          null::public.communities, to_jsonb(d) || jsonb_build_object('approval_date', listed_at))
      )) as alike`)
  if (checked?.['rows'] !== rows || checked['counted'] !== rows || checked['alike'] !== 100) {
    throw new Error(`The triggers would have written other rows: ${JSON.stringify(checked)}`)
  }
}
