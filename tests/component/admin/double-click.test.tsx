import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, owner, uniqueName } from './queue.ts'

afterEach(clearQueue)

/** Opens the table of pending communities with two rows; a decided one makes room for the next. */
async function openTwoRows() {
  const second = await createCommunity(owner, { name: uniqueName('Second') })
  const first = await createCommunity(owner, { name: uniqueName('First') })
  await openApp(admin, `/admin?status=pending&owner=${owner.id}`)
  const button = (action: string, { name }: { name: string }) =>
    screen.getByRole('button', { name: `${action} ${name}` })
  await screen.findByRole('button', { name: `Approve ${first.name}` })
  return { first, second, button }
}

/** Clicks at a time in milliseconds and a place, which user-event cannot set. */
function click(button: HTMLElement, timeStamp: number, clientY = 300) {
  const event = createEvent.click(button, { clientX: 900, clientY })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(button, event)
}

test.each(['Approve', 'Reject'])(
  'the second click of a double click on Approve does not press %s in the row that has moved up',
  async (action) => {
    const { first, second, button } = await openTwoRows()
    click(button('Approve', first), 1000)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: `Approve ${first.name}` })).toBeNull(),
    )
    click(button(action, second), 1550)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('Approve', second)).not.toHaveAttribute('aria-busy', 'true')
    expect(await readCommunity(first.id)).toMatchObject({ status: 'approved' })
    expect(await readCommunity(second.id)).toMatchObject({ status: 'pending' })
    // A later click decides.
    click(button('Approve', second), 2200)
    await waitFor(async () =>
      expect(await readCommunity(second.id)).toMatchObject({ status: 'approved' }),
    )
  },
)

test('a quick click on another row decides it', async () => {
  const { first, second, button } = await openTwoRows()
  click(button('Approve', first), 1000)
  click(button('Approve', second), 1300, 400)
  for (const { id } of [first, second]) {
    await waitFor(async () => expect(await readCommunity(id)).toMatchObject({ status: 'approved' }))
  }
})
