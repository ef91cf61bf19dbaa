import { languageName } from '../community/languages.ts'
import {
  allCategories,
  allJoinTypes,
  type Category,
  type JoinType,
  joinTypeLabels,
} from '../community/vocabulary.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { changeQuery, readLine, readOneOf, useUrlParams } from '../../lib/url-params.ts'

/*
 * What a visitor of the directory asked for, in the URL and as the arguments of requests.
 *
 * The view of /communities is in its URL: `?q=&place=&category=&join=&language=&sort=&view=map&filters=open`, or `?community=<id>`.
 * Elsewhere, a filter has the names of the community's columns: `place` is `location`, `join` is `join_type`.
 */

export const sorts = ['best', 'newest', 'joined', 'name'] as const
export type Sort = (typeof sorts)[number]

export type DirectoryFilter = {
  search: string
  /** A name of the place: the current, an alternative or a former one. */
  location: string | null
  category: Category | null
  join_type: JoinType | null
  /** ISO 639-1. */
  language: string | null
}

export type DirectoryView = DirectoryFilter & {
  /** Null for the default order: see `sortOf`. */
  sort: Sort | null
  /** The id of the community shown instead of the list. */
  community: string | null
  map: boolean
  /** Whether the closest communities come first. `sort` is then the order within a place. */
  near: boolean
  /** Whether the sheet with the filters is open, on a phone. */
  filters: boolean
}

export const noFilter: DirectoryFilter = {
  search: '',
  location: null,
  category: null,
  join_type: null,
  language: null,
}

type ActiveFilter = { filter: keyof DirectoryFilter; label: string }

/** Returns the filters of a view, the search among them, with what they are called on the page. */
export function listActiveFilters(
  { search, location, category, join_type, language }: DirectoryFilter,
  placeName = location,
): ActiveFilter[] {
  const labels: Record<keyof DirectoryFilter, string | null> = {
    search: isolate(search),
    location: isolate(placeName || location || ''),
    category,
    join_type: join_type && joinTypeLabels[join_type],
    language: language && languageName(language),
  }
  return filterNames.flatMap((filter) => {
    const label = labels[filter]
    return label ? { filter, label } : []
  })
}
const filterNames = ['search', 'location', 'category', 'join_type', 'language'] as const

/** The database ignores the rest of a longer search. */
const maxSearchLength = 100

/** Returns the order of a view: by default, a search shows the best matches first, any other list the newest. */
export const sortOf = ({ search, sort }: Pick<DirectoryView, 'search' | 'sort'>): Sort =>
  sort ?? (search ? 'best' : 'newest')

/** Reads a view from a URL; unknown values become the default. */
export function readView(params: URLSearchParams): DirectoryView {
  const search = readLine(params, 'q', maxSearchLength)
  const offered = search ? sorts : sorts.filter((one) => one !== 'best')
  // The name of earlier releases, in links and bookmarks.
  const sort = params.get('sort') === 'members' ? 'joined' : readOneOf(params, 'sort', offered)

  return {
    community: params.get('community'),
    search,
    location: readLine(params, 'place', 100) || null,
    category: readOneOf(params, 'category', allCategories),
    join_type: readOneOf(params, 'join', allJoinTypes),
    language: params.get('language')?.match(/^[a-z]{2}$/)?.[0] ?? null,
    sort: sort === sortOf({ search, sort: null }) ? null : sort,
    map: params.get('view') === 'map',
    near: params.get('near') === 'me',
    filters: params.has('filters'),
  }
}

/** Returns the URL of a view, without default values. */
export function getViewUrl(view: Partial<DirectoryView>): string {
  const query = changeQuery('', toParams(view))
  return query ? `/communities?${query}` : '/communities'
}

const toParams = (view: Partial<DirectoryView>) => ({
  community: view.community ?? null,
  q: view.search ?? null,
  place: view.location ?? null,
  category: view.category ?? null,
  join: view.join_type ?? null,
  language: view.language ?? null,
  sort:
    view.sort && view.sort !== sortOf({ search: view.search ?? '', sort: null }) ? view.sort : null,
  near: view.near ? 'me' : null,
  view: view.map ? 'map' : null,
  filters: view.filters ? 'open' : null,
})

/** Returns a community's URL inside the app, with its place: once it is no longer listed, the page suggests others there. */
export const getCommunityUrl = ({ id, location }: { id: string; location: string }) =>
  getViewUrl({ community: id, location })

/** Returns the view in the URL, and functions that change it. Filters are links instead. */
export function useDirectoryView() {
  const { params, setParams } = useUrlParams()
  const change = (changes: Partial<DirectoryView>, replace: boolean) => {
    const current = readView(new URLSearchParams(window.location.search))
    // The open sheet has a single history entry.
    setParams(toParams({ ...current, ...changes }), { replace: replace || current.filters })
  }

  return {
    view: readView(params),
    /** Replaces the history entry, so that Back does not step through every search. */
    search: (search: string) => change({ search }, true),
    sortBy: (sort: Sort | null) => change({ sort, near: false }, false),
    showNear: (near: boolean) => change({ near }, false),
  }
}

/*
 * The arguments of the public pages' calls, for their queries and for src/app/static/early-requests.ts. The same search has
 * the same ones in the same order, so that browsers and shared caches see the same URL.
 */

export const listColumns =
  'id,name,summary,location,country,category,join_type,member_count,joins,is_verified,languages,image_url,approval_date,link_checked_at,rank'

export const detailColumns = `${listColumns},description,groups` as const

/** Fills complete rows of one, two or three cards. */
export const pageSize = 24

/** The database's defaults for missing arguments. */
export const databaseDefaults = { sort: 'newest', pageSize: 24 } as const

/** Returns a search as it is sent: in lower case, with single spaces, and without invisible characters. */
export function normalizeSearch(typed: string): string {
  // Normalized again, because removing a character can join two others.
  const words = cleanLine(typed.normalize('NFKC')).normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  // One character at a time: as a word, ΟΔΟΣ would end in ς, which the database does not equate with σ.
  const inLowerCase = Array.from(words, (character) => character.toLowerCase()).join('')
  return Array.from(inLowerCase).slice(0, maxSearchLength).join('').trimEnd()
}

/** Returns the arguments shared by searching and counting, without empty ones. */
export function searchArguments(filter: DirectoryFilter) {
  const { location, category, join_type, language } = filter
  const search = normalizeSearch(filter.search)
  return {
    ...(search && { search }),
    ...(location && { location }),
    ...(category && { category }),
    ...(join_type && { join_type }),
    ...(language && { language }),
  }
}

export type ListInput = { filter: DirectoryFilter; sort: Sort; pageSize: number }

/** Returns the arguments of a page of a list. One extra row tells whether there is another page. */
export const pageArguments = ({ filter, sort, pageSize: size }: ListInput) => ({
  ...searchArguments(filter),
  ...(sort !== databaseDefaults.sort && { sort }),
  ...(size + 1 !== databaseDefaults.pageSize && { page_size: size + 1 }),
})
