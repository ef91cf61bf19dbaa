import type { ReactElement } from 'react'
import { toUserError, weakPasswordReasons } from '../../../supabase/errors.ts'
import type { useWrite } from '../../data/useWrite.ts'
import { Notice } from '../../../ui/Feedback.tsx'

type Props = {
  write: Pick<ReturnType<typeof useWrite>, 'error' | 'failure'>
  action?: ReactElement | false
}

/** Shows an error of the auth service, or `failure` if it has no message for users; nothing if there is no error. */
export function ProblemNotice({ write: { error, failure }, action }: Props) {
  if (!error) return null
  const reasons = weakPasswordReasons(error)
  if (reasons.length === 0) {
    return (
      <Notice tone="danger" action={action}>
        {toUserError(error).message || failure}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title="Choose a stronger password">
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
