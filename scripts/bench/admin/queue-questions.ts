import { answer, beside, communityAnswer } from './answer.ts'
import type { Database } from './databases.ts'
import { communityId } from './load.ts'
import type { Question } from './measure.ts'

const waiting = `select c.* from public.communities as c join (
    select * from private.review_queue order by turn, since, id limit 50
  ) as waiting using (id) order by waiting.turn, waiting.since, c.id`

/**
 * What private.similar_communities runs, with the community spelled out: from a join the planner would
 * not know what it compares with, and choose otherwise.
 */
async function lookAlikes(database: Database): Promise<string> {
  const [community] = await database.query(`
    select quote_literal(id) as id, quote_literal(location) as location,
      quote_literal(coalesce(held_changes ->> 'name', name)) as name,
      quote_literal(coalesce(held_changes ->> 'whatsapp_link', whatsapp_link)) as link
    from public.communities where id = ${communityId('76')}`)
  const literal = (field: string) => String(community?.[field])
  const [id, name, link] = [literal('id'), literal('name'), literal('link')]
  return `select c.* from public.communities as c
    where c.id <> ${id} and c.id in (
      select id from public.communities where whatsapp_link = ${link}
      union
      select id from public.communities
      where held_at is not null and held_changes ->> 'whatsapp_link' = ${link}
      union
      select id from public.communities
      where name operator(extensions.%) ${name} and location = ${literal('location')}
        and status <> 'rejected'
    )
    order by (${link} in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link')) is true desc, extensions.similarity(c.name, ${name}) desc,
      c.created_at, c.id
    limit 5`
}

/** Every query that the review queue makes. */
export async function queueQuestions(database: Database): Promise<Question[]> {
  const similar = beside(
    'similar communities',
    'authenticated',
    communityAnswer(`select * from public.similar_communities(${communityId('76')})`),
    communityAnswer(await lookAlikes(database)),
  )
  return [
    beside(
      'queue',
      'authenticated',
      communityAnswer('select * from public.list_review_queue()'),
      communityAnswer(waiting),
    ),
    beside(
      'queue, counts',
      'authenticated',
      answer('select * from public.count_review_queue()'),
      answer('select * from private.queue_counts()'),
    ),
    // The function sets this for itself.
    {
      ...similar,
      other: { ...similar.other, settings: { 'pg_trgm.similarity_threshold': '0.55' } },
    },
  ]
}
