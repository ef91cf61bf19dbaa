import { beforeEach, describe, expect, test } from 'vitest'
import { readText } from '../../src/lib/read-property.ts'
import {
  createCommunity,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'
import { local } from './closed-backend.ts'

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const uniqueDomain = () => `d${crypto.randomUUID().slice(0, 8)}.example`

/** Changes what the database knows about an account. */
const setAccount = (
  { id }: Pick<TestUser, 'id'>,
  changes: { created_at?: string; sign_in_email?: string },
) => secret.from('profiles').update(changes).eq('id', id).throwOnError()

await setAccount(owner, { sign_in_email: `owner@${uniqueDomain()}` })

const callAs = (client: typeof secret, ids: string[]) =>
  client.rpc('risk_signals', { community_ids: ids })

/** Returns the signals of a community with their details. */
async function readSignals(id: string) {
  const { data } = await callAs(admin.client, [id]).throwOnError()
  return Object.fromEntries(data.map(({ kind, details }) => [kind, details]))
}
const readKinds = async (id: string) => Object.keys(await readSignals(id))

/** Returns the kinds of signals that each description alone causes, joined. */
async function findInTexts(texts: string[]): Promise<[string, string][]> {
  const { rows } = await local.connection.driver.query<{ kinds: string }>(
    `select coalesce((
       select string_agg(s.kind::text, ', ') from private.text_signals(
         jsonb_populate_record(null::public.communities, jsonb_build_object('description', private.clean_text(value)))
       ) as s), '') as kinds
     from unnest($1::text[]) with ordinality as given (value, place) order by place`,
    [texts],
  )
  return texts.map((text, index) => [text, rows[index]?.kinds ?? ''])
}

/** Records that the page of a community's link names a group, as the edge function does for a reviewer. */
async function see(id: string, group_name: string) {
  const { whatsapp_link: link, held_changes } = await readCommunity(id)
  const answer = {
    community_id: id,
    link: readText(held_changes, 'whatsapp_link') || link,
    answer: 'live' as const,
    group_name,
    is_review: true,
  }
  await secret.rpc('record_link_check', answer).throwOnError()
}

beforeEach(() => setAccount(owner, { created_at: ago(400) }))

describe('risk signals', () => {
  test('are read only by admins, for several communities, and change nothing', async () => {
    const ids = await Promise.all(
      ['Call +351 912 345 678', 'Chat at t.me/lisbon'].map(
        async (description) => (await createCommunity(owner, { description })).id,
      ),
    )
    for (const client of [owner.client, stranger.client]) {
      expect((await callAs(client, ids)).error).toMatchObject({ code: 'PT403' })
    }
    expect((await callAs(createTestClient(), ids)).error).toMatchObject({ code: '42501' })
    const before = await Promise.all(ids.map(readCommunity))
    const { data } = await callAs(admin.client, [...ids, ...ids]).throwOnError()
    expect(await Promise.all(ids.map(readCommunity))).toEqual(before)
    expect(data).toHaveLength(2)
    expect(data).toEqual(
      expect.arrayContaining([
        { community_id: ids[0], kind: 'phone_number', details: {} },
        { community_id: ids[1], kind: 'telegram', details: {} },
      ]),
    )
  })

  test('order the queue: the most first, then the most urgent', async () => {
    const word = `w${crypto.randomUUID().slice(0, 8)}`
    const descriptions = ['We swim.', 'bit.ly/x', 'We run.', 'bit.ly/x and +351 912 345 678']
    for (const description of descriptions) {
      // One after the other: the oldest is the most urgent.
      // oxlint-disable-next-line no-await-in-loop
      await createCommunity(owner, { name: word, description })
    }
    const page = (number: number) =>
      admin.client.rpc('list_review_queue', {
        search: word,
        sort: 'risk',
        page_size: 3,
        page: number,
      })
    const [first, second] = [await page(1).throwOnError(), await page(2).throwOnError()]
    expect([...first.data, ...second.data].map(({ description }) => description)).toEqual(
      [3, 1, 0, 2].map((index) => descriptions[index]),
    )
  })
})

describe('the account of the owner', () => {
  test('is a signal until it is a week old', async () => {
    const { id } = await createCommunity(owner)
    await setAccount(owner, { created_at: ago(6.5) })
    expect(await readSignals(id)).toEqual({ new_account: { days: 6 } })
    await setAccount(owner, { created_at: ago(7.1) })
    expect(await readSignals(id)).toEqual({})
  })

  test('shares its email domain with the accounts of the last seven days, in any case', async () => {
    const [user, recent, old] = await Promise.all([createUser(), createUser(), createUser()])
    const { id } = await createCommunity(user)
    const domain = uniqueDomain()
    await setAccount(user, { sign_in_email: `a@${domain}` })
    await setAccount(old, { sign_in_email: `b@${domain}`, created_at: ago(8) })
    expect(await readKinds(id)).toEqual(['new_account'])
    await setAccount(recent, { sign_in_email: `C@${domain.toUpperCase()}` })
    expect(await readSignals(id)).toMatchObject({ shared_domain: { accounts: 1 } })
    await setAccount(user, { created_at: ago(8) })
    expect(await readKinds(id)).toEqual([])
  })

  test('has the text of another new account, whatever its spaces and punctuation', async () => {
    const [user, recent] = await Promise.all([createUser(), createUser()])
    for (const one of [user, recent]) {
      await setAccount(one, { sign_in_email: `${one.id}@${uniqueDomain()}` })
    }
    const text = `We share the best deals of every week with travelers. ${crypto.randomUUID()}`
    const { id } = await createCommunity(user, { description: text })
    await createCommunity(user, { description: text })
    expect(await readKinds(id)).toEqual(['new_account'])
    const copy = `${text.toUpperCase().replaceAll(' ', '  ')}!!`
    await createCommunity(recent, { description: copy })
    expect(await readSignals(id)).toMatchObject({ copied_text: { accounts: 1 } })
    await setAccount(recent, { created_at: ago(8) })
    expect(await readKinds(id)).toEqual(['new_account'])
  })

  test('may share a public email domain and a short text', async () => {
    const [user, recent] = await Promise.all([createUser(), createUser()])
    for (const one of [user, recent])
      await setAccount(one, { sign_in_email: `${one.id}@gmail.com` })
    const description = 'Hikes on Sundays.'
    await createCommunity(recent, { description })
    const { id } = await createCommunity(user, { description })
    expect(await readKinds(id)).toEqual(['new_account'])
  })
})

describe('a text', () => {
  const texts = {
    short_link: [
      'Join at https://bit.ly/3xYzAb',
      'Offers: TINYURL.com/lisbon-deals',
      'See www.t.co/abc123',
      'b\u200Bit.ly/hidden',
    ],
    telegram: [
      'More at t.me/lisbon_walks',
      'More at https://telegram.me/lisbon',
      'tg://resolve?domain=lisbon',
      'Telegram: @lisbonwalks',
      'Find us on Telegram at @lisbonwalks',
      'Write to @lisbonwalks on Telegram',
      'tg: lisbon_walks',
      'Телеграм @lisbonwalks',
    ],
    phone_number: [
      '+351 912 345 678',
      'Call me: +1 (415) 555-2671.',
      '0049 171 1234567',
      'Anna, 0171 1234567',
      'Tel. 06.12.34.56.78',
      '(11) 91234-5678',
      '415-555-2671',
      '98765 43210',
      'WhatsApp 9876543210',
      'wa.me/351912345678',
      '＋３５１ ９１２ ３４５ ６７８',
      '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧',
      'Phone: 612 345 678',
    ],
    '': [
      'Our page is https://habit.ly/club and https://www.best.co/offers',
      'We love bit.ly as a service.',
      'at.co/about and not-t.co/x',
      'We moved here from Telegram last year.',
      'No Telegram: we only use WhatsApp.',
      'Write to telegram@example.com',
      'Ask about.me/lisbon or visit start.me/lisbon',
      'The old t.me link is gone.',
      'Our Instagram is @lisbonwalks, and Telegram is not for us.',
      'More than 1,250,000 members, or 1.250.000 or 1 250 000 or 10000000.',
      '+10 000 000 members',
      'From 28.11.2026 to 05.12.2026, or 28/11/2026-05/12/2026',
      '2026-11-28 until 2026-12-05, 10:00 - 18:00',
      '05 12 2026 at 19:00, seasons 2024-2026',
      'Rooms for 150.000 - 250.000 VND, 1.500.000 IDR or 3000000000 VND',
      'EUR 1.200,50 or 99.90 for 12 nights',
      'https://www.facebook.com/groups/1234567890123',
      'At 38.722252, -9.139337',
      'WhatsApp group since 2019, 350 members in 12 countries, 24/7',
      'Open 08.00 to 20.00, room 0815',
    ],
  }
  test.each(Object.entries(texts))('has the signal "%s" and no other', async (kind, given) => {
    expect(await findInTexts(given)).toEqual(given.map((text) => [text, kind]))
  })

  test('may be about the host, or the description of a group', async () => {
    const host = { host_name: 'Ada', host_intro: 'Write to @ada_swims on Telegram' }
    const { id } = await createCommunity(owner, { description: 'Room 12', ...host })
    expect(await readKinds(id)).toEqual(['telegram'])
    const group = { community_id: id, name: 'Early birds' }
    const groups = () => owner.client.from('community_groups')
    // Together with the description, it would be a number.
    await groups()
      .insert({ ...group, description: '345 678 901 stairs' })
      .throwOnError()
    expect(await readKinds(id)).toEqual(['telegram'])
    await groups().update({ description: 'Ask +351 912 345 678' }).match(group).throwOnError()
    expect(await readKinds(id)).toEqual(['telegram', 'phone_number'])
  })

  test('is the held one of an approved community', async () => {
    const { id } = await createCommunity(owner, { status: 'approved' })
    await updateCommunity(owner, id, { description: 'Now at t.me/lisbon_walks' }).throwOnError()
    expect(await readKinds(id)).toEqual(['telegram'])
  })
})

describe('the name', () => {
  test('differs from the name of the group at the last check', async () => {
    const { id } = await createCommunity(owner, { name: 'Lisbon Walkers' })
    await see(id, 'Crypto Winners')
    expect(await readKinds(id)).toEqual(['other_name'])
  })

  test('may be written in another way, and shorter or longer', async () => {
    const others = ['lisbon walkers', 'Lisbon Walkers 🌴 Official Group 2', 'Walkers', '👋']
    const { rows } = await local.connection.driver.query<{ is_other: boolean }>(
      `select private.is_other_name('Lisbon Walkers', value) as is_other
       from unnest($1::text[]) with ordinality as given (value, place) order by place`,
      [[...others, 'Lísbon-Walkers']],
    )
    expect(rows.map(({ is_other }) => is_other)).toEqual([false, false, false, true, false])
  })

  test('is compared with the group of a held link', async () => {
    const { id } = await createCommunity(owner, { name: 'Lisbon Walkers', status: 'approved' })
    await see(id, 'Lisbon Walkers')
    const { whatsapp_link } = newCommunity()
    await updateCommunity(owner, id, { whatsapp_link }).throwOnError()
    await see(id, 'Crypto Winners')
    expect(await readKinds(id)).toEqual(['other_name'])
  })
})

test('of the open reports, those of accounts that were under a week old count', async () => {
  const { id } = await createCommunity(owner, { status: 'approved' })
  const [first, second, older] = await Promise.all([createUser(), createUser(), createUser()])
  await setAccount(older, { created_at: ago(7.5) })
  await older.client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
  expect(await readSignals(id)).toEqual({})
  for (const { client } of [first, second]) {
    await client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
  }
  // The age at the time of the report counts.
  const { data } = await callAs(admin.client, [id]).throwOnError()
  expect(data).toEqual([
    { community_id: id, kind: 'new_reporters', details: { new: 2, reports: 3 } },
  ])
  await admin.client
    .rpc('resolve_reports', { community_id: id, seen_at: 'infinity' })
    .throwOnError()
  expect(await readSignals(id)).toEqual({})
})
