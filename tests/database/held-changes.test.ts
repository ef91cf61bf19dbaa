import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { decideHeldChanges, newCommunity } from '../support/communities.ts'
import { createClientAt, deleteFactors, insertFactor } from '../support/factors.ts'
import { type Client, createTestClient } from '../support/users.ts'

/* Who decides about the held changes of an approved community, and how. reviewed-fields.test.ts tests each field. */

const local = await startLocalSupabase()
afterAll(() => local.stop())
const sql = local.connection.driver

const anonymous = createTestClient(local.publishableKey, local.url)

async function signUp({ isAdmin = false } = {}) {
  const client = createTestClient(local.publishableKey, local.url)
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
  const { data, error } = await client.auth.signUp(account)
  if (error) throw error
  const id = data.user?.id ?? ''
  if (isAdmin) await sql.query('update public.profiles set is_admin = true where id = $1', [id])
  return { id, client, accessToken: data.session?.access_token ?? '' }
}

const [owner, stranger, admin] = await Promise.all([signUp(), signUp(), signUp({ isAdmin: true })])

const edit = (client: Client, changes: object) =>
  client.from('communities').update(changes).eq('id', id).select('updated_at').single()

const decide = (
  client: Client,
  decision: 'accept' | 'decline',
  args: { community_id: string; version: string } = { community_id: id, version },
) => client.rpc(`${decision}_held_changes`, args)

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

const held = { name: 'As proposed', description: 'New words.' }

/** An approved community with held changes, and its version. */
let id: string
let version: string

beforeEach(async () => {
  ;({ id } = (
    await owner.client
      .from('communities')
      .insert(newCommunity({ name: 'As approved', description: 'Old words.' }))
      .select('id')
      .single()
      .throwOnError()
  ).data)
  await sql.query(`update public.communities set status = 'approved' where id = $1`, [id])
  version = (await edit(owner.client, held).throwOnError()).data.updated_at
})

afterEach(() => deleteFactors(sql, admin.id))

describe('held changes', () => {
  test('go live when an admin accepts them, with one log entry and one email', async () => {
    expect((await decide(admin.client, 'accept')).error).toBeNull()
    expect(await read()).toMatchObject({ ...held, held_changes: null, held_at: null })
    expect(await readDecisions()).toEqual([
      {
        action: 'changes accepted',
        actor_id: admin.id,
        email: 'changes_accepted',
        recipient_id: owner.id,
      },
    ])
  })

  test('are dropped when an admin declines them, with one log entry and one email', async () => {
    expect((await decide(admin.client, 'decline')).error).toBeNull()
    expect(await read()).toMatchObject({
      name: 'As approved',
      description: 'Old words.',
      held_changes: null,
      held_at: null,
    })
    expect(await readDecisions()).toEqual([
      {
        action: 'changes declined',
        actor_id: admin.id,
        email: 'changes_declined',
        recipient_id: owner.id,
      },
    ])
  })

  test.each(['accept', 'decline'] as const)(
    'are not decided twice by a double %s',
    async (kind) => {
      const answers = await Promise.all([decide(admin.client, kind), decide(admin.client, kind)])
      expect(answers.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual([
        'PT409',
        'done',
      ])
      const decided = await read()
      const other = kind === 'accept' ? 'decline' : 'accept'
      for (const again of [kind, other] as const) {
        const { error } = await decide(admin.client, again, { community_id: id, version })
        expect(error).toMatchObject({
          code: 'PT409',
          message: 'This community has no changes waiting for review.',
        })
      }
      expect(await read()).toEqual(decided)
      expect(await readDecisions()).toHaveLength(1)
    },
  )

  test.each(['accept', 'decline'] as const)(
    'that the owner has changed since are not affected by the decision to %s them',
    async (kind) => {
      await edit(owner.client, { name: 'Changed since' }).throwOnError()
      const before = await read()
      const { error, status } = await decide(admin.client, kind)
      expect(error).toMatchObject({
        code: 'PT412',
        message: expect.stringMatching(/changed by someone else/),
      })
      expect(status).toBe(412)
      expect(await read()).toEqual(before)
      expect(await readDecisions()).toEqual([])
      await decideHeldChanges(admin, id, kind)
      expect(await read()).toMatchObject({
        name: kind === 'accept' ? 'Changed since' : 'As approved',
        held_changes: null,
      })
    },
  )

  test('of a deleted community are gone', async () => {
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    for (const kind of ['accept', 'decline'] as const) {
      const { error } = await decide(admin.client, kind)
      expect(error).toMatchObject({
        code: 'PT410',
        message: 'This community no longer exists.',
      })
    }
  })
})

describe('a save by the owner', () => {
  test('keeps the held values that it sends back, and replaces the others', async () => {
    const changes = { name: 'As approved', held_changes: { description: held.description } }
    await edit(owner.client, changes).throwOnError()
    expect(await read()).toMatchObject({
      name: 'As approved',
      held_changes: { description: held.description },
    })
  })

  test.each([
    { name: 'Smuggled' },
    { ...held, location: 'Bali' },
    { status: 'rejected' },
    ['name'],
    7,
  ])('cannot hold other values: %j', async (held_changes) => {
    const before = await read()
    expect((await edit(owner.client, { held_changes })).error).toMatchObject({
      code: 'PT403',
      message: 'Held changes cannot be written directly.',
    })
    expect(await read()).toEqual(before)
  })
})

describe('a decision about held changes is refused to', () => {
  const expectRefused = async (client: Client, error: object) => {
    const before = await read()
    for (const kind of ['accept', 'decline'] as const) {
      expect((await decide(client, kind)).error).toMatchObject(error)
    }
    expect(await read()).toEqual(before)
    expect(await readDecisions()).toEqual([])
  }

  test('visitors', () => expectRefused(anonymous, { code: '42501' }))

  test('the owner and other users', async () => {
    const error = { code: 'PT403', message: 'Only an admin may do that.' }
    await expectRefused(owner.client, error)
    await expectRefused(stranger.client, error)
  })

  test('an admin who has not entered the code of their second factor', async () => {
    await insertFactor(sql, admin.id)
    await expectRefused(createClientAt(local, admin, 'aal1'), {
      code: 'PT403',
      message: 'Enter the code from your authenticator app to finish signing in.',
    })
    expect((await decide(createClientAt(local, admin, 'aal2'), 'accept')).error).toBeNull()
  })
})

describe('a save by an admin is no decision', () => {
  const refused = {
    code: 'PT403',
    message:
      'Only the owner can withdraw these changes. Reload the page to accept or decline them.',
  }

  test.each([
    ['drops the held changes', { held_changes: null }],
    ['drops them and writes their values', { ...held, held_changes: null }],
    ['drops them and writes other values', { name: 'By the admin', held_changes: null }],
    ['drops one of them', { held_changes: { name: held.name } }],
  ])('and is refused if it %s', async (_what, changes) => {
    const before = await read()
    for (const current of [{}, { updated_at: version }]) {
      const { error } = await edit(admin.client, { ...changes, ...current })
      expect(error).toMatchObject(refused)
    }
    expect(await read()).toEqual(before)
    expect(await readDecisions()).toEqual([])
  })

  test('and is refused if it writes other held changes', async () => {
    const before = await read()
    const { error } = await edit(admin.client, { held_changes: { name: 'Smuggled' } })
    expect(error).toMatchObject({
      code: 'PT403',
      message: 'Held changes cannot be written directly.',
    })
    expect(await read()).toEqual(before)
  })

  test('and keeps the held changes, as the specified update with the edited object', async () => {
    await edit(admin.client, { member_count: 77, held_changes: held }).throwOnError()
    expect(await read()).toMatchObject({ member_count: 77, held_changes: held })
    expect(await readDecisions()).toMatchObject([{ action: 'edited', email: null }])
  })

  test('and is logged as an edit without an email even if it writes the held values', async () => {
    await edit(admin.client, held).throwOnError()
    expect(await read()).toMatchObject({ ...held, held_changes: null, held_at: null })
    expect(await readDecisions()).toMatchObject([{ action: 'edited', email: null }])
  })

  test('if the admin is the owner, who may withdraw the changes', async () => {
    await sql.query('update public.profiles set is_admin = true where id = $1', [owner.id])
    await edit(owner.client, { held_changes: null }).throwOnError()
    await sql.query('update public.profiles set is_admin = false where id = $1', [owner.id])
    expect(await read()).toMatchObject({ name: 'As approved', held_changes: null })
    expect(await readDecisions()).toMatchObject([{ action: 'edited', email: null }])
  })
})

// Last, because it removes a constraint.
test('held changes follow the rules of their columns once more when they go live', async () => {
  await sql.exec('alter table public.communities drop constraint communities_held_changes_check')
  await sql.query(
    `update public.communities set held_changes = '{"whatsapp_link": "https://evil.example/"}' where id = $1`,
    [id],
  )
  const before = await read()
  expect((await decide(admin.client, 'accept')).error).toMatchObject({ code: '23514' })
  expect(await read()).toEqual(before)
})
