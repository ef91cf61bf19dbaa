import { act, render, screen } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast as firstToast, ToastArea } from '../../src/ui/toast.tsx'
import { Toaster } from '../../src/ui/Toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => toast.remove())
  vi.useRealTimers()
})

const advance = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
/** The time a toast takes to fade out. */
const fadeMs = 1000

test('an error disappears after four seconds, a success after two', () => {
  render(<Toaster />)
  act(() => void [toast.error('Failed'), toast.success('Done')])
  advance(1900)
  expect(screen.getByText('Done')).toBeInTheDocument()
  advance(200)
  advance(fadeMs)
  expect(screen.queryByText('Done')).toBeNull()
  expect(screen.getByText('Failed')).toBeInTheDocument()
  advance(1000)
  advance(fadeMs)
  expect(screen.queryByText('Failed')).toBeNull()
})

test('only the twenty newest toasts are shown', () => {
  render(<Toaster />)
  act(() => {
    for (let count = 1; count <= 25; count += 1) toast.error(`Number ${count}`)
  })
  expect(screen.getAllByText(/^Number/)).toHaveLength(20)
  expect(screen.getByText('Number 25')).toBeInTheDocument()
  expect(screen.queryByText('Number 5')).toBeNull()
})

test('a repeated message extends its toast, unless one is a success and one an error', () => {
  render(<Toaster />)
  const repeat = () => act(() => void toast.error('Here'))
  for (let count = 1; count <= 13; count += 1) repeat()
  expect(screen.getAllByText('Here')).toHaveLength(1)
  advance(3900)
  repeat()
  advance(3900)
  expect(screen.getAllByText('Here')).toHaveLength(1)
  act(() => void toast.success('Here'))
  expect(screen.getAllByText('Here')).toHaveLength(2)
  advance(200)
  advance(fadeMs)
  expect(screen.getAllByText('Here')).toHaveLength(1)
})

test('the first message appears once its code has loaded', async () => {
  vi.useRealTimers()
  render(<ToastArea />)
  firstToast.error('Here')
  expect(await screen.findByText('Here')).toBeInTheDocument()
})
