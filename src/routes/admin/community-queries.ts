import { type Query, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { communityColumns } from '../../communities/fields.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { type CommunitiesView, type CommunityFilter, pageSize } from './admin-view.ts'

/* What the admin screen reads about communities. Every key begins with 'admin', by which all of it is reloaded. */

/** Milliseconds between two polls for what other admins and owners did. */
const pollInterval = 15_000

/** For counts beside the lists, which have no button to try again with: they are polled until they arrive. */
export const pollAfterFailure = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && pollInterval

/** A community with the state of its invite link, and its owner's name and addresses. */
const adminColumns =
  `${communityColumns}, rejected_version, approved_groups, groups_changed_at, community_links (state), owner:profiles!communities_owner_id_fkey (name, email, sign_in_email)` as const

/** The arguments that the database functions for lists, counts and exports share. */
export function filterArguments({ search = '', category, country, link, owner }: CommunityFilter) {
  // The database takes this filter as a word of the search.
  const words = link === 'dead' ? `link:dead ${search}` : search
  return { search: words, category, country, owner_id: owner }
}

/** One page of the communities, newest first unless the view says otherwise. */
export function communitiesPage(view: CommunitiesView) {
  return queryOptions({
    queryKey: ['admin', 'communities', 'page', view],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('list_communities', {
            ...filterArguments(view),
            status: view.status,
            sort: view.sort,
            descending: view.descending,
            page: view.page,
            page_size: pageSize,
          })
          .select(adminColumns)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
    meta: { failure: 'Error loading communities' },
  })
}

export type AdminCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof communitiesPage>['queryFn']>>>
>[number]

/** How many communities of each status there are, and in all; the status itself narrows nothing. */
export function communityCounts(filter: CommunityFilter) {
  const narrowing = filterArguments(filter)
  return queryOptions({
    queryKey: ['admin', 'communities', 'counts', narrowing],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('count_communities', narrowing).abortSignal(signal))
      const counts = { all: 0, pending: 0, approved: 0, rejected: 0 }
      for (const { status, communities } of rows) {
        counts[status] = communities
        counts.all += communities
      }
      return counts
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollAfterFailure,
    meta: { failure: 'Error loading communities' },
  })
}

/** Emails that do not go out: how many were given up, how many wait for over an hour, and the last reason. */
export const failedMails = queryOptions({
  queryKey: ['admin', 'failed mails'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('count_failed_emails').abortSignal(signal).single()),
})

/** The name of an owner; null when there is no such profile. */
export function ownerName(ownerId: string) {
  return queryOptions({
    queryKey: ['admin', 'owner', ownerId],
    queryFn: async ({ signal }) => {
      const profile = unwrap(
        await supabase
          .from('profiles')
          .select('name')
          .eq('id', ownerId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return profile?.name ?? null
    },
  })
}

/**
 * How many communities wait for review, how many approved ones with changes, and how many with reports alone.
 * The newest open report comes along, because another one about the same community changes no count.
 */
export const queueCounts = queryOptions({
  queryKey: ['admin', 'queue', 'counts'],
  queryFn: async ({ signal }) => {
    const [counts, newest] = await Promise.all([
      supabase.rpc('count_review_queue').abortSignal(signal).single(),
      supabase
        .from('community_reports')
        .select('created_at')
        .is('resolved_at', null)
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle(),
    ])
    const { pending, held, groups_changed, reported } = unwrap(counts)
    const changed = held + groups_changed
    return {
      pending,
      changed,
      reported,
      all: pending + changed + reported,
      newestReport: unwrap(newest)?.created_at,
    }
  },
  refetchInterval: pollInterval,
})

/**
 * A page of what waits for a decision, pending first and oldest first, with groups, owner and open reports.
 * Who reported is not asked for.
 */
export function queuePage(page: number) {
  return queryOptions({
    queryKey: ['admin', 'queue', 'page', page],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('list_review_queue', { page, page_size: pageSize })
          .select(
            `${adminColumns}, community_groups (id, name, description), community_reports (reason, comment, created_at)`,
          )
          .is('community_reports.resolved_at', null)
          .order('created_at', { referencedTable: 'community_reports', ascending: false })
          .abortSignal(signal),
      ),
    meta: { failure: 'Error loading communities' },
  })
}

export type WaitingCommunity = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof queuePage>['queryFn']>>>
>[number]

/** Communities that may be the same community, by link or by name and place. */
export function similarCommunities(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'similar', communityId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('similar_communities', { community_id: communityId })
          .select(
            'id, name, status, location, whatsapp_link, held_changes, owner:profiles!communities_owner_id_fkey (name)',
          )
          .abortSignal(signal),
      ),
  })
}

/**
 * What the link of a community leads to now, as WhatsApp's own page says: the link that waits for review, else
 * the one that it has.
 *
 * @param link that link, so that another one is asked for anew
 */
export function linkAnswer(communityId: string, link: string) {
  return queryOptions({
    // Not under 'admin': each reload of the queue would ask WhatsApp again.
    queryKey: ['link answer', communityId, link],
    queryFn: async () =>
      readLinkAnswer(
        (await callFunction('admin/check-links', { body: { community: communityId } })).data,
      ),
    staleTime: 5 * 60_000,
    // The panel has a button for it.
    retry: false,
  })
}

/** @throws when the function answered something else */
function readLinkAnswer(answer: unknown) {
  const [state, name]: unknown[] = ['state', 'group_name'].map((key) =>
    Reflect.get(Object(answer), key),
  )
  if (state !== 'live' && state !== 'dead' && state !== 'unknown') {
    throw new Error('The answer says nothing about the link')
  }
  return { state, groupName: typeof name === 'string' ? name : '' }
}

/** The newest other communities of an owner, five at most. */
export function otherCommunities(ownerId: string, exceptId: string) {
  return queryOptions({
    queryKey: ['admin', 'others', ownerId, exceptId],
    queryFn: async ({ signal }) => {
      const rows = unwrap(
        await supabase
          .rpc('list_communities', { owner_id: ownerId, page_size: 6 })
          .select('id, name, status, location')
          .abortSignal(signal),
      )
      return rows.filter(({ id }) => id !== exceptId).slice(0, 5)
    },
  })
}
