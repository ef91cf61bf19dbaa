import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addGroup, createCommunity, newInviteLink } from '../../support/communities.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  createThree,
  findHeading,
  findRegion,
  openEntry,
  openMenu,
  openQueue,
  owner,
  passDoublePress,
  statusOf,
  uniqueName,
  updateCommunity,
  widenWindow,
} from './queue.ts'

afterEach(clearQueue)

test('a pending community is shown with its link, groups, possible duplicates, and its owner', async () => {
  const [word, whatsapp_link] = [crypto.randomUUID(), newInviteLink()]
  const earlier = await createCommunity(owner, {
    name: uniqueName('Turned down before'),
    whatsapp_link,
    status: 'rejected',
  })
  await createCommunity(owner, { name: `Walkers ${word}`, status: 'approved' })
  const description = 'All about it.'
  const community = await createOldest({ name: `Walker ${word}`, whatsapp_link, description })
  await addGroup(owner, community.id).throwOnError()
  const user = await openQueue(community)
  expect(screen.getByText(description)).toBeVisible()
  expect(screen.getByRole('img', { name: `Image of ${community.name}` })).toBeVisible()
  const link = screen.getByRole('link', { name: /chat\.whatsapp\.com/ })
  expect(link).toHaveAttribute('href', whatsapp_link)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link.getAttribute('rel')).toContain('noopener noreferrer')
  expect((await findRegion('WhatsApp groups')).getByText('Early birds')).toBeVisible()
  const warning = await screen.findByRole('alert')
  expect(warning).toHaveTextContent('This may already be listed')
  const entry = (name: string) => within(warning).getByText(name).closest('li')
  expect(entry(earlier.name)).toHaveTextContent(/same WhatsApp link \(rejected\)/)
  expect(entry(`Walkers ${word}`)).toHaveTextContent(/similar name \(approved\)/)

  const article = within(screen.getByRole('article'))
  const panel = within(article.getByRole('region', { name: 'Owner' }))
  expect(panel.getByText('Community Owner')).toBeVisible()
  expect(panel.getByText(/^Account: (less than a|\d+) minutes? old$/)).toBeVisible()
  const all = await panel.findByRole('link', { name: '3 communities' })
  expect(all).toHaveAttribute('href', `/admin?owner=${owner.id}`)
  await user.click(await panel.findByRole('link', { name: earlier.name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Community' }))
  expect((await dialog.findAllByText(earlier.name))[0]).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await findHeading(community.name)
  expect(window.location.search).toBe('?view=queue')
})

test('a wide screen shows the owner in a pane beside the community', async () => {
  widenWindow()
  await openQueue(await createOldest())
  expect(await screen.findAllByRole('region', { name: 'Owner' })).toHaveLength(1)
  const article = within(screen.getByRole('article'))
  expect(article.queryByRole('region', { name: 'Owner' })).toBeNull()
})

test('a community is not approved if its owner has changed it or its groups since it was loaded', async () => {
  const { first, second, third } = await createThree()
  const user = await openQueue(first)
  const expectNewVersion = ({ id, name }: { id: string; name: string }, text: string) =>
    waitFor(async () => {
      await openEntry(user, third.name)
      await openEntry(user, name)
      expect(screen.getByText(text)).toBeVisible()
      expect(await statusOf({ id })).toBe('pending')
    })
  await updateCommunity(owner.client, first.id, { description: 'Buy my course' })
  await user.keyboard('a')
  await findHeading(second.name)
  await expectToast(
    'Failed to approve community: This community was changed by someone else in the meantime. Reload it to see the current version.',
  )
  await expectNewVersion(first, 'Buy my course')
  await openEntry(user, second.name)
  await addGroup(owner, second.id, 'Buy mine, too').throwOnError()
  passDoublePress()
  await user.keyboard('a')
  await expectNewVersion(second, 'Buy mine, too')
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

test('shortcuts open the next community and the editor, ignore other keys, and can be switched off', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openQueue(first)
  const closeDialog = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.keyboard('j')
  expect(await findHeading(second.name)).toHaveFocus()
  await user.keyboard('k')
  expect(await findHeading(first.name)).toHaveFocus()
  await openMenu(user, 'History')
  const history = await screen.findByRole('dialog', { name: 'History' })
  expect(await within(history).findByText('No entries')).toBeVisible()
  await closeDialog()
  await user.keyboard('e')
  expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
  await closeDialog()
  await user.keyboard('h')
  await expectToast('Only an approved community that is not hidden yet can be hidden.')

  // With a modifier, and behind a dialog.
  await user.keyboard('{Control>}a{/Control}{Meta>}a{/Meta}{Alt>}a{/Alt}')
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await user.keyboard('a')
  await user.click(await screen.findByRole('checkbox', { name: 'Use keyboard shortcuts' }))
  await closeDialog()
  await user.keyboard('ar?')
  expect(screen.queryByRole('dialog')).toBeNull()
  // For the next visit.
  expect(localStorage.getItem('review-shortcuts')).toBe('off')
  expect(await statusOf(first)).toBe('pending')
})
