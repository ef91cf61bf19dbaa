import { Notice } from '../../ui/Feedback.tsx'
import { useSession } from './useSession.ts'

/** For a form with unsaved input: the user signed out in another tab, which deleted the draft. */
export function SignedOutNotice() {
  const { isSignedOutElsewhere } = useSession()
  if (!isSignedOutElsewhere) return null
  return (
    <Notice tone="warning" title="You signed out in another tab" className="basis-full">
      Sign in there again to save this. If you close this page or form, your changes are lost.
    </Notice>
  )
}
