import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { AskToSignIn } from './AskToSignIn.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { loadClient } from './load-client.ts'
import { useSession } from './useSession.ts'
import { sayError } from './say.ts'

/** Layout route for admins (specification, section 6). */
export function RequireAdmin() {
  const { status, user } = useSession()
  if (status === 'loading') return <LoadingPage />
  if (!user) return <AskToSignIn />
  return <AdminCheck key={user.id} userId={user.id} />
}

/** Asks the database each time instead of trusting what the session knows. */
function AdminCheck({ userId }: { userId: string }) {
  const [result, setResult] = useState<'checking' | 'admin' | 'refused'>('checking')

  useEffect(() => {
    let gone = false
    const check = async () => {
      const isAdmin = await readIsAdmin(userId)
      if (gone) return
      // The id keeps it at one toast, however often the check runs.
      if (isAdmin === false) void sayError('Access denied', { id: 'access-denied' })
      setResult(isAdmin ? 'admin' : 'refused')
    }
    void check()
    return () => {
      gone = true
    }
  }, [userId])

  if (result === 'checking') return <LoadingPage />
  return result === 'admin' ? <Outlet /> : <Navigate to="/" replace />
}

/** Null when the check itself failed: that redirects without a word. */
async function readIsAdmin(userId: string): Promise<boolean | null> {
  try {
    const client = await loadClient()
    const { data, error } = await client
      .from('profiles')
      .select('is_admin')
      .eq('id', userId)
      .single()
    return error ? null : data.is_admin
  } catch {
    return null
  }
}
