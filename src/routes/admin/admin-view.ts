import {
  type inferParserType,
  type Nullable,
  createParser,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs'
import { allCategories, allStatuses, countries } from '../../communities/vocabulary.ts'
import type { Category, Country, Status } from '../../communities/vocabulary.ts'

export const communitySorts = ['created', 'name', 'owner', 'status'] as const
export const userSorts = ['joined', 'name', 'email', 'role', 'credits'] as const

/** Rows shown at a time. PostgREST cuts every answer at 1,000 rows, so nothing is loaded whole. */
export const pageSize = 50

/** What narrows the communities. */
export type CommunityFilter = {
  search?: string
  status?: Status | undefined
  category?: Category | undefined
  country?: Country | undefined
  /** Only communities whose invite link no longer works. */
  link?: 'dead' | undefined
  /** The id of one owner, whose communities alone are shown. */
  owner?: string | undefined
}

type Page = { page: number; search: string; descending: boolean }

export type CommunitiesView = Page &
  CommunityFilter & { tab: 'communities'; sort: (typeof communitySorts)[number] }
export type QueueView = { tab: 'queue'; page: number; as: 'one' | 'list' }
export type UsersView = Page & { tab: 'users'; sort: (typeof userSorts)[number] }

/** What the admin screen shows. */
export type AdminView = CommunitiesView | QueueView | UsersView

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const id = createParser({
  parse: (text) => (uuid.test(text) ? text : null),
  serialize: String,
})
const search = createParser({ parse: (text) => text.trim().slice(0, 200), serialize: String })
const page = createParser({
  parse: (text) => Math.min(Math.max(1, Number.parseInt(text, 10) || 1), 1_000_000),
  serialize: String,
})

/** The parameters of /admin. What the address does not say, or says wrongly, is the default. */
export const adminParams = {
  tab: parseAsStringLiteral(['communities', 'users']).withDefault('communities'),
  view: parseAsStringLiteral(['queue']),
  as: parseAsStringLiteral(['one', 'list']).withDefault('one'),
  q: search.withDefault(''),
  status: parseAsStringLiteral(allStatuses),
  category: parseAsStringLiteral(allCategories),
  country: parseAsStringLiteral(countries),
  link: parseAsStringLiteral(['dead']),
  owner: id,
  sort: parseAsStringLiteral([...communitySorts, ...userSorts]),
  order: parseAsStringLiteral(['asc', 'desc']),
  page: page.withDefault(1),
}

type Params = inferParserType<typeof adminParams>
type ParamChanges = Partial<Nullable<Params>>

export function readView(params: Params): AdminView {
  const shared = { page: params.page, search: params.q }
  const isDescending = (usual: boolean) => (params.order ? params.order === 'desc' : usual)

  if (params.tab === 'users') {
    const sort = userSorts.find((one) => one === params.sort) ?? 'joined'
    return { tab: 'users', ...shared, sort, descending: isDescending(sort === 'joined') }
  }
  if (params.view === 'queue') return { tab: 'queue', page: params.page, as: params.as }

  const sort = communitySorts.find((one) => one === params.sort) ?? 'created'
  return {
    tab: 'communities',
    ...shared,
    status: params.status ?? undefined,
    category: params.category ?? undefined,
    country: params.country ?? undefined,
    link: params.link ?? undefined,
    owner: params.owner ?? undefined,
    sort,
    descending: isDescending(sort === 'created'),
  }
}

/** The parameters of an order. The usual one, newest first, stays out of the address. */
export function sortParams(sort: Params['sort'], descending: boolean): ParamChanges {
  const isDate = sort === 'created' || sort === 'joined'
  const order = descending ? 'desc' : 'asc'
  return { sort: isDate ? null : sort, order: descending === isDate ? null : order }
}

/** The order after a click on the heading of a column: turned around, or the usual one of another column. */
export function sortByColumn(
  { sort, descending }: CommunitiesView | UsersView,
  column: string,
): ParamChanges {
  const chosen = [...communitySorts, ...userSorts].find((one) => one === column) ?? sort
  const isDate = chosen === 'created' || chosen === 'joined'
  return sortParams(chosen, chosen === sort ? !descending : isDate)
}

/** Changes that show every community again. */
export const noFilters = {
  q: null,
  status: null,
  category: null,
  country: null,
  link: null,
  owner: null,
} satisfies ParamChanges

/** Whether anything but the status narrows the communities. */
export function isNarrowed({
  search: text,
  category,
  country,
  link,
  owner,
}: CommunityFilter): boolean {
  return Boolean(text || category || country || link || owner)
}

/** The address of one owner's communities. */
export const communitiesOf = (ownerId: string) =>
  `/admin?${new URLSearchParams({ owner: ownerId })}`

/**
 * The view in the address, and how to change it. Changes are queued on top of each other, so a filter
 * that is chosen while a search is on its way into the address does not undo it.
 */
export function useAdminView() {
  const [params, setParams] = useQueryStates(adminParams, { history: 'push', shallow: false })
  return {
    view: readView(params),
    /** Goes to another view, which Back undoes. Without a page it starts at the first. */
    change: (changes: ParamChanges) => void setParams({ page: null, ...changes }),
    /** Replaces the present view, for each pause of somebody who types. */
    search: (text: string) => void setParams({ q: text, page: null }, { history: 'replace' }),
    /** Goes to a view of which nothing is taken over from the present one. */
    open: (view: ParamChanges) => {
      void setParams(null)
      void setParams(view)
    },
  }
}
