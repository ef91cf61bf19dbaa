import { signAtLevel } from '../../tooling/real-services/tokens.ts'
import { type Client, createTestClient } from './users.ts'

/** Unrestricted access to the database. */
interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Inserts an authenticator app for an account, if it still exists. For backends whose auth service has none. */
export async function insertFactor(
  sql: Sql,
  userId: string,
  status: 'unverified' | 'verified' = 'verified',
): Promise<void> {
  await sql.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     select $1, id, 'Phone', 'totp', $3, now(), now(), 'JBSWY3DPEHPK3PXP'
     from auth.users where id = $2`,
    [crypto.randomUUID(), userId, status],
  )
}

/** Deletes every authenticator app of an account. */
export async function deleteFactors(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from auth.mfa_factors where user_id = $1', [userId])
}

interface Backend {
  url: string
  publishableKey: string
  jwtSecret: string
}

/** Creates a client for a user who has signed in with a password only (aal1), or also with a code (aal2). */
export function createClientAt(
  { url, publishableKey, jwtSecret }: Backend,
  { accessToken }: { accessToken: string },
  level: 'aal1' | 'aal2',
): Client {
  return createTestClient(publishableKey, url, signAtLevel(accessToken, level, jwtSecret))
}
