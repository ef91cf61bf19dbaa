import type { ReactElement } from 'react'
import { toUserError, weakPasswordReasons } from '../../supabase/errors.ts'
import { Notice } from '../../ui/Feedback.tsx'

type Props = {
  error: unknown
  /** The message for an error that has none for users. */
  failure: string
  action?: ReactElement | false
}

/** Shows an error of the auth service; nothing if there is none. */
export function ProblemNotice({ error, failure, action }: Props) {
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
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  )
}
