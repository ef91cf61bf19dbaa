import type { ReactNode } from 'react'
import { Notice } from '../ui/Feedback.tsx'
import type { Problem } from './useSubmit.ts'

type Props = { problem: Problem | null; action?: ReactNode }

export function ProblemNotice({ problem, action }: Props) {
  if (!problem) return null
  if (!problem.reasons) {
    return (
      <Notice tone="danger" action={action}>
        {problem.message}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={problem.message}>
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {problem.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  )
}
