import { expect, onTestFinished, test, vi } from 'vitest'
import { sendEarlyRequests } from '../../src/app/static/early-requests.ts'
import { closeUserCache, openUserCache } from '../../src/features/session/user-cache.ts'
import { sessionStorageKey, supabaseUrl } from '../../src/supabase/config.ts'
import { readEarly, serviceFetch } from '../../src/supabase/service-fetch.ts'
import { interceptRequests } from './requests.ts'

/* Rows of one session are never shown in another one, even in the same browser. */

test('rows that a user has stored are restored for that user only', async () => {
  onTestFinished(closeUserCache)
  const query = { queryKey: ['rows'], queryFn: () => ['private'], meta: { isPersisted: true } }
  await openUserCache('one').fetchQuery(query)
  expect(openUserCache('other').getQueryData(query.queryKey)).toBeUndefined()
  expect(openUserCache('one').getQueryData(query.queryKey)).toEqual(['private'])
})

test('rows that were requested early are used for half a minute, and with the same token', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
    globalThis.earlyResponses = undefined
  })
  let name = 'Early'
  interceptRequests(/\/profiles/, () => Response.json([{ name }]))
  const read = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await serviceFetch(`${supabaseUrl}/rest/v1/profiles?select=name`, { headers })
    return response.json()
  }

  readEarly('profiles', { select: 'name' }, 'one')
  name = 'Own'
  expect(await read('other')).toEqual([{ name: 'Own' }])
  expect(await read('one')).toEqual([{ name: 'Early' }])
  await vi.waitFor(async () => expect(await read('one')).toEqual([{ name: 'Own' }]))

  name = 'Early'
  readEarly('profiles', { select: 'name' }, 'one')
  name = 'Own'
  vi.setSystemTime(Date.now() + 31_000)
  expect(await read('one')).toEqual([{ name: 'Own' }])
})

test('nothing is requested early with a session that lacks its code', () => {
  window.history.replaceState(null, '', '/profile')
  const user = { id: crypto.randomUUID(), factors: [{ status: 'verified' }] }
  const session = { access_token: 'a.e30.c', expires_at: Date.now(), user }
  localStorage.setItem(sessionStorageKey, JSON.stringify(session))
  sendEarlyRequests()
  expect(globalThis.earlyResponses).toBeUndefined()
})
