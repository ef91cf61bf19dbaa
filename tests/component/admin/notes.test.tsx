import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, findRegion, openQueue } from './queue.ts'

beforeEach(() => localStorage.clear())
afterEach(clearQueue)

const notes = () => createSecretClient().from('admin_notes')
const read = async (communityId: string) =>
  (await notes().select('text, author_id').eq('community_id', communityId).throwOnError()).data

test('the desk shows the notes about a community, newest first, and adds one', async () => {
  const community = await createOldest()
  const about = { community_id: community.id }
  const colleague = await createUser({ admin: true, name: 'Nadia' })
  await colleague.client
    .from('admin_notes')
    .insert({ ...about, text: 'Asked.' })
    .throwOnError()
  const former = { ...about, text: 'Earlier.', created_at: '2026-01-01T00:00:00Z' }
  await notes().insert(former).throwOnError()

  const user = await openQueue(community)
  const region = await findRegion('Notes')
  expect(await region.findByText('Notes of admins (2)')).toBeVisible()
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Asked\..*Nadia/),
    expect.stringMatching(/^Earlier\..*a former admin/),
  ])
  await user.click(region.getByText('Add a note'))
  await user.click(await region.findByRole('button', { name: 'Add' }))
  expect(region.getByText('Please enter a note')).toBeVisible()
  await user.type(region.getByRole('textbox', { name: 'Note' }), 'A sells\nfollowers.')
  await user.click(region.getByRole('button', { name: 'Add' }))
  await expectToast('Note added')
  expect(await region.findByText('Notes of admins (3)')).toBeVisible()
  expect(region.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  expect(await read(community.id)).toContainEqual({
    text: 'A sells\nfollowers.',
    author_id: admin.id,
  })
})

test('a note that is not saved stays in the form, and a note is deleted after a confirmation', async () => {
  const community = await createOldest()
  await notes().insert({ community_id: community.id, text: 'Outdated.' }).throwOnError()
  const user = await openQueue(community)
  const region = await findRegion('Notes')
  expect(await region.findByText('Notes of admins (1)')).toBeVisible()
  await user.click(region.getByText('Add a note'))
  await user.type(await region.findByRole('textbox', { name: 'Note' }), 'Kept')
  const broken = failRequests(/admin_notes/)
  await user.click(region.getByRole('button', { name: 'Add' }))
  await expectToast('Failed to add note')
  broken.restore()
  expect(region.getByRole('textbox', { name: 'Note' })).toHaveValue('Kept')

  await user.click(region.getByRole('button', { name: /^Delete the note of a former admin/ }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete note' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await expectToast('Note deleted')
  await waitFor(() => expect(region.queryByText('Outdated.')).toBeNull())
  expect(await read(community.id)).toEqual([])
})

test('a typed note is still there after a look at another item', async () => {
  const [first, second] = [await createOldest(), await createOldest()]
  const user = await openQueue(first)
  const note = async () => (await findRegion('Notes')).findByRole('textbox', { name: 'Note' })
  await user.click((await findRegion('Notes')).getByText('Add a note'))
  await user.type(await note(), 'Half a thought')
  await user.click(screen.getByRole('button', { name: 'Next community' }))
  await findHeading(second.name)
  expect((await findRegion('Notes')).queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Previous community' }))
  await findHeading(first.name)
  expect(await note()).toHaveValue('Half a thought')
})
