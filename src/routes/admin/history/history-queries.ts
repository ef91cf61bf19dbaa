import { infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '../../../supabase/client.ts'

/** Whose history: a community's, a user's, or everything that was done. */
export type HistorySubject = { kind: 'community' | 'user'; id: string; name: string } | 'everything'

/** Entries read at a time. */
const portion = 25

/** The append-only audit log, newest first, with the names of those who acted. */
export function historyOf(subject: HistorySubject) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'history', subject === 'everything' ? subject : subject.id],
    queryFn: async ({ pageParam, signal }) => {
      let query = supabase
        .from('audit_log')
        .select('id, at, action, subject, subject_id, actor_id, by_admin, before, after')
        .order('id', { ascending: false })
        .limit(portion)
        .abortSignal(signal)
      if (subject !== 'everything') query = query.eq('subject_id', subject.id)
      if (pageParam) query = query.lt('id', pageParam)
      const { data } = await query.throwOnError()
      const ids = (kind: 'community' | 'user') =>
        data.flatMap(({ subject: of, subject_id }) => (of === kind && subject_id) || [])
      // The log outlives what it tells of, so it has no foreign keys to embed names by.
      const [people, communities] = await Promise.all([
        readNames('profiles', [...data.flatMap(({ actor_id }) => actor_id ?? []), ...ids('user')]),
        readNames('communities', subject === 'everything' ? ids('community') : []),
      ])
      return data.map((entry) => ({
        ...entry,
        actor: nameOf(people, entry.actor_id),
        subjectName: nameOf(entry.subject === 'user' ? people : communities, entry.subject_id),
      }))
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < portion ? undefined : last.at(-1)?.id),
  })
}

export type HistoryEntry = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof historyOf>['queryFn']>>>
>[number]

const nameOf = (names: Map<string, string>, id: string | null) =>
  (id === null ? undefined : names.get(id)) ?? null

async function readNames(
  table: 'profiles' | 'communities',
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { data } = await supabase
    .from(table)
    .select('id, name')
    .in('id', [...new Set(ids)])
    .throwOnError()
  return new Map(data.map(({ id, name }) => [id, name]))
}
