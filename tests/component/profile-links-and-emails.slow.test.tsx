import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommunity, newInviteLink } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { failRequests } from './requests.ts'
import { addApp, app, storeSessionWithCode } from './second-factor.ts'
import { expectToast, findRow, openApp, visit } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Ines Duarte' })
})
afterEach(() => vi.restoreAllMocks())

test('an owner sees that a link no longer works and can replace it', async () => {
  const dead = await createCommunity(owner, { name: 'Dead end', status: 'approved' })
  const live = await createCommunity(owner, { name: 'Well and alive', status: 'approved' })
  const checked_at = new Date(Date.now() - 86_400_000).toISOString()
  await createSecretClient()
    .from('community_links')
    .update({ state: 'dead', checked_at, dead_since: checked_at })
    .eq('community_id', dead.id)
    .throwOnError()

  const user = await openApp(owner, '/profile')
  const notice = 'Your invite link no longer works'
  expect(await (await findRow(dead.name)).findByText(notice)).toBeVisible()
  expect((await findRow(live.name)).queryByText(notice)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Change the link: / }))
  const link = await screen.findByLabelText(/^WhatsApp Link/)
  await user.clear(link)
  await user.type(link, newInviteLink())
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(
    await (await findRow(dead.name)).findByText(/once an admin has approved your new link/),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Change the link: / })).toBeNull()
})

test('an email switch applies at once and reverts when saving fails', async () => {
  const admin = await createUser({ admin: true })
  const readSummary = async () => {
    const profiles = createSecretClient().from('profiles')
    const { data } = await profiles.select('wants_summary_emails').eq('id', admin.id).single()
    return data?.wants_summary_emails
  }
  const user = await openApp(admin, '/profile#emails')
  const card = within(await screen.findByRole('region', { name: 'Emails' }))
  expect(card.getByText(new RegExp(admin.email))).toBeVisible()
  expect(await card.findByRole('switch', { name: 'My communities' })).toBeChecked()
  const summary = card.getByRole('switch', { name: 'Daily summary' })
  await user.click(summary)
  await waitFor(async () => expect(await readSummary()).toBe(false))
  await waitFor(() => expect(summary).toHaveAttribute('aria-busy', 'false'))
  expect(summary).not.toBeChecked()

  failRequests(/rest\/v1\/profiles/)
  await user.click(summary)
  await expectToast(/^Error updating profile/)
  expect(summary).not.toBeChecked()
})

test('a user can download their data as a file named with the date', async () => {
  const community = await createCommunity(owner, { name: 'Night Market Walks' })
  const saved: { name: string; content: Blob | undefined }[] = []
  let content: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) content = blob
    return 'blob:data'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    if (this.download) saved.push({ name: this.download, content })
  })
  await addApp(owner)
  const broken = failRequests(/export_my_data/)
  await storeSessionWithCode(owner)
  const user = visit('/profile?section=settings')
  const button = await screen.findByRole('button', { name: 'Download my data' })
  await user.click(button)
  await expectToast(/^Failed to download your data/)
  expect(saved).toEqual([])
  broken.restore()

  // Only admins get a daily summary by email.
  expect(await screen.findByRole('switch', { name: 'My communities' })).toBeVisible()
  expect(screen.queryByRole('switch', { name: 'Daily summary' })).toBeNull()
  await user.click(button)
  await expectToast('Your data was downloaded')
  const [file] = saved
  expect(file?.name).toBe(`my-data-${new Date().toISOString().slice(0, 10)}.json`)
  expect(JSON.parse((await file?.content?.text()) ?? '')).toMatchObject({
    profile: { id: owner.id, name: 'Ines Duarte' },
    communities: [{ id: community.id, name: 'Night Market Walks' }],
    authenticator_apps: [{ name: 'Phone', status: 'verified', created_at: app.created_at }],
    sign_ins: [{ provider: 'email', received: { email: owner.email } }],
  })
})
