import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFunctionBackend } from '../functions/backend.ts'
import { createCommunity, newCommunity, updateCommunity } from '../support/communities.ts'

const backend = await startFunctionBackend()
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
  sql.transaction(async (transaction) => {
    // Without triggers, which take seconds for 50,000 rows.
    await transaction.exec('set local session_replication_role = replica')
    await transaction.query(
      `insert into public.community_joins (community_id, user_id, joined_on)
       select $1, $2, private.today() - days from unnest($3::integer[]) as days`,
      [communityId, member.id, daysAgo],
    )
  })
const joinAges = () =>
  readColumn('select private.today() - joined_on from public.community_joins order by 1')

/** SQL: a minute before and after the end of a period. */
const aroundEndOf = (records: string) =>
  `(select outcome, moment from private.retention(), lateral (values
       ('kept', now() - period + interval '1 minute'),
       ('expired', now() - period - interval '1 minute'),
       ('expired', now() - interval '10 years')) as moments (outcome, moment)
     where records = '${records}') as moments`
/** SQL: also a record that is still open. */
const withOpen = (records: string) =>
  `(select outcome, moment from ${aroundEndOf(records)} union all select 'open', null) as records`

test('records are deleted after their period, open ones never', async () => {
  const other = await createApproved()
  await sql.exec(`
    delete from private.email_outbox;
    insert into public.community_reports (community_id, reporter_id, reason, comment, created_at, resolved_at)
    select '${communityId}'::uuid, '${member.id}'::uuid, 'other'::public.report_reason, outcome, timestamptz '2010-01-01',
      moment
    from ${withOpen('resolved reports')};
    insert into private.still_active_answers (community_id, user_id, is_active, answered_at)
    select '${communityId}', case outcome when 'kept' then '${member.id}' else '${admin.id}' end::uuid, outcome = 'kept',
      moment
    from ${aroundEndOf('answers')} where moment > now() - interval '1 year';
    insert into public.admin_notes (community_id, text, created_at)
    select '${communityId}'::uuid, outcome, moment from ${aroundEndOf('notes')};
    insert into public.appeals (community_id, decision, decided_at, message, closed_at, outcome)
    select '${communityId}'::uuid, 'hidden', now() + row_number() over () * interval '1 hour', outcome, moment,
      case when moment is not null then 'closed'::public.appeal_outcome end
    from ${withOpen('closed appeals')};
    insert into public.claims (community_id, claimant_id, answer, answered_at, decided_at, outcome)
    select '${communityId}'::uuid, '${member.id}'::uuid, outcome, now(), moment,
      case when moment is not null then 'closed'::public.claim_outcome end
    from ${withOpen('closed claims')};
    insert into public.open_reviews (community_id, admin_id, until)
    values ('${communityId}', '${admin.id}', now() - interval '1 minute'),
      ('${other}', '${admin.id}', now() - interval '61 minutes');
    delete from private.email_outbox;
    insert into private.email_outbox (kind, recipient_id, event, created_at, sent_at, given_up_at)
    select 'daily_summary', '${admin.id}', state || outcome || moment, moment, sent_at, given_up_at
    from ${aroundEndOf('emails')},
      (values ('sent ', now(), null::timestamptz), ('given up ', null, now()), ('never sent ', null, null))
        as states (state, sent_at, given_up_at);
    delete from public.audit_log;
    insert into public.audit_log (action, subject, at, before)
    select 'edited', 'community', moment, to_jsonb(outcome) from ${aroundEndOf('audit log')}`)
  await deleteExpired()
  const reports = 'select comment from public.community_reports order by 1'
  expect(await readColumn(reports)).toEqual(['kept', 'open'])
  expect(await readColumn('select is_active from private.still_active_answers')).toEqual([true])
  expect(await readColumn('select text from public.admin_notes')).toEqual(['kept'])
  const appeals = 'select message from public.appeals order by 1'
  expect(await readColumn(appeals)).toEqual(['kept', 'open'])
  const claims = `select answer from public.claims where answer in ('kept', 'open', 'expired') order by 1`
  expect(await readColumn(claims)).toEqual(['kept', 'open'])
  expect(await readColumn('select community_id from public.open_reviews')).toEqual([communityId])
  expect(await readColumn('select event from private.email_outbox order by 1')).toEqual([
    expect.stringMatching(/^given up kept/),
    expect.stringMatching(/^never sent kept/),
    expect.stringMatching(/^sent kept/),
  ])
  expect(await readColumn('select before from public.audit_log')).toEqual(['kept'])
})

test('joins are deleted when they no longer rank their community, and their owner never sees them longer', async () => {
  await addJoins([0, 1, 29, 30, 89, 90, 400])
  const before = await owner.client.rpc('count_joins').throwOnError()
  expect(before.data).toHaveLength(3)
  await deleteExpired()
  expect(await joinAges()).toEqual([0, 1, 29, 30, 89])
  expect((await owner.client.rpc('count_joins').throwOnError()).data).toEqual(before.data)
})

test('records are deleted 50,000 at a time, oldest first', async () => {
  await addJoins([0, ...Array.from({ length: 50_002 }, (_, index) => 90 + index)])
  await deleteExpired()
  expect(await joinAges()).toEqual([0, 90, 91])
  await deleteExpired()
  expect(await joinAges()).toEqual([0])
})

test.each([
  [50, undefined, 'pending'],
  [61, 'This decision can no longer be undone.', 'approved'],
])(
  'a decision of %d seconds ago stays in the log, and can be undone for one minute',
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
    const current = `select status from public.communities where id = '${id}'`
    expect(await readColumn(current)).toEqual([status])
  },
)

test('no role of the API can delete expired records', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const call = sql.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`)
      await transaction.query('select private.delete_expired()')
    })
    await expect(call).rejects.toThrow('permission denied for function delete_expired')
  }
})
