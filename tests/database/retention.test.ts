import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { retentionPeriods } from '../../src/routes/privacy/policy.ts'
import { startFunctionBackend } from '../functions/backend.ts'
import { newCommunity } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'

const backend = await startFunctionBackend({})
const { local, sql, secret, owner, admin, signUp } = backend
const member = await signUp()
let communityId = ''

afterAll(backend.stop)
beforeEach(async () => {
  await sql.exec('delete from public.communities; delete from public.audit_log')
  communityId = await createApproved()
})

async function createApproved(): Promise<string> {
  const row = { ...newCommunity(), owner_id: owner.id, status: 'approved' as const }
  const { data } = await secret.from('communities').insert(row).select('id').single().throwOnError()
  return data.id
}

const deleteExpired = () => sql.query('select private.delete_expired()')

/** Returns the values of the only column. */
async function readColumn(query: string): Promise<unknown[]> {
  const { rows } = await sql.query<Record<string, unknown>>(query)
  return rows.map((row) => Object.values(row)[0])
}

const join = (id = communityId) => member.client.rpc('join_community', { community_id: id })
/** Adds joins of the member, each of them this many days ago. */
const addJoins = (daysAgo: number[]) =>
  sql.query(
    `insert into public.community_joins (community_id, user_id, joined_on)
     select $1, $2, private.today() - days from unnest($3::integer[]) as days`,
    [communityId, member.id, daysAgo],
  )
const joinAges = () =>
  readColumn('select private.today() - joined_on from public.community_joins order by 1')

test.each(Object.entries(retentionPeriods))(
  'the privacy policy and the database have the same period for %s',
  async (records, period) => {
    const { rows } = await sql.query('select private.retention_period($1)::text as period', [
      records,
    ])
    expect(rows).toEqual([{ period }])
  },
)

describe('joins', () => {
  test('are deleted when their owner no longer sees them', async () => {
    await addJoins([0, 1, 29, 30, 31, 400])
    const before = await owner.client.rpc('count_joins').throwOnError()
    expect(before.data).toHaveLength(3)
    await deleteExpired()
    expect(await joinAges()).toEqual([0, 1, 29])
    expect((await owner.client.rpc('count_joins').throwOnError()).data).toEqual(before.data)
  })

  test("of today still return the invite link, and count towards the user's limit", async () => {
    await join().throwOnError()
    // Links of tests contain no 0, so none of these equals the first.
    await sql.query(
      `insert into public.communities (name, description, location, whatsapp_link, image_url, category, owner_id, status)
       select name || i, description, location, left(whatsapp_link, -3) || '0' || i, image_url, category, owner_id, status
       from public.communities, generate_series(10, 39) as i where id = $1`,
      [communityId],
    )
    const others = await readColumn(
      `select id::text from public.communities where id <> '${communityId}' order by name`,
    )
    for (const id of others.slice(0, 29)) {
      await join(String(id)).throwOnError()
    }
    await deleteExpired()
    const link = await member.client.rpc('get_invite_link', { community_id: communityId })
    expect(link.data).toMatch(/^https:\/\/chat\.whatsapp\.com\//)
    expect((await join(String(others[29]))).error).toMatchObject({ code: 'PT429' })
  })

  test('are deleted 50,000 at a time, oldest first', async () => {
    await addJoins([0, ...Array.from({ length: 50_002 }, (_, index) => 30 + index)])
    await deleteExpired()
    expect(await joinAges()).toEqual([0, 30, 31])
    await deleteExpired()
    expect(await joinAges()).toEqual([0])
  })
})

/** SQL: a minute before and after the end of a period. */
const aroundEndOf = (records: string) =>
  `(values ('kept', now() - private.retention_period('${records}') + interval '1 minute'),
     ('expired', now() - private.retention_period('${records}') - interval '1 minute'),
     ('expired', now() - interval '10 years')) as moments (outcome, moment)`

test('resolved reports are deleted after their period, open ones never', async () => {
  await sql.query(
    `insert into public.community_reports (community_id, reporter_id, reason, comment, created_at, resolved_at)
     select $1::uuid, $2::uuid, 'other'::public.report_reason, outcome, timestamptz '2010-01-01', moment
     from (
       select outcome, moment from ${aroundEndOf('resolved reports')}
       union all select 'open', null
     ) as reports`,
    [communityId, member.id],
  )
  await deleteExpired()
  expect(await readColumn('select comment from public.community_reports order by 1')).toEqual([
    'kept',
    'open',
  ])
})

test.each([
  ['sent', 'sent_at = now()'],
  ['given up', 'given_up_at = now()'],
  ['never sent', 'attempts = 0'],
])('emails that were %s are deleted after their period', async (_state, change) => {
  await sql.exec(
    `delete from private.email_outbox;
     insert into private.email_outbox (kind, recipient_id, event, created_at)
     select 'daily_summary', '${admin.id}', outcome || moment, moment from ${aroundEndOf('emails')};
     update private.email_outbox set ${change}`,
  )
  await deleteExpired()
  expect(await readColumn('select event from private.email_outbox')).toEqual([
    expect.stringMatching(/^kept/),
  ])
})

describe('the audit log', () => {
  test('loses its entries after their period', async () => {
    await sql.exec(
      `delete from public.audit_log;
       insert into public.audit_log (action, subject, at, before)
       select 'edited', 'community', moment, to_jsonb(outcome) from ${aroundEndOf('audit log')}`,
    )
    await deleteExpired()
    expect(await readColumn('select before from public.audit_log')).toEqual(['kept'])
  })

  test('keeps a decision that can be undone', async () => {
    const { data } = await owner.client
      .from('communities')
      .insert(newCommunity())
      .select('id')
      .single()
      .throwOnError()
    const read = () => readColumn(`select status from public.communities where id = '${data.id}'`)
    await admin.client
      .from('communities')
      .update({ status: 'approved' })
      .eq('id', data.id)
      .throwOnError()
    await deleteExpired()
    expect(await read()).toEqual(['approved'])
    await admin.client.rpc('undo_decision', { community_id: data.id }).throwOnError()
    expect(await read()).toEqual(['pending'])
  })
})

describe('nothing is deleted by', () => {
  const { publishableKey: apikey, secretKey } = local
  const headersOf = ({ accessToken }: TestUser) => ({
    apikey,
    authorization: `Bearer ${accessToken}`,
  })

  test.each([
    ['a visitor', { apikey }],
    ['a user', headersOf(owner)],
    ['an admin', headersOf(admin)],
    ['the secret key', { apikey: secretKey }],
  ])('a request of %s', async (_caller, headers) => {
    const call = async (name: string, schema: string) => {
      const url = new URL(`/rest/v1/rpc/${name}`, local.url)
      const profile = { 'content-type': 'application/json', 'content-profile': schema }
      return fetch(url, { method: 'POST', body: '{}', headers: { ...headers, ...profile } })
    }
    await addJoins([400])
    expect((await call('is_directory_live', 'public')).ok).toBe(true)
    const unknown = await call('delete_expired', 'public')
    expect(await unknown.json()).toMatchObject({ code: 'PGRST202' })
    const hidden = await call('delete_expired', 'private')
    expect(await hidden.json()).toMatchObject({ code: 'PGRST106' })
    expect(await joinAges()).toEqual([400])
  })

  test.each(['anon', 'authenticated', 'service_role'])('SQL of the role %s', async (role) => {
    await addJoins([400])
    const call = sql.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`)
      await transaction.query('select private.delete_expired()')
    })
    await expect(call).rejects.toThrow('permission denied for function delete_expired')
    expect(await joinAges()).toEqual([400])
  })
})
