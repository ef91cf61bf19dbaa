import { describe, expect, test } from 'vitest'
import { callFunction } from '../functions/call.ts'
import { createSecretClient, createUser } from '../support/users.ts'

const admin = await createUser({ admin: true })

const createWord = () => `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

async function find(search: string, more = '') {
  const answer = await callFunction(
    `admin/users?page=1&per_page=50&search=${encodeURIComponent(search)}${more}`,
    { method: 'GET', token: admin.accessToken },
  )
  const users: { id: string; email: string }[] = await answer.json()
  return { ids: users.map(({ id }) => id), total: answer.headers.get('x-total-count') }
}

describe('the list of users', () => {
  test('includes new users, found by name and by email', async () => {
    const name = `Nadia ${createWord()}`
    const { id, email } = await createUser({ name })
    expect(await find(name)).toEqual({ ids: [id], total: '1' })
    expect(await find(email.toUpperCase())).toEqual({ ids: [id], total: '1' })
    expect(await find(`${name} ${email}`)).toEqual({ ids: [id], total: '1' })
  })

  test('finds a user by their new name and their sign-in email, not by another contact email', async () => {
    const [before, after] = [`Before ${createWord()}`, `After ${createWord()}`]
    const user = await createUser({ name: before })
    const changes = { name: after, email: `${createWord()}@example.com` }
    await user.client.from('profiles').update(changes).eq('id', user.id).throwOnError()
    for (const words of [before, changes.email]) expect((await find(words)).ids).toEqual([])
    for (const words of [after, user.email]) expect((await find(words)).ids).toEqual([user.id])
  })

  test('can be sorted by credits, name, role and date', async () => {
    const shared = createWord()
    const few = await createUser({ name: `Ann ${shared}` })
    const many = await createUser({ name: `Bob ${shared}` })
    const boss = await createUser({ name: `Cid ${shared}`, admin: true })
    for (const [user, credits] of [
      [few, 1],
      [many, 50],
      [boss, 7],
    ] as const) {
      await admin.client.from('profiles').update({ credits }).eq('id', user.id).throwOnError()
    }
    const order = async (query: string) => (await find(shared, query)).ids
    expect(await order('&sort=credits&order=desc')).toEqual([many.id, boss.id, few.id])
    expect(await order('&sort=credits&order=asc')).toEqual([few.id, boss.id, many.id])
    expect(await order('&sort=name&order=asc')).toEqual([few.id, many.id, boss.id])
    expect((await order('&sort=role&order=desc'))[0]).toBe(boss.id)
    expect(await order('')).toEqual([boss.id, many.id, few.id])
  })

  test('includes a user whose profile is missing, and excludes a deleted user', async () => {
    const user = await createUser()
    await createSecretClient().from('profiles').delete().eq('id', user.id).throwOnError()
    expect((await find(user.email)).ids).toEqual([user.id])
    await callFunction('delete-user', { token: user.accessToken, body: { userId: user.id } })
    expect(await find(user.email)).toEqual({ ids: [], total: '0' })
  })

  test('rejects an invalid page, order or search with an explanation', async () => {
    const badPages = ['page=0', 'page=x', 'page=1.5', 'per_page=1001', 'per_page=-1']
    const others = ['sort=password', 'order=sideways', `search=${'x'.repeat(255)}`, 'search=%00']
    for (const query of [...badPages, ...others]) {
      const answer = await callFunction(`admin/users?${query}`, {
        method: 'GET',
        token: admin.accessToken,
      })
      expect([query, answer.status, await answer.json()]).toEqual([
        query,
        400,
        { error: expect.stringMatching(/^(sort|order|search) |whole number from 1 to/) },
      ])
    }
  })
})
