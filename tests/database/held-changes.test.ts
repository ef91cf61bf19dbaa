import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges, updateCommunity } from '../support/communities.ts'
import { createClientAt, deleteFactors, insertFactor } from '../support/factors.ts'
import { type Client, createTestClient, createUsersAndAdmin, signUpAt } from '../support/users.ts'
import { local } from './closed-backend.ts'

/* Who decides about the held changes of an approved community, and how. reviewed-fields.test.ts tests each field. */

const sql = local.connection.driver

const [owner, stranger, admin] = await createUsersAndAdmin((options) => signUpAt(local, options))

const edit = (user: { client: Client }, changes: object) => updateCommunity(user, id, changes)

const decide = (client: Client, decision: 'accept' | 'decline') =>
  client.rpc('decide_changes', {
    community_id: id,
    version,
    is_accepted: decision === 'accept',
    ...(decision === 'decline' && { reason: 'No.' }),
  })

async function read(): Promise<Record<string, unknown>> {
  const { rows } = await sql.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(c) as row from public.communities as c where id = $1',
    [id],
  )
  return rows[0]?.row ?? {}
}

/** Returns the log entries of users, each with the email that it queued. */
async function readDecisions() {
  const { rows } = await sql.query(
    `select e.action, e.actor_id, o.kind as email, o.recipient_id
     from public.audit_log as e
     left join private.email_outbox as o on o.event = e.id::text
     where e.subject_id = $1 and e.actor_id is not null order by e.id`,
    [id],
  )
  return rows
}

const approved = { name: 'As approved', description: 'Old words.' }
const held = { name: 'As proposed', description: 'New words.' }
const bothDecisions = ['accept', 'decline'] as const

/** An approved community with held changes, and its version. */
let id: string
let version: string

beforeEach(async () => {
  ;({ id } = await createCommunity(owner, approved))
  await sql.query(`update public.communities set status = 'approved' where id = $1`, [id])
  version = (await edit(owner, held).single().throwOnError()).data.updated_at
})

afterEach(() => deleteFactors(sql, admin.id))

describe('held changes', () => {
  test.each([
    ['accept', held, 'accepted'],
    ['decline', approved, 'declined'],
  ] as const)(
    'are decided once by a double %s, with one log entry and one email',
    async (decision, values, result) => {
      const answers = await Promise.all([
        decide(admin.client, decision),
        decide(admin.client, decision),
      ])
      expect(answers.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual([
        'PT409',
        'done',
      ])
      expect(await read()).toMatchObject({ ...values, held_changes: null, held_at: null })
      const decided = await read()
      for (const again of bothDecisions) {
        expect((await decide(admin.client, again)).error).toMatchObject({
          code: 'PT409',
          message: 'This community has no changes waiting for review.',
        })
      }
      expect(await read()).toEqual(decided)
      expect(await readDecisions()).toEqual([
        {
          action: `changes ${result}`,
          actor_id: admin.id,
          email: `changes_${result}`,
          recipient_id: owner.id,
        },
      ])
    },
  )

  test('that the owner has changed since are not decided', async () => {
    await edit(owner, { name: 'Changed since' }).throwOnError()
    const before = await read()
    for (const kind of bothDecisions) {
      expect(await decide(admin.client, kind)).toMatchObject({
        status: 412,
        error: { code: 'PT412', message: expect.stringMatching(/changed by someone else/) },
      })
    }
    expect(await read()).toEqual(before)
    expect(await readDecisions()).toEqual([])
    await decideHeldChanges(admin, id, 'accept')
    expect(await read()).toMatchObject({ name: 'Changed since', held_changes: null })
  })

  test('of a deleted community are gone', async () => {
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    for (const kind of bothDecisions) {
      expect((await decide(admin.client, kind)).error).toMatchObject({
        code: 'PT410',
        message: 'This community no longer exists.',
      })
    }
  })

  test('are only decided by an admin who has entered the code of their second factor', async () => {
    const before = await read()
    await insertFactor(sql, admin.id)
    for (const [client, code] of [
      [createTestClient(local.publishableKey, local.url), '42501'],
      [owner.client, 'PT403'],
      [stranger.client, 'PT403'],
      [createClientAt(local, admin, 'aal1'), 'PT403'],
    ] as const) {
      for (const kind of bothDecisions) {
        expect((await decide(client, kind)).error?.code).toBe(code)
      }
    }
    expect(await read()).toEqual(before)
    expect((await decide(createClientAt(local, admin, 'aal2'), 'accept')).error).toBeNull()
  })
})

describe('a save by the owner', () => {
  test('keeps the held values that it sends back, and cannot hold other values', async () => {
    const before = await read()
    for (const held_changes of [
      { name: 'Smuggled' },
      { ...held, location: 'Bali' },
      { status: 'rejected' },
      ['name'],
      7,
    ]) {
      const { error } = await edit(owner, { held_changes })
      const message = 'Held changes cannot be written directly.'
      expect([held_changes, error]).toMatchObject([held_changes, { code: 'PT403', message }])
    }
    expect(await read()).toEqual(before)
    const kept = { held_changes: { description: held.description } }
    await edit(owner, { name: 'As approved', ...kept }).throwOnError()
    expect(await read()).toMatchObject({ name: 'As approved', ...kept })
  })
})

describe('a host', () => {
  const host = { host_name: 'Ada', host_intro: 'Swims every day.' }
  const noHost = { host_name: '', host_intro: '' }

  test('is a name and a sentence: half of it is refused, live and held', async () => {
    const { id: pending } = await createCommunity(owner, { ...host, host_name: ' Ada\u202E ' })
    const stored = 'select host_name, host_intro from public.communities where id = $1'
    expect((await sql.query(stored, [pending])).rows).toEqual([host])
    for (const half of [{ host_name: 'Ada' }, { host_intro: 'Swims.' }]) {
      const before = await read()
      for (const one of [owner, admin]) expect((await edit(one, half)).error?.code).toBe('23514')
      expect(await read()).toEqual(before)
      const { error } = await updateCommunity(owner, pending, { ...noHost, ...half })
      expect(error?.code).toBe('23514')
    }
    expect((await updateCommunity(stranger, pending, noHost)).data).toEqual([])
    expect((await sql.query(stored, [pending])).rows).toEqual([host])
  })

  test('stays whole: an admin decides about its changes before removing it', async () => {
    await edit(admin, host).throwOnError()
    await edit(owner, { host_intro: 'Swims in winter.' }).throwOnError()
    const before = await read()
    expect((await edit(admin, noHost)).error).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(/Accept or decline it before you remove the host/),
    })
    expect(await read()).toEqual(before)
    await edit(owner, noHost).throwOnError()
    expect(await read()).toMatchObject({ ...host, held_changes: { ...held, ...noHost } })
    await edit(admin, noHost).throwOnError()
    expect(await read()).toMatchObject({ ...noHost, held_changes: held })
  })
})

describe('a save by an admin is no decision', () => {
  const onlyOwner =
    'Only the owner can withdraw these changes. Reload the page to accept or decline them.'

  test('and is refused if it drops or replaces the held changes', async () => {
    const before = await read()
    for (const [changes, message] of [
      [{ held_changes: null }, onlyOwner],
      [{ ...held, held_changes: null }, onlyOwner],
      [{ name: 'Other', held_changes: null }, onlyOwner],
      [{ held_changes: { name: held.name } }, onlyOwner],
      [{ held_changes: { name: 'Smuggled' } }, 'Held changes cannot be written directly.'],
    ] as const) {
      for (const current of [{}, { updated_at: version }]) {
        const { error } = await edit(admin, { ...changes, ...current })
        expect([changes, error]).toMatchObject([changes, { code: 'PT403', message }])
      }
    }
    expect(await read()).toEqual(before)
    expect(await readDecisions()).toEqual([])
  })

  test('but is logged as an edit without an email, also if it writes the held values', async () => {
    // The specified update sends the edited object.
    await edit(admin, { member_count: 77, held_changes: held }).throwOnError()
    expect(await read()).toMatchObject({ member_count: 77, held_changes: held })
    await edit(admin, held).throwOnError()
    expect(await read()).toMatchObject({ ...held, held_changes: null, held_at: null })
    const edited = { action: 'edited', email: null }
    expect(await readDecisions()).toMatchObject([edited, edited])
  })

  test('if the admin is the owner, who may withdraw the changes', async () => {
    await sql.query('update public.profiles set is_admin = true where id = $1', [owner.id])
    await edit(owner, { held_changes: null }).throwOnError()
    await sql.query('update public.profiles set is_admin = false where id = $1', [owner.id])
    expect(await read()).toMatchObject({ name: 'As approved', held_changes: null })
    expect(await readDecisions()).toMatchObject([{ action: 'edited', email: null }])
  })
})
