import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import {
  clearQueue,
  findHeading,
  findRegion,
  openInQueue,
  owner,
  uniqueName,
  updateCommunity,
} from './queue.ts'

afterEach(clearQueue)

/** Creates an approved community that both visitors reported. */
async function createReported() {
  const community = await createCommunity(owner, {
    name: uniqueName('Reported'),
    status: 'approved',
  })
  // Reports are listed newest first.
  for (const [name, report] of [
    ['Vera Visitor', { reason: 'spam', comment: 'Nothing but adverts for villas.' }],
    ['Victor Visitor', { reason: 'dead_link' }],
  ] as const) {
    const { client } = await createUser({ name })
    await client.rpc('report_community', { community_id: community.id, ...report }).throwOnError()
  }
  return community
}

const countOpenReports = async (id: string) => {
  const { data } = await createSecretClient()
    .from('community_reports')
    .select('id')
    .eq('community_id', id)
    .is('resolved_at', null)
    .throwOnError()
  return data.length
}

test('the queue shows reports without the reporters, and S resolves them once it is saved', async () => {
  const { id, name } = await createReported()
  const user = await openInQueue(name)
  await findHeading(name)
  const reports = await findRegion('Reports')
  expect(reports.getByText('Reported 2 times: Dead link (1), Spam (1)')).toBeVisible()
  expect(reports.getByText('Nothing but adverts for villas.')).toBeVisible()
  expect(await screen.findByText(/with changes, [1-9]\d* reported$/)).toBeVisible()
  expect(document.body).not.toHaveTextContent(/V(era|ictor) Visitor/)
  // An approved community cannot be approved or rejected again, alone or in bulk.
  const toolbar = within(screen.getByRole('toolbar', { name: 'Review actions' }))
  expect(toolbar.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull()
  expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeDisabled()

  await user.keyboard('{Control>}s{/Control}a')
  expect(await countOpenReports(id)).toBe(2)
  const broken = failRequests(/resolve_reports/)
  await user.keyboard('s')
  await expectToast(/^Failed to resolve reports/)
  expect(screen.queryByText('Reports resolved successfully')).toBeNull()
  expect(await countOpenReports(id)).toBe(2)
  broken.restore()

  await user.keyboard('s')
  await expectToast('Reports resolved successfully')
  expect(await countOpenReports(id)).toBe(0)
  await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await expectToast('Decision undone')
  expect(await countOpenReports(id)).toBe(2)
  const queue = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  const row = await queue.findByText(name)
  expect(row.closest('li')).toHaveTextContent('Reported by 2')
  await user.click(row)
  await findRegion('Reports')
  await user.keyboard('s')
  await waitFor(async () => expect(await countOpenReports(id)).toBe(0))

  await user.click(screen.getByRole('button', { name: 'Activity' }))
  const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
  // The newest entry comes first; the approval is older.
  const [newest] = await activity.findAllByText(name)
  expect(newest?.closest('li')).toHaveTextContent(
    /^2 reports resolved \(Dead link, Spam\) by Site Admin/,
  )
})

test.each<[string, string, (id: string) => PromiseLike<unknown>]>([
  [
    'changes',
    'Changes',
    (id) => updateCommunity(owner.client, id, { description: 'As it should be.' }),
  ],
  [
    'a renamed group',
    'Renamed on WhatsApp',
    (id) =>
      createSecretClient()
        .from('community_links')
        .update({ approved_name: 'Swimmers', group_name: 'Sun Swimmers', renamed_at: '2026-11-01' })
        .eq('community_id', id)
        .throwOnError(),
  ],
])(
  'a reported community with %s stays on screen after its reports are resolved',
  async (_what, region, change) => {
    const { id, name } = await createReported()
    await change(id)
    // Another community that the queue could move on to.
    await createReported()
    const user = await openInQueue(name)
    await findRegion('Reports')
    await user.keyboard('s')
    await expectToast('Reports resolved successfully')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
    expect(await findHeading(name)).toBeVisible()
    expect(await findRegion(region)).toBeDefined()
  },
)

test('a community that reports hid is shown again with S, also after the reporters have left', async () => {
  const { id, name } = await createCommunity(owner, {
    name: uniqueName('Reported'),
    status: 'approved',
  })
  await block(id, 'reports')
  const user = await openInQueue(name)
  await findHeading(name)
  await user.keyboard('s')
  await expectToast('Reports resolved successfully')
  expect((await readCommunity(id)).community_blocks).toEqual([])
})
