import { answer, beside } from './answer.ts'
import type { Question } from './measure.ts'

const word = 'person77'

const list = (
  name: string,
  args: string,
  { where = 'true', order = 'u.created_at desc, u.id', offset = 0 } = {},
): Question =>
  beside(
    name,
    'service_role',
    answer(`select * from public.list_users(${args})`),
    // What private.list_users puts together.
    answer(`select u.id, u.email, u.created_at from private.account_index as u join (
        select u.id from private.account_index as u where ${where}
        order by ${order} limit 50 offset ${offset}
      ) as page on page.id = u.id order by ${order}`),
  )

const count = (name: string, args: string, where: string): Question =>
  beside(
    name,
    'service_role',
    `select public.count_users(${args})::text as body`,
    `select count(*)::text as body from private.account_index as u where ${where}`,
  )

/** Every query that the edge function behind the list of users makes, for `rows` users. */
export function userQuestions(rows: number): Question[] {
  const last = Math.ceil(rows / 50)
  return [
    list('users', ''),
    list('users, last page', `page => ${last}`, { offset: (last - 1) * 50 }),
    list('users, by name', `sort => 'name', descending => false`, { order: 'u.name, u.id' }),
    list('users, search', `search => '${word}'`, { where: `u.search_text ilike '%${word}%'` }),
    count('users, count', '', 'true'),
    count('users, count of search', `search => '${word}'`, `u.search_text ilike '%${word}%'`),
  ]
}
