import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { block, readCommunity } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import {
  clearQueue,
  createListed,
  findHeading,
  findRegion,
  openEntry,
  openInQueue,
  owner,
  passDoublePress,
  report,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

const countOpenReports = async (id: string) => {
  const reports = createSecretClient().from('community_reports').select('id')
  return (await reports.eq('community_id', id).is('resolved_at', null).throwOnError()).data.length
}

test('the queue shows reports without the reporters, and A keeps the community listed', async () => {
  const { id, name } = await createListed('Reported')
  const comment = 'Nothing but adverts for villas.'
  await report(id, { name: 'Vera Visitor', comment })
  await report(id, { name: 'Victor Visitor', reason: 'dead_link' })
  const user = await openInQueue(name)
  const reports = await findRegion('Reports')
  expect(reports.getByText('Reported 2 times: Dead link (1), Spam (1)')).toBeVisible()
  expect(reports.getByText(comment)).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Reports [1-9]/ })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/V(era|ictor) Visitor/)
  // An approved community cannot be approved or rejected again, alone or in bulk.
  const toolbar = within(screen.getByRole('toolbar', { name: 'Review actions' }))
  expect(toolbar.queryByRole('button', { name: /^(Approve|Reject|Resolve)/ })).toBeNull()
  expect(toolbar.getByRole('button', { name: /^Hide/ })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeDisabled()

  const broken = failRequests(/resolve_reports/)
  await user.keyboard('a')
  await expectToast(/^Couldn't keep the community listed/)
  expect(screen.queryByText('Kept listed')).toBeNull()
  expect(await countOpenReports(id)).toBe(2)
  broken.restore()
  await user.keyboard('a')
  await expectToast('Kept listed')
  expect(await countOpenReports(id)).toBe(0)
  await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  expect(await countOpenReports(id)).toBe(2)
  await openEntry(user, name)
  const entries = within(screen.getByRole('list', { name: 'Waiting for review' }))
  expect(entries.getByText(name).closest('li')).toHaveTextContent('Reported by 2')
  await findRegion('Reports')
  passDoublePress()
  await user.keyboard('a')
  await waitFor(async () => expect(await countOpenReports(id)).toBe(0))

  await chooseTool(user, 'Activity')
  const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
  // The newest entry comes first; the approval is older.
  const [newest] = await activity.findAllByText(name)
  expect(newest?.closest('li')).toHaveTextContent(
    /^2 reports resolved \(Dead link, Spam\) by Site Admin/,
  )
})

test('a community whose reports are answered stays on screen if it has changes, and may not be listed again', async () => {
  const [changed, paused] = [await createListed('Changed'), await createListed('Paused')]
  await report(changed.id)
  await updateCommunity(owner.client, changed.id, { description: 'As it should be.' })
  await block(paused.id, 'reports')
  await block(paused.id, 'paused')
  const user = await openInQueue(changed.name)
  await findRegion('Reports')
  await user.keyboard('a')
  await expectToast('Kept listed')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
  expect(await findHeading(changed.name)).toBeVisible()
  expect(await findRegion('Changes')).toBeDefined()

  await openEntry(user, paused.name)
  passDoublePress()
  await user.keyboard('a')
  await expectToast('Reports closed, still not listed')
  expect((await readCommunity(paused.id)).community_blocks).toMatchObject([{ kind: 'paused' }])
})
