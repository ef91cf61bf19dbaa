import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { block, createCommunity, readCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser } from '../../support/users.ts'
import { failRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
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

test('the queue shows reports without the reporters, and A keeps the community listed', async () => {
  const { id, name } = await createReported()
  const user = await openInQueue(name)
  await findHeading(name)
  const reports = await findRegion('Reports')
  expect(reports.getByText('Reported 2 times: Dead link (1), Spam (1)')).toBeVisible()
  expect(reports.getByText('Nothing but adverts for villas.')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Reports [1-9]/ })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/V(era|ictor) Visitor/)
  // An approved community cannot be approved or rejected again, alone or in bulk.
  const toolbar = within(screen.getByRole('toolbar', { name: 'Review actions' }))
  expect(toolbar.queryByRole('button', { name: /^(Approve|Reject|Resolve)/ })).toBeNull()
  expect(toolbar.getByRole('button', { name: /^Keep listed/ })).toBeVisible()
  expect(toolbar.getByRole('button', { name: /^Hide/ })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeDisabled()

  await user.keyboard('{Control>}a{/Control}s')
  expect(await countOpenReports(id)).toBe(2)
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
  const queue = within(await screen.findByRole('list', { name: 'Waiting for review' }))
  const row = await queue.findByText(name)
  expect(row.closest('li')).toHaveTextContent('Reported by 2')
  await user.click(row)
  await findRegion('Reports')
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
  'a reported community with %s stays on screen after it is kept listed',
  async (_what, region, change) => {
    const { id, name } = await createReported()
    await change(id)
    // Another community that the queue could move on to.
    await createReported()
    const user = await openInQueue(name)
    await findRegion('Reports')
    await user.keyboard('a')
    await expectToast('Kept listed')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
    expect(await findHeading(name)).toBeVisible()
    expect(await findRegion(region)).toBeDefined()
  },
)

/** Creates a community that reports have hidden. The reporters have left. */
async function createHidden() {
  const name = uniqueName('Reported')
  const { id } = await createCommunity(owner, { name, status: 'approved' })
  await block(id, 'reports')
  return { id, name }
}

describe('a community that reports hid', () => {
  test('is listed again with A, which says so, and its appeal stays on screen', async () => {
    const { id, name } = await createHidden()
    const appeal = { community_id: id, message: 'We only swim.' }
    await owner.client.rpc('appeal_community', appeal).throwOnError()
    const user = await openInQueue(name)
    await findHeading(name)
    await user.keyboard('a')
    await expectToast('Listed again')
    expect((await readCommunity(id)).community_blocks).toEqual([])
    expect(await findHeading(name)).toBeVisible()
    const waiting = await findRegion('Appeal')
    expect(await waiting.findByText('The community is no longer hidden.')).toBeVisible()
    const { data } = await createSecretClient()
      .from('appeals')
      .select('outcome')
      .eq('community_id', id)
    expect(data).toEqual([{ outcome: null }])
  })

  test('stays hidden with R, for a reason that the owner reads', async () => {
    const { id, name } = await createHidden()
    const user = await openInQueue(name)
    await findHeading(name)
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Hide community' })
    await user.keyboard('2{Enter}')
    await expectToast('Community hidden successfully')
    expect((await readCommunity(id)).community_blocks).toMatchObject([
      { kind: 'admin', reason: 'Members report spam or unwanted advertising.' },
    ])
    await waitFor(() => expect(screen.queryByRole('heading', { name, level: 2 })).toBeNull())
  })

  test('and is paused is not said to be listed again', async () => {
    const { id, name } = await createHidden()
    await block(id, 'paused')
    const user = await openInQueue(name)
    await findHeading(name)
    await user.keyboard('a')
    await expectToast('Reports closed, still not listed')
    expect((await readCommunity(id)).community_blocks).toMatchObject([{ kind: 'paused' }])
  })
})
