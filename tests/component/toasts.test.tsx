import { act, render, screen } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../src/frame/Toaster.tsx'

/* 4000 ms for error and plain, 2000 ms for success, no end for loading. */

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => toast.remove())
  vi.useRealTimers()
})

/** A toast that times out fades before it is removed; both take timers. */
const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const fading = 1000

test.each([
  ['an error', () => toast.error('Here'), 4000],
  ['a plain message', () => toast('Here'), 4000],
  ['a success', () => toast.success('Here'), 2000],
])('%s stays for its time', (_what, show, time) => {
  render(<Toaster />)
  act(() => {
    show()
  })
  pass(time - 100)
  expect(screen.getByText('Here')).toBeInTheDocument()
  pass(200)
  pass(fading)
  expect(screen.queryByText('Here')).toBeNull()
})

test('a loading message stays until it is over', () => {
  render(<Toaster />)
  act(() => {
    toast.loading('Working')
  })
  pass(10 * 60 * 1000)
  expect(screen.getByText('Working')).toBeInTheDocument()
})

test('at most twenty are shown at once, the newest', () => {
  render(<Toaster />)
  act(() => {
    for (let count = 1; count <= 25; count += 1) toast.error(`Number ${count}`)
  })
  expect(screen.getAllByText(/^Number/)).toHaveLength(20)
  expect(screen.getByText('Number 25')).toBeInTheDocument()
  expect(screen.queryByText('Number 5')).toBeNull()
})

test('the same message twice is one toast, which stays for the full time of the second', () => {
  render(<Toaster />)
  const repeat = () => act(() => void toast.error('Failed to update community'))
  for (let count = 1; count <= 13; count += 1) repeat()
  expect(screen.getAllByText('Failed to update community')).toHaveLength(1)
  pass(3900)
  repeat()
  pass(3900)
  expect(screen.getAllByText('Failed to update community')).toHaveLength(1)
  pass(200)
  pass(fading)
  expect(screen.queryByText('Failed to update community')).toBeNull()
})

test('the same words as a success and as an error are two toasts', () => {
  render(<Toaster />)
  act(() => {
    toast.success('Here')
    toast.error('Here')
  })
  expect(screen.getAllByText('Here')).toHaveLength(2)
})
