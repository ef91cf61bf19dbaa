import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage, uploadVersions } from '../support/images.ts'
import { createTestClient, type TestUser } from '../support/users.ts'
import { areStored, startFunctionBackend } from './backend.ts'
import { whileRefused } from './refuse.ts'

const backend = await startFunctionBackend()
const { local, sql, secret, owner, admin, signUp, ask, call, remove } = backend
afterAll(backend.stop)

async function exists({ id }: TestUser): Promise<boolean> {
  const { rows } = await sql.query<{ found: number }>(
    `select (select count(*)::int from auth.users where id = $1)
       + (select count(*)::int from public.profiles where id = $1) as found`,
    [id],
  )
  expect(rows[0]?.found).toBeOneOf([0, 2])
  return rows[0]?.found === 2
}

/** Lists the tables of all schemas with a row that contains one of the texts, except the security log of the auth service. */
async function listTablesWith(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and not (schemaname = 'auth' and tablename = 'audit_log_entries')`)
  const searches = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} as t where to_jsonb(t)::text ~* $1)`,
  )
  const found = await sql.query<{ name: string }>(searches.join(' union all '), [texts.join('|')])
  return found.rows.map(({ name }) => name)
}

/** Lists the stored files in an image folder. Each storage service has its own layout above and below that folder. */
const listFiles = (imageFolder: string) =>
  readdirSync(local.storage, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes(imageFolder),
  )

/** Inserts a row for every role in which a row refers to a user, and rows that refer to them in several roles. */
async function addRowsInEveryRole(user: TestUser, other: TestUser) {
  const { id: own } = await createCommunity(user)
  const { id: theirs } = await createCommunity(other)
  await sql.exec(`
    update public.communities set status = 'approved', approved_by = '${user.id}'
    where id in ('${own}', '${theirs}');
    insert into public.community_blocks (community_id, kind, created_by, reason)
    values ('${own}', 'admin', '${user.id}', 'Spam'), ('${theirs}', 'admin', '${user.id}', 'Spam');
    insert into public.alerts (user_id, search) values ('${user.id}', 'Quokka');
    insert into public.saved_communities (community_id, user_id) values ('${theirs}', '${user.id}');
    insert into public.community_joins (community_id, user_id, joined_on)
    values ('${theirs}', '${user.id}', private.today());
    insert into private.still_active_answers (community_id, user_id, is_active)
    values ('${theirs}', '${user.id}', false);
    insert into private.ownership_codes (code, community_id, user_id)
    values ('WP-' || left('${theirs}', 8), '${theirs}', '${user.id}');
    insert into private.link_checks (user_id) values ('${user.id}');
    insert into private.imported_communities (community_id, import_id, imported_by)
    values ('${theirs}', gen_random_uuid(), '${user.id}');
    insert into public.co_owners (community_id, user_id)
    values ('${theirs}', '${user.id}'), ('${own}', '${other.id}');
    insert into public.invitations (community_id, email, kind, invited_by) values
      ('${own}', '${other.email}', 'transfer', '${user.id}'),
      ('${theirs}', '${user.email}', 'transfer', '${other.id}');
    insert into private.email_outbox (kind, recipient_id, community_id, event)
    values ('approved', '${user.id}', '${theirs}', 'test'), ('approved', '${other.id}', '${own}', 'test');
    insert into public.suspensions (user_id, reason, suspended_by)
    values ('${user.id}', 'Spam', '${user.id}'), ('${other.id}', 'Spam', '${user.id}');
    insert into public.admin_notes (user_id, author_id, text) values
      ('${user.id}', '${other.id}', 'I am Oluwaseun.'), ('${other.id}', '${user.id}', 'Asked twice.');
    insert into public.open_reviews (community_id, admin_id, until) values ('${theirs}', '${user.id}', now());
    insert into public.community_reports (community_id, reporter_id, reason, resolved_at, resolved_by) values
      ('${own}', '${user.id}', 'spam', null, null), ('${own}', '${other.id}', 'spam', null, null),
      ('${theirs}', '${user.id}', 'spam', null, null), ('${theirs}', '${other.id}', 'spam', now(), '${user.id}'),
      ('${theirs}', '${user.id}', 'spam', now(), '${user.id}');
    insert into public.appeals (community_id, decision, decided_at, message, closed_at, closed_by, outcome) values
      ('${own}', 'hidden', now() - interval '1 day', 'Why?', now(), '${user.id}', 'accepted'),
      ('${own}', 'hidden', now(), 'Why?', null, null, null),
      ('${theirs}', 'hidden', now(), 'Why?', now(), '${user.id}', 'accepted');
    insert into public.claims
      (community_id, claimant_id, owner_id, answer, answered_at, answered_by, decided_at, decided_by, outcome)
    values
      ('${own}', '${other.id}', '${user.id}', 'I am Oluwaseun.', now(), '${user.id}', null, null, null),
      ('${own}', '${other.id}', '${user.id}', 'I am Oluwaseun.', now(), '${user.id}', now(), '${user.id}', 'closed'),
      ('${theirs}', '${user.id}', '${other.id}', 'I am Oluwaseun.', now(), '${user.id}', null, null, null),
      ('${theirs}', '${other.id}', '${other.id}', 'I am Oluwaseun.', now(), '${user.id}', now(), '${user.id}', 'closed'),
      ('${theirs}', '${user.id}', '${user.id}', 'I am Oluwaseun.', now(), '${user.id}', now(), '${user.id}', 'closed');
    insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
    select id, '${user.id}', 'owner', 'I am Oluwaseun.', now() from public.claims where community_id = '${theirs}';
  `)
  return { own, theirs }
}

/** Lists the columns that refer to a profile, each with the number of rows that refer to this one. */
async function countReferences({ id }: TestUser) {
  const { rows } = await sql.query<{ relation: string; name: string }>(`
    select c.conrelid::regclass::text as relation, a.attname as name
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass order by 1, 2`)
  const counts = rows.map(
    ({ relation, name }) =>
      `select '${relation}.${name}' as name, count(*)::int from ${relation} where ${name} = $1`,
  )
  return (await sql.query<{ name: string; count: number }>(counts.join(' union all '), [id])).rows
}

test('deleting an account to which rows refer in every role leaves no row, file or session', async () => {
  const [user, other] = [await signUp(), await signUp()]
  const { full: image } = await uploadVersions(user)
  const listed = await createCommunity(user, { image_url: image.url, name: 'Xylophone Travellers' })
  await sql.query(`update public.communities set status = 'approved' where id = $1`, [listed.id])
  const group = { community_id: listed.id, name: 'Those who stay' }
  await user.client.from('community_groups').insert(group).throwOnError()
  const searched = ['public.directory_communities', 'private.directory_words']
  expect(await listTablesWith('xylophone')).toEqual(expect.arrayContaining(searched))
  const { own, theirs } = await addRowsInEveryRole(user, other)
  const before = await countReferences(user)
  expect(before.length).toBeGreaterThan(20)
  // A new table needs a row above.
  expect(before.filter(({ count }) => count === 0)).toEqual([])
  expect(await listTablesWith(user.id)).toEqual(
    expect.arrayContaining(['auth.users', 'auth.identities', 'auth.sessions', 'storage.objects']),
  )
  const imageFolder = await readImageFolder(user)
  expect(listFiles(imageFolder).length).toBeGreaterThanOrEqual(2)

  expect(await remove(user, user)).toBe(200)

  expect((await countReferences(user)).filter(({ count }) => count > 0)).toEqual([])
  // The log keeps who approved a community, and that one was deleted, without its name and owner.
  expect(
    await listTablesWith(user.id, user.email, 'I am Oluwaseun', own, 'Those who stay', 'xylophone'),
  ).toEqual(['public.audit_log'])
  expect(await listTablesWith(user.email, 'I am Oluwaseun', 'Those who stay', 'xylophone')).toEqual(
    [],
  )
  const kept = secret
    .from('communities')
    .select('status, approved_by, community_blocks (kind, created_by)')
    .eq('id', theirs)
  expect((await kept.single().throwOnError()).data).toEqual({
    status: 'approved',
    approved_by: null,
    community_blocks: [{ kind: 'admin', created_by: null }],
  })
  const claims = secret.from('claims').select('outcome, answer').eq('claimant_id', other.id)
  expect((await claims.throwOnError()).data).toEqual(
    Array.from({ length: 3 }, () => ({ outcome: 'closed', answer: null })),
  )
  expect(await exists(other)).toBe(true)
  expect(listFiles(imageFolder)).toEqual([])
  expect(await areStored(image)).toEqual([false])
  expect((await user.client.auth.refreshSession()).data.session).toBeNull()
  const visitor = createTestClient(local.publishableKey, local.url)
  const signIn = await visitor.auth.signInWithPassword(user)
  expect(signIn.error?.code).toBe('invalid_credentials')
  expect(await remove(user, user)).toBe(401)
})

test('an admin deletes users, also twice, and their own account, but no other admin', async () => {
  const [user, other] = [await signUp(), await signUp({ admin: true })]
  expect([await remove(user, admin), await exists(user)]).toEqual([200, false])
  expect(await remove(user, admin)).toBe(200)
  expect([await remove(other, admin), await exists(other)]).toEqual([403, true])
  expect([await remove(other, other), await exists(other)]).toEqual([200, false])
})

test('a deletion that fails keeps the images, and can be repeated', async () => {
  const user = await signUp()
  const { full: image } = await uploadVersions(user)
  await createCommunity(user, { image_url: image.url })
  await whileRefused(sql, 'delete on public.profiles', 'true', async () => {
    expect(await remove(user, user)).toBe(500)
  })
  expect([await exists(user), ...(await areStored(image))]).toEqual([true, true])
  expect(await remove(user, user)).toBe(200)
  expect([await exists(user), ...(await areStored(image))]).toEqual([false, false])
})

test('images that could not be removed with the account are collected later', async () => {
  const user = await signUp()
  const image = await uploadImage(user)
  await whileRefused(sql, 'delete on storage.objects', 'true', async () => {
    expect(await remove(user, user)).toBe(200)
  })
  expect([await exists(user), ...(await areStored(image))]).toEqual([false, true])
  await sql.exec(`update storage.objects set created_at = now() - interval '8 days'`)
  expect((await call('admin/collect-images')).status).toBe(200)
  expect(await areStored(image)).toEqual([false])
})

test('the last admin remains, with their images, even when the last two leave at the same time', async () => {
  const admins = [await signUp({ admin: true }), await signUp({ admin: true })]
  const ids = admins.map(({ id }) => id)
  const { rows: others } = await sql.query<{ id: string }>(
    `update public.profiles set is_admin = false where is_admin and id <> all ($1) returning id`,
    [ids],
  )
  const images = await Promise.all(admins.map((user) => uploadImage(user)))
  const answers = await Promise.all(admins.map((user) => remove(user, user)))
  const isRefused = answers.map((status) => status === 409)
  expect(isRefused).toContain(true)
  expect(await Promise.all(admins.map(exists))).toEqual(isRefused)
  expect(await areStored(...images)).toEqual(isRefused)
  const { data } = await secret.from('profiles').select('id').eq('is_admin', true).throwOnError()
  const remaining = admins.filter((_admin, index) => isRefused[index])
  expect(data).toEqual(remaining.map(({ id }) => ({ id })))
  await sql.query('update public.profiles set is_admin = true where id = any ($1)', [
    others.map(({ id }) => id),
  ])
})

test('an invalid request is rejected with an explanation', async () => {
  for (const [body, status] of [
    ['', 400],
    ['{', 400],
    ['{}', 400],
    [`{"userId":"x' or 1=1"}`, 400],
    ['{"userId":7}', 400],
    [`{"userId":["${admin.id}"]}`, 400],
    ['x'.repeat(100_000), 413],
  ] as const) {
    expect(await ask('delete-user', { key: owner.accessToken, body })).toEqual({
      status,
      body: { error: expect.stringMatching(/^[A-Z].+\.$/) },
    })
  }
})
