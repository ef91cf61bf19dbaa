import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import {
  allCategories,
  allJoinTypes,
  allLocations,
  type Category,
  type JoinType,
  type Location,
} from '../../communities/vocabulary.ts'
import { useHydrated } from '../../lib/useHydrated.ts'

export const sorts = ['newest', 'members', 'name'] as const
export type Sort = (typeof sorts)[number]

/** What narrows the list. */
export type DirectoryFilter = {
  q: string
  place: Location | null
  category: Category | null
  join: JoinType | null
}

/** What /communities shows. */
export type DirectoryView = DirectoryFilter & {
  sort: Sort
  /** The id of the one community that is shown in place of the list. */
  community: string | null
}

export const noFilter: DirectoryFilter = { q: '', place: null, category: null, join: null }

/** /communities as the build writes it, which knows nothing of the address. */
const plainView: DirectoryView = { ...noFilter, sort: 'newest', community: null }

/** As much of a search as the database looks at. */
const searchLength = 100

/** The view in an address. What that does not say, or says wrongly, is the default. */
export function readView(params: URLSearchParams): DirectoryView {
  const oneOf = <Value extends string>(all: readonly Value[], name: string) =>
    all.find((value) => value === params.get(name)) ?? null

  return {
    community: params.get('community'),
    q: (params.get('q') ?? '').trim().slice(0, searchLength),
    place: oneOf(allLocations, 'place'),
    category: oneOf(allCategories, 'category'),
    join: oneOf(allJoinTypes, 'join'),
    sort: oneOf(sorts, 'sort') ?? 'newest',
  }
}

/** The address of a view, without what is the default. Filters are links, to be shared and opened in tabs. */
export function addressOf({ sort, ...view }: Partial<DirectoryView>): string {
  const params = new URLSearchParams()
  const { community, q, place, category, join } = view
  const named = { community, q, place, category, join, sort: sort === 'newest' ? null : sort }
  for (const [name, value] of Object.entries(named)) if (value) params.set(name, value)
  return params.size > 0 ? `/communities?${params}` : '/communities'
}

/** A community's address names its place too, for whoever follows the link once it is not listed any more. */
export const addressOfCommunity = ({ id, location }: { id: string; location: Location }) =>
  addressOf({ community: id, place: location })

/** The view in the address, and what changes it without a link. */
export function useDirectoryView() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()

  // On top of the address as it is by then: a filter may be chosen while a search is on its way there.
  const change = (changes: Partial<DirectoryView>, { replace }: { replace: boolean }) => {
    const current = readView(new URLSearchParams(window.location.search))
    // A replaced entry keeps its state: the sign-in dialog may have been opened meanwhile.
    void navigate(addressOf({ ...current, ...changes }), { replace, state: replace ? state : null })
  }

  return {
    view: isHydrated ? readView(params) : plainView,
    /** For each pause of somebody who types: Back does not go through all of them. */
    search: (q: string) => change({ q }, { replace: true }),
    sortBy: (sort: Sort) => change({ sort }, { replace: false }),
  }
}
