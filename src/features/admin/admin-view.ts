import type { Query } from '@tanstack/react-query'
import {
  type inferParserType,
  type Nullable,
  createParser,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs'
import { cleanLine } from '../../lib/clean-text.ts'
import { isUuid } from '../../lib/uuid.ts'
import { allCategories, allStatuses } from '../community/vocabulary.ts'
import type { Category, Status } from '../community/vocabulary.ts'

/** Why visitors do not see an approved community. */
export const visibilities = ['hidden', 'paused', 'asleep'] as const
const communitySorts = ['created', 'name', 'owner', 'status'] as const
const userSorts = ['joined', 'name', 'email', 'role', 'credits'] as const

/** Of the tables and the review queue. */
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
export type QueueView = { tab: 'queue'; page: number; layout: 'one' | 'list' }
export type UsersView = Page & { tab: 'users'; sort: (typeof userSorts)[number] }

const parser = <Value extends string | number>(parse: (text: string) => Value | null) =>
  createParser({ parse, serialize: String })

const id = parser((text) => (isUuid(text) ? text : null))
export const searchParser = parser((text) => cleanLine(text).slice(0, 200))
const page = parser((text) => Math.min(Math.max(1, Number.parseInt(text, 10) || 1), 1_000_000))

/** The URL parameters of /admin. Missing and invalid values become the default. */
export const adminParams = {
  tab: parseAsStringLiteral(['communities', 'users']).withDefault('communities'),
  view: parseAsStringLiteral(['queue']),
  as: parseAsStringLiteral(['one', 'list']).withDefault('one'),
  q: searchParser.withDefault(''),
  status: parseAsStringLiteral(allStatuses),
  category: parseAsStringLiteral(allCategories),
  country: searchParser,
  link: parseAsStringLiteral(['dead']),
  visibility: parseAsStringLiteral(visibilities),
  owner: id,
  sort: parseAsStringLiteral([...communitySorts, ...userSorts]),
  order: parseAsStringLiteral(['asc', 'desc']),
  page: page.withDefault(1),
}

type Params = inferParserType<typeof adminParams>
type ParamChanges = Partial<Nullable<Params>>

/** Dates are sorted newest first, everything else ascending. */
const isDate = (sort: string | null) => sort === 'created' || sort === 'joined'

export function readAdminView(params: Params): CommunitiesView | QueueView | UsersView {
  const shared = { page: params.page, search: params.q }
  const isDescending = (sort: string) => (params.order ? params.order === 'desc' : isDate(sort))

  if (params.tab === 'users') {
    const sort = userSorts.find((name) => name === params.sort) ?? 'joined'
    return { tab: 'users', ...shared, sort, descending: isDescending(sort) }
  }
  if (params.view === 'queue') return { tab: 'queue', page: params.page, layout: params.as }

  const sort = communitySorts.find((name) => name === params.sort) ?? 'created'
  return {
    tab: 'communities',
    ...shared,
    status: params.status ?? undefined,
    category: params.category ?? undefined,
    country: params.country || undefined,
    link: params.link ?? undefined,
    visibility: params.visibility ?? undefined,
    owner: params.owner ?? undefined,
    sort,
    descending: isDescending(sort),
  }
}

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

/**
 * Returns the view in the URL and functions to change it. Changes add up: a filter chosen while a search is
 * being written to the URL does not undo the search.
 */
export function useAdminView() {
  const [params, setParams] = useQueryStates(adminParams, { history: 'push', shallow: false })
  return {
    view: readAdminView(params),
    /** Changes the view and adds a history entry. Goes to the first page unless `changes` sets another. */
    change: (changes: ParamChanges) => void setParams({ page: null, ...changes }),
    /** Replaces the history entry, so that typing does not fill the history. */
    search: (text: string) => void setParams({ q: text, page: null }, { history: 'replace' }),
    /** Opens a view; drops all parameters of the current one. */
    open: (view: ParamChanges) => {
      void setParams(null)
      void setParams(view)
    },
  }
}
