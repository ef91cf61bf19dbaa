import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Navigate, Outlet } from 'react-router-dom'
import { AdminAccessContext } from './admin-access.ts'
import { AskToSignIn } from './AskToSignIn.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { loadClient } from './load-client.ts'
import { useSession } from './useSession.ts'

/**
 * Layout route for admins (specification, section 6).
 *
 * @param title of the screen, until it is known whether the person may see it
 */
export function RequireAdmin({ title }: { title: string }) {
  const { status, user } = useSession()
  if (status === 'loading') return <LoadingPage title={title} />
  if (!user) return <AskToSignIn />
  return <AdminCheck key={user.id} userId={user.id} title={title} />
}

/** Asks the database each time instead of trusting what the session knows. */
function AdminCheck({ userId, title }: { userId: string; title: string }) {
  const [result, setResult] = useState<'checking' | 'admin' | 'refused'>('checking')

  useEffect(() => {
    let gone = false
    const check = async () => {
      const isAdmin = await readIsAdmin(userId)
      if (gone) return
      if (isAdmin === false) sayRefused()
      // The title stays until the file of the screen is there, which may come later than the answer.
      startTransition(() => setResult(isAdmin ? 'admin' : 'refused'))
    }
    void check()
    return () => {
      gone = true
    }
  }, [userId])

  const asking = useRef(false)
  const recheck = useCallback(() => {
    if (asking.current) return
    asking.current = true
    void readIsAdmin(userId).then((isAdmin) => {
      asking.current = false
      // A check that failed says nothing about somebody who was let in.
      if (isAdmin !== false) return
      sayRefused()
      setResult('refused')
    })
  }, [userId])

  if (result === 'checking') return <LoadingPage title={title} />
  if (result === 'refused') return <Navigate to="/" replace />
  return (
    <AdminAccessContext value={recheck}>
      <Outlet />
    </AdminAccessContext>
  )
}

/** The id keeps it at one toast, however often the check runs. */
const sayRefused = () => toast.error('Access denied', { id: 'access-denied' })

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
