import { Outlet } from 'react-router-dom'
import { AskToSignIn } from './AskToSignIn.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { useSession } from './useSession.ts'

/** Layout route for signed-in people. Everyone else goes to / and is asked to sign in. */
export function RequireUser() {
  const { status } = useSession()
  if (status === 'loading') return <LoadingPage />
  if (status === 'signed-out') return <AskToSignIn />
  return <Outlet />
}
