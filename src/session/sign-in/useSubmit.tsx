import { useRef, useState, type ReactElement } from 'react'
import { toUserError, weakPasswordReasons } from '../../supabase/errors.ts'
import { Notice } from '../../ui/Feedback.tsx'

type Problem = { message: string; reasons?: string[] }

/**
 * Submits a form. Ignores a second submit while the first is running. The form shows the error; there is no toast. Unlike
 * `useWrite`, it works without a query cache, so also for visitors.
 *
 * @param action resolves to the service's error, or to null on success
 * @param fallback the message for errors that have none for users
 * @param canRepeat whether the form can be submitted again after a success; else it stays isPending until the dialog closes
 */
export function useSubmit<Values = void>(
  action: (values: Values) => Promise<unknown>,
  fallback: string,
  { canRepeat = false } = {},
) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)

  const submit = async (values: Values) => {
    // `isPending` changes with the next render, which may come after a second click.
    if (isRunning.current) return
    isRunning.current = true
    setIsPending(true)
    setError(null)
    const failure = await action(values).catch((thrown: unknown) => thrown ?? new Error(fallback))
    if (!failure && !canRepeat) return
    isRunning.current = false
    setError(failure)
    setIsPending(false)
  }

  /** Hides the error of the last submit, for when the form finds one of its own. */
  const clear = () => setError(null)

  return { submit, clear, isPending, error, problem: error ? describe(error, fallback) : null }
}

/** Returns what the form shows about an error of the service. */
export function describe(error: unknown, fallback: string): Problem {
  const reasons = weakPasswordReasons(error)
  if (reasons.length > 0) return { message: 'Choose a stronger password', reasons }
  return { message: toUserError(error).message || fallback }
}

type ProblemNoticeProps = { problem: Problem | null; action?: ReactElement | null | false }

export function ProblemNotice({ problem, action }: ProblemNoticeProps) {
  if (!problem) return null
  if (!problem.reasons) {
    return (
      <Notice tone="danger" action={action ?? undefined}>
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
