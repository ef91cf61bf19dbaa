import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalFunctions, startFunctions } from '../../supabase/local/functions.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { newCommunity } from '../support/communities.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Client, type TestUser, createTestClient } from '../support/users.ts'

const never = 2_000_000_000
const siteUrl = 'https://waypost.example'
let local: LocalSupabase
let functions: LocalFunctions
let server: MailServer
let secret: Client
let owner: TestUser
let admin: TestUser

beforeAll(async () => {
  local = await startLocalSupabase({ sendMailsEvery: never })
  server = await startMailServer()
  functions = start()
  secret = createTestClient(local.secretKey, local.url)
  owner = await signUp()
  admin = await signUp()
  await secret.from('profiles').update({ is_admin: true }).eq('id', admin.id).throwOnError()
  await local.connection.driver.exec('delete from public.communities')
})
afterAll(async () => {
  functions.stop()
  await Promise.all([server.stop(), local.stop()])
})

beforeEach(async () => {
  server.behave({})
  server.accepted.length = 0
  await local.connection.driver.exec(
    // As if today's summary had been sent.
    `delete from private.mail_outbox;
     insert into private.mail_outbox (kind, recipient_id, event, sent_at)
     select 'daily_summary', id, (now() at time zone 'utc')::date, now() from public.profiles where is_admin`,
  )
})
afterEach(() => local.connection.driver.exec('delete from public.communities'))

const start = (settings: Record<string, string> = {}) =>
  startFunctions({
    SUPABASE_URL: local.url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: local.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: local.secretKey }),
    SMTP_URL: server.url,
    SITE_URL: siteUrl,
    ...settings,
  })

async function signUp(name = 'Test Person'): Promise<TestUser> {
  const client = createTestClient(local.publishableKey, local.url)
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct-horse-7' }
  const { data, error } = await client.auth.signUp({ ...account, options: { data: { name } } })
  if (error) throw error
  const accessToken = data.session?.access_token ?? ''
  return { ...account, id: data.user?.id ?? '', client, accessToken }
}

async function call(
  path = 'send-mail',
  { key = local.secretKey, method = 'POST', from = functions } = {},
) {
  const request = new Request(`${local.url}/functions/v1/admin/${path}`, {
    method,
    headers: key ? { authorization: `Bearer ${key}` } : {},
  })
  const response = await from.answer(request)
  if (!response) throw new Error('No function answered')
  return response
}
const drain = async () => (await call()).json()

async function listCommunity(name = 'Sunrise Swimmers', person = owner) {
  const { data } = await person.client
    .from('communities')
    .insert(newCommunity({ name }))
    .select()
    .single()
    .throwOnError()
  return data
}
const decide = (id: string, change: object, by = admin) =>
  by.client.from('communities').update(change).eq('id', id).throwOnError()

/** As if so many minutes had passed for every mail. */
const pass = (minutes: number) =>
  local.connection.driver.query(
    `update private.mail_outbox set
       created_at = created_at - m, due_at = due_at - m, claimed_at = claimed_at - m,
       first_tried_at = first_tried_at - m
     from (select $1 * interval '1 minute' as m) as passed where sent_at is null`,
    [minutes],
  )

const outbox = async () =>
  (
    await local.connection.driver.query(
      `select kind, attempts, last_error, sent_at is not null as is_sent, given_up_at is not null as is_given_up
       from private.mail_outbox where kind <> 'daily_summary' order by created_at, id`,
    )
  ).rows

/** So many approvals whose mails are due. */
async function approve(count: number) {
  for (let number = 1; number <= count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as an admin decides
    await decide((await listCommunity(`Number ${number}`)).id, { status: 'approved' })
  }
  await pass(2)
}
const compare = (one: string, other: string) => (one < other ? -1 : 1)
const subjects = () => server.accepted.map(({ mail }) => mail.subject ?? '').toSorted(compare)
const numbered = (...numbers: number[]) =>
  numbers.map((number) => `“Number ${number}” was approved`)

describe('what became of a community', () => {
  test('reaches its owner once the decision can no longer be undone', async () => {
    const { id } = await listCommunity('Swimmers & Friends')
    await owner.client
      .from('profiles')
      .update({ email: 'somebody-else@example.net' })
      .eq('id', owner.id)
      .throwOnError()
    await decide(id, { status: 'rejected', rejection_reason: 'Too short.\nSay <who> it is for.' })
    expect(await drain()).toEqual({ sent: 0, failed: 0, stopped: false })
    await pass(1)
    expect(await drain()).toMatchObject({ sent: 0 })
    await pass(1)
    expect(await drain()).toEqual({ sent: 1, failed: 0, stopped: false })
    expect(await drain()).toMatchObject({ sent: 0 })

    const [first] = server.accepted
    expect(first?.to).toEqual([owner.email])
    const { subject, text, html, to, from, messageId, headers } = first?.mail ?? { headers: [] }
    expect(subject).toBe('“Swimmers & Friends” was not approved')
    expect(to).toEqual([{ name: '', address: owner.email }])
    expect(from).toEqual({ name: 'Waypost', address: 'hello@waypost.example' })
    expect(text).toContain('Reason: Too short.\nSay <who> it is for.')
    expect(text).toContain(`Edit your community:\n${siteUrl}/profile?edit=${id}\n`)
    expect(html).toContain('Swimmers &amp; Friends')
    expect(html).toContain('Too short.<br>Say &lt;who&gt; it is for.')
    expect(html).toContain(`href="${siteUrl}/profile?edit=${id}"`)
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@waypost\.example>$/)
    const header = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-unsubscribe')).toMatch(
      new RegExp(`^<${local.url}/functions/v1/admin/unsubscribe\\?person=${owner.id}&`),
    )
  })

  test('is told of every decision', async () => {
    const { id } = await listCommunity('Walkers')
    await decide(id, { status: 'approved' })
    await decide(id, { name: 'Runners' }, owner)
    await decide(id, { held_changes: null })
    await decide(id, { name: 'Climbers' }, owner)
    await decide(id, { name: 'Climbers', held_changes: null })
    await pass(2)
    await drain()
    expect(subjects()).toEqual([
      'Your changes to “Climbers” were accepted',
      'Your changes to “Walkers” were declined',
      '“Walkers” was approved',
    ])
  })

  test('is not told when the decision was undone', async () => {
    const { id } = await listCommunity('Undecided')
    await decide(id, { status: 'rejected', rejection_reason: 'A slip.' })
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    await pass(5)
    expect(await drain()).toMatchObject({ sent: 0 })
    await decide(id, { status: 'approved' })
    await pass(2)
    await drain()
    expect(subjects()).toEqual(['“Undecided” was approved'])
  })

  test('is not told to an admin who decided on their own community', async () => {
    const { id } = await listCommunity('My Own', admin)
    await decide(id, { status: 'approved' })
    expect(await outbox()).toEqual([])
  })

  test('includes a link that died, once', async () => {
    await approve(1)
    await drain()
    server.accepted.length = 0
    const set = (change: object) =>
      secret.from('community_links').update(change).not('link', 'is', null).throwOnError()
    await set({ state: 'dead', dead_since: '2026-11-20T10:00:00Z' })
    await set({ state: 'live' })
    await set({ state: 'dead' })
    await drain()
    expect(subjects()).toEqual(['The invite link of “Number 1” no longer works'])
  })

  test('goes with the account, and with the community', async () => {
    const leaver = await signUp()
    const { id } = await listCommunity('Gone Soon', leaver)
    await decide(id, { status: 'approved' })
    const other = await listCommunity('Deleted')
    await decide(other.id, { status: 'approved' })
    expect(await outbox()).toHaveLength(2)
    await owner.client.from('communities').delete().eq('id', other.id).throwOnError()
    const answer = await fetch(`${local.url}/functions/v1/delete-user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${leaver.accessToken}` },
      body: JSON.stringify({ userId: leaver.id }),
    })
    expect(answer.status).toBe(200)
    expect(await outbox()).toEqual([])
    await pass(5)
    expect(await drain()).toMatchObject({ sent: 0 })
  })
})

describe('the daily summary', () => {
  test('tells the admins who want it what waits, once a day', async () => {
    const unwilling = await signUp()
    await secret.from('profiles').update({ is_admin: true }).eq('id', unwilling.id).throwOnError()
    await unwilling.client
      .from('profiles')
      .update({ wants_summary_mails: false })
      .eq('id', unwilling.id)
      .throwOnError()
    await listCommunity('One')
    const two = await listCommunity('Two')
    await decide(two.id, { status: 'approved' })
    await decide(two.id, { name: 'Two or More' }, owner)
    await local.connection.driver.exec('delete from private.mail_outbox')
    const queue = (at: string) =>
      local.connection.driver.query('select private.queue_daily_summaries($1)', [at])
    await queue('2026-11-20T06:59:00Z')
    await queue('2026-11-20T07:00:00Z')
    await queue('2026-11-20T19:00:00Z')
    await local.connection.driver.exec(
      `insert into private.mail_outbox (kind, recipient_id, event, sent_at)
       select 'daily_summary', '${owner.id}', (now() at time zone 'utc')::date, now()`,
    )
    await drain()
    const mine = server.accepted.filter(({ to }) => to.includes(admin.email))
    expect(mine.map(({ mail }) => mail.subject)).toEqual([
      'Waiting for review: 1 new community, 1 community with changes',
    ])
    expect(mine[0]?.mail.text).toContain(`${siteUrl}/admin?view=queue`)
    expect(server.accepted.some(({ to }) => to.includes(unwilling.email))).toBe(false)
    await secret.from('profiles').update({ is_admin: false }).eq('id', unwilling.id).throwOnError()
  })
})

describe('a mail server', () => {
  test('that two drains use at once gets every mail once', async () => {
    await approve(6)
    server.behave({ takeMail: () => new Promise((resolve) => setTimeout(resolve, 20)) })
    const [one, other] = await Promise.all([drain(), drain()])
    expect(one.sent + other.sent).toBe(6)
    expect(subjects()).toEqual(numbered(1, 2, 3, 4, 5, 6))
  })

  test('in the middle of whose answer the drain is killed gets every mail once', async () => {
    await approve(4)
    let hold = new Promise<void>(() => undefined)
    let held = 0
    server.behave({
      takeMail: async ({ subject }) => {
        if (subject !== numbered(2)[0]) return
        held += 1
        await hold
        throw new Error('Nobody waits for the answer any more')
      },
    })
    const doomed = drain().catch(() => 'killed')
    await expect.poll(() => held, { timeout: 20_000 }).toBe(1)
    functions.stop()
    expect(await doomed).toBe('killed')
    functions = start()
    hold = Promise.resolve()
    server.behave({})
    expect(await drain()).toMatchObject({ sent: 2 })
    expect(subjects()).toEqual(numbered(1, 3, 4))
    await pass(11)
    expect(await drain()).toMatchObject({ sent: 1 })
    expect(subjects()).toEqual(numbered(1, 2, 3, 4))
  })

  test('that is asked again, because nobody noted its yes, gets the same Message-ID', async () => {
    await approve(1)
    await drain()
    await local.connection.driver.exec(
      `update private.mail_outbox set sent_at = null, claimed_at = now() - interval '11 minutes'
       where kind = 'approved'`,
    )
    await drain()
    expect(server.accepted).toHaveLength(2)
    expect(new Set(server.accepted.map(({ mail }) => mail.messageId)).size).toBe(1)
  })

  test.each<[string, Parameters<MailServer['behave']>[0]]>([
    [
      'drops the connection',
      {
        takeMail: async (_mail, drop) => {
          drop()
          throw new Error('dropped')
        },
      },
    ],
    ['refuses everybody', { greet: () => Promise.reject(new Error('Come back later')) }],
    ['refuses the mail', { takeMail: () => Promise.reject(new Error('Too busy')) }],
    ['says nothing', { greet: () => new Promise(() => undefined) }],
  ])(
    'that %s loses nothing, and gets everything once when it recovers',
    async (_what, behaviour) => {
      await approve(2)
      server.behave(behaviour)
      const { sent, failed } = await drain()
      expect(sent).toBe(0)
      expect(failed).toBeGreaterThan(0)
      expect(server.accepted).toEqual([])
      server.behave({})
      await pass(2)
      await drain()
      expect(subjects()).toEqual(numbered(1, 2))
      await pass(60)
      expect(await drain()).toMatchObject({ sent: 0 })
    },
  )

  test('that is down loses nothing, and is not asked for every mail', async () => {
    await approve(3)
    await server.stop()
    expect(await drain()).toEqual({ sent: 0, failed: 1, stopped: true })
    const down = server
    server = await startMailServer()
    functions.stop()
    functions = start()
    expect(await drain()).toMatchObject({ sent: 2 })
    await pass(1)
    expect(await drain()).toMatchObject({ sent: 1 })
    expect(subjects()).toEqual(numbered(1, 2, 3))
    expect(down.accepted).toEqual([])
  })

  test('that refuses one address gets the mails to the others', async () => {
    const unwelcome = await signUp()
    await decide((await listCommunity('Unwelcome', unwelcome)).id, { status: 'approved' })
    await approve(2)
    server.behave({
      takeRecipient: (address) => {
        if (address === unwelcome.email) throw new Error('No such user')
      },
    })
    expect(await drain()).toEqual({ sent: 2, failed: 1, stopped: false })
    expect(subjects()).toEqual(numbered(1, 2))
  })

  test('that offers no encryption gets no mail over a network', async () => {
    await approve(1)
    const open = await startMailServer('0.0.0.0')
    const others = start({ SMTP_URL: open.url })
    const answer = await call('send-mail', { from: others })
    expect(await answer.json()).toEqual({ sent: 0, failed: 1, stopped: true })
    expect(open.accepted).toEqual([])
    others.stop()
    await open.stop()
  })
})

test('attempts grow apart, end after a day, and admins are told', async () => {
  await approve(1)
  server.behave({ takeMail: () => Promise.reject(new Error('Mailbox full')) })
  let minutes = 0
  for (const pause of [1, 5, 15, 60, 60]) {
    /* oxlint-disable no-await-in-loop -- one attempt after the other */
    expect(await drain()).toMatchObject({ failed: 1 })
    await pass(pause - 0.5)
    expect(await drain()).toMatchObject({ failed: 0 })
    await pass(0.5)
    minutes += pause
    /* oxlint-enable no-await-in-loop */
  }
  expect(await outbox()).toMatchObject([{ attempts: 5, is_given_up: false }])
  const failing = await admin.client.rpc('count_failed_mails').throwOnError()
  expect(failing.data).toEqual([
    { given_up: 0, overdue: 1, last_error: expect.stringContaining('Mailbox full') },
  ])
  await pass(24 * 60 - minutes + 1)
  expect(await drain()).toMatchObject({ failed: 1 })
  expect(await outbox()).toMatchObject([{ attempts: 6, is_given_up: true }])
  server.behave({})
  await pass(24 * 60)
  expect(await drain()).toMatchObject({ sent: 0 })
  const { data } = await admin.client.rpc('count_failed_mails').throwOnError()
  expect(data).toMatchObject([{ given_up: 1, overdue: 0 }])
  expect((await owner.client.rpc('count_failed_mails')).error?.code).toBe('42501')
})

describe('names', () => {
  test.each([
    'Robin", <victim@example.net>, "x',
    'a@example.net, b@example.net',
    '=?utf-8?Q?x=0D=0ABcc:_victim=40example.net?=',
    '<script>alert(1)</script>',
    'Zürich 🏄 surfers',
    '.\u00A0.',
  ])('write no header, no recipient and no markup: %s', async (name) => {
    const person = await signUp(name)
    await decide((await listCommunity(name, person)).id, { status: 'approved' })
    await pass(2)
    await drain()
    const [{ to, mail } = { to: [], mail: undefined }] = server.accepted
    expect(server.accepted).toHaveLength(1)
    expect(to).toEqual([person.email])
    expect(mail?.to).toEqual([{ name: '', address: person.email }])
    expect([mail?.cc, mail?.bcc]).toEqual([undefined, undefined])
    expect(mail?.subject).toBe(`“${name}” was approved`)
    expect(mail?.html).not.toContain('<script>')
  })

  test('not even where the database would let them', async () => {
    await approve(1)
    await local.connection.driver.query('update private.mail_outbox set data = $1', [
      JSON.stringify({ name: 'x\r\nBcc: victim@example.net\r\n\r\n<b>Body</b>' }),
    ])
    await drain()
    const [{ to, mail } = { to: [], mail: undefined }] = server.accepted
    expect(to).toEqual([owner.email])
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.subject).toBe('“x Bcc: victim@example.net <b>Body</b>” was approved')
  })

  test.each([
    'victim@example.net, owner@example.org',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b>',
    '',
  ])('an address that is more than one gets nothing: %j', async (address) => {
    await approve(1)
    const set = 'update public.profiles set sign_in_email = $2 where id = $1'
    await local.connection.driver.query(set, [owner.id, address])
    expect(await drain()).toMatchObject({ sent: 0, failed: 1 })
    expect(server.accepted).toEqual([])
    await local.connection.driver.query(set, [owner.id, owner.email])
  })
})

describe('whoever wants no mails', () => {
  const choiceOf = async () =>
    (
      await secret
        .from('profiles')
        .select('wants_decision_mails, wants_summary_mails')
        .eq('id', owner.id)
        .single()
        .throwOnError()
    ).data
  const setChoice = (wants_decision_mails: boolean) =>
    owner.client.from('profiles').update({ wants_decision_mails }).eq('id', owner.id).throwOnError()
  afterEach(() => setChoice(true))

  test('says so on the profile, and gets none that was waiting', async () => {
    await approve(2)
    await setChoice(false)
    expect(await drain()).toMatchObject({ sent: 0 })
    expect(await outbox()).toEqual([])
    const { error } = await admin.client
      .from('profiles')
      .update({ wants_decision_mails: true })
      .eq('id', owner.id)
    expect(error?.code).toBe('42501')
  })

  test('sends one click from the mail, signed in or not', async () => {
    await approve(1)
    await drain()
    const { value } =
      server.accepted[0]?.mail.headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
    const address = new URL(value?.slice(1, -1) ?? '')
    expect(server.accepted[0]?.mail.text).toContain(`No more of these mails: ${address.href}`)
    const path = `unsubscribe${address.search}`

    // What looks for viruses, or opens every link, changes nothing.
    const opened = await call(path, { key: '', method: 'GET' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${siteUrl}/profile#mails`,
    ])
    for (const forged of [
      path.replace(owner.id, admin.id),
      path.replace('decisions', 'summary'),
      path.replace(/signature=../, 'signature=00'),
      path.replace(/signature=.*/, 'signature='),
      path.replace('decisions', 'everything'),
      'unsubscribe',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- a few calls
      expect([forged, (await call(forged, { key: '' })).status]).toEqual([forged, 400])
    }
    expect(await choiceOf()).toEqual({ wants_decision_mails: true, wants_summary_mails: true })

    expect((await call(path, { key: '' })).status).toBe(200)
    expect((await call(path, { key: '' })).status).toBe(200)
    expect(await choiceOf()).toEqual({ wants_decision_mails: false, wants_summary_mails: true })
  })
})

describe('a drain', () => {
  test('is for admins and for the secret key', async () => {
    await approve(1)
    for (const method of ['GET', 'POST']) {
      /* oxlint-disable no-await-in-loop -- a few calls */
      expect((await call('send-mail', { key: '', method })).status).toBe(401)
      expect((await call('send-mail', { key: local.publishableKey, method })).status).toBe(401)
      expect((await call('send-mail', { key: 'sb_secret_guess', method })).status).toBe(401)
      const refused = await call('send-mail', { key: owner.accessToken, method })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ error: 'Only an admin may send mails.' })
      /* oxlint-enable no-await-in-loop */
    }
    expect((await call('send-mail', { method: 'PUT' })).status).toBe(405)
    expect(server.accepted).toEqual([])
    const answer = await call('send-mail', { key: admin.accessToken })
    expect(await answer.json()).toMatchObject({ sent: 1 })
  })

  test('says what is not set up, and takes no mail', async () => {
    await approve(1)
    const others = start({ SMTP_URL: '', SITE_URL: 'nowhere' })
    const asked = await call('send-mail', { from: others, method: 'GET' })
    expect(await asked.json()).toEqual({ missing: ['SMTP_URL', 'SITE_URL'] })
    const answer = await call('send-mail', { from: others })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: 'This function is not set up yet: it cannot send mails: set SMTP_URL and SITE_URL.',
    })
    others.stop()
    expect(await outbox()).toMatchObject([{ attempts: 0 }])
  })
})
