import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../ui/toast.tsx'
import { failureMessage, noReason, toUserError, type UserError } from './errors.ts'

/**
 * Where the reason of a failure is shown:
 * - 'toast': in the toast.
 * - 'form': next to the user's input, as `problem`. The toast shows only `failure`.
 * - 'dialog': in the open dialog, as `problem`. No toast: assistive technology cannot reach one behind a dialog.
 */
type ReasonPlace = 'toast' | 'form' | 'dialog'

type Options<Input, Output, Before> = Pick<
  UseMutationOptions<Output, UserError, Input, Before>,
  'onMutate' | 'onSettled'
> & {
  /** Makes the calls. Resolves once the server has confirmed every change. */
  write: (input: Input) => Promise<Output>
  /** The toast on success; none if the screen shows the result anyway. */
  success?: string
  /** The toast on failure, for example 'Failed to update community'. */
  failure: string
  reasonIn: ReasonPlace
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: UserError, input: Input, before: Before | undefined) => void
}

/**
 * Returns a mutation that reports its outcome. The form keeps its input when it fails.
 *
 * @returns the mutation, with `run` (ignored while one is running; resolves to whether it succeeded) and `problem`, the
 * message of the last failure or null
 */
export function useWrite<Input = void, Output = unknown, Before = unknown>({
  write,
  success,
  failure,
  reasonIn,
  onSuccess,
  onError,
  ...events
}: Options<Input, Output, Before>) {
  const mutation = useMutation<Output, UserError, Input, Before>({
    ...events,
    mutationFn: async (input) => {
      try {
        return await write(input)
      } catch (error) {
        throw toUserError(error)
      }
    },
    onSuccess: (output, input) => {
      if (success) toast.success(success)
      onSuccess?.(output, input)
    },
    onError: (error, input, before) => {
      if (reasonIn === 'form') toast.error(failure)
      if (reasonIn === 'toast') toast.error(failureMessage(failure, error))
      onError?.(error, input, before)
    },
  })

  // `isPending` changes in a later task, which may run after a second click.
  const isRunning = useRef(false)
  const run = async (input: Input): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    try {
      await mutation.mutateAsync(input)
      return true
    } catch {
      // Already reported by the toast or `problem`.
      return false
    } finally {
      isRunning.current = false
    }
  }

  const { error } = mutation
  const problem =
    error && (reasonIn === 'dialog' ? failureMessage(failure, error) : error.message || noReason)
  return { ...mutation, run, problem }
}
