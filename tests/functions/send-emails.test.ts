import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addGroup, decideHeldChanges } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { siteUrl } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

/* Which emails are sent, when and to whom. Their texts are in tests/unit/emails.test.ts. */

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, start, call, ask, remove } = backend
const { listCommunity, decide, advanceMinutes, sendDue, readTexts, approve } = backend
const { outbox, forgetEmails, subjects, clear, server } = backend
beforeEach(clear)
afterAll(backend.stop)

const updateProfile = ({ id, client }: Pick<TestUser, 'id' | 'client'>, change: object) =>
  client.from('profiles').update(change).eq('id', id).throwOnError()
const undo = (community_id: string) =>
  admin.client.rpc('undo_decision', { community_id }).throwOnError()

test('the email about a suspension is sent whatever the user has switched off, unless it has ended', async () => {
  const user = await signUp()
  const id = await listCommunity('Waiting', user)
  await updateProfile(user, { wants_decision_emails: false })
  const suspension = { user_id: user.id, reason: 'Your links lead to spam.' }
  const suspend = () => admin.client.rpc('suspend_user', suspension).throwOnError()
  const end = () => admin.client.rpc('end_suspension', { user_id: user.id }).throwOnError()
  await suspend()
  await end()
  // The emails of two suspensions wait, but only one is in effect, which the admin can still undo.
  await suspend()
  expect(await sendDue()).toMatchObject({ sent: 0 })
  expect(await readTexts(user)).toEqual([
    expect.stringContaining('Reason: Your links lead to spam.'),
  ])
  const headers = server.accepted[0]?.email.headers.map(({ key }) => key)
  expect(headers).not.toContain('list-unsubscribe')

  await updateProfile({ ...user, client: secret }, { wants_decision_emails: true })
  await decide(id, { status: 'approved' })
  expect(await readTexts(user)).toEqual([
    expect.stringMatching(/was approved[^]+ none of your communities is listed\./),
  ])
  // One that is over does not prevent another, and its end lists the community.
  const isListed = async () =>
    (await secret.rpc('get_directory_community', { community_id: id }).throwOnError()).data.length
  const expire = () =>
    sql.query('update public.suspensions set until = now() where user_id = $1', [user.id])
  await expire()
  await suspend()
  await sql.query('select private.end_expired_suspensions()')
  expect(await isListed()).toBe(0)
  await expire()
  await sql.query('select private.end_expired_suspensions()')
  expect(await isListed()).toBe(1)
})

test('a decision is sent before older alerts, over one connection, and past emails that are obsolete', async () => {
  await approve(1)
  await admin.client.from('alerts').insert({ user_id: admin.id, search: 'number' }).throwOnError()
  const { data } = await secret.from('communities').select('id').single().throwOnError()
  await sql.query(
    `insert into private.email_outbox (kind, recipient_id, event, data, due_at)
     select 'new_communities'::public.email_kind, $1::uuid, n::text, jsonb_build_object('communities', jsonb_build_array($2::text)),
       now() - interval '1 hour'
     from generate_series(1, 60) as n
     union all
     select 'suspended', $1, (now() - n * interval '1 day')::text, '{}'::jsonb, now() - interval '2 hours'
     from generate_series(1, 60) as n`,
    [admin.id, data.id],
  )
  const connections = server.countConnections()
  expect(await sendDue()).toEqual({ sent: 61, failed: 0, stopped: false })
  expect(server.countConnections() - connections).toBe(1)
  expect(server.accepted[0]?.email.subject).toBe('“Number 1” was approved')
  expect(await outbox()).toHaveLength(61)
})

describe('the email about a decision', () => {
  test('reaches the owner once the decision can no longer be undone', async () => {
    const id = await listCommunity('Swimmers & Friends')
    await updateProfile(owner, { email: 'contact@example.net' })
    await decide(id, { status: 'rejected', rejection_reason: 'Too short.\nSay <who> it is for.' })
    await advanceMinutes(1)
    expect(await sendDue()).toEqual({ sent: 0, failed: 0, stopped: false })
    await advanceMinutes(1)
    expect(await sendDue()).toEqual({ sent: 1, failed: 0, stopped: false })
    expect(await sendDue()).toMatchObject({ sent: 0 })

    const [first] = server.accepted
    expect(first?.to).toEqual([owner.email])
    const { subject, text, html, to, from, messageId, headers } = first?.email ?? { headers: [] }
    expect(subject).toBe('“Swimmers & Friends” was not approved')
    expect(to).toEqual([{ name: '', address: owner.email }])
    expect(from).toEqual({ name: 'Waypost', address: 'hello@waypost.example' })
    expect(text).toContain('Reason: Too short.\nSay <who> it is for.')
    expect(text).toContain(`Edit your community:\n${siteUrl}/profile?edit=${id}\n`)
    expect(html).toContain('Too short.<br>Say &lt;who&gt; it is for.')
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@waypost\.example>$/)
    const header = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-unsubscribe')).toContain(
      `<${local.url}/functions/v1/admin/unsubscribe?link=unsubscribe_${owner.id}_decisions_`,
    )
  })

  test('is sent for every decision, with its reason, unless it is undone', async () => {
    const id = await listCommunity('Walkers')
    const read = async () =>
      (await secret.from('communities').select('*').eq('id', id).single().throwOnError()).data
    const target = async () => ({ community_id: id, version: (await read()).updated_at })
    const reason = 'Please keep <b>one</b> topic.'
    const hide = async () =>
      admin.client.rpc('hide_community', { ...(await target()), reason }).throwOnError()
    const decline = async () => {
      const { groups_changed_at: groups_seen_at } = await read()
      const decision = { ...(await target()), is_accepted: false, reason }
      await admin.client
        .rpc('decide_changes', { ...decision, ...(groups_seen_at && { groups_seen_at }) })
        .throwOnError()
    }
    await decide(id, { status: 'rejected', rejection_reason: 'A slip.' })
    await undo(id)
    await decide(id, { status: 'approved' })
    const [approval, ...others] = await readTexts()
    expect(approval).toContain(`${siteUrl}/communities/${id}/`)
    expect(others).toEqual([])

    await decide(id, { name: 'Runners' }, owner)
    await decline()
    await addGroup(owner, id, 'Casino tips').throwOnError()
    await decline()
    await decide(id, { name: 'Climbers' }, owner)
    await decideHeldChanges(admin, id, 'accept')
    await hide()
    await undo(id)
    await hide()
    await admin.client.rpc('show_community', await target()).throwOnError()
    await admin.client.rpc('return_to_pending', { ...(await target()), reason }).throwOnError()
    const refusals = (await readTexts()).filter((text) => text.includes(`\n\nReason: ${reason}`))
    expect(subjects()).toEqual([
      'Your changes to “Climbers” were accepted',
      'Your changes to “Walkers” were declined',
      'Your changes to “Walkers” were declined',
      '“Climbers” is being reviewed again',
      '“Climbers” is hidden from the directory',
      '“Climbers” is no longer hidden',
    ])
    expect(refusals).toHaveLength(4)
  })

  test('is sent about automatic hiding, which the log does not attribute to the user who caused it', async () => {
    const id = await listCommunity('Reported')
    await decide(id, { status: 'approved' })
    await forgetEmails()
    await sql.exec(`
      update private.settings set reports_to_hide = 1;
      update public.profiles set created_at = '2025-01-01' where id = '${admin.id}'`)
    const report = { community_id: id, reason: 'spam' } as const
    await admin.client.rpc('report_community', report).throwOnError()
    await sql.exec('update private.settings set reports_to_hide = 3')
    const entries = secret.from('audit_log').select('actor_id, by_admin').eq('subject_id', id)
    const { data } = await entries.eq('action', 'hidden').throwOnError()
    expect(data).toEqual([{ actor_id: null, by_admin: false }])
    expect(await readTexts()).toEqual([
      expect.stringContaining('“Reported” is hidden until we have looked at it'),
    ])
  })

  test('is not sent to an admin who decided about their own community', async () => {
    await decide(await listCommunity('My Own', admin), { status: 'approved' })
    expect(await outbox()).toEqual([])
  })

  test('is deleted with the account and with the community', async () => {
    const leaver = await signUp()
    await decide(await listCommunity('Deleted Soon', leaver), { status: 'approved' })
    const id = await listCommunity('Deleted')
    await decide(id, { status: 'approved' })
    expect(await outbox()).toHaveLength(2)
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    expect(await remove(leaver, leaver)).toBe(200)
    expect(await outbox()).toEqual([])
  })
})

test('a dead link causes one email, even if it is marked dead twice', async () => {
  await approve(1)
  await forgetEmails()
  const set = (change: object) =>
    secret.from('community_links').update(change).not('link', 'is', null).throwOnError()
  await set({ state: 'dead', dead_since: '2026-11-20T10:00:00Z' })
  await set({ state: 'live' })
  await set({ state: 'dead' })
  await sendDue()
  expect(subjects()).toEqual(['The invite link of “Number 1” no longer works'])
})

test('the daily summary goes to the admins who want it, once a day', async () => {
  const unsubscribed = await signUp({ admin: true })
  await updateProfile(unsubscribed, { wants_summary_emails: false })
  await listCommunity('One')
  const two = await listCommunity('Two')
  await decide(two, { status: 'approved' })
  await decide(two, { name: 'Two or More' }, owner)
  await sql.exec('delete from private.email_outbox')
  for (const time of ['06:59', '07:00', '19:00'])
    await sql.query('select private.queue_daily_summaries($1)', [`2026-11-20T${time}:00Z`])
  expect(await readTexts(unsubscribed)).toEqual([])
  const mine = server.accepted.filter(({ to }) => to.includes(admin.email))
  expect(mine.map(({ email }) => email.subject)).toEqual([
    'Waiting for review: 1 community with changes, 1 new community',
  ])
  await updateProfile({ ...unsubscribed, client: secret }, { is_admin: false })
})

test('admins send emails, also at the path that the schedules of earlier deployments call', async () => {
  await approve(1)
  const { body } = await ask('admin/send-mail', { key: admin.accessToken })
  expect(body).toMatchObject({ sent: 1 })
})

test('missing settings are reported, and no email is claimed', async () => {
  await approve(1)
  const from = start({ SMTP_URL: '', SITE_URL: 'nowhere' })
  const check = await call('admin/send-emails', { from, method: 'GET' })
  expect(await check.json()).toEqual({ missing: ['SMTP_URL', 'SITE_URL'] })
  expect(await ask('admin/send-emails', { from })).toEqual({
    status: 503,
    body: { error: 'This function is not set up yet. Set SMTP_URL and SITE_URL.' },
  })
  from.stop()
  expect(await outbox()).toMatchObject([{ attempts: 0 }])
})

test('an email goes to exactly one address, whatever the auth service has stored', async () => {
  await approve(1)
  const { email } = owner
  const setAddress = (address: string) =>
    sql.query('update public.profiles set sign_in_email = $1 where id = $2', [address, owner.id])
  for (const address of [
    `${email}, thief@example.org`,
    `${email}\r\nBcc: thief@example.org`,
    '<thief@example.org>',
    'no address',
    '',
  ]) {
    await setAddress(address)
    expect(await sendDue()).toEqual({ sent: 0, failed: 1, stopped: false })
    await advanceMinutes(120)
  }
  expect(server.accepted).toEqual([])
  await setAddress(email)
})
