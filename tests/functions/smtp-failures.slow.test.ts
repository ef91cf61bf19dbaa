import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestSmtpServer } from '../support/smtp-server.ts'
import { approvalSubjects, startEmailBackend } from './email-backend.ts'

/* An SMTP server that fails in every way, and names that try to inject headers. */

const backend = await startEmailBackend()
const { sql, owner, admin, signUp, start, call } = backend
const { listCommunity, decide, advanceMinutes, sendDue, approve } = backend
const { outbox, subjects, clear, server } = backend
beforeEach(clear)
afterAll(backend.stop)

describe('an SMTP server', () => {
  test('gets every email once when two calls send at the same time', async () => {
    await approve(6)
    server.setBehavior({ onEmail: () => new Promise((resolve) => setTimeout(resolve, 20)) })
    const [one, other] = await Promise.all([sendDue(), sendDue()])
    expect(one.sent + other.sent).toBe(6)
    expect(subjects()).toEqual(approvalSubjects(1, 2, 3, 4, 5, 6))
  })

  test('gets every email once when a call is killed while the server answers', async () => {
    await approve(4)
    let hold = new Promise<void>(() => undefined)
    let held = 0
    server.setBehavior({
      onEmail: async ({ subject }) => {
        if (subject !== approvalSubjects(2)[0]) return
        held += 1
        await hold
        throw new Error('The client is gone')
      },
    })
    const doomed = sendDue().catch(() => 'killed')
    await expect.poll(() => held, { timeout: 20_000 }).toBe(1)
    backend.restart()
    expect(await doomed).toBe('killed')
    hold = Promise.resolve()
    server.setBehavior({})
    // The call had reserved them all.
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await advanceMinutes(11)
    expect(await sendDue()).toMatchObject({ sent: 3 })
    expect(subjects()).toEqual(approvalSubjects(1, 2, 3, 4))
  })

  test('gets the same Message-ID when an accepted email was not recorded', async () => {
    await approve(1)
    await sendDue()
    await sql.exec(
      `update private.email_outbox set sent_at = null, reserved_at = now() - interval '11 minutes'
       where kind = 'approved'`,
    )
    await sendDue()
    expect(server.accepted).toHaveLength(2)
    expect(new Set(server.accepted.map(({ email }) => email.messageId)).size).toBe(1)
  })

  test.each([
    ['drops the connection', true],
    ['refuses the email', false],
  ])('that %s loses no email, and gets each once after it recovers', async (_what, isDropped) => {
    await approve(2)
    server.setBehavior({
      onEmail: (_email, dropConnections) => {
        if (isDropped) dropConnections()
        return Promise.reject(new Error('Too busy'))
      },
    })
    // Without a connection, the other email would fail, too.
    expect(await sendDue()).toEqual({ sent: 0, failed: isDropped ? 1 : 2, stopped: isDropped })
    expect(server.accepted).toEqual([])
    server.setBehavior({})
    await advanceMinutes(2)
    await sendDue()
    expect(subjects()).toEqual(approvalSubjects(1, 2))
    await advanceMinutes(60)
    expect(await sendDue()).toMatchObject({ sent: 0 })
  })

  test('that refuses one address gets the emails to the others', async () => {
    const unwelcome = await signUp()
    await decide(await listCommunity('Unwelcome', unwelcome), { status: 'approved' })
    await approve(2)
    server.setBehavior({
      onRecipient: (address) => {
        if (address === unwelcome.email) throw new Error('No such user')
      },
    })
    expect(await sendDue()).toEqual({ sent: 2, failed: 1, stopped: false })
    expect(subjects()).toEqual(approvalSubjects(1, 2))
  })

  test.each([
    ['is busy', 'recipient', 450],
    ['is full', 'email', 452],
    ['is greylisted', 'recipient', 451],
    // With this code, a server also closes the connection.
    ['gets too many emails', 'recipient', 421],
  ])('that says that a mailbox %s gets the emails to the others', async (_why, when, code) => {
    const unlucky = await signUp()
    await decide(await listCommunity('Unlucky', unlucky), { status: 'approved' })
    await approve(2)
    const refuse = (address = '') => {
      if (address === unlucky.email) throw Object.assign(new Error('Later'), { responseCode: code })
    }
    server.setBehavior({
      ...(when === 'recipient' && { onRecipient: refuse }),
      ...(when === 'email' && { onEmail: async ({ to }) => refuse(to?.[0]?.address) }),
    })
    expect(await sendDue()).toEqual({ sent: 2, failed: 1, stopped: false })
    expect(subjects()).toEqual(approvalSubjects(1, 2))
    server.setBehavior({})
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await advanceMinutes(1)
    expect(await sendDue()).toEqual({ sent: 1, failed: 0, stopped: false })
  })

  test.each([421, 451])(
    'that refuses the sender with %i gets one attempt per run',
    async (responseCode) => {
      await approve(2)
      server.setBehavior({
        onSender: () => {
          throw Object.assign(new Error('Rate limit exceeded'), { responseCode })
        },
      })
      expect(await sendDue()).toEqual({ sent: 0, failed: 1, stopped: true })
      server.setBehavior({})
      await advanceMinutes(2)
      expect(await sendDue()).toMatchObject({ sent: 2 })
    },
  )

  test('without encryption gets no email over a network', async () => {
    await approve(1)
    const open = await startTestSmtpServer('0.0.0.0')
    const others = start({ SMTP_URL: open.url })
    const answer = await call('admin/send-emails', { from: others })
    expect(await answer.json()).toEqual({ sent: 0, failed: 1, stopped: true })
    expect(open.accepted).toEqual([])
    others.stop()
    await open.stop()
  })
})

test('retries slow down, end after a day, and admins see the failure', async () => {
  await approve(1)
  server.setBehavior({ onEmail: () => Promise.reject(new Error('Mailbox full')) })
  let minutes = 0
  for (const delay of [1, 5, 15, 60, 60]) {
    expect(await sendDue()).toMatchObject({ failed: 1 })
    await advanceMinutes(delay - 0.5)
    expect(await sendDue()).toMatchObject({ failed: 0 })
    await advanceMinutes(0.5)
    minutes += delay
  }
  expect(await outbox()).toMatchObject([{ attempts: 5, is_given_up: false }])
  const failing = await admin.client.rpc('count_failed_emails').throwOnError()
  expect(failing.data).toEqual([
    { given_up: 0, overdue: 1, last_error: expect.stringContaining('Mailbox full') },
  ])
  await advanceMinutes(24 * 60 - minutes + 1)
  expect(await sendDue()).toMatchObject({ failed: 1 })
  expect(await outbox()).toMatchObject([{ attempts: 6, is_given_up: true }])
  server.setBehavior({})
  await advanceMinutes(24 * 60)
  expect(await sendDue()).toMatchObject({ sent: 0 })
  const { data } = await admin.client.rpc('count_failed_emails').throwOnError()
  expect(data).toMatchObject([{ given_up: 1, overdue: 0 }])
  expect((await owner.client.rpc('count_failed_emails')).error?.code).toBe('PT403')
})

test('a hostile name cannot inject a header, a recipient or markup', async () => {
  const names = [
    'Robin", <victim@example.net>, "x',
    'a@example.net, b@example.net',
    '=?utf-8?Q?x=0D=0ABcc:_victim=40example.net?=',
    '<script>alert(1)</script>',
    'Zürich 🏄 surfers',
    '.\u00A0.',
  ]
  for (const name of names) {
    await decide(await listCommunity(name, await signUp({ name })), { status: 'approved' })
  }
  await advanceMinutes(2)
  await sendDue()
  expect(new Set(subjects())).toEqual(new Set(names.map((name) => `“${name}” was approved`)))
  for (const { to, email } of server.accepted) {
    expect(to).toHaveLength(1)
    expect(email.to).toEqual([{ name: '', address: to[0] }])
    expect([email.cc, email.bcc]).toEqual([undefined, undefined])
    expect(email.html).not.toContain('<script>')
  }
})
