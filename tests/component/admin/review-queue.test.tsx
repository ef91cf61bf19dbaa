import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, newInviteLink, readCommunity } from '../../support/communities.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  findHeading,
  findRegion,
  openMenu,
  openQueue,
  owner,
  uniqueName,
  updateCommunity,
  widenWindow,
} from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const addGroup = (community_id: string, name: string) =>
  owner.client.from('community_groups').insert({ community_id, name }).throwOnError()

describe('a pending community', () => {
  test("is shown with its link, groups, owner and the owner's other communities", async () => {
    const community = await createOldest({ description: 'All about it.' })
    const { name: other } = await createCommunity(owner, {
      name: uniqueName('Other one'),
      status: 'rejected',
    })
    await addGroup(community.id, 'Early birds')
    await openQueue(community)
    expect(screen.getByText('All about it.')).toBeVisible()
    expect(screen.getByRole('img', { name: `Image of ${community.name}` })).toBeVisible()
    const link = screen.getByRole('link', { name: /chat\.whatsapp\.com/ })
    expect(link).toHaveAttribute('href', community.whatsapp_link)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toContain('noopener noreferrer')
    expect((await findRegion('WhatsApp groups')).getByText('Early birds')).toBeVisible()
    const ownerPanel = await findRegion('Owner')
    expect(ownerPanel.getByText('Community Owner')).toBeVisible()
    expect(await ownerPanel.findByText(other)).toBeVisible()
    expect(await ownerPanel.findByRole('link', { name: '2 communities' })).toHaveAttribute(
      'href',
      `/admin?owner=${owner.id}`,
    )
  })

  test.each([
    ['in the flow', false],
    ['in a pane of wide screens', true],
  ])(
    'shows the owner %s: the age of the account, and other communities to open',
    async (_where, isWide) => {
      if (isWide) widenWindow()
      const community = await createOldest()
      const { name: other } = await createCommunity(owner, { name: uniqueName('Other one') })
      const user = await openQueue(community)
      expect(await screen.findAllByRole('region', { name: 'Owner' })).toHaveLength(1)
      const panel = await findRegion('Owner')
      expect(panel.getByText(/^Account: (less than a|\d+) minutes? old$/)).toBeVisible()
      const article = screen.getByRole('article')
      expect(within(article).queryByRole('region', { name: 'Owner' }) === null).toBe(isWide)
      await user.click(await panel.findByRole('link', { name: other }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Community' }))
      expect((await dialog.findAllByText(other))[0]).toBeVisible()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await findHeading(community.name)).toBeVisible()
      expect(window.location.search).toBe('?view=queue')
    },
  )

  test('is not rejected without a reason, and keeps the reason when saving fails', async () => {
    const community = await createOldest()
    const user = await openQueue(community)
    await user.keyboard('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject community' }))
    const reject = dialog.getByRole('button', { name: 'Reject' })
    await user.click(reject)
    expect(dialog.getByText('Please enter a reason')).toBeVisible()
    // Letters typed into the field are not shortcuts.
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'area jar 12')
    const broken = failRequests(new RegExp(`communities\\?id=eq.${community.id}`))
    await user.click(reject)
    expect(await dialog.findByText(/^Failed to reject community/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('area jar 12')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
    broken.restore()
    await user.click(reject)
    await expectToast('Community rejected successfully')
    expect(await readCommunity(community.id)).toMatchObject({ rejection_reason: 'area jar 12' })
  })

  test.each<[string, (id: string, text: string) => PromiseLike<unknown>]>([
    ['changed it', (id, description) => updateCommunity(owner.client, id, { description })],
    ['added a group', addGroup],
  ])('is not approved if its owner has %s in the meantime', async (_what, change) => {
    const [community, next] = [await createOldest(), await createOldest()]
    const user = await openQueue(community)
    await change(community.id, 'Buy my course')
    await user.keyboard('a')
    await findHeading(next.name)
    await expectToast(
      'Failed to approve community: This community was changed by someone else in the meantime. Reload it to see the current version.',
    )
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
    await waitFor(async () => {
      await user.keyboard('jk')
      expect(screen.getByText('Buy my course')).toBeVisible()
    })
  })

  test('is shown with a warning if it has the link or nearly the name of another one', async () => {
    const [word, whatsapp_link] = [crypto.randomUUID(), newInviteLink()]
    const { name: earlier } = await createCommunity(owner, {
      name: uniqueName('Turned down before'),
      whatsapp_link,
      status: 'rejected',
    })
    await createCommunity(owner, { name: `Walkers ${word}`, status: 'approved' })
    await openQueue(await createOldest({ name: `Walker ${word}`, whatsapp_link }))
    const warning = await screen.findByRole('alert')
    expect(warning).toHaveTextContent('This may already be listed')
    const entry = (name: string) => within(warning).getByText(name).closest('li')
    expect(entry(earlier)).toHaveTextContent(/same WhatsApp link \(rejected\)/)
    expect(entry(`Walkers ${word}`)).toHaveTextContent(/similar name \(approved\)/)
  })
})

test('the queue stays visible when a refresh fails, with a button to try again', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openQueue(first)
  const broken = failRequests(/rpc\/list_review_queue/)
  await user.keyboard('a')
  const notice = (await screen.findByText("Couldn't refresh this list.")).closest('[role="alert"]')
  expect(screen.queryByText('Error loading communities')).toBeNull()
  expect(await findHeading(second.name)).toBeVisible()
  broken.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('the queue keeps its place while the reviewer looks at the users', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openQueue(first)
  await user.click(screen.getByRole('button', { name: /^New \d/ }))
  await findHeading(first.name)
  await user.keyboard('j')
  expect(await findHeading(second.name)).toBeVisible()
  expect(screen.getByText(/^2 of \d+$/)).toBeVisible()
  await user.click(screen.getByRole('tab', { name: /^Users/ }))
  await screen.findByRole('table', { name: 'Users' })
  await user.click(screen.getByRole('tab', { name: /^Communities/ }))
  expect(await findHeading(second.name)).toBeVisible()
  expect(window.location.search).toBe('?view=queue&kind=new')
})

describe('the keyboard shortcuts', () => {
  test('ignore keys with a modifier and behind a dialog, and can be switched off permanently', async () => {
    const community = await createOldest()
    const user = await openQueue(community)
    await user.keyboard('{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}a{/Alt}')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await user.keyboard('a')
    await user.click(await screen.findByRole('checkbox', { name: 'Use keyboard shortcuts' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('ar?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('review-shortcuts')).toBe('off')
    expect(await readCommunity(community.id)).toMatchObject({ status: 'pending' })
  })

  test('open the next and previous community and the editor; the menu opens the history', async () => {
    const [first, second] = [await createOldest(), await createOldest()]
    const user = await openQueue(first)
    await user.keyboard('j')
    expect(await findHeading(second.name)).toHaveFocus()
    await user.keyboard('k')
    expect(await findHeading(first.name)).toHaveFocus()
    await openMenu(user, 'History')
    const history = await screen.findByRole('dialog', { name: 'History' })
    expect(await within(history).findByText('No entries')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  })
})
