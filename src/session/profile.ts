import type { Client } from './load-client.ts'
import type { Tables } from '../supabase/database.types.ts'
import type { SessionUser } from './session-context.ts'

export type OwnProfile = Pick<Tables<'profiles'>, 'name' | 'email' | 'phone' | 'is_admin'>

/**
 * The profile of a signed-in user. A missing row is created first: the database makes one at
 * sign-up, so this is the fallback (specification, sections 4 and 7). Throws what the database says.
 */
export async function loadProfile(client: Client, user: SessionUser): Promise<OwnProfile | null> {
  const existing = await readProfile(client, user.id)
  if (existing) return existing

  const { error } = await client
    .from('profiles')
    .upsert(
      { id: user.id, name: user.email.split('@')[0] || 'User', email: user.email, phone: '' },
      { ignoreDuplicates: true },
    )
  if (error) throw error
  return readProfile(client, user.id)
}

async function readProfile(client: Client, id: string): Promise<OwnProfile | null> {
  const { data, error } = await client
    .from('profiles')
    .select('name, email, phone, is_admin')
    .eq('id', id)
    .maybeSingle()
  if (error && error.code !== 'PGRST116') throw error
  return data
}

/** The row of a deleted user cannot be created: there is no user for it to belong to. */
export function isAccountGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === '23503'
}
