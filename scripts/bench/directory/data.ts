import { type Database, fill, newestTime, random } from '../database.ts'

/* Words are distributed as in a natural language: a few are in every community, most are rare. */

const vocabulary = 20_000
const texts = 50_000
const places = 2000
const syllables =
  `ka lo mi ra ten su vi do pel na gor ti ba fen qui os mar u jo dal che ri po zan e lim
  bu sta no wy`.split(/\s+/)

/** The rank of the first of 90 words in three sets of synonyms. */
export const firstSynonym = 150

/** Returns the word of a rank, counted from 1. Rank 4 is in every community, rank 4,000 in one of a thousand. */
export function wordOfRank(rank: number): string {
  const syllable = (place: number) => syllables[Math.floor(rank / 30 ** place) % 30] ?? ''
  return syllable(0) + syllable(1) + syllable(2)
}

/** SQL: an element of an array of `length` values. The first is drawn most often, as in a Zipf distribution. */
const pickFrequent = (values: string, length: string, salt: string) =>
  `(${values})[floor(exp(${random(`'${salt}'`)} * ln(${length} + 1)))::int]`

const pickValue = (type: string) =>
  `(enum_range(null::public.${type}))[1 + floor(${random(`'${type}'`)}
    * cardinality(enum_range(null::public.${type})))::int]`

/** SQL: texts of `length` words, without the `skipped` most frequent words. Each community uses one. */
const makeTexts = (table: string, length: number, skipped: number) => `
  create table ${table} as
  select i, string_agg(word, ' ' order by place) as text
  from generate_series(1, ${texts}) as i
  cross join lateral (
    select place,
      floor(${skipped + 1} * exp(${random(`'${table}' || place`)} * ln(${vocabulary / (skipped + 1)}::float8)))::int
      as rank
    from generate_series(1, ${length}) as place
  ) as drawn
  join bench_words using (rank)
  group by i`

const words = Array.from({ length: vocabulary }, (_, index) => `('${wordOfRank(index + 1)}')`)

const prepare = [
  'create table bench_words (rank serial, word text)',
  `insert into bench_words (word) values ${words.join()}`,
  'analyze bench_words',
  makeTexts('bench_names', 3, 100),
  makeTexts('bench_descriptions', 40, 0),
  `insert into public.places (name, country, country_code, latitude, longitude, known_names, words,
     country_words)
   select name, 'Country ' || i % 200, 'XX', ${random(`'latitude'`)} * 120 - 50, ${random(`'longitude'`)} * 360 - 180,
     array[private.plain_words(name)], private.plain_words(name || ' Country ' || i % 200), 'country ' || i % 200
   from (select rank as i, 'San ' || initcap(word) as name from bench_words where rank between 5001 and 5000 + ${places - 6})
     as added`,
  `create table bench_places as
   select row_number() over (order by created_at, name)::int as rank, id as place_id, name as location, country, words
   from public.places`,
  `insert into public.synonyms (terms, stems, words)
   select array_agg(word), array_agg(private.stem(word)), string_agg(word, ' ')
   from bench_words where rank between ${firstSynonym} and ${firstSynonym + 89} group by (rank - ${firstSynonym}) / 30`,
]

const frequentPlace = pickFrequent(
  'select array_agg(location order by rank) from bench_places',
  String(places),
  'place',
)
const frequentLanguage = (salt: string) =>
  pickFrequent('private.language_codes()', 'cardinality(private.language_codes())', salt)

/** SQL: the rows that the triggers would write, in the order of their approval. */
const insertRows = (rows: number, joins: string) => `
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, joins, is_verified,
    image_url, groups, approval_date, sort_name, words, name_words, facet_words
  )
  select md5('community ' || c.i)::uuid, n.text, d.text, place_id, location, country, category, join_type,
    case when language = other_language then array[language] else array[language, other_language] end, members,
    joins, is_verified,
    'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', '[]', approval_date, n.text,
    concat_ws(' ', n.text, facet_words, d.text), n.text, facet_words
  from (
    select i, ${frequentPlace} as location, ${frequentLanguage('language')} as language,
      ${frequentLanguage('other language')} as other_language, ${pickValue('community_category')} as category,
      ${pickValue('join_type')} as join_type, floor(${random(`'members'`)} * 900)::int as members,
      ${joins} as joins,
      ${random(`'verified'`)} < 0.1 as is_verified,
      date_trunc('milliseconds', ${newestTime} - ${random(`'listed'`)} * interval '730 days')
      as approval_date,
      1 + floor(${random(`'name'`)} * ${texts})::int as name_of,
      1 + floor(${random(`'description'`)} * ${texts})::int as description_of
    from generate_series(1, ${rows}) as i
  ) as c
  join bench_names as n on n.i = name_of join bench_descriptions as d on d.i = description_of
  join bench_places as p using (location)
  cross join lateral (
    select private.search_words(concat_ws(
      ' ', category, case join_type when 'request' then 'request to join' else 'open' end,
      private.translated_names('language', language, other_language)
    )) as facet_words
  ) as facets
  order by approval_date`

/** SQL: each word with the number of communities that use it or another word with its stem. */
const countWords = `
  insert into private.directory_words
  select word, ndoc
  from ts_stat('select search_vector from public.directory_communities')
  where word in (select word from bench_words union select string_to_table(words, ' ') from bench_places)
  on conflict (word) do update set communities = excluded.communities`

/** Fills an empty directory. `joins` is an SQL expression. */
export const addCommunities = (
  database: Pick<Database, 'query'>,
  rows: number,
  joins = `private.to_join_step(floor(exp(${random(`'joins'`)} * 8))::int)`,
): Promise<void> =>
  fill(
    database,
    [
      ...prepare,
      insertRows(rows, joins),
      countWords,
      'update private.settings set directory_live = true',
    ],
    ['public.directory_communities', 'private.directory_words'],
  )
