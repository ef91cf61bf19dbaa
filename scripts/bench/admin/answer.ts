import { communityColumns } from '../../../src/communities/fields.ts'
import type { Question, Role } from './measure.ts'

const columns = communityColumns
  .split(', ')
  .map((column) => `c.${column}`)
  .join(', ')

/** PostgREST's way of putting a question: all rows as one JSON text. */
export const answer = (rows: string) =>
  `select coalesce(json_agg(t), '[]')::text as body from (${rows}) as t`

/** The same for communities: only the columns that the page shows, with the owner embedded. */
export const communityAnswer = (source: string) =>
  answer(`
    select ${columns}, row_to_json(owner) as owner from (${source}) as c
    left join lateral (
      select p.name, p.email from public.profiles as p where p.id = c.owner_id
    ) as owner on true`)

/** A question as an API role asks it, beside what the superuser would ask for the same answer. */
export const beside = (name: string, role: Role, asked: string, bare: string): Question => ({
  name,
  asked: { role, sql: asked },
  other: { role: 'postgres', sql: bare },
})
