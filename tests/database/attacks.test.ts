import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import { createCommunity, newInviteLink, newCommunity, stockPhoto } from '../support/communities.ts'
import { imageFolderOf, uploadImage } from '../support/images.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

/*
 * What somebody would try who does not use the page: each request is refused by the server, and what
 * it aimed at, read again past every rule, is as it was.
 */

const bucket = 'community-images'
const megabyte = 'x'.repeat(1_000_000)
const code = 'a'.repeat(22)
let victim: TestUser
let attacker: TestUser
let admin: TestUser
let community: Awaited<ReturnType<typeof createCommunity>>
let own: Awaited<ReturnType<typeof createCommunity>>
let image: { path: string; url: string }
let folders: { victim: string; attacker: string }

beforeAll(async () => {
  ;[victim, attacker, admin] = await Promise.all([
    createUser({ name: 'Victim' }),
    createUser({ name: 'Attacker' }),
    createUser({ admin: true }),
  ])
  image = await uploadImage(victim)
  folders = { victim: await imageFolderOf(victim), attacker: await imageFolderOf(attacker) }
  community = await createCommunity(victim, { image_url: image.url, status: 'approved' })
  own = await createCommunity(attacker)
  await victim.client
    .from('community_groups')
    .insert({ community_id: community.id, name: 'Early birds' })
    .throwOnError()
})

/** Everything that an attack of this file could be after, past every rule. */
async function snapshot() {
  const secret = createSecretClient()
  const people = [victim.id, attacker.id, admin.id]
  const [profiles, communities, groups, files, shown, users] = await Promise.all([
    secret.from('profiles').select('*').in('id', people).order('id'),
    secret.from('communities').select('*').in('owner_id', people).order('id'),
    secret.from('community_groups').select('*').in('community_id', [community.id, own.id]),
    Promise.all(Object.values(folders).map((folder) => secret.storage.from(bucket).list(folder))),
    fetch(image.url).then((answer) => answer.arrayBuffer()),
    secret.auth.admin.listUsers({ perPage: 1000 }),
  ])
  return {
    profiles: profiles.data,
    communities: communities.data,
    groups: groups.data,
    files: files.map(({ data }) => data?.map(({ name }) => name)),
    shown: Buffer.from(shown).toString('base64'),
    emails: users.data.users.filter(({ id }) => people.includes(id)).map(({ email }) => email),
  }
}

/** An answer that took nothing: an error, or not a single row. */
type Answer = { error: unknown; data?: unknown; status?: number }

/** What the last attack left, which is what the next one finds. */
let standing: Awaited<ReturnType<typeof snapshot>> | undefined

async function expectRefused(attack: () => PromiseLike<Answer>) {
  const before = standing ?? (await snapshot())
  const { error, data } = await attack()
  const touched = Array.isArray(data) ? data.length : 0
  expect(Boolean(error) || touched === 0).toBe(true)
  standing = await snapshot()
  expect(standing).toEqual(before)
}

const asAnswer = async (response: Promise<Response>): Promise<Answer> => {
  const { ok, status } = await response
  return { error: ok ? null : status }
}

/** A request to the data service with whatever token, as no client would send it. */
const raw = (token: string, path: string, init: RequestInit = {}) =>
  asAnswer(
    fetch(`${inject('supabaseUrl')}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: inject('publishableKey'),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    }),
  )

describe('gaining power', () => {
  const me = () => attacker.client.from('profiles')
  test.each<[string, () => PromiseLike<Answer>]>([
    ['by making oneself an admin', () => me().update({ is_admin: true }).eq('id', attacker.id)],
    [
      'by adding oneself again as an admin',
      () => me().upsert({ id: attacker.id, name: 'A', is_admin: true }),
    ],
    ['by giving oneself credits', () => me().update({ credits: 999 }).eq('id', attacker.id)],
    [
      "by taking over another's profile",
      () => me().update({ name: 'Mine' }).eq('id', victim.id).select(),
    ],
    [
      "by taking another's id",
      () => raw(attacker.accessToken, `profiles?id=eq.${attacker.id}`, patch({ id: admin.id })),
    ],
    [
      'by a role in the token',
      () => raw(forged({ sub: admin.id, role: 'service_role' }), 'profiles?select=id'),
    ],
    [
      'by calling what the secret key may call',
      () => attacker.client.rpc('announce_deletion', { user_id: victim.id, actor_id: admin.id }),
    ],
    [
      'by undoing what an admin decided',
      () => attacker.client.rpc('undo_decision', { community_id: community.id }),
    ],
  ])('%s', (_how, attack) => expectRefused(attack))

  test('by metadata of one’s own account', async () => {
    await attacker.client.auth.updateUser({ data: { is_admin: true, role: 'service_role' } })
    await expectRefused(() => attacker.client.rpc('count_review_queue'))
  })
})

describe('publishing without a review', () => {
  const mine = () => attacker.client.from('communities')
  test.each<[string, () => PromiseLike<Answer>]>([
    ['approved at insert', () => mine().insert(newCommunity({ status: 'approved' }))],
    [
      'signed at insert',
      () => mine().insert(newCommunity({ approved_by: admin.id, approval_date: '2026-01-01' })),
    ],
    ['approved at update', () => mine().update({ status: 'approved' }).eq('id', own.id)],
    ['signed at update', () => mine().update({ approved_by: admin.id }).eq('id', own.id)],
    [
      'smuggled in as a held change',
      () =>
        mine()
          .update({ held_changes: { status: 'approved' } })
          .eq('id', own.id),
    ],
    ['in the name of another', () => mine().insert(newCommunity({ owner_id: victim.id }))],
    ['stolen by its owner', () => mine().update({ owner_id: attacker.id }).eq('id', community.id)],
    ['given away', () => mine().update({ owner_id: victim.id }).eq('id', own.id)],
    [
      'changed by a stranger',
      () => mine().update({ name: 'Mine now' }).eq('id', community.id).select(),
    ],
    ['deleted by a stranger', () => mine().delete().eq('id', community.id).select()],
    ['in a category for admins', () => mine().insert(newCommunity({ category: 'Social' }))],
    [
      'with a group in another’s community',
      () =>
        attacker.client
          .from('community_groups')
          .insert({ community_id: community.id, name: 'Spam' }),
    ],
    [
      'with a group moved there',
      () =>
        attacker.client
          .from('community_groups')
          .update({ community_id: community.id })
          .neq('id', own.id)
          .select(),
    ],
  ])('%s', (_how, attack) => expectRefused(attack))
})

describe('leading visitors elsewhere, by the link', () => {
  test.each([
    `https://chat.whatsapp.com@evil.example/${code}`,
    `https://chat.whatsapp.com:pass@evil.example/${code}`,
    `https://chat.whatsapp.com%2f@evil.example/${code}`,
    `https://chat.whatsapp.com\\@evil.example/${code}`,
    `https://chat.whatsapp.com.evil.example/${code}`,
    `https://chat.whatsapp.com:8443/${code}`,
    `https://chat.whatsapp.com./${code}`,
    `https://chat.whatsаpp.com/${code}`,
    `https://chat。whatsapp。com/${code}`,
    `https://xn--chat-whatsapp-com.example/${code}`,
    `https://evil.example/#https://chat.whatsapp.com/${code}`,
    `https://evil.example/?u=https://chat.whatsapp.com/${code}`,
    `http://chat.whatsapp.com/${code}`,
    `//chat.whatsapp.com/${code}`,
    ` https://chat.whatsapp.com/${code}`,
    `https://chat.whatsapp.com/${code}\nhttps://evil.example`,
    `https://chat.whatsapp.com/${code}"onclick="alert(1)`,
    'javascript:alert(1)//https://chat.whatsapp.com/',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '',
  ])('%s', (whatsapp_link) =>
    expectRefused(() =>
      attacker.client.from('communities').insert(newCommunity({ whatsapp_link })),
    ),
  )
})

describe('leading visitors elsewhere, by the image', () => {
  test.each([
    'https://images.unsplash.com@evil.example/photo-1.jpg',
    'https://images.unsplash.com.evil.example/photo-1.jpg',
    'https://images.unsplash.com\\@evil.example/photo-1.jpg',
    'https://images.unsplаsh.com/photo-1',
    'https://evil.example/https://images.unsplash.com/photo-1',
    'http://images.unsplash.com/photo-1469854523086-cc02fe5d8800',
    `${stockPhoto}" onerror="alert(1)`,
    `${stockPhoto}\nhttps://evil.example`,
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://evil.example/1',
    `https://evil.example/storage/v1/object/public/${bucket}/x/1763600000000-compressed.jpg`,
    '/storage/v1/object/public/other-bucket/x.jpg',
  ])('%s', async (image_url) => {
    await expectRefused(() =>
      attacker.client.from('communities').insert(newCommunity({ image_url })),
    )
    await expectRefused(() =>
      attacker.client.from('communities').update({ image_url }).eq('id', own.id),
    )
  })
})

describe('images', () => {
  const files = () => attacker.client.storage.from(bucket)
  const jpeg = { contentType: 'image/jpeg' }
  const bytes = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  )
  const mine = (name: string) => `${folders.attacker}/${name}`
  test.each<[string, () => PromiseLike<Answer>]>([
    ['replaced', () => files().update(image.path, bytes.buffer, jpeg)],
    ['uploaded over', () => files().upload(image.path, bytes.buffer, { ...jpeg, upsert: true })],
    ['moved over', () => files().move(image.path, mine('1763600000000-compressed.jpg'))],
    ['removed', () => files().remove([image.path])],
    [
      'put beside, in the other’s folder',
      () => files().upload(`${folders.victim}/1763600000009-compressed.jpg`, bytes.buffer, jpeg),
    ],
    [
      'that are web pages',
      () =>
        files().upload(mine('1763600000001-compressed.jpg'), bytes.buffer, {
          contentType: 'text/html',
        }),
    ],
    [
      'that are drawings with scripts',
      () =>
        files().upload(mine('1763600000002-compressed.jpg'), bytes.buffer, {
          contentType: 'image/svg+xml',
        }),
    ],
    ['named like a web page', () => files().upload(mine('1763600000003.html'), bytes.buffer, jpeg)],
    ['named like a drawing', () => files().upload(mine('1-compressed.svg'), bytes.buffer, jpeg)],
    [
      'outside of every folder',
      () => files().upload('1763600000004-compressed.jpg', bytes.buffer, jpeg),
    ],
    [
      'in a bucket of one’s own',
      () => attacker.client.storage.createBucket('mine', { public: true }),
    ],
    [
      'that are empty',
      () => files().upload(mine('1763600000006-compressed.jpg'), new ArrayBuffer(0), jpeg),
    ],
    [
      'larger than 5 MB',
      () => files().upload(mine('1763600000005-compressed.jpg'), new ArrayBuffer(5_242_881), jpeg),
    ],
  ])('%s', (_how, attack) => expectRefused(attack))
})

describe('people', () => {
  const remove = (userId: unknown, token?: string) =>
    asAnswer(callFunction('delete-user', { body: { userId }, ...(token && { token }) }))
  test.each<[string, () => PromiseLike<Answer>]>([
    ['deleted by another', () => remove(victim.id, attacker.accessToken)],
    ['deleted by nobody', () => remove(victim.id)],
    ['deleted with the publishable key', () => remove(victim.id, inject('publishableKey'))],
    ['that are admins, deleted by a person', () => remove(admin.id, attacker.accessToken)],
    ['that are several at once', () => remove([victim.id, admin.id], attacker.accessToken)],
    ['with a forged token', () => remove(victim.id, forged({ sub: victim.id }))],
    [
      'listed by a person',
      () => asAnswer(callFunction('admin/users', { method: 'GET', token: attacker.accessToken })),
    ],
    [
      'listed with a forged token',
      () =>
        asAnswer(callFunction('admin/users', { method: 'GET', token: forged({ sub: admin.id }) })),
    ],
    ['listed by the auth service', () => attacker.client.auth.admin.listUsers()],
    ['deleted by the auth service', () => attacker.client.auth.admin.deleteUser(victim.id)],
  ])('%s', (_how, attack) => expectRefused(attack))

  test('that are admins, deleted by another admin', async () => {
    const other = await createUser({ admin: true })
    await expectRefused(() => remove(admin.id, other.accessToken))
  })
})

describe('an old token', () => {
  test('that was signed out does not refresh', async () => {
    const { client, email, password } = await createUser()
    const { data } = await client.auth.signInWithPassword({ email, password })
    const stolen = data.session?.refresh_token ?? ''
    await client.auth.signOut()
    await expectRefused(() =>
      createTestClient()
        .auth.refreshSession({ refresh_token: stolen })
        .then(({ error }) => ({ error })),
    )
  })

  test('of somebody who is gone opens nothing', async () => {
    const gone = await createUser()
    const folder = await imageFolderOf(gone)
    await callFunction('delete-user', { body: { userId: gone.id }, token: gone.accessToken })
    await expectRefused(() => gone.client.from('communities').insert(newCommunity()))
    await expectRefused(() => gone.client.from('profiles').insert({ id: gone.id, name: 'Back' }))
    await expectRefused(() => gone.client.rpc('is_whatsapp_link_listed', { link: newInviteLink() }))
    await expect(uploadImage(gone, { folder })).rejects.toThrow(/row-level security|foreign key/)
  })

  test('whose end was moved is worth nothing', async () => {
    const [head = '', body = '', signature = ''] = attacker.accessToken.split('.')
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    const later = encode({ ...Object(claims), exp: 4_102_444_800 })
    await expectRefused(() => raw(`${head}.${later}.${signature}`, 'profiles?select=id'))
  })
})

/** Each field that takes text: how it is sent, and something that is taken. */
type Field = [name: string, send: (value: string) => PromiseLike<Answer>, plain: string]

const ofCommunity = (name: string, plain: string): Field => [
  `communities.${name}`,
  (value) => raw(attacker.accessToken, 'communities', post({ ...newCommunity(), [name]: value })),
  plain,
]
const ofGroup = (name: string, plain: string): Field => [
  `community_groups.${name}`,
  (value) =>
    raw(
      attacker.accessToken,
      'community_groups',
      post({ community_id: own.id, name: 'Group', [name]: value }),
    ),
  plain,
]
const ofProfile = (
  name: string,
  plain: string,
  wrap = (value: string): unknown => value,
): Field => [
  `profiles.${name}`,
  (value) =>
    raw(attacker.accessToken, `profiles?id=eq.${attacker.id}`, patch({ [name]: wrap(value) })),
  plain,
]

const fields: Field[] = [
  ofCommunity('name', 'Nomads'),
  ofCommunity('description', 'We meet.\nOften.'),
  ofCommunity('location', 'Bali'),
  ofCommunity('category', 'Sports'),
  ofCommunity('whatsapp_link', newInviteLink()),
  ofCommunity('image_url', stockPhoto),
  ofGroup('name', 'Early birds'),
  ofGroup('description', 'Before six.'),
  ofProfile('name', 'Anna'),
  ofProfile('email', 'anna@example.com'),
  ofProfile('phone', '+41 76 555 01 99'),
  ofProfile('address', 'Lakeside 1'),
  ofProfile('country', 'Peru'),
  ofProfile('interests', 'Surfing', (value) => [value]),
  [
    'communities.rejection_reason',
    (value) =>
      raw(
        admin.accessToken,
        `communities?id=eq.${own.id}`,
        patch({ status: 'rejected', rejection_reason: value }),
      ),
    'The link does not work.',
  ],
]

describe.each([
  ['a megabyte', megabyte],
  ['a NUL', 'Nomads\u0000'],
  ['text that runs backwards', 'Nomads \u202Egpj.exe'],
  ['text that is isolated from its surroundings', 'Nomads \u2067abc\u2069'],
])('%s', (_what, value) => {
  test.each(fields)('is not taken as %s', (_field, send) => expectRefused(() => send(value)))
})

describe.each([
  ['zero-width spaces', '\u200B\u200B'],
  ['right-to-left marks', '\u200F'],
  ['Arabic letter marks', '\u061C'],
  ['word joiners', '\u2060'],
  ['empty Braille patterns', '\u2800\u2800'],
  ['Hangul fillers', '\u3164'],
  ['other fillers', '\u115F\u1160\uFFA0'],
  ['soft hyphens', '\u00AD'],
  ['variation selectors', '\uFE0F\u{E0100}'],
  ['tags', '\u{E0041}\u{E007F}'],
  ['wide spaces', '\u3000 \u00A0'],
])('nothing but %s', (_what, value) => {
  const names = fields.filter(([name]) => /name$|communities.description/.test(name))
  test.each(names)('is not taken as %s', (_field, send) => expectRefused(() => send(value)))
})

test.each(fields)('plain text is taken as %s', async (_field, send, plain) => {
  const answer = await send(plain)
  expect(answer).toEqual({ error: null })
})

describe('a password', () => {
  test.each([
    ['that is too short', 'ab1', ['length']],
    ['without a digit', 'only-letters', ['characters']],
    ['that is both', 'abc', ['length', 'characters']],
  ])('%s is refused, and the reasons are given', async (_what, password, reasons) => {
    const email = `${crypto.randomUUID()}@example.com`
    const { error } = await createTestClient().auth.signUp({ email, password })
    expect(error).toMatchObject({ code: 'weak_password', reasons })
  })
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const patch = (body: object) => ({ method: 'PATCH', body: JSON.stringify(body) })
const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

/** A token that nobody signed. */
function forged(claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ role: 'authenticated', exp, ...claims })}.`
}
