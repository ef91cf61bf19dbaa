import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { expectToast } from '../whole-app.tsx'
import { clearQueue, findHeading, findRegion, openInQueue } from './queue.ts'

let admin: TestUser
let owner: TestUser
let visitors: TestUser[]

beforeEach(async () => {
  ;[admin, owner, ...visitors] = await Promise.all([
    createUser({ admin: true, name: 'Site Admin' }),
    createUser({ name: 'Community Owner' }),
    createUser({ name: 'Vera Visitor' }),
    createUser({ name: 'Victor Visitor' }),
  ])
})
afterEach(() => clearQueue(owner))

const [spam, dead] = [
  { reason: 'spam', comment: 'Nothing but adverts for villas.' },
  { reason: 'dead_link' },
] as const

/** Opens, in the queue, an approved community that both visitors reported. */
async function openReportedCommunity() {
  const name = `Reported ${crypto.randomUUID()}`
  const { id } = await createCommunity(owner, { name, status: 'approved' })
  for (const [index, report] of [spam, dead].entries()) {
    // Reports are listed newest first.
    await visitors[index]?.client
      .rpc('report_community', { community_id: id, ...report })
      .throwOnError()
  }
  const user = await openInQueue(admin, name)
  await findHeading(name)
  return { user, id, name }
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

test('the queue shows the count, reasons and comments of reports, but not the reporters', async () => {
  const { name } = await openReportedCommunity()
  const reports = await findRegion('Reports')
  expect(reports.getByText('Reported 2 times: Dead link (1), Spam (1)')).toBeVisible()
  expect(reports.getByText('Nothing but adverts for villas.')).toBeVisible()
  expect(await screen.findByText(/with changes, [1-9]\d* reported$/)).toBeVisible()
  expect(document.body).not.toHaveTextContent(/V(era|ictor) Visitor/)
  // An approved community cannot be approved or rejected again, alone or in bulk.
  const toolbar = within(screen.getByRole('toolbar', { name: 'Review actions' }))
  expect(toolbar.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull()
  expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeDisabled()
})

test('S resolves reports, confirms once saved, and appears in the history', async () => {
  const { user, id, name } = await openReportedCommunity()
  await user.keyboard('{Control>}s{/Control}a')
  expect(await countOpenReports(id)).toBe(2)
  const broken = interceptRequests(/resolve_reports/, () => new Response('{}', { status: 500 }))
  await user.keyboard('s')
  await expectToast(/^Failed to resolve reports/)
  expect(screen.queryByText('Reports resolved successfully')).toBeNull()
  expect(await countOpenReports(id)).toBe(2)
  broken.restore()

  await user.keyboard('s')
  await expectToast('Reports resolved successfully')
  expect(await countOpenReports(id)).toBe(0)
  await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Activity' }))
  const activity = within(await screen.findByRole('dialog', { name: 'Activity' }))
  // The newest entry comes first; the approval is older.
  const [newest] = await activity.findAllByText(name)
  expect(newest?.closest('li')).toHaveTextContent(
    /^2 reports resolved \(Dead link, Spam\) by Site Admin/,
  )
})

test('a reported community with changes stays in the queue after its reports are resolved', async () => {
  const { id } = await createCommunity(owner, { status: 'approved' })
  await visitors[0]?.client.rpc('report_community', { community_id: id, ...spam }).throwOnError()
  const name = `As approved ${crypto.randomUUID()}`
  await createSecretClient().from('communities').update({ name }).eq('id', id).throwOnError()
  await owner.client
    .from('communities')
    .update({ description: 'As it should be.' })
    .eq('id', id)
    .throwOnError()
  const user = await openInQueue(admin, name)
  await findRegion('Reports')
  await user.keyboard('s')
  await expectToast('Reports resolved successfully')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
  expect(await findHeading(name)).toBeVisible()
  expect(await findRegion('Changes')).toBeDefined()
})
