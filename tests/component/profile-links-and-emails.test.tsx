import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'
import { addApp, app, storeSessionWithCode } from './second-factor.ts'
import { expectToast, findRow, openApp, visit } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Ines Duarte' })
})
afterEach(() => vi.restoreAllMocks())

test('an owner sees that a link no longer works and can replace it', async () => {
  const [dead, live] = [
    await createCommunity(owner, { name: 'Dead end', status: 'approved' }),
    await createCommunity(owner, { name: 'Well and alive', status: 'approved' }),
  ]
  const checked = new Date(Date.now() - 86_400_000).toISOString()
  const secret = createSecretClient()
  const record = (id: string, state: 'dead' | 'live') =>
    secret
      .from('community_links')
      .update({ state, checked_at: checked, dead_since: state === 'dead' ? checked : null })
      .eq('community_id', id)
      .throwOnError()
  await Promise.all([record(dead.id, 'dead'), record(live.id, 'live')])

  const user = await openApp(owner, '/profile')
  const notice = 'Your invite link no longer works'
  expect(await (await findRow(dead.name)).findByText(notice)).toBeVisible()
  expect((await findRow(live.name)).queryByText(notice)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change the link' }))
  const link = await screen.findByLabelText(/^WhatsApp Link/)
  await user.clear(link)
  await user.type(link, newInviteLink())
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(
    await (await findRow(dead.name)).findByText(/once an admin has approved your new link/),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change the link' })).toBeNull()
})

test('an email switch applies at once and reverts when saving fails', async () => {
  const readSettings = async () =>
    (
      await createSecretClient()
        .from('profiles')
        .select('wants_decision_emails, wants_summary_emails')
        .eq('id', owner.id)
        .single()
        .throwOnError()
    ).data
  const user = await openApp(owner, '/profile#emails')
  const card = within(await screen.findByRole('region', { name: 'Emails' }))
  expect(card.getByText(new RegExp(owner.email))).toBeVisible()
  const decisions = await card.findByRole('switch', { name: 'My communities' })
  expect(decisions).toBeChecked()
  // Only admins get the daily summary.
  expect(card.queryByRole('switch', { name: 'Daily summary' })).toBeNull()

  await user.click(decisions)
  await waitFor(async () =>
    expect(await readSettings()).toEqual({
      wants_decision_emails: false,
      wants_summary_emails: true,
    }),
  )
  await waitFor(() => expect(decisions).toHaveAttribute('aria-busy', 'false'))
  expect(decisions).not.toBeChecked()

  const broken = interceptRequests(/rest\/v1\/profiles/, () => new Response('{}', { status: 500 }))
  await user.click(decisions)
  await expectToast(/^Error updating profile/)
  expect(decisions).not.toBeChecked()
  broken.restore()
})

test('an admin can turn off the daily summary', async () => {
  const admin = await createUser({ admin: true })
  const user = await openApp(admin, '/profile')
  const summary = await screen.findByRole('switch', { name: 'Daily summary' })
  await user.click(summary)
  expect(summary).not.toBeChecked()
  await waitFor(async () => {
    const { data } = await createSecretClient()
      .from('profiles')
      .select('wants_decision_emails, wants_summary_emails')
      .eq('id', admin.id)
      .single()
    expect(data).toEqual({ wants_decision_emails: true, wants_summary_emails: false })
  })
})

test('a user can download their data as a file named with the date', async () => {
  const community = await createCommunity(owner, { name: 'Night Market Walks' })
  const saved: { name: string; content: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:data'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const [blob] = blobs
    if (this.download && blob) saved.push({ name: this.download, content: blob.text() })
  })
  await addApp(owner)
  const broken = interceptRequests(/export_my_data/, () => new Response('{}', { status: 500 }))
  await storeSessionWithCode(owner)
  const user = visit('/profile')
  const button = await screen.findByRole('button', { name: 'Download my data' })
  await user.click(button)
  await expectToast(/^Failed to download your data/)
  expect(saved).toEqual([])
  broken.restore()

  await user.click(button)
  await expectToast('Your data was downloaded')
  const [file] = saved
  expect(file?.name).toBe(`my-data-${new Date().toISOString().slice(0, 10)}.json`)
  expect(JSON.parse((await file?.content) ?? '')).toMatchObject({
    profile: { id: owner.id, name: 'Ines Duarte' },
    communities: [{ id: community.id, name: 'Night Market Walks' }],
    authenticator_apps: [{ name: 'Phone', status: 'verified', created_at: app.created_at }],
  })
})
