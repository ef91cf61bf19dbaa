import type { SupabaseClient } from '@supabase/supabase-js'

const pageSize = 100

/** Removes every file below the user's folder. Throws when one is left that cannot be removed. */
export async function removeImages(secret: SupabaseClient, userId: string): Promise<void> {
  const bucket = secret.storage.from('community-images')
  // Another request for the same account may be a step ahead and leave nothing to remove, once.
  for (let stalled = 0; stalled < 2;) {
    const { data, error } = await bucket.list(userId, { limit: pageSize })
    if (error) throw error
    if (data.length === 0) return
    // Hosted projects name files relative to the folder, the embedded backend in full.
    const paths = data.map(({ name }) => `${userId}/${name.split('/').at(-1)}`)
    const removed = await bucket.remove(paths)
    if (removed.error) throw removed.error
    stalled = removed.data.length === 0 ? stalled + 1 : 0
  }
  throw new Error(`Images of ${userId} could not be removed`)
}
