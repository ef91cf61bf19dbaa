import { inject } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import { sessionStorageKey } from '../../src/supabase/config.ts'
import { signAtLevel } from '../../tooling/real-services/tokens.ts'
import type { TestUser } from '../support/users.ts'
import { interceptRequests } from './requests.ts'

/*
 * Responses in the format of the real services, because the embedded auth service has no second factors. The tests in
 * tests/real/component run on the real ones.
 */

/** An authenticator app, as the auth service describes it. */
export const app = {
  id: '3d0cbf5c-0b4a-4f5e-9a53-2b8ed7f5a001',
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-02T09:30:00Z',
  updated_at: '2026-11-02T09:30:00Z',
}

/** Returns the session of a user who has added an app and entered its code. */
async function createSessionWithCode({ client, accessToken }: TestUser) {
  const { session } = (await client.auth.getSession()).data
  const user = { ...session?.user, factors: [app] }
  return { ...session, user, access_token: signAtLevel(accessToken, 'aal2', inject('jwtSecret')) }
}

/** Stores the session of a user who has added an app and entered its code. Call `addApp`, too. */
export async function storeSessionWithCode(member: TestUser): Promise<void> {
  localStorage.setItem(sessionStorageKey, JSON.stringify(await createSessionWithCode(member)))
}

/** Makes the auth service respond as if the user had added an app. It accepts every code. */
export async function addApp(member: TestUser): Promise<void> {
  const completed = await createSessionWithCode(member)
  interceptRequests(/\/auth\/v1\/user$/, async (forward) => {
    const response = await forward()
    const found: object = await response.clone().json()
    return readProperty(found, 'id') === member.id
      ? Response.json({ ...found, factors: [app] })
      : response
  })
  interceptRequests(/grant_type=refresh_token|auth\/v1\/verify$/, async (forward) => {
    const response = await forward()
    const refreshed: object = await response.clone().json()
    const user = readProperty(refreshed, 'user')
    if (readProperty(user, 'id') !== member.id) return response
    return Response.json({ ...refreshed, user: completed.user })
  })
  interceptRequests(/\/challenge$/, () => Response.json({ id: crypto.randomUUID(), type: 'totp' }))
  interceptRequests(/\/factors\/[^/]+\/verify$/, () => Response.json(completed))
}

const enterCode = 'Enter the code from your authenticator app to finish signing in.'

/** Adds an app, as on another device: the services then refuse the session of this one until a code is entered. */
export async function addAppElsewhere(member: TestUser): Promise<void> {
  await addApp(member)
  interceptRequests(/\/(rest|storage|functions)\/v1\//, (forward, url, headers, method) => {
    const token = headers.get('Authorization')?.split('.')[1] ?? ''
    const isAtAal1 = token !== '' && readProperty(JSON.parse(atob(token)), 'aal') !== 'aal2'
    return isAtAal1 ? refuse(url, headers, method) : forward()
  })
  interceptRequests(/\/auth\/v1\/user$/, (forward, _url, headers, method) => {
    const token = headers.get('Authorization')?.split('.')[1] ?? ''
    const isAtAal2 = readProperty(JSON.parse(atob(token)), 'aal') === 'aal2'
    if (method === 'GET' || isAtAal2) return forward()
    return Response.json({ error_code: 'insufficient_aal', msg: 'AAL2 required' }, { status: 401 })
  })
}

/** Row-level security hides rows from reads, updates and deletes. Inserts, functions and uploads get an error. */
function refuse(url: string, headers: Headers, method: string): Response {
  if (url.includes('/functions/v1/')) return Response.json({ error: enterCode }, { status: 403 })
  if (url.includes('/storage/v1/')) {
    const message = 'new row violates row-level security policy'
    return Response.json({ statusCode: '403', error: 'Unauthorized', message }, { status: 400 })
  }
  if (url.includes('/rest/v1/rpc/')) {
    return Response.json({ code: 'PT403', message: enterCode }, { status: 403 })
  }
  if (method === 'POST') {
    return Response.json({ code: '42501', message: 'permission denied' }, { status: 403 })
  }
  if (headers.get('Accept')?.includes('pgrst.object')) {
    return Response.json(
      { code: 'PGRST116', details: 'The result contains 0 rows' },
      { status: 406 },
    )
  }
  const isMinimal = method !== 'GET' && !headers.get('Prefer')?.includes('return=representation')
  const range = { 'Content-Range': '*/*' }
  return isMinimal
    ? new Response(null, { status: 204, headers: range })
    : Response.json([], { headers: range })
}
