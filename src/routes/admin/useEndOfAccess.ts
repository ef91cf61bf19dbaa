import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRecheckAdmin } from '../../session/admin-access.ts'

/** Any call that fails may fail because the admin flag was taken away: then the guard is asked again. */
export function useEndOfAccess(): void {
  const queries = useQueryClient()
  const recheck = useRecheckAdmin()

  useEffect(() => {
    const leaveQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') recheck()
    })
    const leaveMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') recheck()
    })
    return () => {
      leaveQueries()
      leaveMutations()
    }
  }, [queries, recheck])
}
