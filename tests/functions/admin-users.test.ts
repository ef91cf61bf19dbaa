import { describe, expect, test } from 'vitest'
import { createSecretClient, createUser } from '../support/users.ts'
import { callFunction } from './call.ts'

const [admin, stranger] = await Promise.all([createUser({ admin: true }), createUser()])

const list = (query = '', token?: string) =>
  callFunction(`admin/users${query}`, { method: 'GET', token })

describe('listing users', () => {
  test('requires a session', async () => {
    const answer = await list()
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: 'Please sign in.' })
  })

  test('rejects a forged token', async () => {
    expect((await list('', 'eyJhbGciOiJub25lIn0.e30.')).status).toBe(401)
  })

  test('rejects a user who is not an admin', async () => {
    const answer = await list('', stranger.accessToken)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: 'Only an admin may do that.' })
  })

  test('rejects a former admin', async () => {
    const former = await createUser({ admin: true })
    await createSecretClient().from('profiles').update({ is_admin: false }).eq('id', former.id)
    expect((await list('', former.accessToken)).status).toBe(403)
  })

  test('returns all users to an admin, newest first, with id, email and date only', async () => {
    const newest = await createUser()
    const answer = await list('', admin.accessToken)
    expect(answer.status).toBe(200)
    const users = await answer.json()
    expect(users[0]).toEqual({
      id: newest.id,
      email: newest.email,
      created_at: expect.any(String),
    })
    const ids = users.map(({ id }: { id: string }) => id)
    expect(ids).toContain(stranger.id)
    const { count } = await createSecretClient()
      .from('profiles')
      .select('id', { count: 'exact', head: true })
    expect(ids).toHaveLength(count ?? -1)
    expect(new Set(ids).size).toBe(ids.length)
    const times = users.map(({ created_at }: { created_at: string }) => Date.parse(created_at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  })

  test('returns more users than a page of the auth service', async () => {
    const added = await Promise.all(Array.from({ length: 60 }, () => createUser()))
    const users = await (await list('', admin.accessToken)).json()
    const ids = new Set(users.map(({ id }: { id: string }) => id))
    expect(added.filter(({ id }) => !ids.has(id))).toEqual([])
  }, 60_000)

  test('returns consecutive pages without gaps, and the total', async () => {
    const slice = async (page: number) => {
      const answer = await list(`?page=${page}&per_page=2`, admin.accessToken)
      return { users: await answer.json(), total: answer.headers.get('x-total-count') }
    }
    const all = await (await list('', admin.accessToken)).json()
    const [first, second] = [await slice(1), await slice(2)]
    expect([...first.users, ...second.users]).toEqual(all.slice(0, 4))
    expect(first.total).toBe(String(all.length))
  })

  test('finds a part of an email, in upper or lower case', async () => {
    const answer = await list(
      `?search=${stranger.email.slice(0, 20).toUpperCase()}`,
      admin.accessToken,
    )
    expect(answer.headers.get('x-total-count')).toBe('1')
    expect(await answer.json()).toMatchObject([{ id: stranger.id }])
  })

  test.each(['?page=0', '?page=x', '?per_page=1001', '?per_page=-1', '?page=1.5'])(
    'rejects %s with an explanation',
    async (query) => {
      const answer = await list(query, admin.accessToken)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/whole number from 1 to/),
      })
    },
  )
})

describe('in a browser', () => {
  test('the preflight allows the headers of the client', async () => {
    const answer = await callFunction('admin/users', { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = answer.headers.get('access-control-allow-headers') ?? ''
    for (const header of [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-application-name',
    ]) {
      expect(allowed).toContain(header)
    }
  })

  test('errors and the total are readable across origins', async () => {
    const refused = await list('')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    const answer = await list('', admin.accessToken)
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-total-count')
  })

  test('a wrong method returns 405, an unknown path 404', async () => {
    expect((await callFunction('admin/users', { token: admin.accessToken })).status).toBe(405)
    const unknown = await callFunction('admin/other', { method: 'GET', token: admin.accessToken })
    expect(unknown.status).toBe(404)
  })
})
