import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { directoryCache } from '../../../src/routes/directory/directory-client.ts'
import { createApproved, createCommunity } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { countRequests, interceptRequests } from '../requests.ts'
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
  test('describes the community to visitors without revealing its invite link', async () => {
    visit(urlOf())
    const heading = await screen.findByRole('heading', { level: 1, name: 'Reef Cleaners' })
    expect(heading).toBeVisible()
    // Excludes the cards of other communities.
    const details = within(heading.closest('article') ?? document.body)
    expect(details.getByText(/Fins on at eight\./)).toHaveTextContent('Gloves are there.')
    expect(details.getByText('Bali, Indonesia')).toBeVisible()
    expect(details.getByText('Tours & Adventure')).toBeVisible()
    expect(details.getByText('1,234')).toBeVisible()
    expect(details.getByText('Request to Join')).toBeVisible()
    expect(details.getByText('May 4, 2026')).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: 'Divers' })).toBeVisible()
    const others = within(await screen.findByRole('list', { name: 'More in Bali' }))
    expect(others.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Ubud Bakers',
    ])
    expect(document.documentElement.innerHTML).not.toContain('chat.whatsapp.com')
  })

  test('uses the singular for one member in its meta description', async () => {
    const lonely = await createCommunity(owner, { member_count: 1, status: 'approved' })
    visit(urlOf(lonely.id))
    await findJoinButton()
    const description = document.querySelector('meta[name="description"]')
    expect(description).toHaveAttribute('content', expect.stringMatching(/, 1 member\.$/))
  })

  test('does not cut an emoji in its meta description', async () => {
    const description = `${'a'.repeat(149)}😀😀`
    const { id } = await createCommunity(owner, { description, status: 'approved' })
    visit(urlOf(id))
    await findJoinButton()
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      expect.stringMatching(/^a{149}😀 · /u),
    )
  })

  test('shows when the invite link last worked, unless it was never checked', async () => {
    const checked = await createCommunity(owner, { location: 'Rio de Janeiro', status: 'approved' })
    await createSecretClient()
      .from('community_links')
      .update({ state: 'live', live_at: '2026-11-02T23:30:00Z' })
      .eq('community_id', checked.id)
      .throwOnError()
    visit(urlOf(checked.id))
    expect(await screen.findByText('Link checked Nov 2, 2026')).toBeVisible()
    cleanup()
    visit(urlOf())
    await findJoinButton()
    expect(screen.queryByText(/Link checked/)).toBeNull()
  })

  test.each(['7d7f9b7e-0000-4000-8000-000000000000', 'no-id-at-all'])(
    'suggests other communities in the same place if the community is not listed: %s',
    async (id) => {
      visit(urlOf(id))
      expect(
        await screen.findByRole('heading', { name: 'This community is not listed' }),
      ).toBeVisible()
      const others = within(await screen.findByRole('list', { name: 'Communities in Bali' }))
      expect(others.getByRole('link', { name: 'Reef Cleaners' })).toBeVisible()
    },
  )

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

  test('copies the link of the static page if the browser has no share sheet', async () => {
    const user = visit(urlOf())
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await expectToast('Link copied')
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}/communities/${community.id}/`,
    )
  })
})

describe('the owner', () => {
  const findEditLink = () => screen.findByRole('link', { name: 'Edit' })

  test('can edit their community from its public page', async () => {
    const user = await openApp(owner, urlOf())
    await user.click(await findEditLink())
    expect(await screen.findByRole('dialog', { name: 'Edit Community' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe(`/profile?edit=${community.id}`)
  })

  test('cannot report their own community', async () => {
    await openApp(owner, urlOf())
    await findEditLink()
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  })

  test('sees the report button if the ownership check fails', async () => {
    const failing = interceptRequests(
      /rest\/v1\/communities/,
      () => new Response('{}', { status: 503 }),
    )
    await openApp(owner, urlOf())
    expect(await screen.findByRole('button', { name: 'Report' })).toBeVisible()
    await waitFor(() => expect(failing.count()).toBeGreaterThan(0))
    expect(screen.getByRole('button', { name: 'Report' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })

  test.each([
    ['an admin', { admin: true }],
    ['another user', {}],
  ])('is the only one with an edit link: %s can only report', async (_role, role) => {
    const requests = countRequests(/rest\/v1\/communities/)
    await openApp(await createUser(role), urlOf())
    await waitFor(() => expect(requests.count()).toBeGreaterThan(0))
    expect(await screen.findByRole('button', { name: 'Report' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })

  test('is not looked up for visitors', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    const requests = countRequests(new RegExp(`rest/v1/communities.*${id}`))
    visit(urlOf(id))
    expect(await screen.findByRole('button', { name: 'Report' })).toBeVisible()
    expect(requests.count()).toBe(0)
  })
})

describe('joining', () => {
  test('shows visitors, but not signed-in users, that it needs an account', async () => {
    visit(urlOf())
    expect(await screen.findByText(/You need a free account\./)).toHaveTextContent(
      'Members of the WhatsApp group can see your phone number.',
    )
    cleanup()
    await openApp(await createUser(), urlOf())
    expect(
      await screen.findByText('Members of the WhatsApp group can see your phone number.'),
    ).toBeVisible()
    expect(screen.queryByText(/You need a free account/)).toBeNull()
  })

  test('opens the invite link in the tab that the click opened', async () => {
    const user = await openApp(await createUser(), urlOf())
    await user.dblClick(await findJoinButton())
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(community.whatsapp_link))
    expect(openTab).toHaveBeenCalledTimes(1)
    expect(tab.opener).toBeNull()
    expect(screen.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
      'href',
      community.whatsapp_link,
    )
  })

  test('shows the link on the page if the browser blocks the tab', async () => {
    openTab.mockReturnValue(null)
    const user = await openApp(await createUser(), urlOf())
    await user.click(await findJoinButton())
    const link = await screen.findByRole('link', { name: 'Open WhatsApp' })
    expect(link).toHaveAttribute('href', community.whatsapp_link)
    expect(link).toHaveAttribute('rel', 'noreferrer')
  })

  test('shows why the database refused, and closes the tab', async () => {
    const member = await createUser()
    const others = await createApproved(
      owner,
      Array.from({ length: 30 }, () => ({ name: 'One of thirty', location: 'Zürich' })),
    )
    await Promise.all(
      others.map(({ id }) =>
        member.client.rpc('join_community', { community_id: id }).throwOnError(),
      ),
    )
    const user = await openApp(member, urlOf())
    await user.click(await findJoinButton())
    expect(
      await screen.findByText(
        'You can open at most 30 invite links a day. Please try again tomorrow.',
      ),
    ).toBeVisible()
    expect(tab.close).toHaveBeenCalled()
    expect(tab.location.replace).not.toHaveBeenCalled()
  })

  test('continues automatically after signing in', async () => {
    const member = await createUser()
    const user = visit(urlOf())
    await user.click(await findJoinButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }))
    await user.type(await dialog.findByLabelText('Email'), member.email)
    await user.type(dialog.getByLabelText('Password'), member.password)
    await user.click(dialog.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe(urlOf())
  })

  test('hides the invite link when the session ends in another tab', async () => {
    const user = await openApp(await createUser(), urlOf())
    await user.click(await findJoinButton())
    await screen.findByRole('link', { name: 'Open WhatsApp' })
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(await findJoinButton()).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Open WhatsApp' })).toBeNull()
    expect(document.documentElement.innerHTML).not.toContain(community.whatsapp_link)
  })

  test('does not start from a forged URL', async () => {
    const requests = interceptRequests(/join_community/, () => new Response('', { status: 500 }))
    await openApp(await createUser(), `${urlOf()}&resume=join`)
    expect(await findJoinButton()).toBeVisible()
    await waitFor(() => expect(window.location.search).not.toContain('resume'))
    expect(requests.count()).toBe(0)
  })
})

describe('reporting', () => {
  test('requires a reason, thanks the user, and refuses a second report', async () => {
    const member = await createUser()
    const user = await openApp(member, urlOf())
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Report' }))
      return within(await screen.findByRole('dialog', { name: 'Report this community' }))
    }
    const dialog = await open()
    const send = await dialog.findByRole('button', { name: 'Send report' })
    await user.click(send)
    expect(dialog.getByText('Please choose what is wrong')).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'Dead link' }))
    await user.dblClick(send)
    await expectToast('Thank you. An admin will look at it.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const again = await open()
    await user.click(again.getByRole('radio', { name: 'Spam' }))
    await user.click(again.getByRole('button', { name: 'Send report' }))
    expect(
      await again.findByText('You have already reported this community. Thank you.'),
    ).toBeVisible()
    const { data: reports } = await createSecretClient()
      .from('community_reports')
      .select('reason')
      .eq('reporter_id', member.id)
    expect(reports).toEqual([{ reason: 'dead_link' }])
  })
})
