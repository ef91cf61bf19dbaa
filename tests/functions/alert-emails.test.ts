import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TablesInsert } from '../../src/supabase/database.types.ts'
import { setDirectoryLive } from '../../supabase/local/database.ts'
import { newCommunity } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { siteUrl, startEmailBackend } from './email-backend.ts'

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, call, sendDue, server } = backend
const user = await signUp({ name: 'Maya' })

beforeEach(async () => {
  await backend.clear()
  await sql.exec('delete from public.alerts; update public.profiles set wants_alert_emails = true')
})
afterAll(backend.stop)

type Alert = Omit<TablesInsert<'alerts'>, 'user_id'>

const addAlert = (alert: Alert, { client, id }: Pick<TestUser, 'client' | 'id'> = user) =>
  client
    .from('alerts')
    .insert({ ...alert, user_id: id })
    .throwOnError()

const approve = async (changes: Partial<TablesInsert<'communities'>>, { id } = owner) => {
  const row = { ...newCommunity(changes), owner_id: id, status: 'approved' as const }
  const { data } = await secret.from('communities').insert(row).select('id').single().throwOnError()
  return data.id
}

// Also for tests that run past midnight.
const today = Date.now()

/** Runs the check of a later day, 1 for tomorrow. */
const check = (day: number, time = '07:02') =>
  sql.query('select private.queue_alert_emails($1::timestamptz)', [
    `${new Date(today + day * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`,
  ])

/** The names in the emails that a check sends to the user, '' if it sends none. */
async function checkAndRead(day: number): Promise<string> {
  server.accepted.length = 0
  await check(day)
  await sendDue()
  const mine = server.accepted.filter(({ to }) => to.includes(user.email))
  return mine
    .map(({ email }) =>
      [...(email.text ?? '').matchAll(/^\w+ crew$/gm)].flat().toSorted().join(', '),
    )
    .join('; ')
}

test('one email a day lists the new communities that match any alert, except those of the user', async () => {
  await approve({ name: 'Old crew' })
  await addAlert({ location: 'Cape Town' })
  await addAlert({ search: 'kite', category: 'Sports' })
  await addAlert({ category: 'Culture' }, owner)
  await approve({ name: '<b>Kite</b> & "Co"', description: 'Kites.', location: 'Bali' })
  const newest = await approve({ name: 'Tea crew', location: 'Cape Town', category: 'Culture' })
  await approve({ name: 'My crew', location: 'Cape Town' }, user)
  await approve({ name: 'Bali crew', location: 'Bali' })
  await backend.listCommunity('Pending crew')

  await check(1, '07:01')
  expect(await sendDue()).toMatchObject({ sent: 0 })
  await check(1)
  await check(1, '19:00')
  expect(await sendDue()).toMatchObject({ sent: 1 })
  const [email] = server.accepted
  expect(email?.to).toEqual([user.email])
  const { subject, text, html, headers = [] } = email?.email ?? {}
  expect(subject).toBe('2 new communities on Waypost')
  expect(text).toContain(
    `Tea crew\nCape Town, South Africa\n${siteUrl}/communities/${newest}/\n\n<b>Kite</b> & "Co"\nBali, Indonesia\n`,
  )
  expect(text).not.toMatch(/Old crew|My crew|Bali crew|Pending crew/)
  expect(html).toContain('&lt;b&gt;Kite&lt;/b&gt; &amp; &quot;Co&quot;')
  expect(html).not.toContain('<b>')
  expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
    `${local.url}/functions/v1/admin/unsubscribe?link=unsubscribe_${user.id}_alerts_`,
  )

  expect(await checkAndRead(2)).toBe('')
  await approve({ name: 'Late crew', location: 'Cape Town' })
  await sql.exec(`update public.directory_communities set approval_date = private.today() + interval '60 hours'
    where name = 'Late crew'`)
  expect(await checkAndRead(3)).toBe('Late crew')
})

test('a community is announced once, though it is approved again, and not to those who manage it', async () => {
  await addAlert({ location: 'Bali' })
  const id = await approve({ name: 'Surf crew', location: 'Bali' })
  const own = await approve({ name: 'My crew', location: 'Bali' })
  await secret.from('co_owners').insert({ community_id: own, user_id: user.id }).throwOnError()
  expect(await checkAndRead(1)).toBe('Surf crew')
  for (const status of ['pending', 'approved'] as const) {
    await secret.from('communities').update({ status }).eq('id', id).throwOnError()
  }
  await approve({ name: 'New crew', location: 'Bali' })
  await sql.exec(`update public.directory_communities set approval_date = private.today() + interval '36 hours'
    where name in ('Surf crew', 'New crew')`)
  expect(await checkAndRead(2)).toBe('New crew')
})

describe('the search of an alert', () => {
  test.each<[string, Alert, string]>([
    ['finds other endings and synonyms', { search: 'coworkings' }, 'Remote crew'],
    ['finds the place by its country', { search: 'surfing indonesia' }, 'Surf crew'],
    ['corrects typing errors', { search: 'surfign' }, 'Surf crew'],
    ['keeps words that no community has yet', { search: 'remote paragliding' }, ''],
    [
      'combines with every filter',
      { search: 'crew', location: 'Bali', language: 'de' },
      'Surf crew',
    ],
    ['is optional', { join_type: 'request' }, 'Remote crew'],
    ['takes a former name of the place', { location: 'zurich', language: 'en' }, 'Remote crew'],
  ])('%s', async (_what, alert, expected) => {
    // Known words: otherwise nothing is corrected.
    await approve({ name: 'First crew', description: 'Surfing and remote work.' })
    await addAlert(alert)
    await approve({ name: 'Surf crew', location: 'Bali', languages: ['de'] })
    await approve({
      name: 'Remote crew',
      description: 'Coworking.',
      location: 'Zürich',
      join_type: 'request',
    })
    expect(await checkAndRead(1)).toBe(expected)
  })

  test('finds words that were unknown when the alert was added', async () => {
    await addAlert({ search: 'paragliding' })
    await approve({ name: 'Paragliding crew' })
    expect(await checkAndRead(1)).toBe('Paragliding crew')
  })
})

describe('no email is sent', () => {
  beforeEach(async () => {
    await addAlert({ location: 'Bali' })
    await approve({ name: 'Surf crew', location: 'Bali' })
    await check(1)
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    [
      'after all communities have left the directory',
      () => sql.exec('delete from public.communities'),
    ],
    [
      'after the alert is deleted',
      () => user.client.from('alerts').delete().eq('user_id', user.id),
    ],
    [
      'after the user has turned these emails off',
      () => user.client.from('profiles').update({ wants_alert_emails: false }).eq('id', user.id),
    ],
  ])('%s', async (_when, change) => {
    expect(await backend.outbox()).toHaveLength(1)
    await change()
    expect(await sendDue()).toMatchObject({ sent: 0 })
    expect(await backend.outbox()).toEqual([])
  })

  test('by a closed directory', async () => {
    await setDirectoryLive(local.connection, false)
    await check(2)
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await setDirectoryLive(local.connection, true)
    expect(await backend.outbox()).toEqual([])
  })

  test('while the last one is not sent, which delays the next one', async () => {
    await approve({ name: 'Late crew', location: 'Bali' })
    await sql.exec(`update public.directory_communities set approval_date = private.today() + interval '36 hours'
      where name = 'Late crew'`)
    await check(2)
    expect(await backend.outbox()).toHaveLength(1)
    expect(await sendDue()).toMatchObject({ sent: 1 })
    expect(await checkAndRead(3)).toBe('Late crew')
  })
})

test('one click unsubscribes, a forged link does not, and a new alert turns the emails on again', async () => {
  const readChoice = async ({ id } = user) => {
    const profile = secret.from('profiles').select('wants_alert_emails, wants_decision_emails')
    return (await profile.eq('id', id).single().throwOnError()).data
  }
  await addAlert({ location: 'Bali' })
  await approve({ location: 'Bali' })
  await check(1)
  await sendDue()
  const [, query] = server.accepted[0]?.email.text?.match(/unsubscribe(\?\S+)/) ?? []
  const path = `admin/unsubscribe${query}`
  for (const forged of [
    path.replace(user.id, admin.id),
    path.replace('alerts', 'decisions'),
    path.replace(/_alerts_(.)/, (_, first) => `_alerts_${first === '0' ? 1 : 0}`),
  ]) {
    expect([forged, (await call(forged, { key: '' })).status]).toEqual([forged, 400])
  }
  const on = { wants_alert_emails: true, wants_decision_emails: true }
  expect([await readChoice(), await readChoice(admin)]).toEqual([on, on])
  expect((await call(path, { key: '' })).status).toBe(200)
  expect(await readChoice()).toEqual({ ...on, wants_alert_emails: false })
  await approve({ name: 'Unseen crew', location: 'Bali' })
  expect(await checkAndRead(2)).toBe('')
  await addAlert({ location: 'Bali' })
  expect(await readChoice()).toEqual(on)
  // What came while the emails were off is not sent later.
  expect(await checkAndRead(3)).toBe('')
})
