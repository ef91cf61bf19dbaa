import { answer, beside, communityAnswer } from './answer.ts'
import { ownerEmail } from './load.ts'
import type { Question } from './measure.ts'
import { commonWord, rareWord } from './words.ts'

interface Page {
  where?: string
  order?: string
  offset?: number
  join?: string
}

const newestFirst = 'c.created_at desc, c.id'

const list = (name: string, args: string, page: Page = {}): Question => {
  const { where = 'true', order = newestFirst, offset = 0, join = '' } = page
  // What private.list_communities puts together.
  const bare = `select c.* from public.communities as c ${join} join (
      select c.id from public.communities as c ${join} where ${where}
      order by ${order} limit 50 offset ${offset}
    ) as page on page.id = c.id order by ${order}`
  const asked = `select * from public.list_communities(${args})`
  return beside(name, 'authenticated', communityAnswer(asked), communityAnswer(bare))
}

const count = (name: string, args: string, where: string): Question =>
  beside(
    name,
    'authenticated',
    answer(`select * from public.count_communities(${args})`),
    answer(`select c.status, count(*) as communities from public.communities as c
      where ${where} group by c.status`),
  )

const has = (word: string) => `c.search_text ilike '%${word}%'`

/** Every query that the list of communities makes, in a table of `rows` communities. */
export function communityQuestions(rows: number): Question[] {
  const last = Math.ceil(rows / 50)
  return [
    list('first page', ''),
    list('last page', `page => ${last}`, { offset: (last - 1) * 50 }),
    list('by name', `sort => 'name', descending => false`, { order: 'c.name, c.id' }),
    list('by owner', `sort => 'owner', descending => false`, {
      join: 'join public.profiles as p on p.id = c.owner_id',
      order: 'p.name, p.id, c.created_at, c.id desc',
    }),
    list('search, few found', `search => '${rareWord}'`, { where: has(rareWord) }),
    list('search, a third found', `search => '${commonWord}'`, { where: has(commonWord) }),
    list('search, owner email', `search => '${ownerEmail}'`, { where: has(ownerEmail) }),
    list('status', `status => 'pending'`, { where: `c.status = 'pending'` }),
    list('category', `category => 'Sports'`, { where: `c.category = 'Sports'` }),
    list('country', `country => 'Indonesia'`, { where: `c.location = any ('{Bali}')` }),
    list(
      'status, category, country',
      `status => 'pending', category => 'Sports', country => 'Indonesia'`,
      { where: `c.status = 'pending' and c.category = 'Sports' and c.location = any ('{Bali}')` },
    ),
    count('counts', '', 'true'),
    count('counts, few found', `search => '${rareWord}'`, has(rareWord)),
    count('counts, a third found', `search => '${commonWord}'`, has(commonWord)),
  ]
}

/** The same three pages through the function and, as anyone would first write them, from the table. */
export function directQuestions(): Question[] {
  const direct = (name: string, args: string, where: string): Question => ({
    name,
    asked: {
      role: 'authenticated',
      sql: communityAnswer(`select * from public.list_communities(${args})`),
    },
    other: {
      role: 'authenticated',
      sql: communityAnswer(`select * from public.communities as c where ${where}
        order by ${newestFirst} limit 50`),
    },
  })
  return [
    direct('first page', '', 'true'),
    direct('search, few found', `search => '${rareWord}'`, has(rareWord)),
    direct('status', `status => 'pending'`, `c.status = 'pending'`),
  ]
}
