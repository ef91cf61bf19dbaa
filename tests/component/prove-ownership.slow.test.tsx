import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCommunity, readCommunity, updateCommunity } from '../support/communities.ts'
import { recordGroupName } from '../support/group-pages.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { failRequests, interceptRequests } from './requests.ts'
import { chooseInRow, expectFocusKept, findRow, openApp } from './whole-app.tsx'

/** Returns a link to a group whose description has the newest code (supabase/local/whatsapp-pages.ts). */
const provableLink = () =>
  `https://chat.whatsapp.com/DemoProof${crypto.randomUUID().replaceAll('-', '').slice(0, 13)}`

/** Returns such a link to a group with another name. */
const linkToOtherGroup = () => provableLink().replace('DemoProof', 'DemoProofOther').slice(0, 48)

const title = 'Prove that this is your group'

async function openDialog(changes: Parameters<typeof createCommunity>[1] = {}) {
  const owner = await createUser()
  const kites = { name: 'Kite Crew', status: 'approved', ...changes } as const
  const community = await createCommunity(owner, kites)
  const { id } = community
  await recordGroupName(community, 'Kite Crew', 'reviewer')
  const user = await openApp(owner, '/profile')
  const row = await findRow('Kite Crew')
  const open = async () => {
    await chooseInRow(user, 'Kite Crew', title)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await dialog.findByText(/^WP-/)
    return dialog
  }
  return { id, owner, user, row, open, dialog: await open() }
}

test('an owner verifies a community, and publishes a new name by proving it again', async () => {
  const { id, owner, user, row, dialog } = await openDialog({ whatsapp_link: provableLink() })
  const first = dialog.getByText(/^WP-/)
  expect(first).toHaveAttribute('translate', 'no')
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  await waitFor(() =>
    expect(dialog.getByRole('status')).toHaveTextContent('Your community now has the badge.'),
  )
  expect(dialog.queryByRole('button', { name: 'Check' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await row.findByText('Verified')).toBeVisible()
  // The hint below the list disappears with the last community that it is for.
  expect(screen.queryByText(new RegExp(title))).toBeNull()
  await expectFocusKept(/^More$/)

  await updateCommunity(owner, id, { name: 'Kite Club' }).throwOnError()
  cleanup()
  await openApp(owner, '/profile')
  const changed = await findRow('Kite Club')
  await user.click(changed.getByRole('button', { name: 'Prove again to publish now: Kite Club' }))
  const again = within(await screen.findByRole('dialog', { name: title }))
  expect(await again.findByText(/^WP-/)).not.toHaveTextContent(first.textContent)
  await user.click(again.getByRole('button', { name: 'Check' }))
  expect(await again.findByText(/^Your new name can be seen now/)).toBeVisible()
  expect(again.getByText(/^The badge returns once an admin has reviewed/)).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ name: 'Kite Club', held_changes: null })
  await user.click(again.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(changed.queryByText('Verified')).toBeNull())

  cleanup()
  await openApp(await createUser({ admin: true }), '/admin?view=queue&as=list')
  const entries = await screen.findByRole('list', { name: 'Waiting for review' })
  await user.click(await within(entries).findByText('Kite Club'))
  await screen.findByRole('region', { name: 'Name changed without a review' })
  await user.click(screen.getByRole('button', { name: /^Confirm name/ }))
  await waitFor(async () => expect((await readCommunity(id)).name_changed_at).toBeNull())
})

test.each([
  ['an unrelated name', { name: 'Crypto Signals' }, /^An admin reviews your changes/],
  [
    'a link to another group',
    { whatsapp_link: linkToOtherGroup() },
    /^The new link is waiting for review/,
  ],
])('a proof that cannot publish %s says that it waits', async (_what, change, result) => {
  const { id, owner, user, dialog } = await openDialog({ whatsapp_link: provableLink() })
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  await user.click(await dialog.findByRole('button', { name: 'Done' }))
  await updateCommunity(owner, id, change).throwOnError()
  cleanup()
  await openApp(owner, '/profile')
  const publish = { name: /^Prove again to publish now: / }
  await user.click(await screen.findByRole('button', publish))
  const again = within(await screen.findByRole('dialog', { name: title }))
  await again.findByText(/^WP-/)
  await user.click(again.getByRole('button', { name: 'Check' }))
  expect(await again.findByText(result)).toBeVisible()
  expect(await readCommunity(id)).toMatchObject({ name: 'Kite Crew', held_changes: change })
})

test('a check that finds no code, no group or no answer says what to do', async () => {
  const { id, user, open, dialog } = await openDialog()
  const code = dialog.getByText(/^WP-/).textContent
  const button = dialog.getByRole('button', { name: 'Check' })
  const check = async () => {
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    await user.click(button)
  }
  await check()
  expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't find your code")
  for (const [state, text] of [
    ['dead', "The invite link doesn't work"],
    ['unknown', 'WhatsApp did not answer'],
  ] as const) {
    const answer = interceptRequests(/admin\/check-own-link/, () =>
      Response.json({ state, is_proved: false }),
    )
    await check()
    expect(await dialog.findByText(text)).toBeVisible()
    answer.restore()
  }
  const limit = 'You can check links at most 5 times in ten minutes. Please try again later.'
  const limited = interceptRequests(/admin\/check-own-link/, () =>
    Response.json({ error: limit }, { status: 429 }),
  )
  await check()
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(limit))
  limited.restore()
  const broken = failRequests(/admin\/check-own-link/)
  await check()
  expect(await dialog.findByText(/^Failed to check your group/)).toBeVisible()
  broken.restore()
  expect(await readCommunity(id)).toMatchObject({ verified_at: null })

  // The code stays the same.
  await user.keyboard('{Escape}')
  expect((await open()).getByText(/^WP-/)).toHaveTextContent(code)
})

test('an owner who cannot get a code reads why', async () => {
  const { id, user } = await openDialog()
  await user.keyboard('{Escape}')
  await createSecretClient().from('communities').update({ status: 'pending' }).eq('id', id)
  await chooseInRow(user, 'Kite Crew', title)
  const again = within(await screen.findByRole('dialog', { name: title }))
  expect(await again.findByText('Only an approved community can be verified.')).toBeVisible()
  expect(again.queryByRole('button', { name: 'Check' })).toBeNull()
})

test('a new link of an unverified community cannot be proved before its review', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await updateCommunity(owner, id, { whatsapp_link: provableLink() }).throwOnError()
  const user = await openApp(owner, '/profile')
  await chooseInRow(user, 'Kite Crew', title)
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(await dialog.findByText(/^The new link is waiting for review/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Check' })).toBeNull()
})
