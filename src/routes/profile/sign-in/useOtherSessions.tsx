import { useState } from 'react'
import { endSessions } from '../../../session/end-session.ts'
import { failureMessage } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { toast } from '../../../ui/toast.tsx'

const failure = "Couldn't sign out your other devices"

/**
 * Signs out the user's other devices after a change of their authenticator apps. The auth service itself only ends
 * sessions that lack a code.
 *
 * @returns `end`, which resolves to whether the service has confirmed, and a `notice` to retry if it has not
 */
export function useOtherSessions() {
  const [problem, setProblem] = useState<string | null>(null)
  const ending = useWrite({
    write: () => endSessions('others'),
    failure,
    showReasonIn: 'dialog',
    onSuccess: () => setProblem(null),
    onError: (error) => setProblem(failureMessage(failure, error)),
  })
  const retry = async () => {
    if (await ending.run()) toast.success('Your other devices were signed out')
  }

  const notice = problem && (
    <Notice
      tone="danger"
      action={
        <Button
          variant="secondary"
          size="sm"
          isPending={ending.isPending}
          onClick={() => void retry()}
        >
          Try again
        </Button>
      }
    >
      {problem}
    </Notice>
  )
  return { end: () => ending.run(), notice }
}
