import { afterAll, beforeEach, describe, expect, test, afterEach } from 'vitest'
import { decideHeldChanges } from '../support/communities.ts'
import { siteUrl, startEmailBackend } from './email-backend.ts'

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, start, call } = backend
const { listCommunity, decide, advanceMinutes, sendDue, approve, outbox, subjects, clear } = backend
beforeEach(clear)
afterAll(backend.stop)

describe('the email about a decision', () => {
  test('reaches the owner once the decision can no longer be undone', async () => {
    const { id } = await listCommunity('Swimmers & Friends')
    await owner.client
      .from('profiles')
      .update({ email: 'contact@example.net' })
      .eq('id', owner.id)
      .throwOnError()
    await decide(id, { status: 'rejected', rejection_reason: 'Too short.\nSay <who> it is for.' })
    expect(await sendDue()).toEqual({ sent: 0, failed: 0, stopped: false })
    await advanceMinutes(1)
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await advanceMinutes(1)
    expect(await sendDue()).toEqual({ sent: 1, failed: 0, stopped: false })
    expect(await sendDue()).toMatchObject({ sent: 0 })

    const [first] = backend.server.accepted
    expect(first?.to).toEqual([owner.email])
    const { subject, text, html, to, from, messageId, headers } = first?.email ?? { headers: [] }
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
      new RegExp(`^<${local.url}/functions/v1/admin/unsubscribe\\?user=${owner.id}&`),
    )
  })

  test('is sent for every decision', async () => {
    const { id } = await listCommunity('Walkers')
    await decide(id, { status: 'approved' })
    await decide(id, { name: 'Runners' }, owner)
    await decideHeldChanges(admin, id, 'decline')
    await decide(id, { name: 'Climbers' }, owner)
    await decideHeldChanges(admin, id, 'accept')
    await advanceMinutes(2)
    await sendDue()
    expect(subjects()).toEqual([
      'Your changes to “Climbers” were accepted',
      'Your changes to “Walkers” were declined',
      '“Walkers” was approved',
    ])
  })

  test('is not sent if the decision is undone', async () => {
    const { id } = await listCommunity('Undecided')
    await decide(id, { status: 'rejected', rejection_reason: 'A slip.' })
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    await advanceMinutes(5)
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await decide(id, { status: 'approved' })
    await advanceMinutes(2)
    await sendDue()
    expect(subjects()).toEqual(['“Undecided” was approved'])
  })

  test('is not sent to an admin who decided about their own community', async () => {
    const { id } = await listCommunity('My Own', admin)
    await decide(id, { status: 'approved' })
    expect(await outbox()).toEqual([])
  })

  test('is deleted with the account and with the community', async () => {
    const leaver = await signUp()
    const { id } = await listCommunity('Deleted Soon', leaver)
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
    await advanceMinutes(5)
    expect(await sendDue()).toMatchObject({ sent: 0 })
  })
})

test('a dead link causes one email, even if it is marked dead twice', async () => {
  await approve(1)
  await sendDue()
  backend.server.accepted.length = 0
  const set = (change: object) =>
    secret.from('community_links').update(change).not('link', 'is', null).throwOnError()
  await set({ state: 'dead', dead_since: '2026-11-20T10:00:00Z' })
  await set({ state: 'live' })
  await set({ state: 'dead' })
  await sendDue()
  expect(subjects()).toEqual(['The invite link of “Number 1” no longer works'])
})

describe('the daily summary', () => {
  test('goes to the admins who want it, once a day', async () => {
    const unsubscribed = await signUp()
    await secret
      .from('profiles')
      .update({ is_admin: true })
      .eq('id', unsubscribed.id)
      .throwOnError()
    await unsubscribed.client
      .from('profiles')
      .update({ wants_summary_emails: false })
      .eq('id', unsubscribed.id)
      .throwOnError()
    await listCommunity('One')
    const two = await listCommunity('Two')
    await decide(two.id, { status: 'approved' })
    await decide(two.id, { name: 'Two or More' }, owner)
    await sql.exec('delete from private.email_outbox')
    const queue = (at: string) => sql.query('select private.queue_daily_summaries($1)', [at])
    await queue('2026-11-20T06:59:00Z')
    await queue('2026-11-20T07:00:00Z')
    await queue('2026-11-20T19:00:00Z')
    await sql.exec(
      `insert into private.email_outbox (kind, recipient_id, event, sent_at)
       select 'daily_summary', '${owner.id}', (now() at time zone 'utc')::date, now()`,
    )
    await sendDue()
    const mine = backend.server.accepted.filter(({ to }) => to.includes(admin.email))
    expect(mine.map(({ email }) => email.subject)).toEqual([
      'Waiting for review: 1 new community, 1 community with changes',
    ])
    expect(mine[0]?.email.text).toContain(`${siteUrl}/admin?view=queue`)
    expect(backend.server.accepted.some(({ to }) => to.includes(unsubscribed.email))).toBe(false)
    await secret
      .from('profiles')
      .update({ is_admin: false })
      .eq('id', unsubscribed.id)
      .throwOnError()
  })
})

describe('unsubscribing', () => {
  const readChoices = async () =>
    (
      await secret
        .from('profiles')
        .select('wants_decision_emails, wants_summary_emails')
        .eq('id', owner.id)
        .single()
        .throwOnError()
    ).data
  const setChoice = (wants_decision_emails: boolean) =>
    owner.client
      .from('profiles')
      .update({ wants_decision_emails })
      .eq('id', owner.id)
      .throwOnError()
  afterEach(() => setChoice(true))

  test('on the profile also drops the emails that are due', async () => {
    await approve(2)
    await setChoice(false)
    expect(await sendDue()).toMatchObject({ sent: 0 })
    expect(await outbox()).toEqual([])
    const { error } = await admin.client
      .from('profiles')
      .update({ wants_decision_emails: true })
      .eq('id', owner.id)
    expect(error?.code).toBe('PT403')
  })

  test('takes one click in the email, signed in or not', async () => {
    await approve(1)
    await sendDue()
    const { value } =
      backend.server.accepted[0]?.email.headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
    const link = new URL(value?.slice(1, -1) ?? '')
    expect(backend.server.accepted[0]?.email.text).toContain(
      `Unsubscribe from these emails: ${link.href}`,
    )
    const path = `unsubscribe${link.search}`

    // Virus scanners open every link, so a GET changes nothing.
    const opened = await call(path, { key: '', method: 'GET' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${siteUrl}/profile#emails`,
    ])
    for (const forged of [
      path.replace(owner.id, admin.id),
      path.replace('decisions', 'summary'),
      // The first digit replaced by a different one.
      path.replace(/signature=(.)/, (_, first) => `signature=${first === '0' ? 1 : 0}`),
      path.replace(/signature=.*/, 'signature='),
      path.replace('decisions', 'everything'),
      'unsubscribe',
    ]) {
      expect([forged, (await call(forged, { key: '' })).status]).toEqual([forged, 400])
    }
    expect(await readChoices()).toEqual({ wants_decision_emails: true, wants_summary_emails: true })

    expect((await call(path, { key: '' })).status).toBe(200)
    expect((await call(path, { key: '' })).status).toBe(200)
    expect(await readChoices()).toEqual({
      wants_decision_emails: false,
      wants_summary_emails: true,
    })
  })
})

describe('sending emails', () => {
  test('is allowed for admins and the secret key only', async () => {
    await approve(1)
    for (const method of ['GET', 'POST']) {
      expect((await call('send-emails', { key: '', method })).status).toBe(401)
      expect((await call('send-emails', { key: local.publishableKey, method })).status).toBe(401)
      expect((await call('send-emails', { key: 'sb_secret_guess', method })).status).toBe(401)
      const refused = await call('send-emails', { key: owner.accessToken, method })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ error: 'Only an admin may do that.' })
    }
    expect((await call('send-emails', { method: 'PUT' })).status).toBe(405)
    expect(backend.server.accepted).toEqual([])
    const answer = await call('send-emails', { key: admin.accessToken })
    expect(await answer.json()).toMatchObject({ sent: 1 })
  })

  test('works at the path that the schedules of earlier deployments call', async () => {
    await approve(1)
    expect((await call('send-mail', { key: owner.accessToken })).status).toBe(403)
    expect(await (await call('send-mail')).json()).toMatchObject({ sent: 1 })
  })

  test('reports missing settings, and claims no email', async () => {
    await approve(1)
    const others = start({ SMTP_URL: '', SITE_URL: 'nowhere' })
    const check = await call('send-emails', { from: others, method: 'GET' })
    expect(await check.json()).toEqual({ missing: ['SMTP_URL', 'SITE_URL'] })
    const answer = await call('send-emails', { from: others })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: 'This function is not set up yet. Set SMTP_URL and SITE_URL.',
    })
    others.stop()
    expect(await outbox()).toMatchObject([{ attempts: 0 }])
  })
})

test('an email goes to exactly one address, whatever the auth service has stored', async () => {
  await approve(1)
  const { email } = owner
  for (const address of [`${email}, thief@example.org`, `<thief@example.org>`, 'no address']) {
    await sql.query('update public.profiles set sign_in_email = $1 where id = $2', [
      address,
      owner.id,
    ])
    expect(await sendDue()).toEqual({ sent: 0, failed: 1, stopped: false })
    await advanceMinutes(120)
  }
  expect(backend.server.accepted).toEqual([])
  await sql.query('update public.profiles set sign_in_email = $1 where id = $2', [email, owner.id])
})
