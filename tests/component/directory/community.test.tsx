import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { encode } from 'uqr'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { directoryCache } from '../../../src/features/directory/directory-cache.ts'
import { createApproved, createCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { choosePassword, fillIn } from '../session/app.tsx'
import { countRequests, failRequests, interceptRequests } from '../requests.ts'
import { stubShareSheet } from '../share-sheet.ts'
import { expectToast, openApp, visit } from '../whole-app.tsx'

let owner: TestUser
let community: Awaited<ReturnType<typeof createCommunity>>

/** A fake of the tab that opens WhatsApp. */
const tab = {
  opener: {},
  document: { title: '' },
  close: vi.fn<() => void>(),
  location: { replace: vi.fn<() => void>() },
}
const openTab = vi.fn<() => unknown>(() => tab)
const urlOf = (id = community.id) => `/communities?community=${id}&place=Bali`
/** Draws the dark squares of a QR code. */
const drawSquares = (text: string) =>
  encode(text, { ecc: 'M', border: 4 })
    .data.flatMap((row, y) => row.map((isDark, x) => isDark && `M${x} ${y}h1v1h-1z`))
    .filter(Boolean)
    .join('')
const findJoinButton = () => screen.findByRole('button', { name: 'Join on WhatsApp' })

beforeAll(async () => {
  owner = await createUser()
  community = await createCommunity(owner, {
    name: 'Reef Cleaners',
    description: 'Fins on at eight.\nGloves are there.',
    location: 'Bali',
    category: 'Tours & Adventure',
    join_type: 'request',
    member_count: 1234,
    host_name: 'مريم',
    host_intro: 'Has counted every turtle since 2019.',
  })
  await owner.client
    .from('community_groups')
    .insert({ community_id: community.id, name: 'Divers', description: 'Below five metres' })
    .throwOnError()
  const secret = createSecretClient()
  await secret
    .from('communities')
    .update({ status: 'approved', approval_date: '2026-05-04T10:00:00Z' })
    .eq('id', community.id)
    .throwOnError()
  await createCommunity(owner, { name: 'Ubud Bakers', location: 'Bali', status: 'approved' })
})

beforeEach(() => {
  // A page load starts without data in memory.
  directoryCache.clear()
  vi.clearAllMocks()
  openTab.mockReturnValue(tab)
  vi.stubGlobal('open', openTab)
})

describe('the page of a community', () => {
  test('describes the community to visitors without revealing its invite link or looking up its owner', async () => {
    const ownerLookups = countRequests(/rest\/v1\/communities/)
    visit(urlOf())
    const heading = await screen.findByRole('heading', { level: 1, name: 'Reef Cleaners' })
    expect(heading).toBeVisible()
    // Excludes the cards of other communities.
    const details = within(heading.closest('article') ?? document.body)
    expect(details.getByText(/Fins on at eight\./)).toHaveTextContent('Gloves are there.')
    const host = within(details.getByRole('region', { name: 'Host' }))
    expect(host.getByText('Hosted by').parentElement).toHaveTextContent('Hosted by مريم')
    expect(host.getByText('مريم')).toHaveAttribute('translate', 'no')
    expect(host.getByText('Has counted every turtle since 2019.')).toHaveAttribute('dir', 'auto')
    expect(details.getByText('Bali, Indonesia')).toBeVisible()
    expect(details.getByText('Tours & Adventure')).toBeVisible()
    expect(details.getByText('about 1,200 members, says the owner')).toBeVisible()
    expect(details.queryByText(/Verified/)).toBeNull()
    expect(details.getByText('Request to Join')).toBeVisible()
    expect(details.getByText('May 4, 2026')).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: 'Divers' })).toBeVisible()
    const others = within(await screen.findByRole('list', { name: 'More in Bali' }))
    expect(others.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Ubud Bakers',
    ])
    expect(document.documentElement.innerHTML).not.toContain('chat.whatsapp.com')
    expect(screen.queryByText(/Link checked/)).toBeNull()
    expect(screen.getByText('You need a free account.').parentElement).toHaveTextContent(
      'You need a free account. The group can see your phone number.',
    )
    expect(screen.getByRole('button', { name: 'Report' })).toBeVisible()
    expect(ownerLookups.count()).toBe(0)
  })

  test('shows when the invite link last worked and that the owner is verified, and has a meta description', async () => {
    const { id } = await createCommunity(owner, {
      description: `${'a'.repeat(149)}😀😀`,
      location: 'Rio de Janeiro',
      member_count: 1,
      status: 'approved',
    })
    await createSecretClient()
      .from('community_links')
      .update({ state: 'live', live_at: '2026-11-02T23:30:00Z' })
      .eq('community_id', id)
      .throwOnError()
    const verified_at = '2026-11-01T00:00:00Z'
    await createSecretClient().from('communities').update({ verified_at }).eq('id', id)
    visit(urlOf(id))
    expect(await screen.findByText('Link checked Nov 2, 2026')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Host' })).toBeNull()
    expect(screen.getByText('Verified owner').closest('div')).toHaveTextContent(/put our code/)
    // Shortened, but without a part of an emoji.
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      expect.stringMatching(/^a{149}😀 · .*, 1 member, says the owner\.$/u),
    )
  })

  test('shows signs of life on the page and on cards, and none otherwise', async () => {
    const created = await createApproved(
      owner,
      [1, 2, 3].map(() => ({ location: 'Medellín' })),
    )
    const [joined = '', confirmed = '', quiet = ''] = created.map(({ id }) => id)
    // A job at night counts them: joined-here.test.ts.
    const life = new Map([
      [joined, { joins_this_month: 20, is_active: true }],
      [confirmed, { is_active: true }],
    ])
    interceptRequests(/rpc\/(search_directory|get_directory_community)/, async (forward) => {
      const rows: { id: string }[] = await (await forward()).json()
      return Response.json(rows.map((row) => ({ ...row, ...life.get(row.id) })))
    })
    visit(urlOf(quiet))
    const cards = within(await screen.findByRole('list', { name: 'More in Medellín' }))
    expect(cards.getByText('20+ travelers joined this month')).toBeVisible()
    expect(cards.getByText('Active this month')).toBeVisible()
    expect(screen.getAllByText(/this month/)).toHaveLength(2)
    cleanup()
    visit(urlOf(joined))
    const heading = await screen.findByRole('heading', { level: 1 })
    const details = within(heading.closest('article') ?? document.body)
    expect(details.getByText('20+ travelers joined this month')).toBeVisible()
  })

  test('suggests other communities in the same place if the community is not listed', async () => {
    visit(urlOf('7d7f9b7e-0000-4000-8000-000000000000'))
    expect(
      await screen.findByRole('heading', { name: 'This community is not listed' }),
    ).toBeVisible()
    const others = within(await screen.findByRole('list', { name: 'Communities in Bali' }))
    expect(others.getByRole('link', { name: 'Reef Cleaners' })).toBeVisible()
  })

  test('shows what the list contains of it until the rest arrives, and if that fails', async () => {
    const description = 'Swimming '.repeat(50).trim()
    const { name } = await createCommunity(owner, {
      name: 'Noon Swimmers',
      description,
      status: 'approved',
    })
    let fail = () => {}
    const held = new Promise<void>((resolve) => (fail = resolve))
    const requests = interceptRequests(/get_directory_community/, async () => {
      await held
      return new Response('{}', { status: 503 })
    })
    const hasStructuredData = () =>
      document.querySelector('script[type="application/ld+json"]') !== null
    const user = visit('/communities?q=noon')
    await user.click(await screen.findByRole('link', { name }))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    const summary = `${description.slice(0, 300)}...`
    expect(screen.getByText(summary)).toBeVisible()
    expect(hasStructuredData()).toBe(false)

    fail()
    expect(await screen.findByText(/^Couldn't load the current details/)).toBeVisible()
    expect(screen.getByText(summary)).toBeVisible()
    expect(hasStructuredData()).toBe(false)

    requests.restore()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(description)).toBeVisible()
    expect(screen.queryByText(/^Couldn't load/)).toBeNull()
    expect(hasStructuredData()).toBe(true)
  })

  test('opens the share sheet, and copies the link of the static page if there is none or it fails', async () => {
    const user = visit(urlOf())
    const share = await screen.findByRole('button', { name: 'Share' })
    await user.click(share)
    await expectToast('Link copied')
    const url = `${window.location.origin}/communities/${community.id}/`
    expect(await navigator.clipboard.readText()).toBe(url)
    act(() => toast.remove())

    const openSheet = stubShareSheet()
    openSheet.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'))
    await user.click(share)
    expect(openSheet).toHaveBeenCalledWith({ title: community.name, url })
    expect(screen.queryByText(/^(Link copied|Couldn't copy)/)).toBeNull()
    openSheet.mockRejectedValueOnce(new DOMException('Blocked', 'NotAllowedError'))
    await user.click(share)
    await expectToast('Link copied')
  })
})

describe('the owner', () => {
  test('can edit, but not report, their own community', async () => {
    const user = await openApp(owner, urlOf())
    const edit = await screen.findByRole('link', { name: 'Edit' })
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
    await user.click(edit)
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe(`/profile?edit=${community.id}`)
  })
})

describe('joining', () => {
  const qrCode = /^QR code of the invite link/
  const stubMedia = (matches: boolean) =>
    vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => undefined }))

  test('opens the invite link in the tab that the click opened, on a phone without a QR code', async () => {
    stubMedia(false)
    const user = await openApp(await createUser(), urlOf())
    expect(await screen.findByText('The group can see your phone number.')).toBeVisible()
    expect(screen.queryByText('You need a free account.')).toBeNull()
    await user.dblClick(await findJoinButton())
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(community.whatsapp_link))
    expect(openTab).toHaveBeenCalledTimes(1)
    expect(tab.opener).toBeNull()
    expect(await screen.findByRole('link', { name: 'Joined · Open WhatsApp' })).toBeVisible()
    await act(() => import('../../../src/ui/QrCode.tsx'))
    expect(screen.queryAllByRole('img', { name: qrCode })).toEqual([])
  })

  test('and reporting name their reason to a visitor, also in the views with a password', async () => {
    const member = await createUser()
    const user = visit(urlOf())
    await user.click(await findJoinButton())
    const signIn = await screen.findByRole('dialog', { name: 'Sign in' })
    expect(signIn).toHaveAccessibleDescription('Enter your email to join Reef Cleaners')
    expect(within(signIn).getByText('Reef Cleaners')).toHaveAttribute('translate', 'no')
    const privacy = within(signIn).getByRole('link', { name: /^Privacy policy/ })
    expect(privacy).toHaveAttribute('href', '/privacy')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Report' }))
    await choosePassword()
    await user.click(screen.getByRole('button', { name: 'Create an account' }))
    const report = await screen.findByRole('dialog', { name: 'Create your account' })
    expect(report).toHaveAccessibleDescription('Create a free account to report Reef Cleaners')
    await user.click(within(report).getByRole('button', { name: 'Sign in' }))
    await fillIn({ Email: member.email, Password: member.password })
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Report this community' })
  })

  test('shows why the database refused, and closes the tab', async () => {
    const left = await createCommunity(owner, { status: 'approved' })
    const user = await openApp(await createUser(), urlOf(left.id))
    const join = await findJoinButton()
    await createSecretClient().from('communities').delete().eq('id', left.id).throwOnError()
    await user.click(join)
    expect(await screen.findByText('This community is no longer in the directory.')).toBeVisible()
    expect(tab.close).toHaveBeenCalled()
    expect(tab.location.replace).not.toHaveBeenCalled()
  })

  test('shows the link on the page, on a computer with a QR code, until the session ends elsewhere', async () => {
    stubMedia(true)
    // The browser has blocked the tab.
    openTab.mockReturnValue(null)
    const user = await openApp(await createUser(), urlOf())
    await user.click(await findJoinButton())
    const link = await screen.findByRole('link', { name: 'Joined · Open WhatsApp' })
    expect(link).toHaveAttribute('href', community.whatsapp_link)
    expect(link).toHaveAttribute('rel', 'noreferrer')
    const code = await screen.findByRole('img', { name: qrCode })
    expect(code.querySelector('path')?.getAttribute('d')).toBe(drawSquares(community.whatsapp_link))
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(await findJoinButton()).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Joined · Open WhatsApp' })).toBeNull()
    expect(document.documentElement.innerHTML).not.toContain(community.whatsapp_link)
  })

  test('shows on later visits, on the page and on the card, and gets the link again', async () => {
    const member = await createUser()
    const join = { community_id: community.id, user_id: member.id, joined_on: '2026-10-01' }
    await createSecretClient().from('community_joins').insert(join).throwOnError()
    const user = await openApp(member, urlOf())
    await user.click(await screen.findByRole('button', { name: 'Joined · Open WhatsApp' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(community.whatsapp_link))
    expect(await screen.findByRole('link', { name: 'Joined · Open WhatsApp' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Communities in Bali' }))
    const joined = within(await screen.findByRole('list', { name: 'Communities' }))
    expect((await joined.findByText('Joined')).closest('article')).toHaveTextContent(
      'Reef Cleaners',
    )
    expect(joined.getAllByText('Joined')).toHaveLength(1)
  })

  test('does not start from a forged URL', async () => {
    const requests = failRequests(/join_community/)
    await openApp(await createUser(), `${urlOf()}&resume=join`)
    expect(await findJoinButton()).toBeVisible()
    await waitFor(() => expect(window.location.search).not.toContain('resume'))
    expect(requests.count()).toBe(0)
  })
})

test('a report requires a reason, and a double click sends it once', async () => {
  const member = await createUser()
  const user = await openApp(member, urlOf())
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this community' }))
  const send = await dialog.findByRole('button', { name: 'Send report' })
  await user.click(send)
  expect(dialog.getByText('Please choose what is wrong')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Dead link' }))
  await user.dblClick(send)
  await expectToast('Thank you. An admin will look at it.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { data: reports } = await createSecretClient()
    .from('community_reports')
    .select('reason')
    .eq('reporter_id', member.id)
  expect(reports).toEqual([{ reason: 'dead_link' }])
})

test('a suspended user reads why they can neither join, save nor report', async () => {
  const member = await createUser()
  const suspension = { user_id: member.id, reason: 'Spam.' }
  await createSecretClient().from('suspensions').insert(suspension).throwOnError()
  const why = 'Your account is suspended. Your profile page says why.'
  const user = await openApp(member, urlOf())
  expect(await screen.findByText(why)).toBeVisible()
  expect(await findJoinButton()).toBeDisabled()
  const save = await screen.findByRole('button', { name: 'Save Reef Cleaners' })
  await waitFor(() => expect(save).toBeDisabled())
  expect(save).toHaveAccessibleDescription(why)
  await user.click(screen.getByRole('button', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this community' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled())
  expect(dialog.getByText(why)).toBeVisible()
})
