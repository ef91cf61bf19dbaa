import { afterEach, describe, expect, test } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import { signAtLevel } from '../../tooling/real-services/tokens.ts'
import { addGroup, createCommunity, newCommunity, updateCommunity } from '../support/communities.ts'
import { insertFactor, createClientAt, deleteFactors } from '../support/factors.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { readResetStatements } from '../support/lost-phone.ts'
import { type Client, createTestClient, signUpAt } from '../support/users.ts'
import { local } from './closed-backend.ts'
import { functionsFor } from './permissions/stated-grants.ts'
import { functionArguments } from './permissions/function-arguments.ts'
import { sendRestRequest } from './rest-request.ts'

/*
 * Attacks by someone who knows the password of an account, but has no code. The permission matrix tries every table and
 * function as an owner; this file tests the messages, the rights of admins, and that new tables are protected.
 */

const sql = local.connection.driver

const enterCode = 'Enter the code from your authenticator app to finish signing in.'
const addApp =
  'Admins need two-factor authentication. Add an authenticator app on your profile page.'

async function signUp(options?: { admin: boolean }) {
  const user = await signUpAt(local, options)
  const [aal1, aal2] = [createClientAt(local, user, 'aal1'), createClientAt(local, user, 'aal2')]
  return { ...user, aal1, aal2 }
}

type User = Awaited<ReturnType<typeof signUp>>

const [owner, admin, stranger] = await Promise.all([signUp(), signUp({ admin: true }), signUp()])
const community = await createCommunity(owner)

afterEach(async () => {
  await Promise.all([owner, admin].map(({ id }) => deleteFactors(sql, id)))
  await requireSecondFactor(false)
})

async function requireSecondFactor(isRequired: boolean) {
  await sql.query('update private.settings set admins_need_second_factor = $1', [isRequired])
}

/** Reads the rows that the attacks below try to change. */
async function snapshot() {
  const tables = ['profiles', 'communities', 'community_groups', 'audit_log', 'community_reports']
  return Promise.all(
    tables.map(async (table) => (await sql.query(`select * from public.${table}`)).rows),
  )
}

type Action = (client: Client) => PromiseLike<{ data: unknown }>

/** Everything that an admin can do to the community and the profile of another user. */
const adminActions: Action[] = [
  (client) => update(client, { status: 'approved' }),
  (client) => update(client, { name: 'Mine' }),
  (client) => setCredits(client, owner.id),
  (client) => setCredits(client, admin.id),
  (client) => client.from('profiles').select('id').eq('id', owner.id),
  (client) => client.from('communities').select('id').eq('id', community.id),
  (client) => client.from('audit_log').select('id').limit(1),
  (client) => list(client, { category: 'Social' }),
  (client) => remove(client),
]
const update = (client: Client, changes: object) =>
  updateCommunity({ client }, community.id, changes)
const list = (client: Client, changes?: Parameters<typeof newCommunity>[0]) =>
  client.from('communities').insert(newCommunity(changes)).select('id')
const remove = (client: Client) =>
  client.from('communities').delete().eq('id', community.id).select('id')
const setCredits = (client: Client, id: string) =>
  client.from('profiles').update({ credits: 99 }).eq('id', id).select('id')

/** Fails unless every action is refused, or affects no row. */
async function expectRefused(actions: Action[], as: Client) {
  const before = await snapshot()
  for (const run of actions)
    expect([String(run), (await run(as)).data ?? []]).toEqual([String(run), []])
  expect(await snapshot()).toEqual(before)
}

/** Calls a function of the database with a token at aal1. Returns the code and message of its error. */
async function callAtAal1({ accessToken }: User, name: string): Promise<string> {
  const init = {
    method: 'POST',
    body: JSON.stringify(functionArguments[name]?.({ owner, admin })),
  }
  const token = signAtLevel(accessToken, 'aal1', local.jwtSecret)
  const { status, text } = await sendRestRequest(`rpc/${name}`, init, token, local)
  return `${status} ${String(readProperty(text && JSON.parse(text), 'message'))}`
}

describe('a user with a second factor who has not entered a code', () => {
  test('is asked for the code by every function', async () => {
    await insertFactor(sql, owner.id)
    for (const name of functionsFor('owner'))
      expect([name, await callAtAal1(owner, name)]).toEqual([name, `403 ${enterCode}`])
  })

  test('can neither read nor change their own rows', async () => {
    await insertFactor(sql, owner.id)
    const profiles = (client: Client) => client.from('profiles')
    const own: Action[] = [
      (client) => profiles(client).select('id'),
      (client) => client.from('communities').select('id'),
      (client) => profiles(client).update({ name: 'B' }).eq('id', owner.id).select('id'),
      (client) => profiles(client).upsert({ id: owner.id, name: 'B' }).select('id'),
      (client) => list(client),
      remove,
      (client) => addGroup({ client }, community.id),
    ]
    // A token without a level counts as aal1.
    for (const client of [owner.aal1, owner.client]) await expectRefused(own, client)
    const { data } = await owner.aal2.from('profiles').select('id')
    expect(data).toEqual([{ id: owner.id }])
  })

  test('cannot tell from a refused save whether a link is listed or how many groups there are', async () => {
    await insertFactor(sql, stranger.id)
    const answers = await Promise.all(
      [{ whatsapp_link: community.whatsapp_link }, {}].map((values) => list(stranger.aal1, values)),
    )
    expect(answers.map(({ error }) => error?.message)).toEqual([enterCode, enterCode])
    await deleteFactors(sql, stranger.id)
  })

  test('can neither list, add nor delete their images, which stay public', async () => {
    const image = await uploadImage(owner)
    const folder = await readImageFolder(owner)
    await insertFactor(sql, owner.id)
    const bucket = owner.aal1.storage.from('community-images')
    expect((await bucket.list(folder)).data ?? []).toEqual([])
    const added = `${folder}/1763600000000-compressed.jpg`
    const upload = await bucket.upload(added, 'x', { contentType: 'image/jpeg' })
    expect(upload.error).toMatchObject({ statusCode: '403' })
    expect((await bucket.remove([image.path])).data ?? []).toEqual([])
    const { rows } = await sql.query('select name from storage.objects where name like $1', [
      `${folder}/%`,
    ])
    expect(rows).toEqual([{ name: image.path }])
    expect((await fetch(image.url)).ok).toBe(true)

    const complete = owner.aal2.storage.from('community-images')
    expect((await complete.remove([image.path])).error).toBeNull()
    expect((await complete.list(folder)).data).toEqual([])
  })

  test('is not affected by a factor that they have not confirmed', async () => {
    await insertFactor(sql, owner.id, 'unverified')
    const { data } = await owner.aal1.from('profiles').select('id')
    expect(data).toEqual([{ id: owner.id }])
  })
})

test('the documented statements for a lost phone lock it out, and a new password gives access', async () => {
  const user = await signUp()
  const { email } = user
  await insertFactor(sql, user.id)
  const { data: before } = await user.aal2.from('profiles').select('id')
  expect(before).toEqual([{ id: user.id }])
  await sql.exec(readResetStatements(email))
  expect((await user.aal2.from('profiles').select('id')).data).toEqual([])
  const saved = await user.aal2.from('communities').insert(newCommunity())
  expect(saved.error?.code).toBe('PT401')
  expect((await user.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const client = createTestClient(local.publishableKey, local.url)
  const oldPassword = await client.auth.signInWithPassword({ email, password: 'correct-horse-7' })
  expect(oldPassword.error?.code).toBe('invalid_credentials')

  await client.auth.resetPasswordForEmail(email)
  const [, token_hash = ''] =
    /confirm=recovery_(\S+)/.exec(local.emails.get(email)?.at(-1)?.text ?? '') ?? []
  expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'better-horse-8' })).error).toBeNull()
  expect((await client.from('profiles').select('id')).data).toEqual([{ id: user.id }])
  expect((await client.from('communities').select('id')).data).toEqual([])
})

describe('an admin', () => {
  test('has no rights of an admin without their second factor', async () => {
    await insertFactor(sql, admin.id)
    await expectRefused(adminActions, admin.aal1)
    // Without a factor, although admins need one.
    await deleteFactors(sql, admin.id)
    await requireSecondFactor(true)
    await expectRefused(adminActions, admin.aal1)
  })

  test('gets an error from every function that names the missing factor', async () => {
    const forOwners = functionsFor('owner')
    const forAdmins = functionsFor('admin').filter((name) => !forOwners.includes(name))
    const expectAnswers = async (user: User, answer: string) => {
      for (const name of forAdmins)
        expect([name, await callAtAal1(user, name)]).toEqual([name, `403 ${answer}`])
    }
    await requireSecondFactor(true)
    await expectAnswers(admin, addApp)
    // Checked first: entering the code is the next step.
    await insertFactor(sql, admin.id)
    await expectAnswers(admin, enterCode)
    await expectAnswers(stranger, 'Only an admin may do that.')
  })

  test('without the factor that admins need keeps the rights of an owner', async () => {
    await requireSecondFactor(true)
    const { data } = await admin.aal1.from('profiles').select('id, is_admin')
    expect(data).toEqual([{ id: admin.id, is_admin: true }])
    expect((await admin.aal1.rpc('count_joins')).error).toBeNull()
  })

  // Last, because it deletes the community.
  test('can do all of this after entering the code', async () => {
    await requireSecondFactor(true)
    await insertFactor(sql, admin.id)
    for (const run of adminActions) {
      const { data } = await run(admin.aal2)
      expect(data).toHaveLength(1)
    }
    expect((await admin.aal2.rpc('count_review_queue')).error).toBeNull()
  })
})

test('the role of the signed-in user is user or admin, and null without a profile', async () => {
  expect((await owner.aal1.rpc('get_my_role')).data).toBe('user')
  expect((await admin.aal1.rpc('get_my_role')).data).toBe('admin')
  const leaving = await signUp()
  await sql.query('delete from public.profiles where id = $1', [leaving.id])
  expect(await leaving.aal1.rpc('get_my_role')).toMatchObject({ data: null, error: null })
  await requireSecondFactor(true)
  expect(await callAtAal1(admin, 'get_my_role')).toBe(`403 ${addApp}`)
})

test('every table has a restrictive policy for an incomplete sign-in', async () => {
  const isProtected = `exists (
    select from pg_policy as p
    where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*' and p.polwithcheck is null
      and p.polroles = array['authenticated'::regrole::oid]
      -- With select, a statement checks the sign-in once, not for each row.
      and pg_get_expr(p.polqual, p.polrelid)
        in ('false', '( SELECT private.is_sign_in_complete() AS is_sign_in_complete)')
  )`
  const { rows } = await sql.query<{ name: string; is_protected: boolean }>(`
    select c.oid::regclass::text as name, ${isProtected} as is_protected
    from pg_class as c
    where c.relkind in ('r', 'p') and (
      c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      or c.oid = 'storage.objects'::regclass
      -- Further tables of the storage service, if a policy opens them.
      or c.relnamespace = 'storage'::regnamespace and c.oid in (select polrelid from pg_policy)
    )`)
  expect(rows.length).toBeGreaterThan(12)
  expect(rows.filter((row) => !row.is_protected)).toEqual([])
})

test('a second app is confirmed only in a session that has entered a code of the first', async () => {
  // The embedded auth service stores neither.
  await sql.exec(`
    alter table auth.sessions add column if not exists factor_id uuid;
    create table if not exists auth.mfa_amr_claims (
      id uuid, session_id uuid, created_at timestamptz, updated_at timestamptz, authentication_method text
    );
    grant select on auth.mfa_amr_claims to public`)
  await insertFactor(sql, owner.id)
  await sql.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Tablet', 'totp', 'unverified', now(), now())`,
    [owner.id],
  )
  const confirm = () =>
    sql.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now()
       where user_id = $1 and status = 'unverified'`,
      [owner.id],
    )
  await expect(confirm()).rejects.toThrow('Enter the code from your authenticator app first.')

  await sql.query(
    `update auth.sessions set factor_id = f.id from auth.mfa_factors as f
     where f.user_id = sessions.user_id and f.user_id = $1 and f.status = 'unverified'`,
    [owner.id],
  )
  await sql.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     select gen_random_uuid(), id, now() - interval '1 minute', now(), 'totp' from auth.sessions where user_id = $1`,
    [owner.id],
  )
  await confirm()
})
