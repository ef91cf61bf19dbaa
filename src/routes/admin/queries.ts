import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listingColumns } from '../../communities/listing.ts'
import { callFunction } from '../../supabase/call-function.ts'
import { supabase } from '../../supabase/client.ts'
import { mergeUsers, readAuthUsers } from './merge-users.ts'

/** Rows shown at a time. PostgREST cuts every answer at 1,000 rows, so nothing is loaded whole. */
export const pageSize = 50

/** Pages of every community with its owner's name and email, newest first (section 7). */
export function useAdminCommunities(page: number) {
  return useQuery({
    queryKey: ['admin', 'communities', page],
    queryFn: async () => {
      const { data, count } = await supabase
        .from('communities')
        .select(`${listingColumns}, owner:profiles!communities_owner_id_fkey (name, email)`, {
          count: 'exact',
        })
        .order('created_at', { ascending: false })
        .order('id')
        .range((page - 1) * pageSize, page * pageSize - 1)
        .throwOnError()
      return { rows: data, total: count ?? data.length }
    },
    placeholderData: keepPreviousData,
    meta: { failure: 'Error loading communities' },
  })
}

export type AdminCommunities = ReturnType<typeof useAdminCommunities>
export type AdminCommunity = NonNullable<AdminCommunities['data']>['rows'][number]

/** Pages of every user of the auth service, merged with their profiles (section 7). */
export function useAdminUsers(page: number) {
  return useQuery({
    queryKey: ['admin', 'users', page],
    queryFn: async () => {
      const { data, response } = await callFunction(
        `admin/users?page=${page}&per_page=${pageSize}`,
        { method: 'GET', failure: 'Failed to fetch users' },
      )
      const users = readAuthUsers(data)
      const { data: profiles, error } = await supabase
        .from('profiles')
        .select(
          'id, name, email, phone, address, country, interests, credits, is_admin, created_at',
        )
        .in(
          'id',
          users.map(({ id }) => id),
        )
        .order('created_at', { ascending: false })
      if (error) throw new Error('Error loading profiles')
      const total = Number(response?.headers.get('x-total-count') ?? users.length)
      return { rows: mergeUsers(users, profiles), total }
    },
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to fetch users', showsError: true },
  })
}

export type AdminUsers = ReturnType<typeof useAdminUsers>
export type AdminUser = NonNullable<AdminUsers['data']>['rows'][number]
