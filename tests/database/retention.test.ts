import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFunctionBackend } from '../functions/backend.ts'
import { createCommunity, newCommunity, updateCommunity } from '../support/communities.ts'

const backend = await startFunctionBackend({})
const { sql, secret, owner, admin, signUp } = backend
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

/** Adds joins of the member, each of them this many days ago. */
const addJoins = (daysAgo: number[]) =>
  sql.query(
    `insert into public.community_joins (community_id, user_id, joined_on)
     select $1, $2, private.today() - days from unnest($3::integer[]) as days`,
    [communityId, member.id, daysAgo],
  )
const joinAges = () =>
  readColumn('select private.today() - joined_on from public.community_joins order by 1')

describe('joins', () => {
  test('are deleted when they no longer rank their community, and their owner never sees them longer', async () => {
    await addJoins([0, 1, 29, 30, 89, 90, 400])
    const before = await owner.client.rpc('count_joins').throwOnError()
    expect(before.data).toHaveLength(3)
    await deleteExpired()
    expect(await joinAges()).toEqual([0, 1, 29, 30, 89])
    expect((await owner.client.rpc('count_joins').throwOnError()).data).toEqual(before.data)
  })

  test('are deleted 50,000 at a time, oldest first', async () => {
    await addJoins([0, ...Array.from({ length: 50_002 }, (_, index) => 90 + index)])
    await deleteExpired()
    expect(await joinAges()).toEqual([0, 90, 91])
    await deleteExpired()
    expect(await joinAges()).toEqual([0])
  })
})

/** SQL: a minute before and after the end of a period. */
const aroundEndOf = (records: string) =>
  `(select outcome, moment from private.retention(), lateral (values
       ('kept', now() - period + interval '1 minute'),
       ('expired', now() - period - interval '1 minute'),
       ('expired', now() - interval '10 years')) as moments (outcome, moment)
     where records = '${records}') as moments`

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

test('answers of users who joined are deleted after their period', async () => {
  await sql.query(
    `insert into private.still_active_answers (community_id, user_id, is_active, answered_at)
     select $1, u.id, outcome = 'kept', moment from ${aroundEndOf('answers')}
     join unnest($2::uuid[], array['kept', 'expired']) as u (id, kind) on u.kind = outcome
     where moment > now() - interval '1 year'`,
    [communityId, [member.id, admin.id]],
  )
  await deleteExpired()
  expect(await readColumn('select is_active from private.still_active_answers')).toEqual([true])
})

test('notes of admins are deleted after their period', async () => {
  await sql.query(
    `insert into public.admin_notes (community_id, text, created_at)
     select $1::uuid, outcome, moment from ${aroundEndOf('notes')}`,
    [communityId],
  )
  await deleteExpired()
  expect(await readColumn('select text from public.admin_notes')).toEqual(['kept'])
})

test('closed appeals are deleted after their period, open ones never', async () => {
  await sql.query(
    `insert into public.appeals (community_id, decision, decided_at, message, closed_at, outcome)
     select $1::uuid, 'hidden', now() + row_number() over () * interval '1 hour', outcome, moment,
       case when moment is not null then 'closed'::public.appeal_outcome end
     from (
       select outcome, moment from ${aroundEndOf('closed appeals')}
       union all select 'open', null
     ) as appeals`,
    [communityId],
  )
  await deleteExpired()
  expect(await readColumn('select message from public.appeals order by 1')).toEqual([
    'kept',
    'open',
  ])
})

test('decided claims are deleted after their period, open ones never', async () => {
  await sql.query(
    `insert into public.claims (community_id, claimant_id, answer, answered_at, decided_at, outcome)
     select $1::uuid, $2::uuid, outcome, now(), moment,
       case when moment is not null then 'closed'::public.claim_outcome end
     from (
       select outcome, moment from ${aroundEndOf('closed claims')}
       union all select 'open', null
     ) as claims`,
    [communityId, member.id],
  )
  await deleteExpired()
  expect(
    await readColumn(
      `select answer from public.claims where answer in ('kept', 'open', 'expired') order by 1`,
    ),
  ).toEqual(['kept', 'open'])
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

  test.each([
    [50, undefined, 'pending'],
    [61, 'This decision can no longer be undone.', 'approved'],
  ])(
    'keeps a decision of %d seconds ago, which can be undone for one minute',
    async (seconds, refusal, status) => {
      const { id } = await createCommunity(owner)
      await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
      const earlier = `interval '${seconds} seconds'`
      await sql.exec(`
        update public.audit_log set at = at - ${earlier} where subject_id = '${id}';
        update public.communities set updated_at = updated_at - ${earlier} where id = '${id}'`)
      await deleteExpired()
      const { error } = await admin.client.rpc('undo_decision', { community_id: id })
      expect(error?.message).toBe(refusal)
      expect(await readColumn(`select status from public.communities where id = '${id}'`)).toEqual([
        status,
      ])
    },
  )
})

test('no role of the API can delete expired records', async () => {
  await addJoins([400])
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const call = sql.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`)
      await transaction.query('select private.delete_expired()')
    })
    await expect(call).rejects.toThrow('permission denied for function delete_expired')
  }
  expect(await joinAges()).toEqual([400])
})

test('open reviews are deleted once they have expired', async () => {
  const other = await createApproved()
  await sql.query(
    `insert into public.open_reviews (community_id, admin_id, until)
     values ($1, $3, now() - interval '1 minute'), ($2, $3, now() - interval '61 minutes')`,
    [communityId, other, admin.id],
  )
  await deleteExpired()
  expect(await readColumn('select community_id from public.open_reviews')).toEqual([communityId])
})
