import { useRef, useState } from 'react'
import type { Renderable } from 'react-hot-toast'
import { toast } from '../../ui/toast.tsx'
import { failureMessage, noReason, toUserError, type UserError } from '../../supabase/errors.ts'

export type WriteOptions<Input, Output> = {
  /** Makes the calls. Resolves once the server has confirmed every change. `cancel` aborts the signal. */
  write: (input: Input, signal: AbortSignal) => Promise<Output>
  /** The toast on success; none if the screen shows the result anyway. A function derives it from the result. */
  success?: string | ((output: Output) => Renderable)
  /** The toast on failure, for example 'Failed to update community'. */
  failure: string
  /**
   * Where the reason of a failure is shown:
   * - 'toast': in the toast.
   * - 'form': next to the user's input, as `problem`. The toast shows only `failure`.
   * - 'dialog': in the open dialog, as `problem`. No toast: assistive technology cannot reach one behind a dialog.
   */
  showReasonIn: 'toast' | 'form' | 'dialog'
  /** Whether it stays pending after a success: until the dialog or the page is gone. */
  staysPending?: boolean
  /** Runs first, for example to show the expected result. */
  onMutate?: (input: Input) => unknown
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: UserError, input: Input) => void
  /** Runs last. A successful write stays pending until it resolves; a failure is shown at once. */
  onSettled?: () => unknown
}

type State = { status: 'idle' | 'pending' | 'success' | 'error'; error: UserError | null }
const idle: State = { status: 'idle', error: null }

const failureListeners = new Set<(error: UserError) => void>()

/**
 * Calls a function after every failed write, whichever component made it.
 *
 * @returns a function that unsubscribes
 */
export function listenToFailedWrites(listener: (error: UserError) => void): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

/**
 * Makes calls that change something, and reports their outcome. The form keeps its input when they fail. Needs no query
 * cache, so it also works for visitors.
 *
 * @returns the state, with `run` (ignored while one is running; resolves to whether it succeeded), and of the last failure:
 * `problem`, the message to show, and `error`, with the service's error code and the column that the database rejected
 */
export function useWrite<Input = void, Output = unknown>({
  write,
  success,
  failure,
  showReasonIn,
  staysPending = false,
  onMutate,
  onSuccess,
  onError,
  onSettled,
}: WriteOptions<Input, Output>) {
  const [{ status, error }, setState] = useState(idle)
  // `isPending` changes with the next render, which may come after a second click.
  const running = useRef<AbortController>(null)

  const run = async (input: Input): Promise<boolean> => {
    if (running.current) return false
    running.current = new AbortController()
    const { signal } = running.current
    setState({ status: 'pending', error: null })
    let outcome: State
    try {
      await onMutate?.(input)
      const output = await write(input, signal)
      if (signal.aborted) return false
      if (success) toast.success(typeof success === 'function' ? success(output) : success)
      onSuccess?.(output, input)
      if (staysPending) return true
      outcome = { status: 'success', error: null }
    } catch (thrown) {
      if (signal.aborted) return false
      const userError = toUserError(thrown)
      if (showReasonIn === 'form') toast.error(failure)
      if (showReasonIn === 'toast') toast.error(failureMessage(failure, userError))
      onError?.(userError, input)
      for (const listener of failureListeners) listener(userError)
      outcome = { status: 'error', error: userError }
    }
    const settled = onSettled?.()
    if (outcome.status === 'success') await settled
    running.current = null
    setState(outcome)
    return outcome.status === 'success'
  }

  return {
    run,
    /** Forgets the outcome of the last run, unless one is running. */
    reset: () => {
      if (!running.current) setState(idle)
    },
    /** Ends a run without reporting its outcome, so that another one can start. */
    cancel: () => {
      running.current?.abort()
      running.current = null
      setState(idle)
    },
    isPending: status === 'pending',
    isSuccess: status === 'success',
    error,
    failure,
    problem:
      error &&
      (showReasonIn === 'dialog' ? failureMessage(failure, error) : error.message || noReason),
  }
}
