import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../support/users.ts'
import { siteUrl } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

/* Emails to reporters about the outcome of their report, and to owners about hidden communities and appeals. */

const backend = await startEmailBackend()
const { sql, secret, owner, admin, signUp, call, remove } = backend
const { listCommunity, decide, readTexts, forgetEmails, clear, server } = backend
const reporters = [await signUp(), await signUp(), await signUp()] as const
const [reporter] = reporters
let id = ''

afterAll(backend.stop)
beforeEach(async () => {
  await clear()
  await sql.exec(`update public.profiles set wants_report_emails = true, created_at = '2025-01-01'`)
  await list('Kite Crew')
})

async function list(name: string) {
  id = await listCommunity(name)
  await decide(id, { status: 'approved' })
  await forgetEmails()
}
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
const removeAs = ({ client }: TestUser) =>
  client.from('communities').delete().eq('id', id).throwOnError()

test('a reporter gets one email about what an admin or the owner did, and none if it is undone', async () => {
  await report()
  for (const act of [resolve, hide]) {
    await act()
    await undo()
    expect(await readTexts(reporter)).toEqual([])
  }
  const outcomes = {
    'found that it follows our rules.': resolve,
    'took action.': hide,
    'took action. ': () => removeAs(admin),
    'Its owner has deleted it.': () => removeAs(owner),
  }
  for (const [outcome, act] of Object.entries(outcomes)) {
    await act()
    const [text, ...others] = await readTexts(reporter)
    expect(text).toContain(outcome.trim())
    expect(text).toContain('“Kite Crew”')
    expect(text).toContain(`${siteUrl}/unsubscribe?link=unsubscribe_${reporter.id}_reports_`)
    expect(others).toEqual([])
    expect(JSON.stringify(server.accepted)).not.toContain(admin.email)
    if (act !== resolve) await list('Kite Crew')
    await report()
  }
})

test('reporters who have unsubscribed or deleted their account get none', async () => {
  const [, second, third] = reporters
  const leaver = await signUp()
  for (const user of [leaver, ...reporters]) await report(user)
  await resolve()
  await second.client.from('profiles').update({ wants_report_emails: false }).eq('id', second.id)
  expect(await remove(leaver, leaver)).toBe(200)
  const [text] = await readTexts(reporter)
  const recipients = server.accepted.flatMap(({ to }) => to)
  const areTold = [reporter, second, third, leaver].map(({ email }) => recipients.includes(email))
  expect(areTold).toEqual([true, false, true, false])

  const [, path] = /Unsubscribe from these emails: \S+\/(\S+)/.exec(text ?? '') ?? []
  expect((await call(`admin/${path}`, { key: '' })).status).toBe(200)
  const { rows } = await sql.query(
    'select wants_report_emails, wants_decision_emails from public.profiles where id = $1',
    [reporter.id],
  )
  expect(rows).toEqual([{ wants_report_emails: false, wants_decision_emails: true }])
})

test('the owner and the admins learn that reports have hidden a community, and admins when no more are', async () => {
  await sql.exec(
    `update public.audit_log set at = at - interval '1 day';
     update private.settings set hidden_by_reports_per_day = 1`,
  )
  for (const user of reporters) await report(user)
  const [toOwner] = await readTexts()
  expect(toOwner).toContain('“Kite Crew” is hidden until we have looked at it')
  expect(toOwner).toContain(
    'Users have reported this community. It is hidden until an admin has looked at it.',
  )
  // Not who reported it, or how many.
  const others = reporters.flatMap((user) => [user.id, user.email])
  expect(toOwner).not.toMatch(new RegExp(`\\b(3|three)\\b|spam|${others.join('|')}`, 'i'))
  const toAdmin = server.accepted.find(({ to }) => to.includes(admin.email))?.email
  expect(toAdmin?.subject).toBe('Hidden after reports: “Kite Crew”')
  expect(toAdmin?.text).toContain(`${siteUrl}/admin?view=queue`)

  for (const name of ['Surf Crew', 'Dive Crew']) {
    await list(name)
    for (const user of reporters) await report(user)
    const { data } = await secret.from('community_blocks').select('kind').eq('community_id', id)
    expect(data).toEqual([])
  }
  expect(await readTexts(admin)).toEqual([
    expect.stringContaining('Reports have already hidden 1 community in 24 hours'),
  ])
  await sql.exec('update private.settings set hidden_by_reports_per_day = 1000')
})

test('the owner gets the answer to an appeal, unless it is undone', async () => {
  await hide()
  await forgetEmails()
  const message = 'Look again.'
  await owner.client.rpc('appeal_community', { community_id: id, message }).throwOnError()
  const { data } = await owner.client.from('appeals').select('id').eq('community_id', id).single()
  const decideAppeal = (is_accepted: boolean) =>
    admin.client
      .rpc('decide_appeal', { appeal_id: data?.id ?? '', is_accepted, reason: 'It is a scam.' })
      .throwOnError()
  for (const is_accepted of [false, true]) {
    await decideAppeal(is_accepted)
    await undo()
  }
  expect(await readTexts()).toEqual([])
  await decideAppeal(false)
  const [text = ''] = await readTexts()
  expect(text).toContain('Your appeal about “Kite Crew” was declined')
  expect(text).toContain('Reason: It is a scam.')
})
