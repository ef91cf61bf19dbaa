import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { readProperty } from '../../lib/read-property.ts'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import type { ColumnsOf, RowOf } from '../../supabase/row-of.ts'
import type { Enums, Tables } from '../../supabase/database.types.ts'
import { type ActivityFilter, periodOf } from './activity-view.ts'

export type HistorySubject = { id: string; name: string; owner_id?: string }

const entriesPerPage = 25
const columns = 'id, at, action, subject, subject_id, actor_id, by_admin, before, after'

const paging = {
  initialPageParam: 0,
  getNextPageParam: (last: readonly { id: number }[]) =>
    last.length < entriesPerPage ? undefined : last.at(-1)?.id,
}

/**
 * Returns the query for the entries about one community, newest first. With its owner, also for the suspensions that hid
 * it, which are entries about the owner.
 */
export function historyOf({ id, owner_id }: Omit<HistorySubject, 'name'>) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'history', id, owner_id],
    queryFn: async ({ pageParam, signal }) => {
      const read = (subjectId: string) => {
        const entries = supabase.from('audit_log').select(columns).eq('subject_id', subjectId)
        const older = pageParam ? entries.lt('id', pageParam) : entries
        return older.order('id', { ascending: false }).limit(entriesPerPage).abortSignal(signal)
      }
      const [own, aboutOwner] = await Promise.all([
        read(id),
        owner_id ? read(owner_id).in('action', suspensionActions) : null,
      ])
      const suspensions = aboutOwner
        ? unwrap(aboutOwner).filter((entry) => hasHidden(entry, id))
        : []
      const entries = [...unwrap(own), ...suspensions].toSorted((one, other) => other.id - one.id)
      return addNames(entries.slice(0, entriesPerPage))
    },
    ...paging,
  })
}

const suspensionActions = ['suspended', 'suspension ended', 'decision undone'] as const

/** Whether a community was hidden with the suspension of an entry. */
const hasHidden = ({ before, after }: Pick<LogRow, 'before' | 'after'>, communityId: string) =>
  [before, after].some((version) => {
    const hidden = readProperty(version, 'hidden')
    return Array.isArray(hidden) && hidden.includes(communityId)
  })

/** Returns the query for what a user did and what happened to them and their communities, newest first. */
export function timelineOf(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'timeline', userId],
    queryFn: async ({ pageParam, signal }) => {
      let query = supabase
        .from('audit_log')
        .select(columns)
        .or(`owner_id.eq.${userId},actor_id.eq.${userId}`)
        .order('id', { ascending: false })
        .limit(entriesPerPage)
        .abortSignal(signal)
      if (pageParam) query = query.lt('id', pageParam)
      return addNames(unwrap(await query))
    },
    ...paging,
  })
}

/** Returns the query for the activity log, newest first. */
export function activity(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'activity', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { person, action } = filter
      const entries = supabase.rpc('list_activity', {
        person,
        ...(action && { action }),
        ...periodOf(filter),
        ...(pageParam && { before_id: pageParam }),
        page_size: entriesPerPage,
      })
      return addNames(unwrap(await entries.select(columns).abortSignal(signal)))
    },
    ...paging,
    placeholderData: keepPreviousData,
  })
}

type LogRow = Pick<Tables<'audit_log'>, ColumnsOf<typeof columns>>

/**
 * Adds the current names of users, communities and places. Entries outlive them, so there are no foreign keys to embed
 * names by.
 */
async function addNames(entries: readonly LogRow[]) {
  const ids = (kind: Enums<'audit_subject'>) =>
    entries.flatMap((entry) => (entry.subject === kind && entry.subject_id) || [])
  const [users, communities, places] = await Promise.all([
    readNames('profiles', [...entries.flatMap(({ actor_id }) => actor_id ?? []), ...ids('user')]),
    readNames('communities', ids('community')),
    readNames('places', ids('place')),
  ])
  const names = {
    user: users,
    community: communities,
    place: places,
    synonyms: new Map<string, string>(),
  }
  return entries.map((entry) => ({
    ...entry,
    actor: nameOf(users, entry.actor_id),
    subjectName: nameOf(names[entry.subject], entry.subject_id),
  }))
}

export type HistoryEntry = RowOf<typeof historyOf>

const nameOf = (names: Map<string, string>, id: string | null) => names.get(id ?? '') ?? null

async function readNames(table: 'profiles' | 'communities' | 'places', ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const uniqueIds = [...new Set(ids)]
  const rows = unwrap(await supabase.from(table).select('id, name').in('id', uniqueIds))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
