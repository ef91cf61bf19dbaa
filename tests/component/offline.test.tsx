import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { UnexpectedError } from '../../src/app/frame/UnexpectedError.tsx'
import { ErrorState, StaleNotice } from '../../src/ui/Feedback.tsx'
import { lazyPart } from '../../src/ui/lazy.tsx'

const connection = vi.spyOn(navigator, 'onLine', 'get')

function setOnline(isOnline: boolean) {
  connection.mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

afterEach(() => {
  vi.useRealTimers()
  connection.mockReturnValue(true)
})

test('errors of queries wait for the connection without a message, and repeat what still fails then', () => {
  vi.useFakeTimers()
  const refetch = vi.fn<() => void>()
  const query = { isFetching: false, isRefetchError: true, refetch }
  connection.mockReturnValue(false)
  render(
    <>
      <StaleNotice query={query} />
      <ErrorState title="Couldn't load the list" query={query} />
    </>,
  )
  const expectQuiet = () => {
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('Waiting for your connection...')).toBeVisible()
  }
  expectQuiet()
  setOnline(true)
  // The queries repeat by themselves.
  expectQuiet()
  act(() => {
    vi.advanceTimersByTime(3000)
  })
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  expect(refetch).toHaveBeenCalledTimes(2)
})

test('the screen of an unexpected error has no button that leads to an error page of the browser', () => {
  connection.mockReturnValue(false)
  render(<UnexpectedError />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  setOnline(true)
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
})

test('a part whose code does not load offline appears when the connection returns', async () => {
  connection.mockReturnValue(false)
  const load = vi.fn<() => Promise<() => string>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(() => 'The part')
  const Part = lazyPart(load)
  render(
    <Suspense fallback="Loading">
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('Loading')).toBeVisible()
  setOnline(true)
  expect(await screen.findByText('The part')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
