import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast, returnToTab } from '../whole-app.tsx'
import {
  clearQueue,
  createOldest,
  createThree,
  findHeading,
  openQueue,
  owner,
  passDoublePress,
  statusOf,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const approve = () => screen.getByRole('button', { name: /^Approve/ })

/** Returns to the tab until a notice with a button tells that the open community has changed. */
async function findNotice(name: RegExp | string) {
  const button = await waitFor(() => {
    // Reloads nothing while a reload is already running.
    returnToTab()
    return screen.getByRole('button', { name })
  })
  const notice = button.closest('[role="alert"]')
  if (!(notice instanceof HTMLElement)) throw new Error('The button is not in a notice')
  return { button, notice: within(notice) }
}

test('a community that others decide stays on screen, which names them and decides nothing', async () => {
  const nadia = await createUser({ admin: true, name: 'Nadia' })
  // The check on WhatsApp would find another group.
  failRequests(/check-links/)
  const { first, second, third } = await createThree()
  const [renamed, last] = [await createOldest({ status: 'approved' }), await createOldest()]
  const rename = (renamed_at: string | null) =>
    createSecretClient()
      .from('community_links')
      .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at })
      .eq('community_id', renamed.id)
      .throwOnError()
  // Not before the log's entry about it.
  await rename(new Date(Date.now() + 60_000).toISOString())
  const user = await openQueue(renamed)
  await rename(null)
  const again = await findNotice(/^Next J/)
  expect(await again.notice.findByText('The group has its approved name again')).toBeVisible()
  await user.click(again.button)

  const rejection = { status: 'rejected', rejection_reason: 'Advert.' } as const
  const communities = nadia.client.from('communities')
  for (const [{ name }, next, title, decide] of [
    [
      first,
      second,
      'Approved by Nadia',
      () => communities.update({ status: 'approved' }).eq('id', first.id),
    ],
    [second, third, 'Rejected by Nadia', () => communities.update(rejection).eq('id', second.id)],
    [third, last, 'Deleted by Nadia', () => communities.delete().eq('id', third.id)],
  ] as const) {
    await findHeading(name)
    await decide().throwOnError()
    const { notice } = await findNotice(/^Next J/)
    expect(await notice.findByText(title)).toBeVisible()
    await findHeading(name)
    expect(screen.queryByRole('button', { name: 'Show the new version' })).toBeNull()
    for (const answer of [/^Approve/, /^Reject/]) {
      expect(screen.getByRole('button', { name: answer })).toBeDisabled()
    }
    await user.click(screen.getByRole('button', { name: 'More' }))
    const items = screen.getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['History'])
    await user.keyboard('{Escape}')
    await user.keyboard('are')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await statusOf(next)).toBe('pending')
    await user.keyboard('j')
    expect(await findHeading(next.name)).toHaveFocus()
    expect(approve()).toBeEnabled()
  }
})

test('a changed community shows the opened version until the reviewer asks for the new one or edits it', async () => {
  const community = await createOldest({ description: 'As it was.' })
  const user = await openQueue(community)
  await updateCommunity(owner.client, community.id, { description: 'Buy my course.' })
  const { button, notice } = await findNotice('Show the new version')
  expect(notice.getByText('This community has changed since you opened it')).toBeVisible()
  expect(screen.getByText('As it was.')).toBeVisible()
  expect(approve()).toBeDisabled()
  await user.keyboard('a')
  await user.click(button)
  expect(await screen.findByText('Buy my course.')).toBeVisible()
  expect(screen.queryByText('As it was.')).toBeNull()
  expect(await statusOf(community)).toBe('pending')

  await user.keyboard('e')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Community' }))
  const field = await dialog.findByRole('textbox', { name: /Description/ })
  await user.clear(field)
  await user.type(field, 'Fine.')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Fine.')).toBeVisible()
  expect(screen.queryByText('This community has changed since you opened it')).toBeNull()
  passDoublePress()
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  expect(await statusOf(community)).toBe('approved')
})
