import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '../../../supabase/calls.ts'
import { againIfItFailed } from '../look-again.ts'

/** How many users there are in all, whatever is searched for. */
export const userCount = queryOptions({
  queryKey: ['admin', 'users', 'count'],
  queryFn: async () => {
    const { response } = await callFunction('admin/users?page=1&per_page=1', { method: 'GET' })
    return Number(response?.headers.get('x-total-count') ?? 0)
  },
  refetchInterval: againIfItFailed,
  meta: { failure: 'Failed to fetch users', showsReason: true },
})
