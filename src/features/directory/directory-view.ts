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
import { changeQuery, readLine, useUrlParams } from '../../lib/url-params.ts'

/*
 * What a visitor of the directory asked for, in the URL and as the arguments of requests.
 *
 * The view of /communities is in its URL: `?q=&place=&category=&join=&language=&sort=&view=map&filters=open`, `?community=<id>`
 * or `?view=saved`. A filter with several values is repeated: `?place=Bali&place=Lisbon`.
 * Elsewhere, a filter has the names of the community's columns: `place` is `location`, `join` is `join_type`.
 */

export const sorts = ['best', 'newest', 'joined', 'name'] as const
export type Sort = (typeof sorts)[number]

/** What a community must match: the search, and of each filter with values one of them. */
export type DirectoryFilter = {
  search: string
  /** Names of places: current, alternative or former ones. */
  location: readonly string[]
  category: readonly Category[]
  join_type: readonly JoinType[]
  /** ISO 639-1. */
  language: readonly string[]
}
const filterNames = ['location', 'category', 'join_type', 'language'] as const
export type FilterName = (typeof filterNames)[number]

/** A filter whose values may each be alone, as in a row of the database. */
type LooseFilter = Partial<
  { search: string } & Record<FilterName, string | readonly string[] | null>
>

/** The database refuses more values of a filter. */
const maxValues = 12

export type DirectoryView = DirectoryFilter & {
  /** Null for the default order: see `sortOf`. */
  sort: Sort | null
  /** The id of the community shown instead of the list. */
  community: string | null
  map: boolean
  /** Whether the communities saved on this device are shown instead of the list. */
  saved: boolean
  /** Whether the closest communities come first. `sort` is then the order within a place. */
  near: boolean
  /** Whether the sheet with the filters is open, on a phone. */
  filters: boolean
}

export const noFilter: DirectoryFilter = {
  search: '',
  location: [],
  category: [],
  join_type: [],
  language: [],
}

const toList = (values: string | readonly string[] | null = []): readonly string[] =>
  typeof values === 'string' ? [values] : (values ?? [])

/** Returns the values after one was added or, if it is among them, removed. */
export const toggleValue = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

/** Returns how many values of filters are active, without the search. */
export const countValues = (filter: LooseFilter): number =>
  filterNames.reduce((sum, name) => sum + toList(filter[name]).length, 0)

/** Returns the active filters, the search among them, with what they are called on the page: 'Bali or Medellín'. */
export function listActiveFilters(
  { search = '', ...filter }: LooseFilter,
  placeNames = toList(filter.location),
): { filter: keyof DirectoryFilter; label: string }[] {
  const nameOf = {
    location: isolate,
    category: (value: string) => value,
    join_type: (value: string) => joinTypeLabels[value === 'request' ? 'request' : 'open'],
    language: languageName,
  }
  const labels = filterNames.map((name) => {
    const values = name === 'location' && placeNames.length > 0 ? placeNames : toList(filter[name])
    return { filter: name, label: values.map(nameOf[name]).join(' or ') }
  })
  return [{ filter: 'search' as const, label: isolate(search) }, ...labels].filter(
    ({ label }) => label !== '',
  )
}

/** The database ignores the rest of a longer search. */
const maxSearchLength = 100

/** Returns the order of a view: by default, a search shows the best matches first, any other list the newest. */
export const sortOf = ({ search, sort }: Pick<DirectoryView, 'search' | 'sort'>): Sort =>
  sort ?? (search ? 'best' : 'newest')

/** Reads a view from a URL; unknown values become the default. */
export function readView(params: URLSearchParams): DirectoryView {
  /** Returns the different valid values of a parameter that the URL may repeat. */
  const readAll = <Value extends string>(
    name: string,
    parse: (text: string) => Value | undefined,
  ): Value[] =>
    [...new Set(params.getAll(name).flatMap((text) => parse(text) || []))].slice(0, maxValues)
  const search = readLine(params, 'q', maxSearchLength)
  const offered = search ? sorts : sorts.filter((one) => one !== 'best')
  // The name of earlier releases, in links and bookmarks.
  const given = params.get('sort')
  const sort = given === 'members' ? 'joined' : (findIn(offered)(given) ?? null)

  return {
    community: params.get('community'),
    search,
    location: readAll('place', (name) => cleanLine(name).slice(0, 100)),
    category: readAll('category', findIn(allCategories)),
    join_type: readAll('join', findIn(allJoinTypes)),
    language: readAll('language', (code) => code.match(/^[a-z]{2}$/)?.[0]),
    sort: sort === sortOf({ search, sort: null }) ? null : sort,
    map: params.get('view') === 'map',
    saved: params.get('view') === 'saved',
    near: params.get('near') === 'me',
    filters: params.has('filters'),
  }
}

const findIn =
  <Value extends string>(values: readonly Value[]) =>
  (text: string | null) =>
    values.find((value) => value === text)

type LooseView = LooseFilter & Partial<Omit<DirectoryView, keyof DirectoryFilter>>

/** Returns the URL of a view, without default values. */
export function getViewUrl(view: LooseView): string {
  const query = changeQuery('', toParams(view))
  return query ? `/communities?${query}` : '/communities'
}

const toParams = (view: LooseView) => ({
  community: view.community ?? null,
  q: view.search ?? null,
  place: view.location ?? null,
  category: view.category ?? null,
  join: view.join_type ?? null,
  language: view.language ?? null,
  sort:
    view.sort && view.sort !== sortOf({ search: view.search ?? '', sort: null }) ? view.sort : null,
  near: view.near ? 'me' : null,
  view: view.saved ? 'saved' : view.map ? 'map' : null,
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
  'id,name,summary,location,country,category,join_type,member_count,joins,joins_this_month,is_active,is_verified,languages,image_url,approval_date,link_checked_at,rank'

export const detailColumns = `${listColumns},description,host_name,host_intro,groups` as const

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

type SearchArguments = Partial<Record<keyof DirectoryFilter, string>>

/** Returns the arguments shared by searching and counting, without empty ones. Several values are a line each. */
export function searchArguments(filter: DirectoryFilter): SearchArguments {
  const sent: SearchArguments = {}
  const search = normalizeSearch(filter.search)
  if (search) sent.search = search
  for (const name of filterNames) {
    const values: readonly string[] = filter[name]
    if (values.length > 0) sent[name] = values.toSorted().join('\n')
  }
  return sent
}

export type ListInput = { filter: DirectoryFilter; sort: Sort; pageSize: number }

/** Returns the arguments of a page of a list. One extra row tells whether there is another page. */
export const pageArguments = ({ filter, sort, pageSize: size }: ListInput) => ({
  ...searchArguments(filter),
  ...(sort !== databaseDefaults.sort && { sort }),
  ...(size + 1 !== databaseDefaults.pageSize && { page_size: size + 1 }),
})
