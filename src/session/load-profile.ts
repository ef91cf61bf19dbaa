import { supabase } from '../supabase/client.ts'
import { hasErrorCode, unwrap } from '../supabase/errors.ts'
import type { SessionUser } from './useSession.ts'

/** What people read of their own profile, and every write of it returns. */
export const ownProfileColumns =
  'name, email, phone, is_admin, wants_decision_emails, wants_summary_emails' as const

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/**
 * The profile of a signed-in person. A missing row is created first: the database makes one at
 * sign-up, so this is the fallback.
 *
 * @throws UserError when a call failed
 */
export async function loadProfile(user: SessionUser): Promise<OwnProfile> {
  const existing = await readProfile(user.id)
  if (existing) return existing

  const name = user.email.split('@')[0] || 'User'
  unwrap(
    await supabase
      .from('profiles')
      .upsert({ id: user.id, name, email: user.email, phone: '' }, { ignoreDuplicates: true }),
  )
  const created = await readProfile(user.id)
  if (!created) throw new Error('The profile was created, but cannot be read')
  return created
}

async function readProfile(id: string) {
  const response = await supabase
    .from('profiles')
    .select(ownProfileColumns)
    .eq('id', id)
    .maybeSingle()
  // One way to say that there is no row.
  return hasErrorCode(response.error, 'PGRST116') ? null : unwrap(response)
}
