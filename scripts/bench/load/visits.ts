import { allCategories, allJoinTypes } from '../../../src/features/community/vocabulary.ts'
import {
  countValues,
  detailColumns,
  type DirectoryFilter,
  listColumns,
  noFilter,
  pageArguments,
  pageSize,
  searchArguments,
  type Sort,
  sorts,
} from '../../../src/features/directory/directory-view.ts'
import { adminId } from '../admin/data.ts'
import { wordOfRank } from '../directory/data.ts'
import type { Services } from './services.ts'

export interface DirectoryRequest {
  method: 'GET' | 'POST'
  /** Path and query. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** The signed-in user. */
  userId?: string
}

/** The requests that the app sends for one page. */
export type Visit = DirectoryRequest[]

/** Of 100 visits. */
export const mix = { home: 30, filter: 25, search: 15, community: 27, join: 3 }

const read = (name: string, values: Record<string, unknown>): DirectoryRequest => ({
  method: 'GET',
  path: `/rpc/${name}?${new URLSearchParams(
    Object.entries(values).map(([key, value]) => [key, String(value)]),
  )}`,
  // The client sends it with a list of columns.
  ...('select' in values && { headers: { prefer: 'return=representation' } }),
})

const list = (filter: DirectoryFilter, sort: Sort, size: number) =>
  read('search_directory', {
    ...pageArguments({ filter, sort, pageSize: size }),
    select: listColumns,
  })

const counts = (filter: DirectoryFilter) => read('count_directory', searchArguments(filter))

const call = (name: string, id: string, userId: string): DirectoryRequest => ({
  method: 'POST',
  path: `/rpc/${name}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ community_id: id }),
  userId,
})

const orNone = <Value>(values: readonly Value[]) => [[], ...values.map((value) => [value])]

/** Every filter, most popular first: those with few values. */
const filters = orNone(['Cape Town', 'Bali', 'Zürich', 'Rio de Janeiro', 'Medellín', 'Koh Phangan'])
  .flatMap((location) =>
    orNone(allCategories).flatMap((category) =>
      orNone(allJoinTypes).flatMap((join_type) =>
        sorts.map((sort) => ({ filter: { ...noFilter, location, category, join_type }, sort })),
      ),
    ),
  )
  .toSorted((one, other) => countValues(one.filter) - countValues(other.filter))

/** The words that visitors type, most popular first. Leaves out those that are in most communities. */
const words = Array.from({ length: 20_000 - 50 }, (_, index) => wordOfRank(index + 50))

/** Picks the first value most often, the second half as often, the third a third as often: a Zipf distribution. */
function pickFrequent<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor((values.length + 1) ** Math.random()) - 1]
  if (value === undefined) throw new Error('There is nothing to pick from.')
  return value
}

/** Returns a function that draws the next visit. */
export async function createVisits({ query }: Pick<Services, 'query'>): Promise<() => Visit> {
  const communities = (
    await query(
      'select id, location from public.directory_communities order by joins desc, approval_date desc, id',
    )
  ).map(({ id, location }) => ({ id: String(id), location: String(location) }))
  const userIds = (
    await query(`select id from public.profiles where id <> '${adminId}' limit 50000`)
  ).map(({ id }) => String(id))

  function visitCommunity(): Visit {
    const { id, location } = pickFrequent(communities)
    return [
      read('get_directory_community', { community_id: id, select: detailColumns }),
      list({ ...noFilter, location: [location] }, 'newest', 5),
    ]
  }
  function visitFilter(): Visit {
    const { filter, sort } = pickFrequent(filters)
    return [list(filter, sort, pageSize), counts(filter)]
  }
  function visitSearch(): Visit {
    const filter = { ...noFilter, search: drawSearch() }
    return [list(filter, 'newest', pageSize), counts(filter)]
  }
  function joinCommunity(): Visit {
    const { id } = pickFrequent(communities)
    // Any user: one that joins often would reach the daily limit.
    const userId = userIds[Math.floor(Math.random() * userIds.length)] ?? ''
    return [
      ...visitCommunity(),
      call('join_community', id, userId),
      call('get_invite_link', id, userId),
    ]
  }
  const visitHome = () => [list(noFilter, 'newest', 8), counts(noFilter)]

  const draw = {
    home: visitHome,
    filter: visitFilter,
    search: visitSearch,
    community: visitCommunity,
    join: joinCommunity,
  }
  const kinds = (['home', 'filter', 'search', 'community', 'join'] as const).flatMap((kind) =>
    Array<typeof kind>(mix[kind]).fill(kind),
  )
  return () => draw[kinds[Math.floor(Math.random() * kinds.length)] ?? 'home']()
}

/** One word, or two in every third search; every tenth has a typing error. */
function drawSearch(): string {
  const typed = [pickFrequent(words), ...(Math.random() < 1 / 3 ? [pickFrequent(words)] : [])]
  return Math.random() < 0.1 ? typed.join(' ').replace(/(.)(.)$/, '$2$1') : typed.join(' ')
}
