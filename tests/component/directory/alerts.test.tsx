import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TablesInsert } from '../../../src/supabase/database.types.ts'
import { createApproved } from '../../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'
import { failRequests, holdResponses } from '../requests.ts'
import { findDialog, signIn } from '../session/app.tsx'
import { expectFocusKept, expectToast, openApp, visit } from '../whole-app.tsx'

const secret = createSecretClient()
let member: TestUser

beforeEach(async () => {
  member = await createUser()
})

const list = '/communities?q=surf&place=Bali'
const add = { name: 'Email me about new communities' }
const findAdd = () => screen.findByRole('button', add)
/** Waits until it is known whether there is an alert for the list. */
const findReadyAdd = () =>
  waitFor(() => {
    const button = screen.getByRole('button', add)
    expect(button).not.toHaveAttribute('aria-busy')
    return button
  })
const findStop = () => screen.findByRole('button', { name: 'Stop the alert for this list' })
const readAlerts = async () => {
  const columns = 'search, location, category, join_type, language'
  return (await secret.from('alerts').select(columns).eq('user_id', member.id).throwOnError()).data
}
const alert = { search: 'surf', location: 'Bali', category: null, join_type: null, language: null }
/** Without the characters that isolate names. */
const bare = (text = '') => text.replaceAll(/[\u2068\u2069]/g, '')
const insert = (filters: Partial<TablesInsert<'alerts'>>[]) =>
  secret
    .from('alerts')
    .insert(filters.map((filter) => ({ ...filter, user_id: member.id })))
    .throwOnError()

describe('alerts for a list', () => {
  test('can be turned on and off, also after a failure, and stay on when the list is opened again', async () => {
    const user = await openApp(member, list)
    const release = holdResponses(/rest\/v1\/alerts/)
    expect(await findAdd()).toHaveAttribute('aria-busy', 'true')
    release()
    await findReadyAdd()
    const failing = failRequests(/rest\/v1\/alerts/)
    await user.click(await findAdd())
    await expectToast(/^Couldn't add the alert/)
    failing.restore()
    await user.click(await findReadyAdd())
    expect(await screen.findByText('You have an alert for this list.')).toBeVisible()
    await expectFocusKept(/^Stop$/)
    expect(await readAlerts()).toEqual([alert])

    cleanup()
    await openApp(member, `${list}&sort=members`)
    await user.click(await findStop())
    await findAdd()
    await expectFocusKept(/^Email me/)
    expect(await readAlerts()).toEqual([])
  })

  test('are offered only for a filter that a community can match', async () => {
    await createApproved(await createUser(), [{ name: 'Surf Bingo', location: 'Bali' }])
    for (const url of ['/communities', '/communities?q=%21%21', '/communities?place=Atlantis']) {
      visit(url)
      await screen.findByText(/\d communit/)
      expect(screen.queryByRole('button', { name: /^Email me/ })).toBeNull()
      cleanup()
    }
    visit('/communities?place=bali')
    expect(await findAdd()).toBeVisible()
  })

  test('start once the visitor has signed in, but not because of a link from another user', async () => {
    const user = visit(list)
    await user.click(await findAdd())
    expect(await findDialog('Sign in')).toHaveAccessibleDescription(
      'Enter your email to get emails about new communities',
    )
    await signIn(member)
    expect(await screen.findByText('You have an alert for this list.')).toBeVisible()
    expect(await readAlerts()).toEqual([alert])
    expect(window.location.search).toBe('?q=surf&place=Bali')

    cleanup()
    await openApp(member, '/communities?q=kite&resume=alert')
    await findAdd()
    await waitFor(() => expect(window.location.search).toBe('?q=kite'))
    expect(await readAlerts()).toEqual([alert])
  })

  test('are one for each combination of several values, added and stopped together', async () => {
    const several =
      '/communities?q=surf&place=Bali&place=Z%C3%BCrich&category=Sports&category=Culture'
    visit('/communities?q=surf&place=Bali')
    await findAdd()
    expect(screen.getByText('For “surf” · Bali')).toBeVisible()
    cleanup()
    await insert([{ search: 'surf', location: 'Bali', category: 'Sports' }, { search: 'kite' }])
    const user = await openApp(member, several)
    const described =
      /^For “surf” · Bali or Zürich · (Sports or Culture|Culture or Sports)\. Uses 4 of/
    await findReadyAdd()
    expect(screen.getByText((_, node) => described.test(bare(node?.textContent)))).toBeVisible()
    await user.click(await findAdd())
    const stop = await screen.findByRole('button', { name: 'Stop the alerts for this list' })
    const places = (await readAlerts()).map(({ location, category }) => `${location} ${category}`)
    expect(places.toSorted()).toEqual([
      'Bali Culture',
      'Bali Sports',
      'Zürich Culture',
      'Zürich Sports',
      'null null',
    ])
    await user.click(stop)
    await findAdd()
    expect(await readAlerts()).toMatchObject([{ search: 'kite' }])
  })

  test('are refused, with the reason, for more combinations than a user can have, and after ten', async () => {
    visit(
      '/communities?place=Bali&place=Medell%C3%ADn&place=Z%C3%BCrich&category=Sports&category=Culture&category=Business&category=Exploration',
    )
    expect(await screen.findByText(/this list needs \d+ alerts, and you can have 10/)).toBeVisible()
    cleanup()
    await insert(Array.from({ length: 9 }, (_, index) => ({ search: `surf ${index}` })))
    await openApp(member, '/communities?category=Sports&category=Culture')
    expect(await screen.findByText(/^You already have 9 alerts\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Delete some' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Email me/ })).toBeNull()
    cleanup()

    await insert([{ search: 'surf 9' }])
    await openApp(member, list)
    expect(await screen.findByText(/^You already have 10 alerts\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Delete one' })).toHaveAttribute(
      'href',
      '/profile?section=settings#emails',
    )
    cleanup()
    const off = { wants_alert_emails: false }
    await secret.from('profiles').update(off).eq('id', member.id).throwOnError()
    await openApp(member, list)
    expect(await screen.findByText(/^Your alerts are off/)).toBeVisible()
    expect(screen.queryByText(/You already have/)).toBeNull()
  })
})

test('the profile lists the alerts, turns them all off and deletes one', async () => {
  await insert([alert])
  await insert([{ location: 'Zürich' }])
  const user = await openApp(member, '/profile#emails')
  const card = within(await screen.findByRole('region', { name: 'Emails' }))
  const rows = within(await card.findByRole('list', { name: 'Your alerts' }))
  expect(rows.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '“surf” · Bali',
    'Zürich',
  ])
  expect(rows.getByRole('link', { name: '“surf” · Bali' })).toHaveAttribute('href', list)

  await user.click(card.getByRole('switch', { name: 'New communities' }))
  await waitFor(() =>
    expect(card.getByRole('switch', { name: 'New communities' })).toHaveAttribute(
      'aria-busy',
      'false',
    ),
  )
  await user.click(rows.getByRole('button', { name: 'Delete: Zürich' }))
  await waitFor(async () => expect(await readAlerts()).toEqual([alert]))
  await waitFor(() => expect(rows.queryByText('Zürich')).toBeNull())
  await expectFocusKept(/surf/)

  cleanup()
  // Emails are off, so the list offers to turn them on again.
  await openApp(member, list)
  await user.click(await findReadyAdd())
  await findStop()
})
