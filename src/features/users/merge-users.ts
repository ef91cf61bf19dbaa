import * as z from 'zod/mini'
import type { ColumnsOf } from '../../supabase/columns-of.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { defaultCredits } from '../../supabase/rules/limits.ts'

const authUser = z.object({ id: z.string(), email: z.nullish(z.string()), created_at: z.string() })
type AuthUser = z.output<typeof authUser>

export const profileColumns =
  'id, name, email, phone, address, country, interests, credits, is_admin, created_at'

export const suspensionColumns = 'user_id, reason, until'

type Suspension = Pick<Tables<'suspensions'>, ColumnsOf<typeof suspensionColumns>>
type Profile = Pick<Tables<'profiles'>, ColumnsOf<typeof profileColumns>>
/** `profile_email` is the email in the profile, if it differs from the one they sign in with. */
type User = Profile & { profile_email?: string; suspension?: Suspension }

/** Validates the response of GET /functions/v1/admin/users. @throws when it is not a list of users */
export function readAuthUsers(response: unknown): AuthUser[] {
  const { data } = z.safeParse(z.array(authUser), response)
  if (!data) throw new Error('Failed to fetch users')
  return data
}

/**
 * Merges auth users with their profiles and suspensions, in the order of the users. A missing profile gets defaults: the name
 * from the email, not an admin.
 */
export function mergeUsers(
  users: AuthUser[],
  profiles: Profile[],
  suspensions: Suspension[] = [],
): User[] {
  const suspended = new Map(suspensions.map((suspension) => [suspension.user_id, suspension]))
  const byId = new Map(
    profiles.map((profile) => {
      const suspension = suspended.get(profile.id)
      return [profile.id, { ...profile, ...(suspension && { suspension }) }]
    }),
  )
  return users.map(({ id, email, created_at }) => {
    const profile = byId.get(id)
    if (profile && email && email !== profile.email) {
      return { ...profile, email, profile_email: profile.email, created_at }
    }
    if (profile) return { ...profile, created_at }
    return {
      id,
      name: email?.split('@')[0] || 'User',
      email: email ?? '',
      phone: '',
      address: null,
      country: null,
      interests: null,
      credits: defaultCredits,
      is_admin: false,
      created_at,
    }
  })
}
