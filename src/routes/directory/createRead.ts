import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '../../lib/useHydrated.ts'

/** Milliseconds for which an answer that is shown again is not asked for again. */
const freshFor = 60_000
/** Milliseconds after which a question that failed is asked once more, before the page says so. */
const secondTry = 1000

type Answer<Data> = { data?: Data; readAt: number; isFetching: boolean; isError: boolean }

export type Read<Data> = {
  /** What was read. While that is on its way, what was shown before; undefined at first. */
  data: Data | undefined
  /** The data answers an earlier question. */
  isPrevious: boolean
  isFetching: boolean
  isError: boolean
  /** There is something on view that could not be brought up to date. */
  isRefetchError: boolean
  refetch: () => void
  /** Puts something in place of what was read, for example the same list with a further page. */
  replace: (data: Data) => void
}

/**
 * Makes a hook that reads something for a public page, which does without the query library of the
 * signed-in ones. What was read is kept, so that Back shows it at once, and is read again when it is older
 * than a minute. Use such a hook once a screen: a question that is no longer asked is called off.
 *
 * @param read asks the question; whatever it throws is a failure
 * @returns the hook, with `seed` for an answer that came with the page
 */
export function createRead<Input, Data>(
  read: (input: Input, signal: AbortSignal) => Promise<Data>,
) {
  const unread: Answer<Data> = { readAt: 0, isFetching: false, isError: false }
  const answers = new Map<string, Answer<Data>>()
  const listeners = new Set<() => void>()

  const answerTo = (key: string) => answers.get(key) ?? unread
  const change = (key: string, changes: Partial<Answer<Data>>) => {
    answers.set(key, { ...answerTo(key), ...changes })
    for (const tell of listeners) tell()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  async function ask(input: Input, key: string, signal: AbortSignal) {
    change(key, { isFetching: true })
    try {
      const fresh = await read(input, signal).catch(async (problem: unknown) => {
        if (!navigator.onLine) throw problem
        await new Promise((resolve) => setTimeout(resolve, secondTry))
        signal.throwIfAborted()
        return read(input, signal)
      })
      if (signal.aborted) return
      const { data: known } = answerTo(key)
      // The same answer stays the same object, so that nothing is rendered again.
      const data = JSON.stringify(known) === JSON.stringify(fresh) ? known : fresh
      change(key, { data, readAt: Date.now(), isFetching: false, isError: false })
    } catch {
      if (!signal.aborted) change(key, { isFetching: false, isError: true })
    }
  }

  function useRead(input: Input): Read<Data> {
    const key = JSON.stringify(input)
    const snapshot = () => answerTo(key)
    const { data, isFetching, isError } = useSyncExternalStore(subscribe, snapshot, snapshot)
    const [attempt, setAttempt] = useState(0)
    // Before, the input is what the build wrote, which may not be what this address asks.
    const isHydrated = useHydrated()
    const [shown, setShown] = useState(data)
    if (data !== undefined && data !== shown) setShown(data)

    const start = useEffectEvent((signal: AbortSignal) => void ask(input, key, signal))
    useEffect(() => {
      const known = answerTo(key)
      const isFresh = known.data !== undefined && Date.now() - known.readAt < freshFor
      if (!isHydrated || isFresh) return undefined
      const calledOff = new AbortController()
      start(calledOff.signal)
      return () => {
        calledOff.abort()
        change(key, { isFetching: false })
      }
    }, [key, attempt, isHydrated])

    const refetch = useCallback(() => {
      change(key, { readAt: 0 })
      setAttempt((count) => count + 1)
    }, [key])
    useEffect(() => {
      if (!isError) return undefined
      window.addEventListener('online', refetch)
      return () => window.removeEventListener('online', refetch)
    }, [isError, refetch])

    // A list with further pages stays as long as it is, also when Back shows it again much later.
    const replace = useCallback(
      (next: Data) => change(key, { data: next, readAt: Infinity }),
      [key],
    )

    return {
      data: data ?? shown,
      isPrevious: data === undefined && shown !== undefined,
      isFetching,
      isError,
      isRefetchError: isError && shown !== undefined,
      refetch,
      replace,
    }
  }

  const seed = (input: Input, data: Data) =>
    void answers.set(JSON.stringify(input), { ...unread, data })

  return Object.assign(useRead, { seed })
}
