import { expect, onTestFinished, test, vi } from 'vitest'
import { sendEarlyRequests } from '../../src/app/static/early-requests.ts'
import { closeUserCache, openUserCache } from '../../src/features/session/user-cache.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import {
  type EarlyRequest,
  readUnlessRequestedEarly,
  requestEarly,
} from '../../src/supabase/first-rows.ts'
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
    globalThis.earlyRows = undefined
  })
  const early = { name: 'Early' }
  interceptRequests(/\/profiles/, () => Response.json([early]))
  const request: EarlyRequest = {
    key: ['profile'],
    path: 'profiles',
    parameters: { select: 'name' },
  }
  const read = (token: string) =>
    readUnlessRequestedEarly<object[]>(request, token, async () => [{ name: 'Own' }])

  requestEarly(request, 'one')
  expect(await read('other')).toEqual([{ name: 'Own' }])
  expect(await read('one')).toEqual([early])
  expect(await read('one')).toEqual([{ name: 'Own' }])

  requestEarly(request, 'one')
  vi.setSystemTime(Date.now() + 31_000)
  expect(await read('one')).toEqual([{ name: 'Own' }])
})

test('nothing is requested early with a session that lacks its code', () => {
  window.history.replaceState(null, '', '/profile')
  const user = { id: crypto.randomUUID(), factors: [{ status: 'verified' }] }
  const session = { access_token: 'a.e30.c', expires_at: Date.now(), user }
  localStorage.setItem(sessionStorageKey, JSON.stringify(session))
  sendEarlyRequests()
  expect(globalThis.earlyRows).toBeUndefined()
})
