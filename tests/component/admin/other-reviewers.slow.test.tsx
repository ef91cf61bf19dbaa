import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { countRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, openQueue } from './queue.ts'

const nadia = await createUser({ admin: true, name: 'Nadia' })

afterEach(async () => {
  vi.useRealTimers()
  await clearQueue()
})

const readOpen = async () => {
  const rows = createSecretClient().from('open_reviews').select('community_id')
  return (await rows.eq('admin_id', admin.id).throwOnError()).data
}

test('an item that another admin has open says so, in the panel and in the list', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  await nadia.client.rpc('open_review', { community_id: second.id }).throwOnError()
  const user = await openApp(admin, '/admin?view=queue&as=list')
  const list = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  const entry = (name: string) => within(list.getByText(name).closest('li') ?? document.body)
  const sentence = /Nadia.* is looking at this/
  expect(await entry(second.name).findByText(sentence)).toBeInTheDocument()
  expect(entry(first.name).queryByText(sentence)).toBeNull()
  const panel = within(screen.getByRole('article'))
  expect(panel.queryByText(sentence)).toBeNull()
  await user.keyboard('j')
  await findHeading(second.name)
  expect(panel.getByText(sentence)).toBeVisible()
})

test('an item counts as open after five seconds on it, not on the way, until the admin leaves the queue', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  const requests = countRequests(/rpc\/open_review/)
  const user = await openQueue(first)
  await user.keyboard('j')
  await findHeading(second.name)
  expect(requests.count()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(async () => expect(await readOpen()).toEqual([{ community_id: second.id }]))
  expect(requests.count()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(requests.count()).toBe(2))
  await user.click(screen.getByRole('link', { name: /^All/ }))
  await waitFor(async () => expect(await readOpen()).toEqual([]))
})
