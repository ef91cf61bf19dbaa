import { createHash, createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addGroup, decideHeldChanges } from '../support/communities.ts'
import { listFragileLinks } from '../support/emails.ts'
import type { TestUser } from '../support/users.ts'
import { siteUrl, startEmailBackend } from './email-backend.ts'

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, signUp, start, call } = backend
const { listCommunity, decide, advanceMinutes, sendDue, approve } = backend
const { outbox, subjects, clear, server } = backend
beforeEach(clear)
afterAll(backend.stop)

const updateProfile = ({ id, client }: Pick<TestUser, 'id' | 'client'>, change: object) =>
  client.from('profiles').update(change).eq('id', id).throwOnError()

test('the email about a suspension is sent whatever the user has switched off, unless it has ended', async () => {
  const user = await signUp()
  await updateProfile(user, { wants_decision_emails: false })
  const suspension = { user_id: user.id, reason: 'Your links lead to spam.' }
  const suspend = () => admin.client.rpc('suspend_user', suspension).throwOnError()
  await suspend()
  await admin.client.rpc('end_suspension', { user_id: user.id }).throwOnError()
  await advanceMinutes(2)
  expect(await sendDue()).toMatchObject({ sent: 0 })
  // The emails of two suspensions wait, but only one is in effect.
  await suspend()
  await admin.client.rpc('end_suspension', { user_id: user.id }).throwOnError()
  await suspend()
  // The admin can still undo it.
  expect(await sendDue()).toMatchObject({ sent: 0 })
  await advanceMinutes(2)
  expect(await sendDue()).toMatchObject({ sent: 1 })
  const [first] = server.accepted
  expect(first?.to).toEqual([user.email])
  expect(first?.email.text).toContain('Reason: Your links lead to spam.')
  expect(first?.email.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
})

test.each([
  ['approves a community', true, 'was approved'],
  ['accepts the changes', false, 'Your changes to “Waiting” were accepted'],
])(
  'when an admin %s of a suspended owner, the email says that nothing is listed',
  async (...row) => {
    const [, isNew, subject] = row
    const user = await signUp()
    const id = await listCommunity('Waiting', user)
    if (!isNew) {
      await decide(id, { status: 'approved' })
      await decide(id, { description: 'New.' }, user)
    }
    await admin.client
      .rpc('suspend_user', { user_id: user.id, reason: 'Your links lead to spam.' })
      .throwOnError()
    await sql.exec("delete from private.email_outbox where kind <> 'daily_summary'")
    if (isNew) await decide(id, { status: 'approved' })
    else await decideHeldChanges(admin, id, 'accept')
    await advanceMinutes(2)
    expect(await sendDue()).toMatchObject({ sent: 1 })
    const email = server.accepted[0]?.email
    expect(email?.subject).toContain(subject)
    expect(email?.text).toContain(
      'Your account is suspended. While the suspension lasts, none of your communities is listed.',
    )
    expect(email?.text).not.toMatch(/see them now|public page/)
    const isListed = async () =>
      (await secret.rpc('get_directory_community', { community_id: id }).throwOnError()).data.length
    expect(await isListed()).toBe(0)
    await admin.client.rpc('end_suspension', { user_id: user.id }).throwOnError()
    expect(await isListed()).toBe(1)
  },
)

test('communities are listed again after the job that ends suspensions', async () => {
  const user = await signUp()
  const id = await listCommunity('Back Soon', user)
  await decide(id, { status: 'approved' })
  const suspension = { user_id: user.id, reason: 'Spam' }
  await admin.client.rpc('suspend_user', suspension).throwOnError()
  const isListed = async () => {
    const listed = user.client.rpc('get_directory_community', { community_id: id })
    return (await listed.throwOnError()).data.length === 1
  }
  await sql.query('select private.end_expired_suspensions()')
  expect(await isListed()).toBe(false)
  await sql.query(`update public.suspensions set until = now() where user_id = $1`, [user.id])
  // One that is over does not prevent another.
  await admin.client.rpc('suspend_user', suspension).throwOnError()
  await sql.query(`update public.suspensions set until = now() where user_id = $1`, [user.id])
  await sql.query('select private.end_expired_suspensions()')
  expect(await isListed()).toBe(true)
})

test('emails are sent while the jobs that run beside them fail', async () => {
  await approve(1)
  // A question and the end of a suspension are due.
  const silent = await listCommunity('Silent')
  await decide(silent, { status: 'approved' })
  await sql.exec(`
    update public.signs_of_life set confirmed_at = now() - interval '1 year' where community_id = '${silent}';
    insert into public.suspensions (user_id, reason, until) values ('${owner.id}', 'Spam', now() + interval '1 hour');
    update public.suspensions set until = now();
    create function public.refuse() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout'; end $$;
    create trigger refuse before update on public.signs_of_life for each row execute function public.refuse();
    create trigger refuse before delete on public.suspensions for each row execute function public.refuse()`)
  try {
    await expect(sql.query('select private.ask_owners()')).rejects.toThrow('timeout')
    await expect(sql.query('select private.end_expired_suspensions()')).rejects.toThrow('timeout')
    expect(await sendDue()).toEqual({ sent: 1, failed: 0, stopped: false })
  } finally {
    await sql.exec('drop function public.refuse cascade; delete from public.suspensions')
  }
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

/** Lists an approved community whose approval email is already sent. */
async function listApproved(name: string): Promise<string> {
  const id = await listCommunity(name)
  await decide(id, { status: 'approved' })
  await advanceMinutes(2)
  await sendDue()
  server.accepted.length = 0
  return id
}

describe('the email about a decision', () => {
  test('reaches the owner once the decision can no longer be undone', async () => {
    const id = await listCommunity('Swimmers & Friends')
    await updateProfile(owner, { email: 'contact@example.net' })
    await decide(id, { status: 'rejected', rejection_reason: 'Too short.\nSay <who> it is for.' })
    expect(await sendDue()).toEqual({ sent: 0, failed: 0, stopped: false })
    await advanceMinutes(1)
    expect(await sendDue()).toMatchObject({ sent: 0 })
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
    expect(html).toContain('Swimmers &amp; Friends')
    expect(html).toContain('Too short.<br>Say &lt;who&gt; it is for.')
    expect(html).toContain(`href="${siteUrl}/profile?edit=${id}"`)
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@waypost\.example>$/)
    const header = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-unsubscribe')).toMatch(
      new RegExp(
        `^<${local.url}/functions/v1/admin/unsubscribe\\?link=unsubscribe_${owner.id}_decisions_`,
      ),
    )
  })

  test('is sent for every decision', async () => {
    const id = await listCommunity('Walkers')
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

  test('has the reason of every refusal', async () => {
    const id = await listCommunity('Walkers')
    await decide(id, { status: 'approved' })
    const seen = async () =>
      (await secret.from('communities').select('*').eq('id', id).single().throwOnError()).data
    const reason = 'Please keep <b>one</b> topic.'
    await decide(id, { name: 'Runners' }, owner)
    const decline = async () => {
      const { updated_at: version, groups_changed_at: groups_seen_at } = await seen()
      const decision = { community_id: id, version, is_accepted: false, reason }
      await admin.client
        .rpc('decide_changes', { ...decision, ...(groups_seen_at && { groups_seen_at }) })
        .throwOnError()
    }
    await decline()
    await addGroup(owner, id, 'Casino tips').throwOnError()
    await decline()
    const pending = { community_id: id, version: (await seen()).updated_at, reason }
    await admin.client.rpc('return_to_pending', pending).throwOnError()
    await advanceMinutes(2)
    await sendDue()
    const refusals = server.accepted
      .map(({ email }) => email)
      .filter(({ subject }) => !subject?.includes('approved'))
    expect(refusals.map(({ subject = '' }) => subject).toSorted()).toEqual([
      'Your changes to “Walkers” were declined',
      'Your changes to “Walkers” were declined',
      '“Walkers” is being reviewed again',
    ])
    for (const { text } of refusals) expect(text).toContain('\n\nReason: ')
    for (const { text } of refusals) expect(text).toContain(reason)
  })

  test('links to the public page of an approved community while the directory is live', async () => {
    const id = await listCommunity('Divers')
    await decide(id, { status: 'approved' })
    await advanceMinutes(2)
    await sendDue()
    expect(server.accepted.at(-1)?.email.text).toContain(`${siteUrl}/communities/${id}/`)
  })

  test('is not sent if the decision is undone', async () => {
    const id = await listCommunity('Undecided')
    await decide(id, { status: 'rejected', rejection_reason: 'A slip.' })
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    await advanceMinutes(5)
    expect(await sendDue()).toMatchObject({ sent: 0 })
    await decide(id, { status: 'approved' })
    await advanceMinutes(2)
    await sendDue()
    expect(subjects()).toEqual(['“Undecided” was approved'])
  })

  test('is sent with the reason for hiding, unless hiding is undone', async () => {
    const id = await listApproved('Spammers')
    const target = async () => {
      const found = secret.from('communities').select('updated_at').eq('id', id)
      return { community_id: id, version: (await found.single().throwOnError()).data.updated_at }
    }
    const hide = async () =>
      admin.client
        .rpc('hide_community', { ...(await target()), reason: 'Too much <advertising>.' })
        .throwOnError()
    await hide()
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    await advanceMinutes(2)
    expect(await sendDue()).toMatchObject({ sent: 0 })

    await hide()
    await advanceMinutes(2)
    await sendDue()
    const [email] = server.accepted
    expect(email?.to).toEqual([owner.email])
    expect(email?.email.text).toContain('Reason: Too much <advertising>.')
    expect(email?.email.html).toContain('Too much &lt;advertising&gt;.')
    await admin.client.rpc('show_community', await target()).throwOnError()
    await admin.client.rpc('return_to_pending', await target()).throwOnError()
    await advanceMinutes(2)
    await sendDue()
    expect(subjects()).toEqual([
      '“Spammers” is being reviewed again',
      '“Spammers” is hidden from the directory',
      '“Spammers” is no longer hidden',
    ])
  })

  test('is sent about automatic hiding, which the log does not attribute to the user who caused it', async () => {
    const id = await listApproved('Reported')
    await sql.exec(`
      update private.settings set reports_to_hide = 1;
      update public.profiles set created_at = '2025-01-01' where id = '${admin.id}'`)
    const report = { community_id: id, reason: 'spam' } as const
    await admin.client.rpc('report_community', report).throwOnError()
    await sql.exec('update private.settings set reports_to_hide = 3')
    const entries = secret.from('audit_log').select('actor_id, by_admin').eq('subject_id', id)
    const { data } = await entries.eq('action', 'hidden').throwOnError()
    expect(data).toEqual([{ actor_id: null, by_admin: false }])
    await advanceMinutes(2)
    await sendDue()
    const toOwner = server.accepted.filter(({ to }) => to.includes(owner.email))
    expect(toOwner.map(({ email }) => email.subject)).toEqual([
      '“Reported” is hidden until we have looked at it',
    ])
  })

  test('is not sent to an admin who decided about their own community', async () => {
    const id = await listCommunity('My Own', admin)
    await decide(id, { status: 'approved' })
    expect(await outbox()).toEqual([])
  })

  test('is deleted with the account and with the community', async () => {
    const leaver = await signUp()
    await decide(await listCommunity('Deleted Soon', leaver), { status: 'approved' })
    const id = await listCommunity('Deleted')
    await decide(id, { status: 'approved' })
    expect(await outbox()).toHaveLength(2)
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    const body = JSON.stringify({ userId: leaver.id })
    expect((await call('delete-user', { key: leaver.accessToken, body })).status).toBe(200)
    expect(await outbox()).toEqual([])
  })
})

test('a dead link causes one email, even if it is marked dead twice', async () => {
  await approve(1)
  await sendDue()
  server.accepted.length = 0
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
  const queue = (at: string) => sql.query('select private.queue_daily_summaries($1)', [at])
  await queue('2026-11-20T06:59:00Z')
  await queue('2026-11-20T07:00:00Z')
  await queue('2026-11-20T19:00:00Z')
  // Today's summaries, which the call below would queue, count as sent.
  await sql.exec(
    `insert into private.email_outbox (kind, recipient_id, event, sent_at)
     select 'daily_summary', '${owner.id}', (now() at time zone 'utc')::date, now()`,
  )
  await sendDue()
  const mine = server.accepted.filter(({ to }) => to.includes(admin.email))
  expect(mine.map(({ email }) => email.subject)).toEqual([
    'Waiting for review: 1 community with changes, 1 new community',
  ])
  expect(mine[0]?.email.text).toContain(`${siteUrl}/admin?view=queue`)
  expect(server.accepted.some(({ to }) => to.includes(unsubscribed.email))).toBe(false)
  await updateProfile({ ...unsubscribed, client: secret }, { is_admin: false })
})

describe('unsubscribing', () => {
  const readChoices = async () => {
    const columns = 'wants_decision_emails, wants_summary_emails'
    const { data } = await secret.from('profiles').select(columns).eq('id', owner.id).throwOnError()
    return data[0]
  }
  afterEach(() => updateProfile(owner, { wants_decision_emails: true }))

  test('on the profile also drops the emails that are due', async () => {
    await approve(2)
    await updateProfile(owner, { wants_decision_emails: false })
    expect(await sendDue()).toMatchObject({ sent: 0 })
    expect(await outbox()).toEqual([])
    const byAdmin = updateProfile({ ...admin, id: owner.id }, { wants_decision_emails: true })
    await expect(byAdmin).rejects.toMatchObject({ code: 'PT403' })
  })

  /** Sends an email, and returns the links that unsubscribe from it, of its header and of its text. */
  const readLinks = async () => {
    server.accepted.length = 0
    await approve(1)
    await sendDue()
    const { headers, text = '', html = '' } = server.accepted[0]?.email ?? { headers: [] }
    const { value = '' } = headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
    const header = new URL(value.slice(1, -1))
    expect(listFragileLinks({ html, text: `${text} ${header.href}` })).toEqual([])
    expect(text).toContain(`Sent to ${owner.email}`)
    return { header, page: new URL(/\S+\/unsubscribe\?\S+/.exec(text)?.[0] ?? '') }
  }
  const unsubscribed = { wants_decision_emails: false, wants_summary_emails: true }
  const subscribed = { ...unsubscribed, wants_decision_emails: true }

  test('takes one click in the email program, signed in or not', async () => {
    const { header, page } = await readLinks()
    expect(page.href).toBe(`${siteUrl}/unsubscribe${header.search}`)
    const path = `admin/unsubscribe${header.search}`
    const description = `admin/email-link${header.search}`

    // Email scanners open every link, so a GET changes nothing.
    const opened = await call(path, { key: '', method: 'GET' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, page.href])
    const described = await call(description, { key: '', method: 'GET' })
    expect(await described.json()).toEqual({
      link: header.searchParams.get('link'),
      address: owner.email,
      emails: 'decisions',
    })
    const [signature = ''] = /[0-9a-f]{64}$/.exec(path) ?? []
    for (const forged of [
      path.replace(owner.id, admin.id),
      path.replace('decisions', 'summary'),
      path.replace(signature, `${signature.startsWith('0') ? 1 : 0}${signature.slice(1)}`),
      path.replace(signature, ''),
      path.replace('decisions', 'everything'),
      path.replace('unsubscribe_', 'still-active_'),
      'admin/unsubscribe',
    ]) {
      expect([forged, (await call(forged, { key: '' })).status]).toEqual([forged, 400])
      const link = forged.replace('unsubscribe?', 'email-link?')
      const answer = await call(link, { key: '', method: 'GET' })
      expect([link, answer.status]).toEqual([link, link.includes('email-link') ? 400 : 303])
    }
    expect(await readChoices()).toEqual(subscribed)

    const oneClick = { key: '', body: 'List-Unsubscribe=One-Click' }
    expect((await call(path, oneClick)).status).toBe(200)
    expect((await call(path, oneClick)).status).toBe(200)
    expect(await readChoices()).toEqual(unsubscribed)
  })

  test('works at a former address, without showing the new one', async () => {
    const { header } = await readLinks()
    const link = header.searchParams.get('link') ?? ''
    const address = `New.${owner.email}`
    const changeAddress = (email: string) =>
      sql.query('update auth.users set email = $2 where id = $1', [owner.id, email])
    const mark = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16)
    const [, claim = '', end = ''] = /^(.+_decisions).*(_[0-9a-f]{64})$/.exec(link) ?? []
    await changeAddress(address)
    for (const forged of [`${claim}_${mark}${end}`, `${claim}${end}`, `${claim}_${end}`]) {
      const path = `admin/email-link?link=${forged}`
      const answer = await call(path, { key: '', method: 'GET' })
      expect([forged, answer.status]).toEqual([forged, 400])
    }
    // The page gets the same link, not one with a mark of the new address.
    const opened = await call(`admin/unsubscribe?link=${link}`, { key: '', method: 'GET' })
    expect(opened.headers.get('location')).toBe(`${siteUrl}/unsubscribe?link=${link}`)
    const path = `admin/email-link?link=${link}`
    const described = await call(path, { key: '', method: 'GET' })
    expect(await described.json()).toEqual({ link, address: '', emails: 'decisions' })
    expect((await call(`admin/unsubscribe?link=${link}`, { key: '' })).status).toBe(200)
    expect(await readChoices()).toEqual(unsubscribed)

    await changeAddress(owner.email.toUpperCase())
    const again = await call(path, { key: '', method: 'GET' })
    expect(await again.json()).toMatchObject({ address: owner.email.toUpperCase() })
    await changeAddress(owner.email)
  })

  test('works with the links of earlier emails, which the secret key signed', async () => {
    const sign = (claim: string) =>
      createHmac('sha256', local.secretKey).update(claim).digest('hex')
    const signature = sign(`unsubscribe ${owner.id} decisions`)
    const parameters = [`user=${owner.id}`, 'emails=decisions', `signature=${signature}`]
    const forged = `?${parameters.join('&').replace(owner.id, admin.id)}`
    expect((await call(`admin/unsubscribe${forged}`, { key: '' })).status).toBe(400)
    for (const query of [`?${parameters.join('&')}`, `?${parameters.join('&amp;')}`]) {
      await updateProfile(owner, { wants_decision_emails: true })
      const opened = await call(`admin/unsubscribe${query}`, { key: '', method: 'GET' })
      const link = `unsubscribe_${owner.id}_decisions_${sign(`unsubscribe_${owner.id}_decisions`)}`
      expect(opened.headers.get('location')).toBe(`${siteUrl}/unsubscribe?link=${link}`)
      // Nothing tells which address they were sent to.
      const described = await call(`admin/email-link${query}`, { key: '', method: 'GET' })
      expect(await described.json()).toEqual({ link, address: '', emails: 'decisions' })
      expect((await call(`admin/unsubscribe${query}`, { key: '' })).status).toBe(200)
      expect(await readChoices()).toEqual(unsubscribed)
    }
  })

  test('works after the secret of the links was replaced, while the earlier one is in the list', async () => {
    // Signed with the secret key, because LINK_SECRETS was not set.
    const { header } = await readLinks()
    const sent = header.searchParams.get('link') ?? ''
    const claim = sent.replace(/_\w{64}$/, '')
    const signWith = (key: string) =>
      `${claim}_${createHmac('sha256', key).update(claim).digest('hex')}`
    const from = start({ LINK_SECRETS: 'second, first' })
    const links = [sent, signWith('first'), signWith('second')]
    for (const link of links) {
      const path = `admin/email-link?link=${link}`
      const answer = await call(path, { key: '', method: 'GET', from })
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { link: signWith('second') },
      ])
    }
    const other = await call(`admin/unsubscribe?link=${signWith('third')}`, { key: '', from })
    expect(other.status).toBe(400)
    expect((await call(`admin/unsubscribe${header.search}`, { key: '', from })).status).toBe(200)
    expect(await readChoices()).toEqual(unsubscribed)
    from.stop()
  })
})

describe('sending emails', () => {
  test('works for admins, and at the path that the schedules of earlier deployments call', async () => {
    await approve(1)
    const answer = await call('admin/send-mail', { key: admin.accessToken })
    expect(await answer.json()).toMatchObject({ sent: 1 })
  })

  test('reports missing settings, and claims no email', async () => {
    await approve(1)
    const from = start({ SMTP_URL: '', SITE_URL: 'nowhere' })
    const check = await call('admin/send-emails', { from, method: 'GET' })
    expect(await check.json()).toEqual({ missing: ['SMTP_URL', 'SITE_URL'] })
    const answer = await call('admin/send-emails', { from })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: 'This function is not set up yet. Set SMTP_URL and SITE_URL.',
    })
    from.stop()
    expect(await outbox()).toMatchObject([{ attempts: 0 }])
  })
})

test('an email goes to exactly one address, whatever the auth service has stored', async () => {
  await approve(1)
  const { email } = owner
  for (const address of [
    `${email}, thief@example.org`,
    `${email}\r\nBcc: thief@example.org`,
    '<thief@example.org>',
    'no address',
    '',
  ]) {
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
