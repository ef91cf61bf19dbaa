import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'react-hot-toast'
import { errorMessage, failureMessage, noReason } from './errors.ts'

/**
 * Where a failure is explained. 'toast': in the toast. 'form': beside what was typed, from `problem`; the toast
 * only says that it failed. 'dialog': in the open dialog alone, from `problem`, because assistive technology
 * cannot reach a toast behind it.
 */
type ReasonPlace = 'toast' | 'form' | 'dialog'

type Options<Input, Output, Before> = Pick<
  UseMutationOptions<Output, Error, Input, Before>,
  'onMutate' | 'onSettled'
> & {
  /** Makes the calls. Whatever they changed is confirmed by the server once this resolves. */
  write: (input: Input) => Promise<Output>
  /** The toast once it is confirmed; none where the screen shows it by itself. */
  success?: string | ((output: Output, input: Input) => string)
  /** The toast when it failed, for example 'Failed to update community'. */
  failure: string | ((input: Input) => string)
  reasonIn: ReasonPlace | ((input: Input) => ReasonPlace)
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: Error, input: Input, before: Before | undefined) => void
}

/**
 * One kind of write: it says what became of it, and leaves the form as it was when it fails. Like
 * every request it is sent even when the browser thinks it is offline, so a lost connection is an error, too.
 *
 * @returns the mutation, with `run` (ignored while one is under way; resolves to whether it worked)
 * and `problem`, the reason of the last failure in words or null
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
  const failureOf = (input: Input) => (typeof failure === 'string' ? failure : failure(input))
  const mutation = useMutation<Output, Error, Input, Before>({
    ...events,
    mutationFn: write,
    onSuccess: (output, input) => {
      const message = typeof success === 'function' ? success(output, input) : success
      if (message) toast.success(message)
      onSuccess?.(output, input)
    },
    onError: (error, input, before) => {
      const failed = failureOf(input)
      const place = typeof reasonIn === 'string' ? reasonIn : reasonIn(input)
      if (place !== 'dialog') {
        toast.error(place === 'toast' ? failureMessage(failed, error) : failed)
      }
      onError?.(error, input, before)
    },
  })
  // Set at once: a double click comes before the next render.
  const isRunning = useRef(false)

  const run = async (input: Input): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    try {
      await mutation.mutateAsync(input)
      return true
    } catch {
      // Already reported by the toast and `problem`.
      return false
    } finally {
      isRunning.current = false
    }
  }

  const { error } = mutation
  const isWhole = reasonIn === 'dialog' && typeof failure === 'string'
  const problem =
    error && (isWhole ? failureMessage(failure, error) : errorMessage(error, noReason))
  return { ...mutation, run, problem }
}
