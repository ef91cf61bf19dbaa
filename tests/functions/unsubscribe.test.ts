import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listFragileLinks } from '../support/emails.ts'
import { siteUrl } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

/* The links that unsubscribe from emails, which work without signing in. */

const backend = await startEmailBackend()
const { local, sql, secret, owner, admin, start, call, sendDue, approve, outbox, server } = backend
afterAll(backend.stop)

const subscribed = { wants_decision_emails: true, wants_summary_emails: true }
const unsubscribed = { ...subscribed, wants_decision_emails: false }
const setChoice = (wants_decision_emails: boolean, { client } = owner) =>
  client.from('profiles').update({ wants_decision_emails }).eq('id', owner.id).throwOnError()
const readChoices = async () => {
  const columns = 'wants_decision_emails, wants_summary_emails'
  return (await secret.from('profiles').select(columns).eq('id', owner.id).single()).data
}
const sign = (claim: string, key = local.secretKey) =>
  `${claim}_${createHmac('sha256', key).update(claim).digest('hex')}`
const post = async (search: string, from?: ReturnType<typeof start>) =>
  (await call(`admin/unsubscribe${search}`, { key: '', ...(from && { from }) })).status
/** Opens the link as an email scanner does. Returns where it leads. */
const open = async (search: string) => {
  const { status, headers } = await call(`admin/unsubscribe${search}`, { key: '', method: 'GET' })
  return [status, headers.get('location')]
}
const describe = (search: string) =>
  backend.ask(`admin/email-link${search}`, { key: '', method: 'GET' })

/** Sends an email, and returns the link of its header. */
async function readLink() {
  await approve(1)
  await sendDue()
  const { headers, text = '', html = '' } = server.accepted[0]?.email ?? { headers: [] }
  const { value = '' } = headers.find(({ key }) => key === 'list-unsubscribe') ?? {}
  expect(listFragileLinks({ html, text: `${text} ${value.slice(1, -1)}` })).toEqual([])
  expect(text).toContain(`Sent to ${owner.email}`)
  const link = new URL(value.slice(1, -1)).searchParams.get('link') ?? ''
  expect(text).toContain(`${siteUrl}/unsubscribe?link=${link}`)
  return link
}

beforeEach(async () => {
  await backend.clear()
  await setChoice(true)
})

test('unsubscribing on the profile also drops the emails that are due', async () => {
  await approve(2)
  await setChoice(false)
  expect(await sendDue()).toMatchObject({ sent: 0 })
  expect(await outbox()).toEqual([])
  await expect(setChoice(true, admin)).rejects.toMatchObject({ code: 'PT403' })
})

test('one click in the email program unsubscribes, signed in or not, and a forged link does not', async () => {
  const link = await readLink()
  const search = `?link=${link}`
  // Email scanners open every link, so a GET changes nothing.
  expect(await open(search)).toEqual([303, `${siteUrl}/unsubscribe${search}`])
  const described = { link, address: owner.email, emails: 'decisions' }
  expect(await describe(search)).toEqual({ status: 200, body: described })
  const [signature = ''] = /[0-9a-f]{64}$/.exec(link) ?? []
  for (const forged of [
    search.replace(owner.id, admin.id),
    search.replace('decisions', 'summary'),
    search.replace(signature, `${signature.startsWith('0') ? 1 : 0}${signature.slice(1)}`),
    search.replace(signature, ''),
    search.replace('decisions', 'everything'),
    search.replace('unsubscribe_', 'still-active_'),
    '',
  ]) {
    const answers = [await post(forged), (await describe(forged)).status, (await open(forged))[0]]
    expect([forged, ...answers]).toEqual([forged, 400, 400, 303])
  }
  expect(await readChoices()).toEqual(subscribed)
  expect([await post(search), await post(search)]).toEqual([200, 200])
  expect(await readChoices()).toEqual(unsubscribed)
})

test('a link works at a former address, without showing the new one', async () => {
  const link = await readLink()
  const address = `New.${owner.email}`
  const changeAddress = (email: string) =>
    sql.query('update auth.users set email = $2 where id = $1', [owner.id, email])
  const mark = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16)
  const [, claim = '', end = ''] = /^(.+_decisions).*(_[0-9a-f]{64})$/.exec(link) ?? []
  await changeAddress(address)
  for (const forged of [`${claim}_${mark}${end}`, `${claim}${end}`, `${claim}_${end}`])
    expect([forged, (await describe(`?link=${forged}`)).status]).toEqual([forged, 400])
  const search = `?link=${link}`
  // The page gets the same link, not one with a mark of the new address.
  expect(await open(search)).toEqual([303, `${siteUrl}/unsubscribe${search}`])
  expect((await describe(search)).body).toEqual({ link, address: '', emails: 'decisions' })
  expect(await post(search)).toBe(200)
  expect(await readChoices()).toEqual(unsubscribed)
  await changeAddress(owner.email.toUpperCase())
  expect((await describe(search)).body).toMatchObject({ address: owner.email.toUpperCase() })
  await changeAddress(owner.email)
})

test('the links of earlier emails work, which the secret key signed', async () => {
  const [, signature = ''] = sign(`unsubscribe ${owner.id} decisions`).split('_')
  const query = `?user=${owner.id}&emails=decisions&signature=${signature}`
  expect(await post(query.replace(owner.id, admin.id))).toBe(400)
  const present = sign(`unsubscribe_${owner.id}_decisions`)
  for (const search of [query, query.replaceAll('&', '&amp;')]) {
    await setChoice(true)
    expect(await open(search)).toEqual([303, `${siteUrl}/unsubscribe?link=${present}`])
    // Nothing tells which address they were sent to.
    const described = { link: present, address: '', emails: 'decisions' }
    expect((await describe(search)).body).toEqual(described)
    expect(await post(search)).toBe(200)
    expect(await readChoices()).toEqual(unsubscribed)
  }
})

test('a link works after the secret of the links was replaced, while the earlier one is in the list', async () => {
  const link = await readLink()
  // Signed with the secret key, because LINK_SECRETS was not set.
  const claim = link.replace(/_\w{64}$/, '')
  const from = start({ LINK_SECRETS: 'second, first' })
  const current = sign(claim, 'second')
  for (const sent of [link, sign(claim, 'first'), current]) {
    const path = `admin/email-link?link=${sent}`
    const described = await backend.ask(path, { key: '', method: 'GET', from })
    expect(described).toMatchObject({ status: 200, body: { link: current } })
  }
  expect(await post(`?link=${sign(claim, 'third')}`, from)).toBe(400)
  expect(await post(`?link=${link}`, from)).toBe(200)
  expect(await readChoices()).toEqual(unsubscribed)
  from.stop()
})
