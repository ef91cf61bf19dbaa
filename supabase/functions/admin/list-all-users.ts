import type { SupabaseClient } from '@supabase/supabase-js'

const perPage = 1000

interface ListedUser {
  id: string
  email: string
  created_at: string
}

/**
 * Every user of the auth service, newest first. Pages until one comes short, since the service's own
 * pointer to the next page cannot be relied on. A user who signs up meanwhile may push another onto
 * the next page, so ids are kept once.
 */
export async function listAllUsers(secret: SupabaseClient): Promise<ListedUser[]> {
  const users = new Map<string, ListedUser>()
  for (let page = 1;; page += 1) {
    const { data, error } = await secret.auth.admin.listUsers({ page, perPage })
    if (error) throw error
    for (const { id, email, created_at } of data.users) {
      users.set(id, { id, email: email ?? '', created_at })
    }
    if (data.users.length < perPage) break
  }
  const time = ({ created_at }: ListedUser) => new Date(created_at).getTime()
  return [...users.values()].sort((one, other) =>
    time(other) - time(one) || one.id.localeCompare(other.id)
  )
}
