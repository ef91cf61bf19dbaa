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

const findForm = async (name: RegExp | string = 'List your community') =>
  within(await screen.findByRole('dialog', { name }))
const historyIndex = () => Number(Reflect.get(Object(window.history.state), 'idx'))

test('a submitted community is in the list at once, with what happens next, and leaves no open dialog in the history', async () => {
  interceptRequests(/rpc\/get_review_time/, () => Response.json(47))
  const user = await openApp(owner, '/profile')
  expect(await screen.findByText(nothingYet)).toBeVisible()
  await user.click(await screen.findByRole('link', { name: 'List New Community' }))
  answerLinkChecks()
  const dialog = await findForm()
  await completeForm({ dialog, user })
  expect(dialog.getByText(/^An admin reviews it/)).toBeVisible()
  // The list is not loaded again before the end of the test.
  interceptRequests(/communities\?.*owner_id=eq/, () => new Promise(() => {}))
  await user.click(dialog.getByRole('button', { name: 'Submit for review' }))
  await expectToast('Community submitted for review')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = await findRow('Sunrise Swimmers')
  expect(row.getByText("In review. We'll email you.")).toBeVisible()
  expect(await screen.findByText('Reviews take about 2 days at present.')).toBeVisible()
  expect(screen.queryByText(nothingYet)).toBeNull()
  expect([window.location.pathname, historyIndex()]).toEqual(['/profile', 0])
})

test('drafts of this tab, other tabs and an earlier release are listed, the newest first, and can be continued and discarded', async () => {
  const community = await createCommunity(owner, { name: 'Kite Crew' })
  const storeDraft = (suffix: string, name: string, savedAt: number) =>
    localStorage.setItem(
      `community-draft-${owner.id}${suffix}`,
      JSON.stringify({ id: crypto.randomUUID(), savedAt, basedOn: null, values: { name } }),
    )
  storeDraft('', 'Stored by an earlier release', 1)
  storeDraft('/one', 'Newest', 4)
  storeDraft(`-${community.id}/three`, 'New name', 2)
  const user = await openApp(owner, '/profile')
  await user.click(await screen.findByRole('link', { name: 'List New Community' }))
  await fillForm({ dialog: await findForm(), user }, { 'Community Name': 'Half a thought' })
  window.history.back()
  await expectToast('Your changes are saved as a draft on this device')
  const titles = [
    'Half a thought',
    'Newest',
    'Changes to Kite Crew',
    'Stored by an earlier release',
  ]
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }))
  // Those of existing communities need their names.
  await waitFor(() =>
    expect(
      drafts
        .getAllByRole('button', { name: /^Continue/ })
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(titles.map((title) => `Continue the draft: ${title}`)),
  )
  for (const [title, name = title] of [
    ['Half a thought'],
    ['Changes to Kite Crew', 'New name'],
    ['Stored by an earlier release'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `Continue the draft: ${title}` }))
    const form = await findForm(/^(List your community|Edit Community)$/)
    expect(await form.findByLabelText(/^Community Name/)).toHaveValue(name)
    await user.click(form.getByRole('button', { name: 'Start over' }))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click(screen.getByRole('button', { name: 'Discard the draft: Newest' }))
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Drafts' })).toBeNull())
  await expectFocusKept(/^My Communities/)
  expect(Object.keys(localStorage).join()).not.toContain('draft')
})

test('a changed link is checked once for each save', async () => {
  const { id } = await createCommunity(owner, { name: 'Other Group', status: 'approved' })
  const answer = { state: 'live', is_proved: false, outcome: 'in review' }
  const checks = interceptRequests(/admin\/check-own-link/, () => Response.json(answer))
  const open = async (text: string | RegExp) => {
    cleanup()
    await openApp(owner, '/profile')
    expect(await (await findRow('Other Group')).findByText(text)).toBeVisible()
  }
  for (const expected of [1, 2]) {
    await updateCommunity(owner, id, { whatsapp_link: newInviteLink() }).throwOnError()
    await open(/^Your new link leads to a WhatsApp group/)
    expect(checks.count()).toBe(expected)
  }
  await open('Your new link is waiting for review.')
  expect(checks.count()).toBe(2)
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

test('a changed link to the same group goes live at once, and the link of a renamed group is checked again', async () => {
  // The clock of this device is three minutes fast.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const createNamed = async (name: string, ...groupNames: string[]) => {
    const { id, whatsapp_link: link } = await createCommunity(owner, { name, status: 'approved' })
    for (const group_name of groupNames) {
      const check = { community_id: id, link, answer: 'live', group_name, is_review: true } as const
      // oxlint-disable-next-line no-await-in-loop
      await createSecretClient().rpc('record_link_check', check).throwOnError()
    }
    return id
  }
  const changed = await createNamed('Same Group', 'Same group!')
  const renamed = await createNamed('Kite Crew', 'Kite Crew', 'Crypto Signals')
  const whatsapp_link = newInviteLink()
  await updateCommunity(owner, changed, { whatsapp_link }).throwOnError()
  const user = await openApp(owner, '/profile')
  expect(
    await (
      await findRow('Same Group')
    ).findByText('Your new link leads to the same WhatsApp group, so visitors use it now.'),
  ).toBeVisible()
  expect((await readCommunity(changed)).whatsapp_link).toBe(whatsapp_link)

  const row = await findRow('Kite Crew')
  expect(row.getByText(/^The WhatsApp group now has a different name/)).toBeVisible()
  // The group has its approved name again.
  await user.click(row.getByRole('button', { name: 'Check now: Kite Crew' }))
  await waitFor(() => expect(row.queryByText('Renamed on WhatsApp')).toBeNull())
  expect((await readCommunity(renamed)).community_blocks).toEqual([])
})

test('an owner shares the public page as a link, a QR code, a text and in the share sheet', async () => {
  vi.stubEnv('VITE_DIRECTORY', 'live')
  const openSheet = stubShareSheet()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  const user = await openApp(owner, '/profile')
  await user.click((await findRow('Kite Crew')).getByRole('button', { name: 'Share Kite Crew' }))
  const dialog = await findForm('Share your community')
  const url = `${window.location.origin}/communities/${id}/`
  expect(dialog.getByLabelText('Link')).toHaveValue(url)
  expect(dialog.getByRole('img', { name: 'QR code of the link above' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Copy text' }))
  expect(await navigator.clipboard.readText()).toMatch(/^“Kite Crew” is on Waypost.*$/)
  expect(await navigator.clipboard.readText()).toContain(url)

  const saved = vi.spyOn(URL, 'createObjectURL')
  // The simulated browser would open the file in place of the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(dialog.getByRole('button', { name: 'Poster as SVG' }))
  const [poster] = saved.mock.lastCall ?? []
  const svg = poster instanceof Blob ? await poster.text() : ''
  expect(svg).toContain('>Kite Crew</text>')
  expect(svg).toContain(`>${url.replace(/^https?:\/\//, '')}</text>`)

  const share = dialog.getByRole('button', { name: 'Share...' })
  openSheet.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'))
  await user.click(share)
  expect(openSheet).toHaveBeenCalledWith({ title: 'Kite Crew', url })
  expect(dialog.queryByRole('alert')).toBeNull()
  openSheet.mockRejectedValueOnce(new DOMException('Blocked', 'NotAllowedError'))
  await user.click(share)
  expect(await dialog.findByRole('alert')).toHaveTextContent('Copy the link instead.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expectFocusKept(/Share/)
})
