import {
  allCategories,
  allJoinTypes,
  allLocations,
  type Category,
  type JoinType,
  type Location,
} from '../../communities/vocabulary.ts'

/* What /communities shows is in its URL: `?q=&place=&category=&join=&sort=`, or `?community=<id>`. */

export const sorts = ['newest', 'members', 'name'] as const
export type Sort = (typeof sorts)[number]

export type DirectoryFilter = {
  q: string
  place: Location | null
  category: Category | null
  join: JoinType | null
}

export type DirectoryView = DirectoryFilter & {
  sort: Sort
  /** The id of the community shown instead of the list. */
  community: string | null
}

export const noFilter: DirectoryFilter = { q: '', place: null, category: null, join: null }

/** The database ignores the rest of a longer search. */
export const maxSearchLength = 100

/** Reads a view from a URL; unknown values become the default. */
export function readView(params: URLSearchParams): DirectoryView {
  const oneOf = <Value extends string>(all: readonly Value[], name: string) =>
    all.find((value) => value === params.get(name)) ?? null

  return {
    community: params.get('community'),
    q: (params.get('q') ?? '').trim().slice(0, maxSearchLength),
    place: oneOf(allLocations, 'place'),
    category: oneOf(allCategories, 'category'),
    join: oneOf(allJoinTypes, 'join'),
    sort: oneOf(sorts, 'sort') ?? 'newest',
  }
}

/** Returns the URL of a view, without default values. */
export function getViewUrl({ sort, ...view }: Partial<DirectoryView>): string {
  const params = new URLSearchParams()
  const { community, q, place, category, join } = view
  const values = { community, q, place, category, join, sort: sort === 'newest' ? null : sort }
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  return params.size > 0 ? `/communities?${params}` : '/communities'
}

/** Returns a community's URL, with its place: once it is no longer listed, the page suggests others there. */
export const getCommunityUrl = ({ id, location }: { id: string; location: Location }) =>
  getViewUrl({ community: id, place: location })

/** Returns the path of a community's static page, which src/before-app.ts replaces with the URL above. */
export const getCommunityPath = (id: string) => `/communities/${id}/`
