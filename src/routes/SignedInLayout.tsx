import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useSession } from '../session/useSession.ts'
import { createQueryClient } from './createQueryClient.ts'

/** What the signed-in screens share: a cache of loaded data that no two people ever share. */
export function SignedInLayout() {
  const { user } = useSession()
  return <Cache key={user?.id} />
}

function Cache() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}
