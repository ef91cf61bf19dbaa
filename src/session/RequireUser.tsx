import { useDeferredValue } from 'react'
import { Outlet } from 'react-router-dom'
import { AskToSignIn } from './AskToSignIn.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { useSession } from './useSession.ts'

/**
 * Layout route for signed-in people. Everyone else goes to / and is asked to sign in.
 *
 * @param title of the screen, while it is not known who is there
 */
export function RequireUser({ title }: { title: string }) {
  const { status } = useSession()
  // Its title stays until the file of the screen is there, which may come later than the answer.
  const shown = useDeferredValue(status, 'loading')
  if (shown === 'loading') return <LoadingPage title={title} />
  if (shown === 'signed-out') return <AskToSignIn />
  return <Outlet />
}
