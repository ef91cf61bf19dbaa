import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, createThree, owner, statusOf } from './queue.ts'

afterEach(clearQueue)

/** Clicks at a time in milliseconds and a place, which user-event cannot set. */
function click(button: HTMLElement, timeStamp: number, clientY = 300) {
  const event = createEvent.click(button, { clientX: 900, clientY })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(button, event)
}

test('the second click of a double click decides nothing about the row that has moved up', async () => {
  const { first, second, third } = await createThree()
  // A decided row leaves this table.
  await openApp(admin, `/admin?status=pending&owner=${owner.id}`)
  const button = (action: string, { name }: { name: string }) =>
    screen.getByRole('button', { name: `${action} ${name}` })
  await screen.findByRole('button', { name: `Approve ${first.name}` })
  click(button('Approve', first), 1000)
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: `Approve ${first.name}` })).toBeNull(),
  )
  click(button('Approve', second), 1400)
  click(button('Reject', second), 1550)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Approve', second)).not.toHaveAttribute('aria-busy', 'true')
  expect(await statusOf(first)).toBe('approved')
  expect(await statusOf(second)).toBe('pending')
  // A later click decides, and so does a quick one on another row.
  click(button('Approve', second), 2200)
  click(button('Approve', third), 2500, 400)
  for (const row of [second, third]) await expect.poll(() => statusOf(row)).toBe('approved')
})
