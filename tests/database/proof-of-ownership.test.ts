import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TablesUpdate } from '../../src/supabase/database.types.ts'
import { startFunctionBackend } from '../functions/backend.ts'
import { newCommunity, newInviteLink } from '../support/communities.ts'
import { createTestClient, type TestUser } from '../support/users.ts'
import { createRefusalCheck } from './refusals.ts'

/* Codes that prove control over a group: who gets one, what a proof does, and what ends it. */

const backend = await startFunctionBackend()
const { sql, secret, owner, admin, signUp, local } = backend
const stranger = await signUp()
const other = await signUp()
const visitor = createTestClient(local.publishableKey, local.url)
afterAll(backend.stop)

let id: string
let link: string
beforeEach(async () => {
  await sql.exec('delete from public.communities')
  ;({ id, link } = await createApproved())
})

async function createApproved() {
  const row = { ...newCommunity(), owner_id: owner.id, status: 'approved' as const }
  const inserted = secret.from('communities').insert(row).select('id, whatsapp_link')
  const { data } = await inserted.single().throwOnError()
  return { id: data.id, link: data.whatsapp_link }
}

const requestCode = ({ client }: Pick<TestUser, 'client'> = owner, community_id = id) =>
  client.rpc('get_ownership_code', { community_id })
const getCode = async (user = owner, community_id = id) =>
  (await requestCode(user, community_id).throwOnError()).data
/** Records a proof like the edge function, which has read the page. */
async function prove(page: string, { user = owner, of = link, community = id } = {}) {
  const { rows } = await sql.query<{ is_proved: boolean }>(
    'select private.record_proof($1, $2, $3, $4) as is_proved',
    [community, user.id, of, page],
  )
  return rows[0]?.is_proved
}
const verify = async () => prove(`Swimmers ${await getCode()}`)
const edit = async (changes: TablesUpdate<'communities'>, { client } = owner) =>
  client.from('communities').update(changes).eq('id', id).select().throwOnError()
const change = async (changes: TablesUpdate<'communities'>) =>
  secret.from('communities').update(changes).eq('id', id).throwOnError()
async function read() {
  const { data } = await secret.from('communities').select().eq('id', id).single().throwOnError()
  return data
}
const isVerified = async () => (await read()).verified_at !== null
const decide = async (call: 'accept_held_changes' | 'return_to_pending') => {
  const { updated_at: version } = await read()
  await admin.client.rpc(call, { community_id: id, version }).throwOnError()
}
const undo = () => admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
const readLog = async () => {
  const entries = secret.from('audit_log').select('action, actor_id, by_admin, before, after')
  return (await entries.eq('subject_id', id).order('id').throwOnError()).data
}
const readCodes = async () => (await sql.query('select * from private.ownership_codes')).rows
const expectRefused = createRefusalCheck(async () => [await read(), await readCodes()])
const setExpiry = (interval: string) =>
  sql.query('update private.ownership_codes set expires_at = now() + $1::interval', [interval])

describe('a code', () => {
  test('stays the same until shortly before it ends, or until it has proved something', async () => {
    const code = await getCode()
    expect(code).toMatch(/^WP-[234679ACDEFGHJKMNPQRTUVWXY]{4}$/)
    expect(await getCode()).toBe(code)
    await setExpiry('61 minutes')
    expect(await getCode()).toBe(code)
    await setExpiry('59 minutes')
    const next = await getCode()
    expect(next).not.toBe(code)
    // Both work until their end.
    expect(await prove(code)).toBe(true)
    expect(await prove(next)).toBe(true)
    expect(await getCode()).not.toBe(next)
  })

  test('is limited to 20 a day for each user', async () => {
    for (let count = 0; count < 20; count += 1) {
      await getCode()
      await sql.exec('update private.ownership_codes set used_at = now()')
    }
    await expectRefused('PT429', () => requestCode())
    expect((await requestCode(stranger)).error).toBeNull()
    await setExpiry('-1 second')
    expect((await requestCode()).error).toBeNull()
  })

  test('is for every user of a listed community, and reveals no other community', async () => {
    expect(await getCode(stranger)).not.toBe(await getCode())
    await change({ status: 'pending' })
    const gone = { code: 'PT410', message: 'This community is no longer in the directory.' }
    const unknown = await requestCode(stranger, crypto.randomUUID())
    expect(unknown.error).toMatchObject(gone)
    expect((await requestCode(stranger)).error).toEqual(unknown.error)
    await expectRefused('PT409', () => requestCode())
    await expectRefused('42501', () => requestCode({ client: visitor }))
  })

  test('is refused to suspended users, and their proofs are', async () => {
    const code = await getCode()
    await sql.query(`insert into public.suspensions (user_id, reason) values ($1, 'Spam.')`, [
      owner.id,
    ])
    await expectRefused('PT403', () => requestCode())
    expect(await prove(code)).toBe(false)
    await sql.exec('delete from public.suspensions')
  })

  test('is in the export of its user only, and deleted with the account', async () => {
    const leaving = await signUp()
    const code = await getCode(leaving)
    const exportOf = async ({ client }: TestUser) =>
      JSON.stringify((await client.rpc('export_my_data').throwOnError()).data)
    expect(await exportOf(leaving)).toContain(code)
    expect(await exportOf(owner)).not.toContain(code)
    await sql.query('delete from auth.users where id = $1', [leaving.id])
    expect(await readCodes()).toEqual([])
    expect(await prove(code, { user: leaving })).toBe(false)
  })
})

describe('a proof', () => {
  test('verifies the community for the log and the owner, and interrupts no open form', async () => {
    const before = await read()
    expect(await prove(`Swimmers (${(await getCode()).toLowerCase().replace('-', '–')})`)).toBe(
      true,
    )
    expect(await read()).toEqual({ ...before, verified_at: expect.any(String) })
    const { verified_at } = await read()
    expect((await readLog()).at(-1)).toEqual({
      action: 'verified',
      actor_id: owner.id,
      by_admin: false,
      before: { verified_at: null },
      after: { verified_at },
    })
    // Repeating it keeps the date.
    expect(await verify()).toBe(true)
    expect(await read()).toMatchObject({ verified_at })
  })

  test('of a user who does not manage the community changes nothing', async () => {
    const before = await read()
    expect(await prove(`Swimmers ${await getCode(stranger)}`, { user: stranger })).toBe(true)
    expect(await read()).toEqual(before)
    await change({ paused_at: new Date().toISOString() })
    await sql.exec('update private.ownership_codes set used_at = null')
    const [code] = await readCodes()
    expect(await prove(JSON.stringify(code), { user: stranger })).toBe(false)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['without a code', () => prove('Swimmers WP-')],
    ['with a part of a code', async () => prove((await getCode()).slice(0, -1))],
    ['with a code in a word', async () => prove(`${await getCode()}X`)],
    ['with the code of another user', async () => prove(await getCode(other))],
    [
      'with the code of the owner, by another user',
      async () => prove(await getCode(), { user: other }),
    ],
    [
      'with the code of another community',
      async () => prove(await getCode(owner, (await createApproved()).id)),
    ],
    [
      'with a used code',
      async () => {
        const code = await getCode()
        await prove(code)
        await change({ verified_at: null })
        return prove(code)
      },
    ],
    [
      'with an expired code',
      async () => {
        const code = await getCode()
        await setExpiry('-1 second')
        return prove(code)
      },
    ],
    ['with the page of another link', async () => prove(await getCode(), { of: newInviteLink() })],
    [
      'with the page of a link that was replaced in the meantime',
      async () => {
        const code = await getCode()
        await change({ whatsapp_link: newInviteLink() })
        return prove(code)
      },
    ],
    [
      'with the held link of a community that was never verified',
      async () => {
        const held = newInviteLink()
        await edit({ whatsapp_link: held })
        return prove(await getCode(), { of: held })
      },
    ],
  ])('is refused %s', async (_, attack) => {
    expect(await attack()).toBe(false)
    expect(await read()).toMatchObject({ verified_at: null })
  })

  test('cannot be stated in a request of a user', async () => {
    const proof = { community_id: id, user_id: owner.id, link, page_text: await getCode() }
    const response = await fetch(`${local.url}/rest/v1/rpc/record_proof`, {
      method: 'POST',
      headers: {
        apikey: local.publishableKey,
        authorization: `Bearer ${owner.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(proof),
    })
    expect(response.status).toBe(404)
    await expectRefused('42501', () =>
      owner.client.from('communities').update({ verified_at: '2026-01-01' }).eq('id', id),
    )
  })
})

describe('a verification ends', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'when an admin accepts another link',
      async () => {
        await edit({ whatsapp_link: newInviteLink() })
        expect(await isVerified()).toBe(true)
        await decide('accept_held_changes')
      },
    ],
    ['when an admin changes the link', () => edit({ whatsapp_link: newInviteLink() }, admin)],
    ['with a new owner', () => change({ owner_id: stranger.id })],
    ['with a return to pending', () => decide('return_to_pending')],
    ['with a rejection', () => change({ status: 'rejected' })],
  ])('%s', async (_, end) => {
    await verify()
    await end()
    expect(await isVerified()).toBe(false)
  })

  test('and undo restores it with a return to pending, but not with a link', async () => {
    await verify()
    await decide('return_to_pending')
    await undo()
    expect(await isVerified()).toBe(true)
    await edit({ whatsapp_link: newInviteLink() })
    await decide('accept_held_changes')
    await undo()
    expect(await read()).toMatchObject({ whatsapp_link: link, verified_at: null })
  })

  test('not with other changes', async () => {
    await verify()
    await edit({ member_count: 40, description: 'We also dive.' })
    await decide('accept_held_changes')
    expect(await isVerified()).toBe(true)
  })
})

describe('changes of a verified owner', () => {
  const newLink = newInviteLink()

  test('to the link and the name go live with a proof of the new link', async () => {
    await verify()
    await edit({ whatsapp_link: newLink, name: 'Sunset Swimmers', description: 'We dive.' })
    const { updated_at, held_at } = await read()
    // The page of the current link proves only that link.
    expect(await verify()).toBe(true)
    expect(await read()).toMatchObject({
      whatsapp_link: link,
      name: 'Sunrise Swimmers',
      updated_at,
    })

    expect(await prove(await getCode(), { of: newLink })).toBe(true)
    const after = await read()
    expect(after).toMatchObject({
      whatsapp_link: newLink,
      name: 'Sunset Swimmers',
      description: 'We meet at six and swim before work.',
      held_changes: { description: 'We dive.' },
      held_at,
      verified_at: after.updated_at,
    })
    expect(after.updated_at).not.toBe(updated_at)
    expect((await readLog()).at(-1)).toMatchObject({
      action: 'changes proved',
      actor_id: owner.id,
      before: { whatsapp_link: link, name: 'Sunrise Swimmers' },
      after: { whatsapp_link: newLink, name: 'Sunset Swimmers' },
    })
    const listed = await visitor.rpc('get_directory_community', { community_id: id })
    expect(listed.data).toMatchObject([{ name: 'Sunset Swimmers' }])
  })

  test('to the name alone go live with a proof of the current link', async () => {
    await verify()
    const { verified_at } = await read()
    await edit({ name: 'Sunset Swimmers' })
    expect(await verify()).toBe(true)
    const changed = { name: 'Sunset Swimmers', held_changes: null, held_at: null, verified_at }
    expect(await read()).toMatchObject(changed)
  })

  test('do not go live if they were made before the verification', async () => {
    await edit({ name: 'Sunset Swimmers' })
    await verify()
    await verify()
    expect(await read()).toMatchObject({
      name: 'Sunrise Swimmers',
      held_changes: { name: 'Sunset Swimmers' },
    })
  })

  test('show no hidden community', async () => {
    await verify()
    const { updated_at: version } = await read()
    const hidden = { community_id: id, version, reason: 'Spam.' }
    await admin.client.rpc('hide_community', hidden).throwOnError()
    await edit({ whatsapp_link: newLink })
    expect(await prove(await getCode(), { of: newLink })).toBe(true)
    expect(await read()).toMatchObject({ whatsapp_link: newLink, hidden_reason: 'Spam.' })
    const listed = await visitor.rpc('get_directory_community', { community_id: id })
    expect(listed.data).toEqual([])
  })

  test('wait for an admin if the name has a code, or the link is listed elsewhere', async () => {
    await verify()
    await edit({ name: `Swimmers ${await getCode()}` })
    await verify()
    expect(await read()).toMatchObject({ name: 'Sunrise Swimmers' })

    await edit({ whatsapp_link: newLink })
    const listed = { ...newCommunity(), owner_id: stranger.id, whatsapp_link: newLink }
    await secret.from('communities').insert(listed).throwOnError()
    expect(await prove(await getCode(), { of: newLink })).toBe(false)
    expect(await read()).toMatchObject({ whatsapp_link: link })
  })
})

test.each([
  ['Lisbon Nomads (WP-4F7K)', 'Lisbon Nomads'],
  ['Lisbon Nomads - wp–4f7k', 'Lisbon Nomads'],
  ['WP-4F7K | Lisbon Nomads 🇵🇹', 'Lisbon Nomads 🇵🇹'],
  ['Lisbon [WP-4F7K] Nomads', 'Lisbon Nomads'],
  ['WP-4F7K', ''],
  // Not codes.
  ['WP-4F7KX Nomads (2026)', 'WP-4F7KX Nomads (2026)'],
  ['Club WP-2026', 'Club WP-2026'],
])('%j without codes is %j', async (name, expected) => {
  const { rows } = await sql.query('select private.remove_codes($1) as name', [name])
  expect(rows).toEqual([{ name: expected }])
})
