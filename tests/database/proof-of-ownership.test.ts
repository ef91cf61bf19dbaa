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
/** Lets a reviewer read the name of the group, which is then the approved one. */
const review = () =>
  secret
    .rpc('record_link_check', {
      community_id: id,
      link,
      answer: 'live',
      group_name: groupName,
      is_review: true,
    })
    .throwOnError()

const requestCode = ({ client }: Pick<TestUser, 'client'> = owner, community_id = id) =>
  client.rpc('get_ownership_code', { community_id })
const getCode = async (user = owner, community_id = id) =>
  (await requestCode(user, community_id).throwOnError()).data
/** Records a check like the edge function, which has read the page, and returns its result. */
async function check(
  page_text: string,
  { user = owner, of = link, community = id, named = groupName } = {},
) {
  const page = { link: of, answer: 'live', group_name: named, page_text } as const
  const call = { community_id: community, user_id: user.id, ...page }
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
    // Repeating it keeps the date, and adds nothing to the log.
    const log = await readLog()
    expect(await verify()).toBe(true)
    expect(await read()).toMatchObject({ verified_at })
    expect(await readLog()).toEqual(log)
  })

  test('of a user who does not manage the community changes nothing', async () => {
    const before = await read()
    expect(await prove(`Swimmers ${await getCode(stranger)}`, { user: stranger })).toBe(true)
    expect(await read()).toEqual(before)
    await sql.query(
      `insert into public.community_blocks (community_id, kind) values ($1, 'paused')`,
      [id],
    )
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
        await acceptChanges()
      },
    ],
    ['when an admin changes the link', () => edit({ whatsapp_link: newInviteLink() }, admin)],
    ['with a new owner', () => change({ owner_id: stranger.id })],
    ['with a return to pending', () => returnToPending()],
    ['with a rejection', () => change({ status: 'rejected' })],
  ])('%s', async (_, end) => {
    await verify()
    await end()
    expect(await isVerified()).toBe(false)
  })

  test('and undo restores it, with the link that was proved', async () => {
    await verify()
    await returnToPending()
    await undo()
    expect(await isVerified()).toBe(true)
    await edit({ whatsapp_link: newInviteLink() })
    await acceptChanges()
    await undo()
    expect(await read()).toMatchObject({ whatsapp_link: link, verified_at: expect.any(String) })
  })

  test('not with other changes', async () => {
    await verify()
    await edit({ member_count: 40, description: 'We also dive.' })
    await acceptChanges()
    expect(await isVerified()).toBe(true)
  })
})

describe('changes of a verified owner', () => {
  const newLink = newInviteLink()
  beforeEach(review)
  const listed = async () =>
    (await visitor.rpc('get_directory_community', { community_id: id }).throwOnError()).data

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
      before: { whatsapp_link: link, name: 'Sunrise Swimmers' },
      after: { whatsapp_link: newLink, name: 'Sunset Swimmers' },
    })
    expect(await listed()).toMatchObject([{ name: 'Sunset Swimmers', is_verified: false }])
  })

  test('to the name alone go live with a proof of the current link', async () => {
    await verify()
    const { verified_at } = await read()
    await edit({ name: 'Sunset Swimmers' })
    expect(await listed()).toMatchObject([{ name: 'Sunrise Swimmers', is_verified: true }])
    expect(await verify()).toBe(true)
    const changed = { name: 'Sunset Swimmers', held_changes: null, held_at: null, verified_at }
    expect(await read()).toMatchObject(changed)
  })

  describe('to the name show no badge until an admin', () => {
    const queued = async () => {
      const queue = admin.client.rpc('list_review_queue', {}).select('id')
      return (await queue.throwOnError()).data.map((row) => row.id)
    }
    const confirm = async ({ client } = admin, seen_at = '') => {
      const { name_changed_at } = await read()
      return client.rpc('confirm_name', {
        community_id: id,
        seen_at: seen_at || (name_changed_at ?? ''),
      })
    }
    const readState = async () => [
      ...(await listed()).map(({ name, is_verified }) => ({ name, is_verified })),
      ...(await queued()),
    ]
    const unreviewed = { name: 'Sunset Swimmers', is_verified: false }
    const rename = async () => {
      await verify()
      await edit({ name: 'Sunset Swimmers' })
      await verify()
    }

    test('confirms it, which can be undone', async () => {
      await rename()
      // Neither another proof nor an edit of the owner returns it.
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

    test.each<[string, string, () => Promise<unknown>]>([
      ['writes another one', 'Dawn Swimmers', () => edit({ name: 'Dawn Swimmers' }, admin)],
      [
        'accepts another one',
        'Dawn Swimmers',
        async () => {
          await edit({ name: 'Dawn Swimmers' })
          await acceptChanges()
        },
      ],
      [
        'approves the community again',
        'Sunset Swimmers',
        async () => {
          await returnToPending()
          await undo()
          expect(await readState()).toEqual([unreviewed, id])
          await returnToPending()
          await edit({ status: 'approved' }, admin)
          await verify()
        },
      ],
    ])('%s', async (_how, name, decideName) => {
      await rename()
      await decideName()
      expect(await readState()).toEqual([{ name, is_verified: true }])
    })
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
    expect(await read()).toMatchObject({ name: 'Sunrise Swimmers', whatsapp_link: link })
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
    expect(await read()).toMatchObject({ name: 'Sunrise Swimmers' })

    await edit({ whatsapp_link: newLink })
    const taken = { ...newCommunity(), owner_id: stranger.id, whatsapp_link: newLink }
    await secret.from('communities').insert(taken).throwOnError()
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
