import { afterAll, beforeEach, describe, expect, test, afterEach } from 'vitest'
import { siteUrl, startMailStage } from './mail-stage.ts'

const stage = await startMailStage()
const { local, sql, secret, owner, admin, signUp, start, call } = stage
const { listCommunity, decide, pass, drain, approve, outbox, subjects, clear } = stage
beforeEach(clear)
afterAll(stage.stop)

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

    const [first] = stage.server.accepted
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
    stage.server.accepted.length = 0
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
    await sql.exec('delete from private.mail_outbox')
    const queue = (at: string) => sql.query('select private.queue_daily_summaries($1)', [at])
    await queue('2026-11-20T06:59:00Z')
    await queue('2026-11-20T07:00:00Z')
    await queue('2026-11-20T19:00:00Z')
    await sql.exec(
      `insert into private.mail_outbox (kind, recipient_id, event, sent_at)
       select 'daily_summary', '${owner.id}', (now() at time zone 'utc')::date, now()`,
    )
    await drain()
    const mine = stage.server.accepted.filter(({ to }) => to.includes(admin.email))
    expect(mine.map(({ mail }) => mail.subject)).toEqual([
      'Waiting for review: 1 new community, 1 community with changes',
    ])
    expect(mine[0]?.mail.text).toContain(`${siteUrl}/admin?view=queue`)
    expect(stage.server.accepted.some(({ to }) => to.includes(unwilling.email))).toBe(false)
    await secret.from('profiles').update({ is_admin: false }).eq('id', unwilling.id).throwOnError()
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
      stage.server.accepted[0]?.mail.headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
    const address = new URL(value?.slice(1, -1) ?? '')
    expect(stage.server.accepted[0]?.mail.text).toContain(
      `Unsubscribe from these emails: ${address.href}`,
    )
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
      // Another digit than the true one, whichever that is.
      path.replace(/signature=(.)/, (_, first) => `signature=${first === '0' ? 1 : 0}`),
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
    expect(stage.server.accepted).toEqual([])
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
