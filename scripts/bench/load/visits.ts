import { allCategories, allJoinTypes } from '../../../src/communities/vocabulary.ts'
import {
  listColumns,
  pageArguments,
  searchArguments,
} from '../../../src/routes/directory/directory-requests.ts'
import {
  type DirectoryFilter,
  noFilter,
  type Sort,
  sorts,
} from '../../../src/routes/directory/directory-view.ts'
import { wordOfRank } from '../directory/data.ts'
import { pickZipf } from './random.ts'

/* What visitors request. tests/component/directory/load-visits.test.tsx compares it with the app. */

export interface DirectoryRequest {
  method: 'GET' | 'POST'
  /** Path and query. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** The signed-in user. */
  userId?: string
}

/** The requests of one page: each group starts when the previous one has finished. */
export type Visit = DirectoryRequest[][]

const read = (name: string, values: Record<string, unknown>): DirectoryRequest => {
  const query = Object.entries(values).map(([key, value]): [string, string] => [key, String(value)])
  const path = `/rest/v1/rpc/${name}`
  return {
    method: 'GET',
    path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
    // The client sends it with a list of columns.
    ...('select' in values && { headers: { prefer: 'return=representation' } }),
  }
}

const list = (filter: DirectoryFilter, sort: Sort, pageSize: number) =>
  read('search_directory', { ...pageArguments({ filter, sort, pageSize }), select: listColumns })

const counts = (filter: DirectoryFilter) => read('count_directory', searchArguments(filter))

export const visitHome = (): Visit => [[list(noFilter, 'newest', 8), counts(noFilter)]]

export const visitList = (filter: DirectoryFilter, sort: Sort): Visit => [
  [list(filter, sort, 24), counts(filter)],
]

export interface KnownCommunity {
  id: string
  location: string
}

export const visitCommunity = ({ id, location }: KnownCommunity): Visit => [
  [
    read('get_directory_community', {
      community_id: id,
      select: `${listColumns},description,groups`,
    }),
  ],
  [list({ ...noFilter, place: location }, 'newest', 5)],
]

export const joinCommunity = (community: KnownCommunity, userId: string): Visit => [
  ...visitCommunity(community),
  ...['join_community', 'get_invite_link'].map((name): DirectoryRequest[] => [
    {
      method: 'POST',
      path: `/rest/v1/rpc/${name}`,
      body: JSON.stringify({ community_id: community.id }),
      userId,
    },
  ]),
]

/** Of 100 visits. */
export const mix = { home: 30, filter: 25, search: 15, community: 27, join: 3 }

const orNull = <Value>(values: readonly Value[]) => [null, ...values]

/** The places that visitors choose. */
const places = ['Cape Town', 'Bali', 'Zürich', 'Rio de Janeiro', 'Medellín', 'Koh Phangan']

const countValues = (filter: DirectoryFilter) => Object.values(filter).filter(Boolean).length

/** Every filter, most popular first: those with few values. */
const filters = orNull(places)
  .flatMap((place) =>
    orNull(allCategories).flatMap((category) =>
      orNull(allJoinTypes).flatMap((join) =>
        sorts.map((sort) => ({ filter: { ...noFilter, place, category, join }, sort })),
      ),
    ),
  )
  .toSorted((one, other) => countValues(one.filter) - countValues(other.filter))

/** The words that visitors type, most popular first. Leaves out those that are in most communities. */
const words = Array.from({ length: 20_000 - 50 }, (_, index) => wordOfRank(index + 50))

/** Returns a function that draws the next visit. */
export function createVisits(
  /** Most popular first. */
  communities: readonly KnownCommunity[],
  userIds: readonly string[],
  random: () => number,
): () => Visit {
  const community = () => pickZipf(communities, random)
  const draw: Record<keyof typeof mix, () => Visit> = {
    home: visitHome,
    filter() {
      const { filter, sort } = pickZipf(filters, random)
      return visitList(filter, sort)
    },
    search: () => visitList({ ...noFilter, q: drawSearch(random) }, 'newest'),
    community: () => visitCommunity(community()),
    // Any user: one that joins often would reach the daily limit.
    join: () => joinCommunity(community(), userIds[Math.floor(random() * userIds.length)] ?? ''),
  }
  const kinds = (['home', 'filter', 'search', 'community', 'join'] as const).flatMap((kind) =>
    Array.from({ length: mix[kind] }, () => kind),
  )
  return () => draw[kinds[Math.floor(random() * kinds.length)] ?? 'home']()
}

/** One word, or two in every third search; every tenth has a typing error, and some have capitals or spaces. */
function drawSearch(random: () => number): string {
  const typed = [pickZipf(words, random)]
  if (random() < 1 / 3) typed.push(pickZipf(words, random))
  const search = typed.join(' ')
  if (random() < 0.1) return search.replace(/(.)(.)$/, '$2$1')
  return random() < 0.3 ? `${search.charAt(0).toUpperCase()}${search.slice(1)} ` : search
}
