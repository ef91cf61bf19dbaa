import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast, returnToTab } from '../whole-app.tsx'
import {
  admin,
  clearQueue,
  findHeading,
  findRegion,
  openInQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

/** Creates a community whose owner appeals its rejection, or that it was hidden. */
async function createAppealed(decision: 'hidden' | 'rejected') {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Appealed'),
    ...(decision === 'hidden' && { status: 'approved' }),
  })
  const { client } = admin
  if (decision === 'rejected') {
    await updateCommunity(client, id, { status: 'rejected', rejection_reason: 'Too vague.' })
  } else {
    const { updated_at: version } = await readCommunity(id)
    await client
      .rpc('hide_community', { community_id: id, version, reason: 'Too many adverts.' })
      .throwOnError()
  }
  const appeal = { community_id: id, message: 'Please look\nagain.' }
  await owner.client.rpc('appeal_community', appeal).throwOnError()
  return { id, name }
}

const readOutcome = async (id: string) => {
  const appeals = createSecretClient().from('appeals').select('outcome, reason')
  return (await appeals.eq('community_id', id).single().throwOnError()).data
}

test('an accepted appeal approves a rejected community, and Undo reopens the appeal', async () => {
  const { id, name } = await createAppealed('rejected')
  const user = await openInQueue(name)
  await findHeading(name)
  const appeal = await findRegion('Appeal')
  expect(appeal.getByText(/Please look\s+again\./)).toBeVisible()
  // The history shows it as well, as a changed text.
  expect(appeal.getByText('Too vague.', { ignore: 'ins' })).toBeVisible()
  const history = within(await appeal.findByRole('list', { name: 'History' }))
  expect((await history.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Appealed/),
    expect.stringMatching(/^Rejected by Site Admin/),
  ])

  const broken = failRequests(/rpc\/decide_appeal/)
  await user.click(screen.getByRole('button', { name: /^Accept appeal/ }))
  await expectToast(/^Failed to accept appeal/)
  broken.restore()
  await user.click(await screen.findByRole('button', { name: /^Accept appeal/ }))
  await expectToast('Appeal accepted successfully')
  expect(await readCommunity(id)).toMatchObject({ status: 'approved' })
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  expect(await readCommunity(id)).toMatchObject({ status: 'rejected' })
  expect(await readOutcome(id)).toEqual({ outcome: null, reason: null })
})

test('an appeal is declined with a reason, and a reason that is too long is kept to be shortened', async () => {
  const { id, name } = await createAppealed('hidden')
  const user = await openInQueue(name)
  await findHeading(name)
  await findRegion('Appeal')
  // Once, also for hidden communities.
  expect(screen.getAllByText('Too many adverts.', { ignore: 'ins' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Decline appeal/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline appeal' }))
  const field = await dialog.findByRole('textbox', { name: /Reason/ })
  await user.click(field)
  await user.paste('é'.repeat(501))
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText('Use at most 500 characters')).toBeVisible()
  expect(field).toHaveValue('é'.repeat(501))
  await user.keyboard('{Backspace}')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await expectToast('Appeal declined successfully')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Appeal' })).toBeNull())
  expect(await readOutcome(id)).toEqual({ outcome: 'declined', reason: 'é'.repeat(500) })
  expect((await readCommunity(id)).community_blocks).toMatchObject([
    { reason: 'Too many adverts.' },
  ])
})

test('a reason for declining is kept when another admin decides first', async () => {
  const { id, name } = await createAppealed('hidden')
  const user = await openInQueue(name)
  await user.click(await screen.findByRole('button', { name: /^Decline appeal/ }))
  const field = await screen.findByRole('textbox', { name: /Reason/ })
  await user.type(field, 'It still applies.')
  const appeals = admin.client.from('appeals').select('id').eq('community_id', id)
  const appeal_id = (await appeals.single().throwOnError()).data.id
  await admin.client.rpc('decide_appeal', { appeal_id, is_accepted: true }).throwOnError()
  returnToTab()
  expect(await screen.findByText('Appeal accepted by Site Admin')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText(/This appeal is already closed\.$/)).toBeVisible()
  expect(field).toHaveValue('It still applies.')
})
