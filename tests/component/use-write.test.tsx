import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useWrite } from '../../src/features/data/useWrite.ts'

test('a second click before the button is pending sends no second request', async () => {
  let requests = 0
  const write = async () => {
    requests += 1
  }
  const { result } = renderHook(() =>
    useWrite({ write, failure: 'Failed to save', showReasonIn: 'toast' }),
  )
  // Both calls come before the hook renders as pending.
  const { run } = result.current
  await act(() => Promise.all([run(), run()]))
  expect(result.current.isSuccess).toBe(true)
  expect(requests).toBe(1)
})

test('a canceled write reports nothing, and another one can start', async () => {
  const outcomes: string[] = []
  const pending = new Map<string, () => void>()
  const { result } = renderHook(() =>
    useWrite({
      write: (name: string) =>
        new Promise<string>((resolve) => pending.set(name, () => resolve(name))),
      failure: 'Failed to upload',
      showReasonIn: 'toast',
      onSuccess: (name) => outcomes.push(name),
    }),
  )
  act(() => void result.current.run('first'))
  act(() => result.current.cancel())
  act(() => void result.current.run('second'))
  await waitFor(() => expect([...pending.keys()]).toEqual(['first', 'second']))
  for (const finish of pending.values()) finish()
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  expect(outcomes).toEqual(['second'])
})

test('a failure is shown without waiting for the list to reload', async () => {
  const { result } = renderHook(() =>
    useWrite({
      write: () => Promise.reject(new TypeError('Failed to fetch')),
      failure: 'Failed to save',
      showReasonIn: 'dialog',
      onSettled: () => new Promise(() => {}),
    }),
  )
  act(() => void result.current.run())
  await waitFor(() => expect(result.current.problem).toMatch(/couldn't reach the service/))
  expect(result.current.isPending).toBe(false)
})
