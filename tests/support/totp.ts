import { TOTP } from 'otpauth'
import type { Client } from './users.ts'

/** Returns the code that an authenticator app shows for a secret, which may be in groups. */
export const createCode = (secret: string): string =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate()

/** Adds an authenticator app to the signed-in user. It ends the user's other sessions. */
export async function addFactor(client: Client, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { secret } = data.totp
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: createCode(secret),
  })
  if (verified.error) throw verified.error
  return { id: data.id, secret }
}
