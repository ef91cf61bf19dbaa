import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TablesInsert } from '../../src/supabase/database.types.ts'
import { setDirectoryLive } from '../../supabase/local/database.ts'
import { newCommunity } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { siteUrl } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, call, sendDue, outbox, server } = backend
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
/** Sets the approval of communities to an hour after the check of a day. */
const approveAfter = (day: number, ...names: string[]) =>
  sql.query(
    `update public.directory_communities set approval_date = private.today() + $1 * interval '1 day' + interval '12 hours'
     where name = any ($2)`,
    [day, names],
  )

// Also for tests that run past midnight.
const today = Date.now()

/** Runs the check of a later day, 1 for tomorrow. */
const check = (day: number, time = '07:02') =>
  sql.query('select private.queue_alert_emails($1::timestamptz)', [
    `${new Date(today + day * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`,
  ])

/** The names in the emails that a check sends to a user, '' if it sends none. */
async function checkAndRead(day: number, { email } = user): Promise<string> {
  server.accepted.length = 0
  await check(day)
  await sendDue()
  return readNames(email)
}
const readNames = (address: string) =>
  server.accepted
    .filter(({ to }) => to.includes(address))
    .map(({ email }) =>
      [...(email.text ?? '').matchAll(/^\w+ crew$/gm)].flat().toSorted().join(', '),
    )
    .join('; ')

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
  const { subject, text, headers = [] } = email?.email ?? {}
  expect(subject).toBe('2 new communities on Waypost')
  expect(text).toContain(
    `Tea crew\nCape Town, South Africa\n${siteUrl}/communities/${newest}/\n\n<b>Kite</b> & "Co"\nBali, Indonesia\n`,
  )
  expect(text).not.toMatch(/Old crew|My crew|Bali crew|Pending crew/)
  expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
    `${local.url}/functions/v1/admin/unsubscribe?link=unsubscribe_${user.id}_alerts_`,
  )

  expect(await checkAndRead(2)).toBe('')
  await approve({ name: 'Late crew', location: 'Cape Town' })
  await approveAfter(2, 'Late crew')
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
  await approveAfter(1, 'Surf crew', 'New crew')
  expect(await checkAndRead(2)).toBe('New crew')
})

test('the search of an alert finds what the list finds, and words that were unknown', async () => {
  const searches: [alert: Alert, found: string][] = [
    // Other endings and synonyms, the country of a place, and typing errors.
    [{ search: 'coworkings' }, 'Remote crew'],
    [{ search: 'surfing indonesia' }, 'Surf crew'],
    [{ search: 'surfign' }, 'Surf crew'],
    [{ search: 'remote paragliding' }, ''],
    [{ search: 'crew', location: 'Bali', language: 'de' }, 'Surf crew'],
    [{ join_type: 'request' }, 'Remote crew'],
    // A former name of the place.
    [{ location: 'zurich', language: 'en' }, 'Remote crew'],
    // No community had this word when the alert was added.
    [{ search: 'paragliding' }, 'Paragliding crew'],
  ]
  const users = await Promise.all(searches.map(() => signUp()))
  // Known words: otherwise nothing is corrected.
  await approve({ name: 'First crew', description: 'Surfing and remote work.' })
  for (const [index, [alert]] of searches.entries()) await addAlert(alert, users[index])
  await approve({ name: 'Surf crew', location: 'Bali', languages: ['de'] })
  const remote = { description: 'Coworking.', location: 'Zürich', join_type: 'request' } as const
  await approve({ name: 'Remote crew', ...remote })
  await approve({ name: 'Paragliding crew' })
  await checkAndRead(1)
  expect(users.map(({ email }) => readNames(email))).toEqual(searches.map(([, found]) => found))
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
    ['by a closed directory', () => setDirectoryLive(local.connection, false)],
  ])('%s', async (_when, change) => {
    expect(await outbox()).toHaveLength(1)
    await change()
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await setDirectoryLive(local.connection, true)
    expect(await outbox()).toEqual([])
  })

  test('while the last one is not sent, which delays the next one', async () => {
    await approve({ name: 'Late crew', location: 'Bali' })
    await approveAfter(1, 'Late crew')
    await check(2)
    expect(await outbox()).toHaveLength(1)
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
  for (const forged of [path.replace(user.id, admin.id), path.replace('alerts', 'decisions')])
    expect([forged, (await call(forged, { key: '' })).status]).toEqual([forged, 400])
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
