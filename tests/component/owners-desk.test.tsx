import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  createCommunity,
  newInviteLink,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { answerLinkChecks, completeForm, fillForm } from './community-dialog-app.tsx'
import { interceptRequests } from './requests.ts'
import { stubShareSheet } from './share-sheet.ts'
import { expectFocusKept, expectToast, findRow, openApp } from './whole-app.tsx'

let owner: TestUser

beforeEach(async () => {
  owner = await createUser({ name: 'Ines Duarte' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.stubEnv('VITE_DIRECTORY', '')
})

const nothingYet = "You haven't created any communities yet"

const openForm = async (user: Awaited<ReturnType<typeof openApp>>) => {
  await user.click(await screen.findByRole('link', { name: 'List New Community' }))
  answerLinkChecks()
  const dialog = within(await screen.findByRole('dialog', { name: 'List your community' }))
  return { dialog, user }
}

test('a submitted community is in the list at once, with what happens next', async () => {
  interceptRequests(/rpc\/get_review_time/, () => Response.json(47))
  const user = await openApp(owner, '/profile')
  expect(await screen.findByText(nothingYet)).toBeVisible()
  const view = await openForm(user)
  await completeForm(view)
  expect(view.dialog.getByText(/^An admin reviews it/)).toBeVisible()
  // The list is not loaded again before the end of the test.
  interceptRequests(/communities\?.*owner_id=eq/, () => new Promise(() => {}))
  await user.click(view.dialog.getByRole('button', { name: 'Submit for review' }))
  await expectToast('Community submitted for review')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = await findRow('Sunrise Swimmers')
  expect(row.getByText("In review. We'll email you.")).toBeVisible()
  expect(await screen.findByText('Reviews take about 2 days at present.')).toBeVisible()
  expect(screen.queryByText(nothingYet)).toBeNull()
})

test('a draft of a new community can be continued and discarded on the profile', async () => {
  const user = await openApp(owner, '/profile')
  const view = await openForm(user)
  await fillForm(view, { 'Community Name': 'Half a thought' })
  window.history.back()
  await expectToast('Your changes are saved as a draft on this device')
  await user.click(
    await screen.findByRole('button', { name: 'Continue the draft: Half a thought' }),
  )
  const again = within(await screen.findByRole('dialog', { name: 'List your community' }))
  expect(await again.findByLabelText(/^Community Name/)).toHaveValue('Half a thought')
  window.history.back()
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }))
  expect(drafts.getByText('Half a thought')).toBeVisible()
  expect(screen.queryByText(nothingYet)).toBeNull()

  await user.click(drafts.getByRole('button', { name: 'Discard the draft: Half a thought' }))
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }))
  expect(await screen.findByText(nothingYet)).toBeVisible()
  await expectFocusKept(/^My Communities/)
  expect(Object.keys(localStorage).join()).not.toContain('draft')
})

test('drafts of other tabs and of an earlier release are listed, the newest first, and each can be continued', async () => {
  const community = await createCommunity(owner, { name: 'Kite Crew' })
  const storeDraft = (suffix: string, name: string, savedAt: number) =>
    localStorage.setItem(
      `community-draft-${owner.id}${suffix}`,
      JSON.stringify({ id: crypto.randomUUID(), savedAt, basedOn: null, values: { name } }),
    )
  storeDraft('', 'Stored by an earlier release', 1)
  storeDraft('/one', 'Newest', 4)
  storeDraft('/two', 'Older', 3)
  storeDraft(`-${community.id}/three`, 'New name', 2)
  const user = await openApp(owner, '/profile')
  const titles = ['Newest', 'Older', 'Changes to Kite Crew', 'Stored by an earlier release']
  for (const [index, title] of titles.entries()) {
    const drafts = within(await screen.findByRole('list', { name: 'Drafts' }))
    const listed = titles.slice(index).map((left) => `Continue the draft: ${left}`)
    // Those of existing communities need their names.
    await waitFor(() => {
      const buttons = drafts.getAllByRole('button', { name: /^Continue/ })
      expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(listed)
    })
    await user.click(drafts.getByRole('button', { name: `Continue the draft: ${title}` }))
    const form = within(
      await screen.findByRole('dialog', { name: /^(List your community|Edit Community)$/ }),
    )
    expect(await form.findByLabelText(/^Community Name/)).toHaveValue(
      title === 'Changes to Kite Crew' ? 'New name' : title,
    )
    await user.click(form.getByRole('button', { name: 'Start over' }))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(screen.queryByRole('list', { name: 'Drafts' })).toBeNull()
})

test('a draft that is continued while its own tab is open stays in both forms', async () => {
  const key = `community-draft-${owner.id}/${crypto.randomUUID()}`
  const draft = { id: crypto.randomUUID(), savedAt: 1, basedOn: null, values: { name: 'Twice' } }
  const storeInOtherTab = () => localStorage.setItem(key, JSON.stringify(draft))
  storeInOtherTab()
  const user = await openApp(owner, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Continue the draft: Twice' }))
  const form = within(await screen.findByRole('dialog', { name: 'List your community' }))
  await fillForm({ dialog: form, user }, { 'Community Name': 'Continued' })
  // The other form stores its next change under its own key.
  storeInOtherTab()
  window.history.back()
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }))
  expect(await drafts.findByText('Continued')).toBeVisible()
  expect(drafts.getByText('Twice')).toBeVisible()
})

test('a changed link is checked once for each save', async () => {
  const { id } = await createCommunity(owner, { name: 'Other Group', status: 'approved' })
  const answer = { state: 'live', is_proved: false, outcome: 'in review' }
  const checks = interceptRequests(/admin\/check-own-link/, () => Response.json(answer))
  for (const expected of [1, 2]) {
    await updateCommunity(owner, id, { whatsapp_link: newInviteLink() }).throwOnError()
    await openApp(owner, '/profile')
    const row = await findRow('Other Group')
    expect(await row.findByText(/^Your new link leads to a WhatsApp group/)).toBeVisible()
    cleanup()
    await openApp(owner, '/profile')
    expect(
      await (await findRow('Other Group')).findByText('Your new link is waiting for review.'),
    ).toBeVisible()
    expect(checks.count()).toBe(expected)
    cleanup()
  }
  checks.restore()
})

test('communities that need an action come first, and a dead link is not shown as approved', async () => {
  const renamed = await createCommunity(owner, { name: 'Renamed', status: 'approved' })
  const dead = await createCommunity(owner, { name: 'Dead end', status: 'approved' })
  await createCommunity(owner, { name: 'No good', status: 'rejected' })
  await createCommunity(owner, { name: 'Fine', status: 'approved' })
  await createSecretClient()
    .from('community_links')
    .update({ state: 'dead', checked_at: '2026-11-01', dead_since: '2026-11-01' })
    .eq('community_id', dead.id)
    .throwOnError()
  await createSecretClient()
    .from('community_links')
    .update({ approved_name: 'Renamed', renamed_at: '2026-11-01' })
    .eq('community_id', renamed.id)
    .throwOnError()
  await openApp(owner, '/profile')
  const row = await findRow('Dead end')
  expect(row.getByText('Hidden: the invite link no longer works')).toHaveAttribute(
    'data-tone',
    'red',
  )
  expect(row.queryByText('Approved')).toBeNull()
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['No good', 'Dead end', 'Renamed', 'Fine'])
})

test('a changed link to the same group goes live at once, and the owner reads the result', async () => {
  // The clock of this device is three minutes fast.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const community = await createCommunity(owner, { name: 'Same Group', status: 'approved' })
  const check = {
    community_id: community.id,
    link: community.whatsapp_link,
    answer: 'live',
  } as const
  const named = { ...check, group_name: 'Same group!', is_review: true }
  await createSecretClient().rpc('record_link_check', named).throwOnError()
  const whatsapp_link = newInviteLink()
  await owner.client
    .from('communities')
    .update({ whatsapp_link })
    .eq('id', community.id)
    .throwOnError()
  await openApp(owner, '/profile')
  const row = await findRow('Same Group')
  expect(
    await row.findByText('Your new link leads to the same WhatsApp group, so visitors use it now.'),
  ).toBeVisible()
  expect((await readCommunity(community.id)).whatsapp_link).toBe(whatsapp_link)
})

test('an owner checks the link of a renamed group again', async () => {
  const community = await createCommunity(owner, { name: 'Same Group', status: 'approved' })
  const check = {
    community_id: community.id,
    link: community.whatsapp_link,
    answer: 'live',
  } as const
  for (const group_name of ['Same Group', 'Crypto Signals']) {
    // oxlint-disable-next-line no-await-in-loop
    await createSecretClient()
      .rpc('record_link_check', { ...check, group_name, is_review: true })
      .throwOnError()
  }
  const user = await openApp(owner, '/profile')
  const row = await findRow('Same Group')
  expect(await row.findByText('Renamed on WhatsApp')).toBeVisible()
  expect(row.getByText(/^The WhatsApp group now has a different name/)).toBeVisible()
  // The group has its approved name again.
  await user.click(row.getByRole('button', { name: 'Check now: Same Group' }))
  await waitFor(() => expect(row.queryByText('Renamed on WhatsApp')).toBeNull())
  expect((await readCommunity(community.id)).community_blocks).toEqual([])
})

test('an owner shares the public page in the share sheet, and reads if that fails', async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const openSheet = stubShareSheet()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  const user = await openApp(owner, '/profile')
  await user.click((await findRow('Kite Crew')).getByRole('button', { name: 'Share Kite Crew' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share your community' }))
  const share = dialog.getByRole('button', { name: 'Share...' })
  openSheet.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'))
  await user.click(share)
  expect(openSheet).toHaveBeenCalledWith({
    title: 'Kite Crew',
    url: `${window.location.origin}/communities/${id}/`,
  })
  expect(dialog.queryByRole('alert')).toBeNull()

  openSheet.mockRejectedValueOnce(new DOMException('Blocked', 'NotAllowedError'))
  await user.click(share)
  expect(await dialog.findByRole('alert')).toHaveTextContent('Copy the link instead.')
})

test('an owner shares the public page as a link, a QR code and a text', async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const community = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  const user = await openApp(owner, '/profile')
  await user.click((await findRow('Kite Crew')).getByRole('button', { name: 'Share Kite Crew' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share your community' }))
  const link = `${window.location.origin}/communities/${community.id}/`
  expect(dialog.getByLabelText('Link')).toHaveValue(link)
  expect(dialog.getByRole('img', { name: 'QR code of the link above' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Copy text' }))
  expect(await navigator.clipboard.readText()).toMatch(/^“Kite Crew” is on Waypost.*$/)
  expect(await navigator.clipboard.readText()).toContain(link)

  const saved = vi.spyOn(URL, 'createObjectURL')
  // The simulated browser would open the file in place of the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(dialog.getByRole('button', { name: 'Poster as SVG' }))
  const [poster] = saved.mock.lastCall ?? []
  const svg = poster instanceof Blob ? await poster.text() : ''
  expect(svg).toContain('>Kite Crew</text>')
  expect(svg).toContain(`>${link.replace(/^https?:\/\//, '')}</text>`)
  // Only where there is a share sheet.
  expect(dialog.queryByRole('button', { name: 'Share...' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expectFocusKept(/Share/)
})
