import { useRef, useState } from 'react'
import { errorMessage, weakPasswordReasons } from '../supabase/errors.ts'

export type Problem = { message: string; reasons?: string[] }

/**
 * Runs a form's action once at a time. The action resolves to the service's error, or to nothing when
 * all went well; the form then stays busy until the dialog moves on.
 */
export function useSubmit<Values>(action: (values: Values) => Promise<unknown>, fallback: string) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)

  const submit = async (values: Values) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    const failure = await action(values).catch((thrown: unknown) => thrown ?? new Error(fallback))
    if (!failure) return
    running.current = false
    setError(failure)
    setBusy(false)
  }

  return { submit, busy, error, problem: error ? describe(error, fallback) : null }
}

function describe(error: unknown, fallback: string): Problem {
  const reasons = weakPasswordReasons(error)
  if (reasons.length > 0) return { message: 'Choose a stronger password', reasons }
  return { message: errorMessage(error, fallback) }
}
