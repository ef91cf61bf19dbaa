import { afterAll, describe, expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import {
  type Client,
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  deleteCommunitiesOfTestUsers,
} from '../support/users.ts'

/* Attacks on the private notes of admins. */

const [owner, stranger, admin] = await createUsersAndAdmin()
const secret = createSecretClient()
const community = await createCommunity(owner, { status: 'approved' })
afterAll(deleteCommunitiesOfTestUsers)

const notes = (client: Client) => client.from('admin_notes')
const write = (client: Client, note: object) =>
  notes(client)
    .insert({ text: 'Sells followers.', ...note })
    .select('id, text')
    .single()
const about = { user: { user_id: owner.id }, community: { community_id: community.id } }
const note = (await write(admin.client, about.user).throwOnError()).data
const other = (await write(admin.client, about.community).throwOnError()).data

const stored = async () => {
  const found = notes(secret).select().in('id', [note.id, other.id]).order('id')
  return (await found.throwOnError()).data
}
const countAbout = async (subject: Record<string, string>) =>
  (await notes(secret).select('id', { count: 'exact', head: true }).match(subject)).count

const formerAdmin = await createUser({ admin: true })
const suspendedAdmin = await createUser({ admin: true })
await write(formerAdmin.client, about.user).throwOnError()
await secret.from('profiles').update({ is_admin: false }).eq('id', formerAdmin.id).throwOnError()
await admin.client
  .rpc('suspend_user', { user_id: suspendedAdmin.id, reason: 'Spam.' })
  .throwOnError()

const attackers: [string, Client, code: string][] = [
  ['a visitor', createTestClient(), '42501'],
  ['the owner', owner.client, '42501'],
  ['another user', stranger.client, '42501'],
  ['a former admin, also of what they wrote', formerAdmin.client, '42501'],
  ['a suspended admin', suspendedAdmin.client, 'PT403'],
]

describe.each(attackers)('for %s', (_who, client, code) => {
  test('there are no notes to read, write, change or delete', async () => {
    const before = await stored()
    const count = await countAbout(about.user)
    expect((await notes(client).select('id')).data ?? []).toEqual([])
    for (const subject of Object.values(about)) {
      // Reading the new note would be refused anyway.
      const written = await notes(client).insert({ text: 'A friend.', ...subject })
      expect(written.error).toMatchObject({ code })
    }
    expect((await notes(client).update({ text: 'A friend.' }).eq('id', note.id)).error).toBeTruthy()
    // A filter would also apply the policy for reading.
    await notes(client).delete()
    expect(await stored()).toEqual(before)
    expect(await countAbout(about.user)).toBe(count)
  })
})

describe('an admin', () => {
  test('changes no note, not even their own, and cannot write as another admin', async () => {
    const before = await stored()
    expect(before).toHaveLength(2)
    expect(before.map(({ author_id }) => author_id)).toEqual([admin.id, admin.id])
    for (const changes of [
      { text: 'A friend.' },
      { author_id: stranger.id },
      { user_id: stranger.id },
      { created_at: '2001-01-01' },
    ]) {
      const { error } = await notes(admin.client).update(changes).eq('id', note.id)
      expect(error).toMatchObject({ code: '42501' })
    }
    const forged = await notes(admin.client).insert({
      ...about.user,
      text: 'Forged',
      author_id: formerAdmin.id,
    })
    expect(forged.error).toMatchObject({ code: '42501' })
    expect((await notes(secret).update({ text: 'A friend.' }).eq('id', note.id)).error?.code).toBe(
      '42501',
    )
    expect(await stored()).toEqual(before)
  })

  test('writes no note about nothing or about two, without a visible text, or a long one', async () => {
    const count = await countAbout(about.user)
    for (const row of [
      {},
      { ...about.user, ...about.community },
      { ...about.user, text: ' \u200B\n' },
      { ...about.user, text: 'x'.repeat(1001) },
    ])
      expect((await write(admin.client, row)).error).toMatchObject({ code: '23514' })
    expect(await countAbout(about.user)).toBe(count)
  })

  test('reads and deletes the notes of other admins', async () => {
    const colleague = await createUser({ admin: true })
    const { data } = await write(colleague.client, about.community).throwOnError()
    const read = notes(admin.client).select('text').eq('id', data.id).single()
    expect((await read.throwOnError()).data).toEqual({ text: 'Sells followers.' })
    await notes(admin.client).delete().eq('id', data.id).throwOnError()
    expect((await notes(secret).select().eq('id', data.id)).data).toEqual([])
  })

  test('writes at most 100 notes about one user or community', async () => {
    const subject = { community_id: (await createCommunity(owner)).id }
    const rows = (length: number) => Array.from({ length }, () => ({ ...subject, text: 'Again.' }))
    await notes(secret).insert(rows(99)).throwOnError()
    await write(admin.client, subject).throwOnError()
    expect((await write(admin.client, subject)).error).toMatchObject({ code: 'PT400' })
    expect(await countAbout(subject)).toBe(100)
  })

  test('writes at most 200 notes a day', async () => {
    const busy = await createUser({ admin: true })
    const [first, second] = [await createCommunity(owner), await createCommunity(owner)]
    const rows = ({ id }: { id: string }) =>
      Array.from({ length: 100 }, () => ({ community_id: id, text: 'Busy.' }))
    await notes(busy.client).insert(rows(first)).throwOnError()
    await notes(busy.client).insert(rows(second)).throwOnError()
    const refused = await write(busy.client, { user_id: busy.id })
    expect(refused.error).toMatchObject({ code: 'PT429' })
    expect(await countAbout({ author_id: busy.id })).toBe(200)
  })
})

test('a note goes with its user or community, and outlives its author', async () => {
  const [leaving, author] = [await createUser(), await createUser({ admin: true })]
  const { id } = await createCommunity(leaving)
  const left = [
    (await write(author.client, { user_id: leaving.id }).throwOnError()).data.id,
    (await write(author.client, { community_id: id }).throwOnError()).data.id,
    (await write(author.client, { user_id: stranger.id }).throwOnError()).data.id,
  ]
  for (const user of [author, leaving]) await secret.auth.admin.deleteUser(user.id)
  const found = await notes(secret).select('user_id, author_id').in('id', left).throwOnError()
  expect(found.data).toEqual([{ user_id: stranger.id, author_id: null }])
})
