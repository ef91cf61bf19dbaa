import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TablesUpdate } from '../../src/supabase/database.types.ts'
import { readProperty } from '../../src/lib/read-property.ts'
import { startFunctionBackend } from '../functions/backend.ts'
import { decideHeldChanges, newCommunity, newInviteLink } from '../support/communities.ts'
import { createTestClient, type TestUser } from '../support/users.ts'
import { createRefusalCheck } from './refusals.ts'

/* Codes that prove control over a group: who gets one, what a proof does, and what ends it. */

const backend = await startFunctionBackend()
const { sql, secret, owner, admin, signUp, local } = backend
const stranger = await signUp()
const other = await signUp()
const visitor = createTestClient(local.publishableKey, local.url)
afterAll(backend.stop)

const groupName = 'Sunrise Swimmers'
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
/** Records a check like the edge function, which has read the page, and returns its result. */
async function check(page_text: string, { user = owner, of = link, named = groupName } = {}) {
  const page = { link: of, answer: 'live', group_name: named, page_text } as const
  const call = { community_id: id, user_id: user.id, ...page }
  return (await secret.rpc('record_own_check', call).throwOnError()).data
}
const prove = async (...page: Parameters<typeof check>) =>
  readProperty(await check(...page), 'is_proved')
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
const returnToPending = async () => {
  const { updated_at: version } = await read()
  await admin.client.rpc('return_to_pending', { community_id: id, version }).throwOnError()
}
const acceptChanges = () => decideHeldChanges(admin, id, 'accept')
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
    await sql.query(
      `insert into private.ownership_codes (code, community_id, user_id, used_at)
       select 'WP-' || number, $1, $2, now() from generate_series(1, 19) as number`,
      [id, owner.id],
    )
    await getCode()
    await sql.exec('update private.ownership_codes set used_at = now()')
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

  test('proves nothing for a suspended user', async () => {
    const code = await getCode()
    const suspend = `insert into public.suspensions (user_id, reason) values ($1, 'Spam.')`
    await sql.query(suspend, [owner.id])
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
  test('verifies the community once, for the log and the owner', async () => {
    const before = await read()
    const code = await getCode()
    expect(await prove(`Swimmers (${code.toLowerCase().replace('-', '–')})`)).toBe(true)
    const after = await read()
    // An open form does not notice.
    expect(after).toEqual({ ...before, verified_at: expect.any(String) })
    const log = await readLog()
    expect(log.at(-1)).toEqual({
      action: 'verified',
      actor_id: owner.id,
      by_admin: false,
      before: { verified_at: null },
      after: { verified_at: after.verified_at },
    })
    expect(await verify()).toBe(true)
    expect([await read(), await readLog()]).toEqual([after, log])
    await change({ verified_at: null })
    expect(await prove(code)).toBe(false)
  })

  test('of a user who does not manage the community changes nothing', async () => {
    const before = await read()
    const code = await getCode(stranger)
    expect(await prove(`Swimmers ${code}`, { user: stranger })).toBe(true)
    expect(await read()).toEqual(before)
    const pause = `insert into public.community_blocks (community_id, kind) values ($1, 'paused')`
    await sql.query(pause, [id])
    await sql.exec('update private.ownership_codes set used_at = null')
    expect(await prove(code, { user: stranger })).toBe(false)
  })

  test('needs the whole code of the user for the link of the community', async () => {
    const code = await getCode()
    const held = newInviteLink()
    await edit({ whatsapp_link: held })
    const elsewhere = await getCode(owner, (await createApproved()).id)
    const refused = [
      await prove('Swimmers WP-'),
      await prove(code.slice(0, -1)),
      await prove(`${code}X`),
      await prove(await getCode(other)),
      await prove(code, { user: other }),
      await prove(elsewhere),
      await prove(code, { of: newInviteLink() }),
      // The community was never verified.
      await prove(code, { of: held }),
    ]
    await setExpiry('-1 second')
    refused.push(await prove(code))
    await setExpiry('1 hour')
    await change({ whatsapp_link: newInviteLink() })
    refused.push(await prove(code))
    expect(refused).toEqual(refused.map(() => false))
    expect(await isVerified()).toBe(false)
    await change({ whatsapp_link: link })
    expect(await prove(code)).toBe(true)
  })
})

describe('a verification ends', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['when an admin changes the link', () => edit({ whatsapp_link: newInviteLink() }, admin)],
    ['with a new owner', () => change({ owner_id: stranger.id })],
    ['with a rejection', () => change({ status: 'rejected' })],
  ])('%s', async (_, end) => {
    await verify()
    await end()
    expect(await isVerified()).toBe(false)
  })

  test('with a return to pending or an accepted link, and undo restores it', async () => {
    await verify()
    await returnToPending()
    expect(await isVerified()).toBe(false)
    await undo()
    await edit({ member_count: 40, description: 'We also dive.' })
    await acceptChanges()
    expect(await isVerified()).toBe(true)
    await edit({ whatsapp_link: newInviteLink() })
    expect(await isVerified()).toBe(true)
    await acceptChanges()
    expect(await isVerified()).toBe(false)
    await undo()
    expect(await read()).toMatchObject({ whatsapp_link: link, verified_at: expect.any(String) })
  })
})

describe('changes of a verified owner', () => {
  const newLink = newInviteLink()
  beforeEach(async () => {
    // A reviewer has read the name of the group, which is then the approved one.
    const page = { link, answer: 'live', group_name: groupName } as const
    const call = { community_id: id, ...page, is_review: true }
    await secret.rpc('record_link_check', call).throwOnError()
  })
  const listed = async () =>
    (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data

  test('to the link and the name go live with a proof of the new link', async () => {
    await verify()
    await edit({ whatsapp_link: newLink, name: 'Sunset Swimmers', description: 'We dive.' })
    const { updated_at, held_at } = await read()
    // The page of the current link proves only that link.
    expect(await verify()).toBe(true)
    expect(await read()).toMatchObject({ whatsapp_link: link, name: groupName, updated_at })

    expect(await check(await getCode(), { of: newLink })).toMatchObject({
      is_proved: true,
      published: ['name', 'whatsapp_link'],
    })
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
      before: { whatsapp_link: link, name: groupName },
      after: { whatsapp_link: newLink, name: 'Sunset Swimmers' },
    })
  })

  describe('to the name go live with a proof of the link, without a badge until an admin', () => {
    const confirm = async ({ client } = admin, seen_at = '') => {
      seen_at ||= (await read()).name_changed_at ?? ''
      return client.rpc('confirm_name', { community_id: id, seen_at })
    }
    const readState = async () => {
      const queue = admin.client.rpc('list_review_queue', {}).select('id')
      const shown = (await listed()).map(({ name, is_verified }) => ({ name, is_verified }))
      return [...shown, ...(await queue.throwOnError()).data.map((row) => row.id)]
    }
    const unreviewed = { name: 'Sunset Swimmers', is_verified: false }
    const rename = async () => {
      await verify()
      await edit({ name: 'Sunset Swimmers' })
      await verify()
    }

    test('confirms it, which can be undone', async () => {
      await verify()
      const { verified_at } = await read()
      await edit({ name: 'Sunset Swimmers' })
      expect(await listed()).toMatchObject([{ name: groupName, is_verified: true }])
      expect(await verify()).toBe(true)
      const changed = { name: 'Sunset Swimmers', held_changes: null, held_at: null, verified_at }
      expect(await read()).toMatchObject(changed)
      // Neither another proof nor an edit of the owner returns the badge.
      await verify()
      await edit({ member_count: 40 })
      expect(await readState()).toEqual([unreviewed, id])
      await expectRefused('PT403', () => confirm(owner))
      await expectRefused('PT412', () => confirm(admin, '2026-01-01'))
      await confirm()
      expect(await readState()).toEqual([{ ...unreviewed, is_verified: true }])
      await expectRefused('PT409', () => confirm(admin, '2026-01-01'))
      await undo()
      expect(await readState()).toEqual([unreviewed, id])
    })

    test('writes or accepts another one', async () => {
      await rename()
      await edit({ name: 'Dawn Swimmers' }, admin)
      expect(await readState()).toEqual([{ name: 'Dawn Swimmers', is_verified: true }])
      await change({ name_changed_at: '2026-11-20' })
      await edit({ name: 'Dusk Swimmers' })
      await acceptChanges()
      expect(await readState()).toEqual([{ name: 'Dusk Swimmers', is_verified: true }])
    })

    test('approves the community again', async () => {
      await rename()
      await returnToPending()
      await undo()
      expect(await readState()).toEqual([unreviewed, id])
      await returnToPending()
      await edit({ status: 'approved' }, admin)
      await verify()
      expect(await readState()).toEqual([{ name: 'Sunset Swimmers', is_verified: true }])
    })
  })

  test('do not go live if they were made before the verification', async () => {
    await edit({ name: 'Sunset Swimmers' })
    await verify()
    await verify()
    const held_changes = { name: 'Sunset Swimmers' }
    expect(await read()).toMatchObject({ name: groupName, held_changes })
  })

  test('do not go live with a proof of a co-owner, who can only verify', async () => {
    await sql.query('insert into public.co_owners (community_id, user_id) values ($1, $2)', [
      id,
      other.id,
    ])
    expect(await prove(await getCode(other), { user: other })).toBe(true)
    expect(await isVerified()).toBe(true)
    await edit({ whatsapp_link: newLink }, other)
    const elsewhere = { user: other, of: newLink, named: 'Sunrise Signals' }
    expect(await prove(await getCode(other), elsewhere)).toBe(false)
    await edit({ held_changes: null, name: 'Sunset Swimmers' }, other)
    expect(await prove(await getCode(other), { user: other })).toBe(true)
    expect(await read()).toMatchObject({ name: groupName, whatsapp_link: link })
    // No longer a co-owner.
    const code = await getCode(other)
    await change({ verified_at: null })
    await sql.exec('delete from public.co_owners')
    await prove(code, { user: other })
    expect(await isVerified()).toBe(false)
  })

  test('wait for an admin if the name has a code, or the link is listed elsewhere', async () => {
    await verify()
    await edit({ name: `Swimmers ${await getCode()}` })
    await verify()
    expect(await read()).toMatchObject({ name: groupName })

    await edit({ whatsapp_link: newLink })
    const taken = { ...newCommunity(), owner_id: stranger.id, whatsapp_link: newLink }
    await secret.from('communities').insert(taken).throwOnError()
    expect(await prove(await getCode(), { of: newLink })).toBe(false)
    expect(await read()).toMatchObject({ whatsapp_link: link })
  })
})
