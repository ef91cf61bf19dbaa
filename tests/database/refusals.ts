import { expect } from 'vitest'
import { readProperty } from '../../src/lib/read-property.ts'
import type { TestUser } from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

/** An error, or the rows that were read or changed. */
export type Answer = { error: unknown; data?: unknown }

/** An attack, and the code with which it is refused. */
export type Attack = [how: string, code: string, attack: () => PromiseLike<Answer>]

/** Returns the code of a refusal: of an error, or 'no rows' for a result without rows. */
export function codeOf({ error, data }: Answer): unknown {
  if (error === null) return Array.isArray(data) && data.length === 0 ? 'no rows' : 'accepted'
  return readProperty(error, 'code') ?? readProperty(error, 'statusCode') ?? error
}

/** Returns a check that an attack is refused with a code and changes nothing that `snapshot` reads. */
export const createRefusalCheck =
  (snapshot: () => Promise<unknown>) => async (code: string, attack: () => PromiseLike<Answer>) => {
    const before = await snapshot()
    expect(codeOf(await attack())).toBe(code)
    expect(await snapshot()).toEqual(before)
  }

/** Returns a check that every attack is refused with its code, and that they change nothing that `snapshot` reads. */
export const createRefusalsCheck =
  (snapshot: () => Promise<unknown>) => async (attacks: readonly Attack[]) => {
    const before = await snapshot()
    for (const [how, code, attack] of attacks) {
      expect([how, codeOf(await attack())]).toEqual([how, code])
    }
    expect(await snapshot()).toEqual(before)
  }

/** Sends a request to the REST service with a user's token, without the client. */
export async function sendAs(
  { accessToken }: Pick<TestUser, 'accessToken'>,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const { status, text } = await sendRestRequest(path, init, accessToken)
  if (status < 300) return { error: null }
  // The services refuse a token with different codes.
  return { error: status === 401 ? { code: '401' } : JSON.parse(text) }
}
