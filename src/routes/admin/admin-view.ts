import { allCategories, allStatuses, countries } from '../../communities/vocabulary.ts'
import type { Category, Country, Status } from '../../communities/vocabulary.ts'

export const communitySorts = ['created', 'name', 'owner', 'status'] as const
export const userSorts = ['joined', 'name', 'email', 'role', 'credits'] as const

/** What of the communities is shown. */
export type CommunityFilter = {
  search: string
  status: Status | undefined
  category: Category | undefined
  country: Country | undefined
  /** The id of one owner, whose communities alone are shown. */
  owner: string | undefined
}

type Page = { page: number; descending: boolean }

export type CommunitiesView = Page &
  CommunityFilter & { tab: 'communities'; sort: (typeof communitySorts)[number] }
export type QueueView = { tab: 'queue'; page: number; as: 'one' | 'list' }
export type UsersView = Page & { tab: 'users'; search: string; sort: (typeof userSorts)[number] }

/** Everything that the admin screen shows, as it stands in the address: bookmarks and Back keep it. */
export type AdminView = CommunitiesView | QueueView | UsersView

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The view that an address asks for. What it does not say, or says wrongly, is the default. */
export function readView(params: URLSearchParams): AdminView {
  const page = Math.min(Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1), 1_000_000)
  const search = (params.get('q') ?? '').trim().slice(0, 200)
  const order = params.get('order')
  const tab = params.get('tab')

  if (tab === 'users') {
    const sort = oneOf(userSorts, params.get('sort')) ?? 'joined'
    return { tab, page, search, sort, descending: isDescending(order, sort === 'joined') }
  }
  if (params.get('view') === 'queue') {
    return { tab: 'queue', page, as: params.get('as') === 'list' ? 'list' : 'one' }
  }
  const sort = oneOf(communitySorts, params.get('sort')) ?? 'created'
  const owner = params.get('owner') ?? ''
  return {
    tab: 'communities',
    page,
    search,
    status: oneOf(allStatuses, params.get('status')),
    category: oneOf(allCategories, params.get('category')),
    country: oneOf(countries, params.get('country')),
    owner: uuid.test(owner) ? owner : undefined,
    sort,
    descending: isDescending(order, sort === 'created'),
  }
}

/** The address of a view; what is the default stays out of it. */
export function viewParams(view: AdminView): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | undefined, usual = '') => {
    if (value && value !== usual) params.set(name, value)
  }
  set('tab', view.tab === 'queue' ? 'communities' : view.tab, 'communities')
  if (view.tab === 'queue') {
    set('view', 'queue')
    set('as', view.as, 'one')
  } else {
    set('q', view.search)
    if (view.tab === 'communities') {
      set('status', view.status)
      set('category', view.category)
      set('country', view.country)
      set('owner', view.owner)
    }
    const newest = view.sort === 'created' || view.sort === 'joined'
    set('sort', newest ? '' : view.sort)
    set('order', view.descending ? 'desc' : 'asc', newest ? 'desc' : 'asc')
  }
  set('page', String(view.page), '1')
  return params
}

/**
 * The address of what somebody chose, on top of what the address says by now: since `shown` was drawn
 * it may have changed, as when the typing of a search paused a moment ago. The page is always theirs.
 */
export function chosenParams(
  chosen: AdminView,
  shown: AdminView,
  newest: URLSearchParams,
): URLSearchParams {
  const params = viewParams(chosen)
  const before = viewParams(shown)
  const now = readView(newest)
  if (chosen.tab !== shown.tab || now.tab !== shown.tab) return params

  const untouched = (name: string) => name !== 'page' && params.get(name) === before.get(name)
  const merged = viewParams(now)
  for (const name of new Set([...params.keys(), ...merged.keys()])) {
    if (untouched(name)) continue
    const value = params.get(name)
    if (value === null) merged.delete(name)
    else merged.set(name, value)
  }
  return viewParams(readView(merged))
}

/** Whether anything but the status narrows the communities. */
export function isNarrowed({ search, category, country, owner }: CommunityFilter): boolean {
  return Boolean(search || category || country || owner)
}

function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined {
  return values.find((value) => value === text)
}

const isDescending = (order: string | null, usual: boolean) =>
  order === 'asc' || order === 'desc' ? order === 'desc' : usual

/** The address of one owner's communities. */
export const communitiesOf = (ownerId: string) =>
  `/admin?${new URLSearchParams({ owner: ownerId })}`
