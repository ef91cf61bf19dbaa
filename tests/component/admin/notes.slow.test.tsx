import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { admin, clearQueue, createOldest, findHeading, findRegion, openQueue } from './queue.ts'

afterEach(clearQueue)

test('the desk shows the notes about a community, adds and deletes one, and keeps one that is not saved', async () => {
  const [community, next] = [await createOldest(), await createOldest()]
  const about = { community_id: community.id }
  const colleague = await createUser({ admin: true, name: 'Nadia' })
  const asked = { ...about, text: 'Asked.' }
  await colleague.client.from('admin_notes').insert(asked).throwOnError()
  const notes = createSecretClient().from('admin_notes')
  const former = { ...about, text: 'Earlier.', created_at: '2026-01-01T00:00:00Z' }
  await notes.insert(former).throwOnError()

  const user = await openQueue(community)
  const findNotes = () => findRegion('Notes')
  const region = await findNotes()
  expect(await region.findByText('Notes of admins (2)')).toBeVisible()
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Asked\..*Nadia/),
    expect.stringMatching(/^Earlier\..*a former admin/),
  ])
  await user.click(region.getByText('Add a note'))
  await user.click(await region.findByRole('button', { name: 'Add' }))
  expect(region.getByText('Please enter a note')).toBeVisible()
  await user.type(region.getByRole('textbox', { name: 'Note' }), 'A sells\nads.')
  const broken = failRequests(/admin_notes/)
  await user.click(region.getByRole('button', { name: 'Add' }))
  await expectToast('Failed to add note')
  broken.restore()

  // It is still there after a look at another item.
  await user.click(screen.getByRole('button', { name: 'Next community' }))
  await findHeading(next.name)
  expect((await findNotes()).queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Previous community' }))
  await findHeading(community.name)
  const again = await findNotes()
  const field = await again.findByRole('textbox', { name: 'Note' })
  expect(field).toHaveValue('A sells\nads.')
  await user.click(again.getByRole('button', { name: 'Add' }))
  await expectToast('Note added')
  expect(await again.findByText('Notes of admins (3)')).toBeVisible()
  expect(field).toHaveValue('')

  await user.click(again.getByRole('button', { name: /^Delete the note of a former admin/ }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete note' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await expectToast('Note deleted')
  await waitFor(() => expect(again.queryByText('Earlier.')).toBeNull())
  const left = notes.select('text, author_id').eq('community_id', community.id).order('text')
  expect((await left.throwOnError()).data).toEqual([
    { text: 'A sells\nads.', author_id: admin.id },
    { text: 'Asked.', author_id: colleague.id },
  ])
})
