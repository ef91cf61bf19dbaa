import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../support/users.ts'
import { siteUrl, startEmailBackend } from './email-backend.ts'

/* Emails to reporters about the outcome of their report, and to owners about hidden communities and appeals. */

const backend = await startEmailBackend()
const { sql, secret, owner, admin, signUp, call } = backend
const { listCommunity, decide, advanceMinutes, sendDue, subjects, clear, server } = backend
const reporters = [await signUp(), await signUp(), await signUp()] as const
const [reporter] = reporters
let id = ''

afterAll(backend.stop)
beforeEach(async () => {
  await clear()
  await sql.exec(`update public.profiles set wants_report_emails = true, created_at = '2025-01-01'`)
  id = await listCommunity('Kite Crew')
  await decide(id, { status: 'approved' })
  await sql.exec("delete from private.email_outbox where kind <> 'daily_summary'")
})

const report = ({ client }: TestUser = reporter) =>
  client.rpc('report_community', { community_id: id, reason: 'spam' }).throwOnError()
const resolve = () =>
  admin.client.rpc('resolve_reports', { community_id: id, seen_at: 'infinity' }).throwOnError()
const undo = () => admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
const hide = async () => {
  const { data } = await admin.client.from('communities').select('updated_at').eq('id', id).single()
  const version = data?.updated_at ?? ''
  const hiding = { community_id: id, version, reason: 'A scam.' }
  return admin.client.rpc('hide_community', hiding).throwOnError()
}
/** Sends what is due after the undo window, and returns the texts to a user. */
async function readTexts({ email }: TestUser) {
  await advanceMinutes(2)
  await sendDue()
  return server.accepted.filter(({ to }) => to.includes(email)).map((one) => one.email.text ?? '')
}

test.each([
  ['resolves', resolve, 'found that it follows our rules.'],
  ['hides the community of', hide, 'took action.'],
  [
    'deletes the community of',
    () => admin.client.from('communities').delete().eq('id', id).throwOnError(),
    'took action.',
  ],
  [
    'is too late, because the owner deletes the community of',
    () => owner.client.from('communities').delete().eq('id', id).throwOnError(),
    'Its owner has deleted it.',
  ],
])('a reporter is told once when an admin %s a report', async (_how, act, outcome) => {
  await report()
  await act()
  const [text, ...others] = await readTexts(reporter)
  expect(text).toContain(outcome)
  expect(text).toContain('“Kite Crew”')
  expect(text).toContain('because you have reported a community')
  expect(text).toContain(`${siteUrl}/unsubscribe?link=unsubscribe_${reporter.id}_reports_`)
  expect(others).toEqual([])
  expect(JSON.stringify(server.accepted)).not.toContain(admin.email)
})

test('an undone decision sends no email, and the next one does', async () => {
  await report()
  await resolve()
  await undo()
  expect(await readTexts(reporter)).toEqual([])
  await hide()
  await undo()
  expect(await readTexts(reporter)).toEqual([])
  await resolve()
  expect(await readTexts(reporter)).toHaveLength(1)
})

test('reporters who have unsubscribed or deleted their account get none', async () => {
  const [, second, third] = reporters
  for (const user of reporters) await report(user)
  await resolve()
  await second.client.from('profiles').update({ wants_report_emails: false }).eq('id', second.id)
  const [text] = await readTexts(reporter)
  expect(await readTexts(second)).toEqual([])
  expect(await readTexts(third)).toHaveLength(1)

  const link = /Unsubscribe from these emails: (\S+)/.exec(text ?? '')?.[1] ?? ''
  const path = link.split('/').at(-1) ?? ''
  expect((await call(`admin/${path}`, { key: '' })).status).toBe(200)
  const { rows } = await sql.query(
    'select wants_report_emails, wants_decision_emails from public.profiles where id = $1',
    [reporter.id],
  )
  expect(rows).toEqual([{ wants_report_emails: false, wants_decision_emails: true }])

  server.accepted.length = 0
  const leaver = await signUp()
  await report(leaver)
  await resolve()
  const body = JSON.stringify({ userId: leaver.id })
  expect((await call('delete-user', { key: leaver.accessToken, body })).status).toBe(200)
  expect(await readTexts(leaver)).toEqual([])
})

test('the owner learns that reports have hidden the community, but not whose or how many', async () => {
  for (const user of reporters) await report(user)
  const [text] = await readTexts(owner)
  expect(subjects()).toContain('“Kite Crew” is hidden until we have looked at it')
  expect(text).toContain(
    'Users have reported this community. It is hidden until an admin has looked at it.',
  )
  expect(text).not.toMatch(/\b(3|three)\b|spam/i)
  for (const { id: reporterId, email } of reporters) {
    expect(text).not.toContain(reporterId)
    expect(text).not.toContain(email)
  }
})

test('the admins learn when reports have hidden a community, and when no more are hidden that day', async () => {
  await sql.exec(
    `update public.audit_log set at = at - interval '1 day';
     update private.settings set hidden_by_reports_per_day = 1`,
  )
  for (const user of reporters) await report(user)
  const [first] = await readTexts(admin)
  expect(subjects()).toContain('Hidden after reports: “Kite Crew”')
  expect(first).toContain(`${siteUrl}/admin?view=queue`)

  for (const name of ['Surf Crew', 'Dive Crew']) {
    id = await listCommunity(name)
    await decide(id, { status: 'approved' })
    for (const user of reporters) await report(user)
    const { data } = await secret.from('community_blocks').select('kind').eq('community_id', id)
    expect(data).toEqual([])
  }
  const texts = await readTexts(admin)
  expect(texts).toHaveLength(2)
  expect(texts[1]).toContain('Reports have already hidden 1 community in 24 hours')
  await sql.exec('update private.settings set hidden_by_reports_per_day = 1000')
})

test.each([
  [true, 'Your appeal about “Kite Crew” was accepted', 'Your community is no longer hidden.'],
  [false, 'Your appeal about “Kite Crew” was declined', 'Reason: It is a scam.'],
])(
  'the owner gets the answer to an appeal, unless it is undone: %s',
  async (is_accepted, ...expected) => {
    await hide()
    await sql.exec("delete from private.email_outbox where kind <> 'daily_summary'")
    const message = 'Look again.'
    await owner.client.rpc('appeal_community', { community_id: id, message }).throwOnError()
    const { data } = await owner.client.from('appeals').select('id').eq('community_id', id).single()
    const answer = { appeal_id: data?.id ?? '', is_accepted, reason: 'It is a scam.' }
    await admin.client.rpc('decide_appeal', answer).throwOnError()
    await undo()
    expect(await readTexts(owner)).toEqual([])
    await admin.client.rpc('decide_appeal', answer).throwOnError()
    const [text] = await readTexts(owner)
    expect([subjects()[0], text]).toEqual([expected[0], expect.stringContaining(expected[1] ?? '')])
  },
)
