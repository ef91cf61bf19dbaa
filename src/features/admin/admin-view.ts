import type { Query } from '@tanstack/react-query'
import { readProperty } from '../../lib/read-property.ts'
import { changeQuery, readLine, readOneOf, useUrlParams } from '../../lib/url-params.ts'
import { isUuid } from '../../lib/uuid.ts'
import { allCategories, allStatuses } from '../community/vocabulary.ts'
import type { Category, Status } from '../community/vocabulary.ts'

/** Why visitors do not see an approved community. The last one is about its owner. */
export const visibilities = ['hidden', 'paused', 'asleep', 'suspended'] as const
const communitySorts = ['created', 'name', 'owner', 'status'] as const
const userSorts = ['joined', 'name', 'email', 'role', 'credits'] as const
export const queueSorts = ['urgent', 'oldest', 'newest', 'risk'] as const

/** What waits for an admin, the most urgent first, as in private.review_queue. */
export const queueKinds = [
  'reports',
  'appeals',
  'renamed',
  'claims',
  'changes',
  'new',
  'imports',
  'places',
] as const
export type QueueKind = (typeof queueKinds)[number]

/** Of the tables, and of the review queue before it loads more. */
export const rowsPerPage = 50

/** Milliseconds between polls for changes by other admins and owners. */
export const pollIntervalMs = 15_000

/** Polls a count that failed to load, because counts have no retry button. */
export const pollAfterFailure = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && pollIntervalMs

export type CommunityFilter = {
  search?: string
  status?: Status | undefined
  category?: Category | undefined
  country?: string | undefined
  link?: 'dead' | undefined
  visibility?: (typeof visibilities)[number] | undefined
  owner?: string | undefined
}

type Page = { page: number; search: string; descending: boolean }

export type CommunitiesView = Page &
  CommunityFilter & { tab: 'communities'; sort: (typeof communitySorts)[number] }
export type QueueView = {
  tab: 'queue'
  kind: QueueKind | undefined
  /** Lists only the communities of this import. */
  importId: string | undefined
  search: string
  sort: (typeof queueSorts)[number]
  /** Whether narrow screens, which have no room for both, show the list instead of the community. */
  isListOpen: boolean
}
export type UsersView = Page & { tab: 'users'; sort: (typeof userSorts)[number] }

/** Of a search, in characters. */
export const maxAdminSearch = 200

/** Reads the URL parameters of /admin. */
export function readParams(params: URLSearchParams) {
  const owner = params.get('owner') ?? ''
  const importId = params.get('import') ?? ''
  const page = Number.parseInt(params.get('page') ?? '', 10) || 1
  return {
    tab: readOneOf(params, 'tab', ['communities', 'users']) ?? 'communities',
    view: readOneOf(params, 'view', ['queue', 'all']),
    as: readOneOf(params, 'as', ['one', 'list']) ?? 'one',
    kind: readOneOf(params, 'kind', queueKinds),
    import: isUuid(importId) ? importId : null,
    q: readLine(params, 'q', maxAdminSearch),
    status: readOneOf(params, 'status', allStatuses),
    category: readOneOf(params, 'category', allCategories),
    country: readLine(params, 'country', maxAdminSearch) || null,
    link: readOneOf(params, 'link', ['dead']),
    visibility: readOneOf(params, 'visibility', visibilities),
    owner: isUuid(owner) ? owner : null,
    sort: readOneOf(params, 'sort', [...communitySorts, ...userSorts, ...queueSorts]),
    order: readOneOf(params, 'order', ['asc', 'desc']),
    page: Math.min(Math.max(1, page), 1_000_000),
  }
}

type Params = ReturnType<typeof readParams>
type ParamChanges = { [Name in keyof Params]?: Params[Name] | null }

const defaults = { tab: 'communities', as: 'one', page: 1 }

/** Returns values as URL parameters; null for a default. */
export const toUrlParams = (values: ParamChanges): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value && value !== readProperty(defaults, name) ? String(value) : null,
    ]),
  )

/** Dates are sorted newest first, everything else ascending. */
const isDate = (sort: string | null) => sort === 'created' || sort === 'joined'

export function toAdminView(params: Params): CommunitiesView | QueueView | UsersView {
  const shared = { page: params.page, search: params.q }
  const isDescending = (sort: string) => (params.order ? params.order === 'desc' : isDate(sort))

  if (params.tab === 'users') {
    const sort = userSorts.find((name) => name === params.sort) ?? 'joined'
    return { tab: 'users', ...shared, sort, descending: isDescending(sort) }
  }
  if (params.view === 'queue') {
    return {
      tab: 'queue',
      kind: params.import ? 'imports' : (params.kind ?? undefined),
      importId: params.import ?? undefined,
      search: params.q,
      sort: queueSorts.find((name) => name === params.sort) ?? 'urgent',
      isListOpen: params.as === 'list',
    }
  }

  const sort = communitySorts.find((name) => name === params.sort) ?? 'created'
  return {
    tab: 'communities',
    ...shared,
    status: params.status ?? undefined,
    category: params.category ?? undefined,
    country: params.country ?? undefined,
    link: params.link ?? undefined,
    visibility: params.visibility ?? undefined,
    owner: params.owner ?? undefined,
    sort,
    descending: isDescending(sort),
  }
}

/** Returns the URL parameters of the queue. */
export const toQueueParams = (view: QueueView): ParamChanges => ({
  view: 'queue',
  as: view.isListOpen ? 'list' : null,
  ...kindParams(view.kind, view.importId),
  q: view.search || null,
  sort: view.sort === 'urgent' ? null : view.sort,
})

/** Returns the URL parameters of a kind of the queue, or of one import. */
export const kindParams = (kind?: QueueKind, importId?: string) =>
  ({ kind: importId ? null : (kind ?? null), import: importId ?? null }) satisfies ParamChanges

/** Returns the URL parameters of a sort order. The default, newest first, has none. */
export function sortParams(sort: Params['sort'], descending: boolean): ParamChanges {
  const order = descending ? 'desc' : 'asc'
  return { sort: isDate(sort) ? null : sort, order: descending === isDate(sort) ? null : order }
}

/** Returns the URL parameters after a click on a column header: reverses the order, or sorts by another column. */
export function sortByColumn(
  { sort, descending }: CommunitiesView | UsersView,
  column: string,
): ParamChanges {
  const chosen = [...communitySorts, ...userSorts].find((name) => name === column) ?? sort
  return sortParams(chosen, chosen === sort ? !descending : isDate(chosen))
}

export const noFilters = {
  q: null,
  status: null,
  category: null,
  country: null,
  link: null,
  visibility: null,
  owner: null,
} satisfies ParamChanges

/** Whether any filter except the status is active. */
export const hasFilters = (filter: CommunityFilter): boolean =>
  Boolean(
    filter.search ||
    filter.category ||
    filter.country ||
    filter.link ||
    filter.visibility ||
    filter.owner,
  )

export const ownerUrl = (ownerId: string) => `/admin?${new URLSearchParams({ owner: ownerId })}`

/** Removes all parameters of a view. */
const noView = {
  ...noFilters,
  tab: null,
  view: null,
  as: null,
  kind: null,
  import: null,
  sort: null,
  order: null,
  page: null,
} satisfies ParamChanges

/**
 * Adds `view=all` to changes that lead to the table of all communities: without parameters, /admin opens what waits.
 *
 * @param query the current one
 */
function nameTable(query: string, changes: ReturnType<typeof toUrlParams>) {
  const isUnnamed = changeQuery(query, { view: null, ...changes }) === ''
  return { view: null, ...changes, ...(isUnnamed && { view: 'all' }) }
}

/**
 * Returns the view in the URL and functions to change it. Changes add up: a filter chosen while a search is
 * being written to the URL does not undo the search.
 */
export function useAdminView() {
  const { params, setParams } = useUrlParams()
  const view = toAdminView(readParams(params))
  const name = (changes: ParamChanges) => {
    const next = toUrlParams(changes)
    return view.tab === 'communities' ? nameTable(window.location.search, next) : next
  }
  return {
    view,
    /** Whether the URL leaves the view open: AdminScreen.tsx opens what waits. */
    isDefault: params.size === 0,
    /** Changes the view and adds a history entry. Goes to the first page unless `changes` sets another. */
    change: (changes: ParamChanges) => setParams(name({ page: 1, ...changes })),
    /** Replaces the history entry, so that typing does not fill the history. */
    search: (text: string) => setParams(name({ q: text, page: null }), { replace: true }),
    /** Opens a view; drops all parameters of the current one. */
    open: (next: ParamChanges) => setParams(nameTable('', toUrlParams({ ...noView, ...next }))),
    openDefault: () => setParams(toUrlParams(noView)),
    /** Replaces the default view, so that it does not change while the admin works. */
    settle: (found: 'queue' | 'all') => setParams({ view: found }, { replace: true }),
  }
}
