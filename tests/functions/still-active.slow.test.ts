import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setDirectoryLive } from '../../supabase/local/database.ts'
import type { Enums, TablesInsert } from '../../src/supabase/database.types.ts'
import { newCommunity } from '../support/communities.ts'
import { listFragileLinks } from '../support/emails.ts'
import type { TestUser } from '../support/users.ts'
import { siteUrl } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

/* Asking owners whether their communities are still active, falling asleep and waking up. Time is moved in the database. */

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, call, sendDue, server } = backend
const [mei, ada, bob] = await Promise.all([signUp(), signUp(), signUp()])

let id: string
beforeEach(async () => {
  await backend.clear()
  await sql.exec(`
    update private.settings set days_until_question = 180, days_to_answer = 30, questions_per_day = 200;
    update public.profiles set wants_decision_emails = true, created_at = '2025-01-01';
    delete from public.suspensions`)
  id = await approve('Night Owls')
})
afterAll(backend.stop)

async function approve(
  name: string,
  by: Pick<TestUser, 'id'> = owner,
  changes: Partial<TablesInsert<'communities'>> = {},
): Promise<string> {
  const row = {
    ...newCommunity({ name, ...changes }),
    owner_id: by.id,
    status: 'approved' as const,
  }
  const { data } = await secret.from('communities').insert(row).select('id').single().throwOnError()
  return data.id
}

/** Moves everything into the past, then runs the job and sends its emails. */
async function passDays(days: number): Promise<string[]> {
  const time = `interval '${days} days'`
  await sql.exec(`
    update public.signs_of_life set confirmed_at = confirmed_at - ${time}, last_joined_at = last_joined_at - ${time},
      asked_at = asked_at - ${time};
    update public.community_joins set joined_on = joined_on - ${Math.floor(days)};
    update private.still_active_answers set answered_at = answered_at - ${time};
    update private.email_outbox set created_at = created_at - ${time}, sent_at = sent_at - ${time},
      event = (event::numeric - ${days} * 86400)::text
    where kind in ('still_active', 'falling_asleep')`)
  return sendAndRead()
}
async function sendAndRead(): Promise<string[]> {
  server.accepted.length = 0
  for (const job of ['withdraw_questions', 'ask_owners', 'remind_owners', 'fall_asleep']) {
    await sql.query(`select private.${job}()`)
  }
  await sendDue()
  return backend.subjects().filter((subject) => !subject.includes('suspended'))
}
const read = async (community = id) => {
  const found = secret
    .from('communities')
    .select('*, community_blocks (kind, since), ...signs_of_life!inner (confirmed_at, asked_at)')
    .eq('id', community)
  return (await found.single().throwOnError()).data
}
const isAsleep = async () => (await read()).community_blocks.some(({ kind }) => kind === 'asleep')
const block = (kind: Enums<'block_kind'>, reason?: string) =>
  secret.from('community_blocks').insert({ community_id: id, kind, reason }).throwOnError()
const isListed = async (community = id) =>
  (await mei.client.rpc('get_directory_community', { community_id: community }).throwOnError()).data
    .length === 1
const readLog = async () => {
  const entries = secret.from('audit_log').select('action, actor_id').eq('subject_id', id)
  return (await entries.order('id').throwOnError()).data
}
const confirm = ({ client }: TestUser, community_id = id) =>
  client.rpc('confirm_community', { community_id })
const join = ({ client }: TestUser) => client.rpc('join_community', { community_id: id })
const answer = ({ client }: TestUser, is_active: boolean, community_id = id) =>
  client.rpc('answer_still_active', { community_id, is_active })

type Link = Record<'community' | 'user' | 'asked' | 'mark' | 'signature', string>
/** The signed links in the last email. */
const readLinks = (): Link[] =>
  [
    ...(server.accepted.at(-1)?.email.text ?? '').matchAll(
      /\/still-active\?link=still-active_(\S+)/g,
    ),
  ].map(([, parts = '']) => {
    const [community = '', user = '', asked = '', mark = '', signature = ''] = parts.split('_')
    return { community, user, asked, mark, signature }
  })
const readLink = (): Link =>
  readLinks()[0] ?? { community: '', user: '', asked: '', mark: '', signature: '' }
const toText = ({ community, user, asked, mark, signature }: Partial<Link>) =>
  ['still-active', community, user, asked, mark, signature].join('_')
/** Calls a path as the page of a link does. */
const request = (path: string, method = 'POST') => backend.ask(`admin/${path}`, { key: '', method })
const follow = (link: Partial<Link>) => request(`still-active?link=${toText(link)}`)
const thanks = { status: 200, body: { name: 'Night Owls', is_listed: true } }

test('a silent community is asked about once, falls asleep after a reminder, and wakes up with a click', async () => {
  expect(await passDays(179)).toEqual([])
  expect(await passDays(2)).toEqual(['Is “Night Owls” still active?'])
  const { text, html } = server.accepted[0]?.email ?? {}
  expect(text).toContain(
    `Yes, it is still active:\n${siteUrl}/still-active?link=still-active_${id}_${owner.id}_`,
  )
  expect(text).toContain("If you don't answer within 30 days")
  expect(listFragileLinks({ text: text ?? '', html: html || '' })).toEqual([])
  expect(await sendAndRead()).toEqual([])
  expect(await passDays(22)).toEqual([])
  expect(await passDays(1.5)).toEqual(['“Night Owls” falls asleep in a week'])
  expect(await passDays(6.9)).toEqual([])
  expect(await isListed()).toBe(true)
  expect(await passDays(0.2)).toEqual([])
  expect(await read()).toMatchObject({ status: 'approved', community_blocks: [{ kind: 'asleep' }] })
  expect(await isListed()).toBe(false)

  expect(await readLog()).toMatchObject([{ action: 'fell asleep', actor_id: null }])
  await confirm(owner).throwOnError()
  expect(await isListed()).toBe(true)
  expect(await readLog()).toMatchObject([{}, { action: 'woke up', actor_id: owner.id }])
})

/** Asks 31 days ago, so that the links stay valid, reminds, and lets a week pass. Returns the link of the reminder. */
async function fallAsleep(): Promise<Link> {
  await sql.exec(
    `update public.signs_of_life set asked_at = now() - interval '31 days' where community_id = '${id}'`,
  )
  await sendAndRead()
  const link = readLink()
  await sql.exec("update private.email_outbox set sent_at = now() - interval '7 days'")
  await sendAndRead()
  expect(await isAsleep()).toBe(true)
  return link
}

test('a sign of life withdraws the question, but not an edit by an admin', async () => {
  const edit = ({ client }: TestUser) =>
    client.from('communities').update({ member_count: 77 }).eq('id', id).throwOnError()
  const addGroup = () =>
    owner.client.from('community_groups').insert({ community_id: id, name: 'Late' }).throwOnError()
  const confirmAsCoOwner = async () => {
    await secret.from('co_owners').insert({ community_id: id, user_id: mei.id }).throwOnError()
    await confirm(mei).throwOnError()
  }
  const clickInEmail = async () => {
    const link = readLinks().find(({ community }) => community === id)
    expect(await follow(link ?? {})).toMatchObject({ status: 200 })
  }
  const signs = {
    'Joined crew': () => join(ada).throwOnError(),
    'Edited crew': () => edit(owner),
    'Crew with a new group': addGroup,
    'Confirmed crew': () => confirm(owner).throwOnError(),
    'Crew confirmed by a co-owner': confirmAsCoOwner,
    'Clicked crew': clickInEmail,
  }
  const ids = []
  for (const name of Object.keys(signs)) ids.push(await approve(name))
  await passDays(181)
  await edit(admin)
  expect((await read()).asked_at).not.toBeNull()
  for (const [index, [sign, act]] of Object.entries(signs).entries()) {
    id = ids[index] ?? ''
    expect([sign, (await read()).asked_at]).toEqual([sign, expect.any(String)])
    await act()
    expect([sign, (await read()).asked_at]).toEqual([sign, null])
  }
  await passDays(60)
  for (const community of ids) expect(await isListed(community)).toBe(true)
})

test('a confirmation of a paused community in an old tab, and an edit of a sleeping one, change nothing', async () => {
  await passDays(181)
  const link = await fallAsleep()
  await owner.client.from('communities').update({ member_count: 77 }).eq('id', id).throwOnError()
  expect(await isListed()).toBe(false)
  expect(await follow(link)).toEqual(thanks)
  await owner.client
    .rpc('set_community_paused', { community_id: id, is_paused: true })
    .throwOnError()
  const before = await read()
  expect((await confirm(owner)).error?.code).toBe('PT409')
  expect(await read()).toEqual(before)
})

test('an owner gets one question a month for all communities that are due by then, and others wait', async () => {
  const second = await approve('Early Birds')
  const later = await approve('Late Risers')
  await approve('Of another owner', mei)
  await sql.exec(`update public.signs_of_life set confirmed_at = case community_id
    when '${id}' then now() - interval '181 days' when '${second}' then now() - interval '160 days'
    when '${later}' then now() - interval '140 days' else now() end`)
  expect(await sendAndRead()).toEqual(['Are your 2 communities still active?'])
  const links = readLinks()
  expect(links.map(({ community }) => community)).toEqual([second, id])
  for (const link of links) expect(await follow(link)).toMatchObject({ status: 200 })
  await sql.exec(
    `update public.signs_of_life set confirmed_at = now() - interval '181 days' where community_id = '${later}'`,
  )
  expect(await sendAndRead()).toEqual([])
  expect(await passDays(29.9)).toEqual([])
  expect(await passDays(0.2)).toEqual(['Is “Late Risers” still active?'])
})

test('a limited number of owners is asked a day, the longest silent first', async () => {
  await sql.exec('update private.settings set questions_per_day = 1')
  await approve('Early Birds', mei)
  await sql.exec(`update public.signs_of_life set confirmed_at = now() - interval '200 days';
    update public.signs_of_life set confirmed_at = now() - interval '201 days' where community_id = '${id}'`)
  expect(await sendAndRead()).toEqual(['Is “Night Owls” still active?'])
  expect(await sendAndRead()).toEqual([])
  expect(await passDays(1)).toEqual(['Is “Early Birds” still active?'])
})

describe('no community falls asleep', () => {
  beforeEach(async () => void (await passDays(181)))
  const expectAwake = async () =>
    expect([(await read()).asked_at, await isAsleep()]).toEqual([null, false])

  test('that is hidden, paused, of a suspended owner or no longer approved', async () => {
    const others = [await approve('Paused', ada), await approve('Pending', bob)]
    const ofSuspended = await approve('Of a suspended owner', mei)
    const all = [id, ...others, ofSuspended]
    await sql.query(
      `update public.signs_of_life set confirmed_at = now() - interval '181 days' where community_id = any ($1)`,
      [all.slice(1)],
    )
    await sendAndRead()
    await block('admin', 'Spam.')
    const paused = { community_id: others[0] ?? '', is_paused: true }
    await ada.client.rpc('set_community_paused', paused).throwOnError()
    await sql.query("update public.communities set status = 'pending' where id = $1", [others[1]])
    await secret.from('suspensions').insert({ user_id: mei.id, reason: 'Spam.' }).throwOnError()
    expect(await passDays(31)).toEqual([])
    for (const community of all) {
      const { asked_at, community_blocks } = await read(community)
      expect(asked_at).toBeNull()
      expect(community_blocks.map(({ kind }) => kind)).not.toContain('asleep')
    }
    expect(await passDays(200)).toEqual([])
  })

  test('while the directory is closed, where nobody can join', async () => {
    await setDirectoryLive(local.connection, false)
    expect(await passDays(31)).toEqual([])
    await expectAwake()
    await setDirectoryLive(local.connection, true)
    expect(await sendAndRead()).toEqual(['Is “Night Owls” still active?'])
  })

  test('whose question could not be emailed', async () => {
    await sql.exec('update private.email_outbox set sent_at = null, given_up_at = now()')
    expect(await passDays(29)).toEqual([])
    await expectAwake()
  })

  test('until a reminder was sent a week before', async () => {
    server.setBehavior({ onEmail: () => Promise.reject(new Error('Try later')) })
    await passDays(40)
    expect(await isAsleep()).toBe(false)
  })

  test('for half a year if its owner has switched these emails off', async () => {
    await owner.client.from('profiles').update({ wants_decision_emails: false }).eq('id', owner.id)
    expect(await passDays(170)).toEqual([])
    expect(await read()).toMatchObject({ asked_at: expect.any(String), community_blocks: [] })
    expect(await passDays(11)).toEqual([])
    expect(await isAsleep()).toBe(true)
  })
})

describe('a link in the email', () => {
  let link: Link
  beforeEach(async () => {
    await passDays(181)
    link = readLink()
  })

  test('can be repeated, and does not confirm later questions', async () => {
    expect(await follow(link)).toEqual(thanks)
    const answered = await read()
    expect(await follow(link)).toEqual(thanks)
    expect(await read()).toEqual(answered)
    await passDays(181)
    expect(await follow(link)).toMatchObject({ status: 409 })
    expect((await read()).asked_at).not.toBeNull()
  })

  test('wakes a sleeping community, as its owner', async () => {
    link = await fallAsleep()
    expect(await follow(link)).toEqual(thanks)
    expect(await isListed()).toBe(true)
    expect((await readLog()).map(({ action }) => action)).toEqual(['fell asleep', 'woke up'])
  })

  test('does not show a community that was hidden meanwhile', async () => {
    await block('admin', 'Spam.')
    expect(await follow(link)).toEqual({ ...thanks, body: { ...thanks.body, is_listed: false } })
    expect(await isListed()).toBe(false)
  })

  test('is refused if it is forged', async () => {
    const other = await approve('Early Birds')
    await sql.exec(
      `update public.signs_of_life set asked_at = '${link.asked}' where community_id = '${other}'`,
    )
    const before = [await read(), await read(other)]
    for (const change of [
      { community: other },
      { user: mei.id },
      { asked: '2026-11-20T10:00:00+00:00' },
      { mark: '0'.repeat(16) },
      { signature: '0'.repeat(64) },
      { signature: undefined },
    ]) {
      expect([change, (await follow({ ...link, ...change })).status]).toEqual([change, 400])
    }
    const body = { community: { toString: 1 } }
    expect((await call('admin/still-active', { key: '', body })).status).toBe(400)
    expect([await read(), await read(other)]).toEqual(before)
  })

  test.each<[string, number, () => PromiseLike<unknown>]>([
    ['a new owner', 409, () => sql.exec(`update public.communities set owner_id = '${mei.id}'`)],
    [
      'the suspension of the owner',
      403,
      () =>
        secret.from('suspensions').insert({ user_id: owner.id, reason: 'Spam.' }).throwOnError(),
    ],
  ])('ends after %s: %d', async (_what, status, change) => {
    await change()
    const before = await read()
    expect(await follow(link)).toMatchObject({ status })
    expect(await read()).toEqual(before)
  })

  test('ends after 90 days', async () => {
    await sql.exec("update public.signs_of_life set asked_at = now() - interval '91 days'")
    await sendAndRead()
    expect(await follow(readLink())).toMatchObject({ status: 409 })
  })

  test('changes nothing with a GET, which says for whom it is', async () => {
    const before = await read()
    const path = `still-active?link=${toText(link)}`
    expect((await request(path, 'GET')).status).toBe(405)
    expect(await request(path.replace('still-active', 'email-link'), 'GET')).toEqual({
      status: 200,
      body: { link: toText(link), address: owner.email, community: 'Night Owls' },
    })
    const forged = toText({ ...link, user: mei.id })
    expect((await request(`email-link?link=${forged}`, 'GET')).status).toBe(400)
    expect(await read()).toEqual(before)
    await sql.exec(`update public.communities set owner_id = '${mei.id}'`)
    expect((await request(`email-link?link=${toText(link)}`, 'GET')).status).toBe(409)
  })

  test('works at a former address, without showing the new one', async () => {
    const changeAddress = (email: string) =>
      sql.query('update auth.users set email = $2 where id = $1', [owner.id, email])
    await changeAddress(`new.${owner.email}`)
    expect(await request(`email-link?link=${toText(link)}`, 'GET')).toEqual({
      status: 200,
      body: { link: toText(link), address: '', community: 'Night Owls' },
    })
    expect(await follow(link)).toEqual(thanks)
    await changeAddress(owner.email)
  })

  test('of an earlier email works, also if a gateway has changed it', async () => {
    const { asked_at } = await read()
    const asked = asked_at ?? ''
    const claim = `still-active ${id} ${owner.id} ${asked}`
    const sign = (text: string) => createHmac('sha256', local.secretKey).update(text).digest('hex')
    const signature = sign(claim)
    const present = `still-active_${id}_${owner.id}_${link.asked}`
    const earlier = new URLSearchParams({ community: id, user: owner.id, asked, signature })
    const changed = earlier.toString().replaceAll('&', '&amp;').replaceAll('%2B', '+')
    const forged = earlier.toString().replace(owner.id, mei.id)
    expect((await request(`email-link?${forged}`, 'GET')).status).toBe(400)
    for (const query of [earlier.toString(), changed]) {
      const described = await request(`email-link?${query}`, 'GET')
      // Nothing tells which address it was sent to.
      expect(described.body).toEqual({
        link: `${present}_${sign(present)}`,
        address: '',
        community: 'Night Owls',
      })
    }
    // As a page of the previous release sends it.
    const body = Object.fromEntries(earlier)
    expect((await call('admin/still-active', { key: '', body })).status).toBe(200)
    expect((await read()).asked_at).toBeNull()
  })
})

test('a community is woken only by its owner', async () => {
  await passDays(181)
  await fallAsleep()
  const before = await read()
  const { client } = owner
  const blocks = client.from('community_blocks')
  const link = { community_id: id, user_id: owner.id, asked_at: new Date().toISOString() }
  const attacks = {
    'of another owner': ['PT410', confirm(mei)],
    'as an admin': ['PT410', confirm(admin)],
    'with the function of the email link': ['42501', client.rpc('confirm_by_link', link)],
    'by deleting the block': ['42501', blocks.delete().eq('community_id', id)],
    'by changing the block': ['42501', blocks.update({ kind: 'paused' }).eq('community_id', id)],
    'by withdrawing the question': [
      '42501',
      client.from('signs_of_life').update({ asked_at: null }).eq('community_id', id),
    ],
  } as const
  for (const [how, [code, attack]] of Object.entries(attacks)) {
    expect([how, (await attack).error?.code]).toEqual([how, code])
    expect(await read()).toEqual(before)
  }
})

describe('users who joined', () => {
  beforeEach(async () => {
    for (const user of [mei, ada, bob]) await join(user).throwOnError()
  })
  /** Answers are younger than the confirmation. */
  const settle = () =>
    sql.exec("update public.signs_of_life set confirmed_at = confirmed_at - interval '1 second'")

  test('bring the question forward with two answers, which joins do not withdraw', async () => {
    await settle()
    await answer(mei, false).throwOnError()
    await answer(mei, false).throwOnError()
    await answer(bob, true).throwOnError()
    expect(await sendAndRead()).toEqual([])
    await answer(ada, false).throwOnError()
    expect(await sendAndRead()).toEqual(['Is “Night Owls” still active?'])
    expect(server.accepted[0]?.email.text).not.toMatch(/joined|answered/)
    const late = await signUp()
    await join(late).throwOnError()
    expect((await read()).asked_at).not.toBeNull()
    const exported = JSON.stringify((await owner.client.rpc('export_my_data').throwOnError()).data)
    for (const user of [mei, ada]) expect(exported).not.toContain(user.id)

    // After the owner's answer, the same users cannot bring it forward again.
    await confirm(owner).throwOnError()
    for (const user of [mei, ada]) await answer(user, false).throwOnError()
    expect(await passDays(31)).toEqual([])
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    ['changed their answer', () => answer(ada, true).throwOnError()],
    [
      'joined 60 days ago',
      () => sql.exec(`update public.community_joins set joined_on = joined_on - 60`),
    ],
    [
      'have a new account',
      () => sql.exec(`update public.profiles set created_at = now() where id = '${ada.id}'`),
    ],
    [
      'are suspended',
      () => secret.from('suspensions').insert({ user_id: ada.id, reason: 'Spam.' }).throwOnError(),
    ],
    [
      'became the owner',
      () =>
        sql.exec(
          `update public.communities set owner_id = '${ada.id}';
           update public.signs_of_life set confirmed_at = now() - interval '1 hour'`,
        ),
    ],
  ])('do not count if they %s', async (_what, change) => {
    await settle()
    for (const user of [mei, ada]) await answer(user, false).throwOnError()
    await change()
    expect(await sendAndRead()).toEqual([])
  })

  test('read and export only their own answers', async () => {
    await answer(mei, false).throwOnError()
    const own = async ({ client }: TestUser) =>
      (await client.rpc('list_my_joins').throwOnError()).data.map(({ is_active }) => is_active)
    expect([await own(mei), await own(ada)]).toEqual([[false], [null]])
    const exported = JSON.stringify((await mei.client.rpc('export_my_data').throwOnError()).data)
    expect(exported).toContain('"is_active":false')
  })
})

test('only users who joined a community that is awake can answer', async () => {
  const expectRefused = async (user: TestUser, code: string) =>
    expect((await answer(user, false)).error?.code).toBe(code)
  await expectRefused(mei, 'PT403')
  await expectRefused(owner, 'PT403')
  await join(mei).throwOnError()
  await block('asleep')
  await expectRefused(mei, 'PT410')
  expect((await sql.query('select from private.still_active_answers')).rows).toEqual([])
})
