import { createHmac } from 'node:crypto'

/** Signs a token of an API role. The services accept only tokens; the gateway replaces keys with them. */
export const signRoleToken = (role: 'anon' | 'service_role', secret: string): string =>
  signToken({ role, iss: 'supabase', exp: 4_102_444_800 }, secret)

/** Signs an access token as the auth service does. */
export function signToken(claims: object, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** Signs a token with some claims replaced. */
export function replaceClaims(token: string, changes: object, secret: string): string {
  const [, payload = ''] = token.split('.')
  return signToken(
    { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes },
    secret,
  )
}

/** Signs a token with another assurance level: `aal2` once the user has entered a code. */
export const signAtLevel = (token: string, level: 'aal1' | 'aal2', secret: string): string =>
  replaceClaims(token, { aal: level }, secret)
