import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createApproved, createCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { countPendingRequests, countRequests, failRequests, holdResponses } from '../requests.ts'
import { signIn } from '../session/app.tsx'
import { expectToast, findRow, openApp, visit } from '../whole-app.tsx'

const secret = createSecretClient()
const owner = await createUser()
const create = (name: string) => createCommunity(owner, { name, status: 'approved' })
const sailors = await create('Saved Sailors')
const climbers = await create('Saved Climbers')

const storageKey = 'community-app-saved'
const list = '/communities?q=saved'
const findButton = (name: string) => screen.findByRole('button', { name: `Save ${name}` })
const expectSaved = (name: string, isSaved: boolean) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name: `Save ${name}` })
    expect(button).toHaveAttribute('aria-pressed', `${isSaved}`)
  })

async function savedBy({ id }: Pick<TestUser, 'id'>): Promise<string[]> {
  const rows = secret.from('saved_communities').select('community_id').eq('user_id', id)
  return (await rows.throwOnError()).data.map(({ community_id }) => community_id)
}
const save = async ({ client }: TestUser, ...ids: string[]) =>
  client.rpc('save_communities', { community_ids: ids }).throwOnError()

beforeEach(() => {
  // A page load starts without data in memory.
  directoryCache.clear()
})

describe('a signed-out visitor', () => {
  test('saves a community on the device, also across page loads, and removes it', async () => {
    const user = visit(list)
    await user.dblClick(await findButton('Saved Sailors'))
    await expectSaved('Saved Sailors', true)
    await expectToast('Saved on this device. Find it under “Saved” in the menu.')
    expect(localStorage.getItem(storageKey)).toBe(JSON.stringify([sailors.id]))
    expect(await findButton('Saved Climbers')).toHaveAttribute('aria-pressed', 'false')
    await user.click(screen.getByRole('link', { name: 'Saved Sailors' }))
    expect(await screen.findByRole('link', { name: 'See your list' })).toBeVisible()
    await user.click(await findButton('Saved Sailors'))
    expect(localStorage.getItem(storageKey)).toBeNull()
    expect(screen.queryByRole('link', { name: 'See your list' })).toBeNull()
  })

  test('sees the list, from which a card disappears only after they leave it', async () => {
    localStorage.setItem(storageKey, JSON.stringify([climbers.id, crypto.randomUUID(), sailors.id]))
    const user = visit('/communities')
    const [link] = await screen.findAllByRole('link', { name: 'Saved' })
    if (link) await user.click(link)
    const cards = within(await screen.findByRole('list', { name: 'Saved communities' }))
    const names = () => cards.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(names()).toEqual(['Saved Climbers', 'Saved Sailors'])
    expect(screen.getByRole('heading', { level: 1, name: 'Saved' })).toHaveFocus()
    expect(link).toHaveAttribute('aria-current', 'page')
    expect(screen.getByText('1 saved community is no longer listed.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText(/no longer listed/)).toBeNull())
    await user.click(await findButton('Saved Climbers'))
    expect(localStorage.getItem(storageKey)).toBe(JSON.stringify([sailors.id]))
    expect(names()).toEqual(['Saved Climbers', 'Saved Sailors'])
    await user.click(cards.getByRole('link', { name: 'Saved Sailors' }))
    await user.click(await screen.findByRole('link', { name: 'Saved communities' }))
    await screen.findByRole('link', { name: 'Saved Sailors' })
    expect(screen.queryByRole('link', { name: 'Saved Climbers' })).toBeNull()
    await user.click(await findButton('Saved Sailors'))
    await user.click(screen.getAllByRole('link', { name: 'Communities' })[0] ?? document.body)
    await screen.findByRole('heading', { level: 1, name: 'Communities' })
    if (link) await user.click(link)
    expect(await screen.findByText("You haven't saved any communities yet")).toBeVisible()
  })

  test('loads a full list with one request, in the order in which it was saved, and again if that fails', async () => {
    const ids = [climbers.id, ...newIds(98), sailors.id]
    localStorage.setItem(storageKey, JSON.stringify(ids))
    const failing = failRequests(/get_listed_communities/)
    const user = visit('/communities?view=saved')
    expect(await screen.findByText("Couldn't load your saved communities")).toBeVisible()
    failing.restore()
    const requests = countRequests(/get_(listed_communities|directory_community)/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const cards = within(await screen.findByRole('list', { name: 'Saved communities' }))
    expect(cards.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Saved Climbers',
      'Saved Sailors',
    ])
    expect(screen.getByText('98 saved communities are no longer listed.')).toBeVisible()
    expect(requests.count()).toBe(1)
  })

  test('loses nothing else if the stored list is invalid', async () => {
    for (const stored of [
      '[{',
      '{"length":1000000}',
      JSON.stringify([null, 'x', { id: 1 }, climbers.id, climbers.id]),
    ]) {
      localStorage.setItem(storageKey, stored)
      const user = visit(list)
      await expectSaved('Saved Climbers', stored.includes(climbers.id))
      await user.click(await findButton('Saved Sailors'))
      await expectSaved('Saved Sailors', true)
      expect(localStorage.getItem(storageKey)).toContain(sailors.id)
      cleanup()
    }
  })

  test.each([
    ['is full', () => localStorage.setItem(storageKey, JSON.stringify(newIds(100)))],
    ['is blocked', () => void vi.stubGlobal('localStorage', undefined)],
  ])('is asked to sign in if the storage %s', async (_what, prepare) => {
    prepare()
    const user = visit(list)
    await user.click(await findButton('Saved Sailors'))
    expect(await screen.findByRole('dialog', { name: 'Sign in' })).toHaveAccessibleDescription(
      'Enter your email to find your saved communities on all your devices',
    )
    vi.unstubAllGlobals()
  })
  const newIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
})

describe('signing in', () => {
  test('adds what the device has to the account, and clears the device', async () => {
    const member = await createUser()
    await save(member, climbers.id)
    localStorage.setItem(storageKey, JSON.stringify([sailors.id, crypto.randomUUID()]))
    const user = visit(list)
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    await screen.findByRole('dialog', { name: 'Sign in' })
    const showRows = holdResponses(/select=community_id%2Csaved_at/)
    await signIn(member)
    await waitFor(async () =>
      expect(new Set(await savedBy(member))).toEqual(new Set([sailors.id, climbers.id])),
    )
    // Also while the list is read.
    await expectSaved('Saved Sailors', true)
    showRows()
    await expectSaved('Saved Climbers', true)
    await expectSaved('Saved Sailors', true)
    await waitFor(() => expect(localStorage.getItem(storageKey)).toBeNull())
  })

  test('keeps what the device has if that fails, and tries again on the next page', async () => {
    const member = await createUser()
    const stored = JSON.stringify([sailors.id])
    localStorage.setItem(storageKey, stored)
    const failing = failRequests(/save_communities/)
    const pending = countPendingRequests(/saved_communities/)
    const user = await openApp(member, list)
    await expectToast(/^Couldn't add what you saved on this device to your account/)
    // The next page does not try again while the list is still read.
    await waitFor(() => expect(pending.count()).toBe(0))
    pending.restore()
    expect(localStorage.getItem(storageKey)).toBe(stored)
    await expectSaved('Saved Sailors', true)
    failing.restore()
    await user.click(await screen.findByRole('link', { name: 'Saved Sailors' }))
    await waitFor(async () => expect(await savedBy(member)).toEqual([sailors.id]))
    await waitFor(() => expect(localStorage.getItem(storageKey)).toBeNull())
  })
})

test('a user saves and removes a community; a failure is reported and changes nothing', async () => {
  const member = await createUser()
  const showRows = holdResponses(/select=community_id%2Csaved_at/)
  const user = await openApp(member, list)
  await user.dblClick(await findButton('Saved Sailors'))
  await waitFor(async () => expect(await savedBy(member)).toEqual([sailors.id]))
  showRows()
  // In the rows, which are read again after the save: until then, another press does nothing.
  await expectSaved('Saved Sailors', true)
  await waitFor(() => expect(localStorage.getItem(storageKey)).toBeNull())
  const failing = failRequests(/saved_communities/)
  // A click so soon would be the third of a triple click.
  await user.keyboard('{Enter}')
  await expectToast(/^Couldn't remove Saved Sailors/)
  await expectSaved('Saved Sailors', true)
  failing.restore()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await savedBy(member)).toEqual([]))
})

describe('the profile', () => {
  const findList = async () =>
    within(await screen.findByRole('region', { name: 'Saved and Joined' }))

  test('lists saved and joined communities, without the content of those no longer listed', async () => {
    const member = await createUser()
    const hidden = await create('Hidden Harbor')
    await save(member, sailors.id, hidden.id)
    await member.client.rpc('join_community', { community_id: climbers.id }).throwOnError()
    await secret
      .from('communities')
      .update({ status: 'rejected' })
      .eq('id', hidden.id)
      .throwOnError()
    const user = await openApp(member, '/profile')
    const saved = await findRow('Saved Sailors')
    const joined = await findRow('Saved Climbers')
    expect(saved.getByRole('button', { name: /^Save / })).toHaveAttribute('aria-pressed', 'true')
    expect(joined.getByText(/^Joined /)).toBeVisible()
    expect(joined.getByRole('button', { name: /^Save / })).toHaveAttribute('aria-pressed', 'false')
    const unlisted = await findRow('No longer listed')
    expect(document.body).not.toHaveTextContent('Hidden Harbor')
    await user.click(unlisted.getByRole('button', { name: 'Save this community' }))
    await waitFor(() => expect(screen.queryByText('No longer listed')).toBeNull())
    await user.click(saved.getByRole('link', { name: 'Saved Sailors' }))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Saved Sailors')
  })

  test('reports a failure, retries, explains an empty list, and shows ten at a time', async () => {
    const member = await createUser()
    const failing = failRequests(/list_my_joins/)
    await openApp(member, '/profile')
    const region = await findList()
    expect(await region.findByText("Couldn't load your saved communities")).toBeVisible()
    failing.restore()
    await userEvent.click(region.getByRole('button', { name: 'Try again' }))
    expect(await region.findByText("You haven't saved or joined any communities yet")).toBeVisible()
    expect(region.getByRole('link', { name: 'Browse communities' })).toBeVisible()
    cleanup()

    const names = Array.from({ length: 11 }, (_, n) => ({ name: `Numbered ${n}` }))
    await save(member, ...(await createApproved(owner, names)).map(({ id }) => id))
    const user = await openApp(member, '/profile')
    const full = await findList()
    await waitFor(() => expect(full.getAllByText(/^Numbered/)).toHaveLength(10))
    await user.click(full.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(full.getAllByText(/^Numbered/)).toHaveLength(1))
  })
})
