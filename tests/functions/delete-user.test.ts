import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addCoOwner, invite } from '../support/co-owners.ts'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage, uploadVersions } from '../support/images.ts'
import { createTestClient, type TestUser } from '../support/users.ts'
import { startFunctionBackend } from './backend.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'delete-user-'))
const backend = await startFunctionBackend({}, dataFolder)
const { local, sql, secret, owner, admin, signUp } = backend
afterAll(async () => {
  await backend.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function send(body: string, { accessToken }: TestUser) {
  const response = await backend.call('delete-user', { key: accessToken, body })
  return { status: response.status, body: await response.json() }
}

const remove = ({ id }: TestUser, caller: TestUser) => send(JSON.stringify({ userId: id }), caller)
const deleted = { status: 200, body: { success: true } }

async function exists({ id }: TestUser): Promise<boolean> {
  const [account, profile] = await Promise.all([
    sql.query('select from auth.users where id = $1', [id]),
    sql.query('select from public.profiles where id = $1', [id]),
  ])
  expect(account.rows).toHaveLength(profile.rows.length)
  return profile.rows.length > 0
}

const isPublic = async ({ url }: { url: string }) => (await fetch(url)).ok

/** Lists the tables of all schemas with a row that contains the text, except the security log of the auth service. */
async function listTablesWith(text: string): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and not (schemaname = 'auth' and tablename = 'audit_log_entries')`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql.query(
      `select from ${name} as t where to_jsonb(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Lists the stored files in an image folder. Each storage service has its own layout above and below that folder. */
const listFiles = (imageFolder: string): string[] =>
  readdirSync(join(dataFolder, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(imageFolder))
    .map(({ name }) => name)

test('deleting an account leaves no row, file or session', async () => {
  const user = await signUp()
  const { full: image } = await uploadVersions(user)
  const community = await createCommunity(user, {
    image_url: image.url,
    name: 'Xylophone Travellers',
  })
  const group = { community_id: community.id, name: 'Those who stay' }
  await user.client.from('community_groups').insert(group).throwOnError()
  const other = await createCommunity(owner)
  await sql.query(`update public.communities set status = 'approved'`)
  await user.client.rpc('join_community', { community_id: other.id }).throwOnError()
  await user.client.from('saved_communities').insert({ community_id: other.id }).throwOnError()
  const alert = { user_id: user.id, search: 'Quokka' }
  await user.client.from('alerts').insert(alert).throwOnError()
  const report = { community_id: other.id, reason: 'spam' } as const
  await user.client.rpc('report_community', report).throwOnError()

  const imageFolder = await readImageFolder(user)
  expect(await listTablesWith(user.id)).toEqual(
    expect.arrayContaining([
      'auth.users',
      'auth.identities',
      'auth.sessions',
      'public.profiles',
      'public.alerts',
      'public.communities',
      'public.community_joins',
      'public.community_reports',
      'public.saved_communities',
      'storage.objects',
    ]),
  )
  expect(listFiles(imageFolder).length).toBeGreaterThanOrEqual(2)
  const searched = ['public.directory_communities', 'private.directory_words']
  expect(await listTablesWith('xylophone')).toEqual(expect.arrayContaining(searched))

  expect(await remove(user, user)).toEqual(deleted)

  for (const text of [user.id, user.email, 'Those who stay', 'xylophone']) {
    expect([text, await listTablesWith(text)]).toEqual([text, []])
  }
  expect(listFiles(imageFolder)).toEqual([])
  expect(await isPublic(image)).toBe(false)
  expect((await user.client.auth.refreshSession()).data.session).toBeNull()
  const visitor = createTestClient(local.publishableKey, local.url)
  const signIn = await visitor.auth.signInWithPassword(user)
  expect(signIn.error?.code).toBe('invalid_credentials')
  expect(await remove(user, user)).toEqual({
    status: 401,
    body: { error: 'Your session has ended. Please sign in again.' },
  })
})

test('deleting an account leaves nothing of what its user shared with other users', async () => {
  const [user, heir, claimant] = [await signUp(), await signUp(), await signUp()]
  const [shared, claimed, left] = [
    await createCommunity(owner),
    await createCommunity(owner),
    await createCommunity(user),
  ]
  await sql.query(`update public.communities set status = 'approved'`)
  await addCoOwner(owner, shared.id, user, secret)
  await addCoOwner(user, left.id, heir, secret)
  await invite(owner, claimed.id, user).throwOnError()
  const prove = async ({ id: user_id, client }: TestUser, community: typeof shared) => {
    const community_id = community.id
    const { data: code } = await client.rpc('get_ownership_code', { community_id }).throwOnError()
    const page = { answer: 'live', group_name: 'Swimmers', page_text: code } as const
    const link = community.whatsapp_link
    await secret.rpc('begin_own_check', { community_id, user_id }).throwOnError()
    await secret.rpc('record_own_check', { community_id, user_id, link, ...page }).throwOnError()
  }
  for (const [by, community] of [
    [claimant, left],
    [user, claimed],
    [user, left],
  ] as const) {
    await prove(by, community)
  }
  const claims = secret.from('claims').select('id').eq('claimant_id', claimant.id)
  const { data: claim } = await claims.single().throwOnError()
  const answer = { claim_id: claim.id, answer: 'I am Oluwaseun.' }
  await user.client.rpc('answer_claim', answer).throwOnError()
  await user.client.rpc('join_community', { community_id: claimed.id }).throwOnError()
  const stillActive = { community_id: claimed.id, is_active: false }
  await user.client.rpc('answer_still_active', stillActive).throwOnError()
  const handOver = { community_id: left.id, new_owner_id: heir.id }
  await user.client.rpc('hand_over_community', handOver).throwOnError()

  expect(await listTablesWith(user.id)).toEqual(
    expect.arrayContaining([
      'private.still_active_answers',
      'private.link_checks',
      'private.ownership_codes',
      'public.claims',
      'public.co_owners',
      'public.earlier_answers',
      'public.invitations',
    ]),
  )
  expect(await remove(user, user)).toEqual(deleted)
  for (const text of [user.id, user.email, 'Oluwaseun']) {
    expect([text, await listTablesWith(text)]).toEqual([text, []])
  }
})

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
async function countReferences({ id }: TestUser): Promise<[string, number][]> {
  const { rows } = await sql.query<{ relation: string; name: string }>(`
    select c.conrelid::regclass::text as relation, a.attname as name
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass order by 1, 2`)
  const counts: [string, number][] = []
  for (const { relation, name } of rows) {
    const found = await sql.query(`select from ${relation} where ${name} = $1`, [id])
    counts.push([`${relation}.${name}`, found.rows.length])
  }
  return counts
}

test.each(['themselves', 'an admin'])(
  'a user to whom rows refer in every role is deleted by %s',
  async (by) => {
    const [user, other] = [await signUp(), await signUp()]
    const { own, theirs } = await addRowsInEveryRole(user, other)
    const before = await countReferences(user)
    expect(before.length).toBeGreaterThan(20)
    // A new table needs a row above.
    expect(before.filter(([, count]) => count === 0)).toEqual([])

    expect(await remove(user, by === 'an admin' ? admin : user)).toEqual(deleted)

    expect((await countReferences(user)).filter(([, count]) => count > 0)).toEqual([])
    for (const text of [user.id, user.email, 'I am Oluwaseun', own]) {
      // The log keeps who approved a community, and that one was deleted, without its name and owner.
      const found = (await listTablesWith(text)).filter((table) => table !== 'public.audit_log')
      expect([text, found]).toEqual([text, []])
    }
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
    expect((await claims.throwOnError()).data).toEqual([
      { outcome: 'closed', answer: null },
      { outcome: 'closed', answer: null },
      { outcome: 'closed', answer: null },
    ])
    expect(await exists(other)).toBe(true)
  },
)

describe('an admin', () => {
  test('deletes a user who is not an admin, and can repeat it', async () => {
    const user = await signUp()
    expect(await remove(user, admin)).toEqual(deleted)
    expect(await exists(user)).toBe(false)
    expect(await remove(user, admin)).toEqual(deleted)
  })

  test('cannot be deleted by another admin, but deletes their own account', async () => {
    const other = await signUp({ admin: true })
    expect((await remove(other, admin)).status).toBe(403)
    expect(await exists(other)).toBe(true)
    expect(await remove(other, other)).toEqual(deleted)
    expect(await exists(other)).toBe(false)
  })
})

/** Runs work while statements of this kind are refused, as by a timeout. */
async function whileRefused(statement: string, condition: string, work: () => Promise<void>) {
  await sql.exec(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      if ${condition} then raise exception 'canceling statement due to statement timeout'; end if;
      return null;
    end $$;
    create trigger refuse after ${statement} for each statement execute function public.refuse()`)
  try {
    await work()
  } finally {
    await sql.exec('drop function public.refuse cascade')
  }
}

test('a deletion that fails keeps the images, and can be repeated', async () => {
  const user = await signUp()
  const { full: image } = await uploadVersions(user)
  await createCommunity(user, { image_url: image.url })
  await whileRefused('delete on public.profiles', 'true', async () => {
    expect((await remove(user, user)).status).toBe(500)
  })
  expect([await exists(user), await isPublic(image)]).toEqual([true, true])
  expect(await remove(user, user)).toEqual(deleted)
  expect([await exists(user), await isPublic(image)]).toEqual([false, false])
})

test('images that could not be removed with the account are collected later', async () => {
  const user = await signUp()
  const image = await uploadImage(user)
  await whileRefused('delete on storage.objects', 'true', async () => {
    expect(await remove(user, user)).toEqual(deleted)
  })
  expect([await exists(user), await isPublic(image)]).toEqual([false, true])
  await sql.exec(`update storage.objects set created_at = now() - interval '8 days'`)
  expect((await backend.call('admin/collect-images')).status).toBe(200)
  expect(await isPublic(image)).toBe(false)
})

test.each([
  ['approvals', 'communities'],
  ['blocks', 'community_blocks'],
])(
  'an admin with many %s is deleted without writing all of them in one statement',
  async (_what, table) => {
    const [busy, lister] = [await signUp({ admin: true }), await signUp()]
    const { id } = await createCommunity(lister)
    // Without triggers, which would take seconds.
    await sql.exec(`
      set session_replication_role = replica;
      insert into public.communities (
        name, description, location, whatsapp_link, image_url, category, owner_id, status, approved_by
      )
      select c.name, c.description, c.location, 'https://chat.whatsapp.com/' || left(md5('${table}' || n), 22),
        c.image_url, c.category, c.owner_id, 'approved', '${busy.id}'
      from public.communities as c, generate_series(1, 1100) as n where c.id = '${id}';
      insert into public.community_blocks (community_id, kind, created_by, reason)
      select c.id, 'admin', '${busy.id}', 'Spam' from public.communities as c where c.approved_by = '${busy.id}';
      set session_replication_role = origin`)
    const update = `update on public.${table} referencing new table as changed`
    await whileRefused(update, '(select count(*) from changed) > 1000', async () => {
      expect(await remove(busy, busy)).toEqual(deleted)
    })
    const { rows } = await sql.query(
      `select count(*)::integer as kept, count(approved_by)::integer as approved, count(created_by)::integer as hidden
       from public.communities join public.community_blocks on community_id = id where owner_id = $1 and id <> $2`,
      [lister.id, id],
    )
    expect(rows).toEqual([{ kept: 1100, approved: 0, hidden: 0 }])
  },
)

test('the last admin remains, with their images, even when the last two leave at the same time', async () => {
  const admins = [await signUp({ admin: true }), await signUp({ admin: true })]
  const ids = admins.map(({ id }) => id)
  await sql.query('update public.profiles set is_admin = id = any ($1)', [ids])
  const images = await Promise.all(admins.map((user) => uploadImage(user)))
  const answers = await Promise.all(admins.map((user) => remove(user, user)))
  const isRefused = answers.map(({ status }) => status === 409)
  expect(isRefused).toContain(true)
  expect(await Promise.all(admins.map(exists))).toEqual(isRefused)
  expect(await Promise.all(images.map(isPublic))).toEqual(isRefused)
  const { data } = await secret.from('profiles').select('id').eq('is_admin', true).throwOnError()
  const remaining = admins.filter((_admin, index) => isRefused[index])
  expect(data).toEqual(remaining.map(({ id }) => ({ id })))
})

test.each([
  ['no body', '', 400],
  ['malformed JSON', '{', 400],
  ['no user id', '{}', 400],
  ['an id that is not a UUID', `{"userId":"x' or 1=1"}`, 400],
  ['a number as the id', '{"userId":7}', 400],
  ['a list of ids', `{"userId":["${admin.id}"]}`, 400],
  ['a body of 100 kB', 'x'.repeat(100_000), 413],
])('an invalid request with %s is rejected with an explanation', async (_what, body, status) => {
  expect(await send(body, owner)).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].+\.$/) },
  })
})
