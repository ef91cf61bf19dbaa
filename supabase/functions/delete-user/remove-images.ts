import type { SupabaseClient } from '@supabase/supabase-js'

const pageSize = 100

/** Removes every file in an image folder. Throws when a file cannot be removed. */
export async function removeImages(secret: SupabaseClient, folder: string): Promise<void> {
  const bucket = secret.storage.from('community-images')
  // Another request for the same account may be a step ahead and leave nothing to remove, once.
  for (let stalled = 0; stalled < 2;) {
    const { data, error } = await bucket.list(folder, { limit: pageSize })
    if (error) throw error
    if (data.length === 0) return
    // Hosted projects name files relative to the folder, the embedded backend in full.
    const paths = data.map(({ name }) => `${folder}/${name.split('/').at(-1)}`)
    const removed = await bucket.remove(paths)
    if (removed.error) throw removed.error
    stalled = removed.data.length === 0 ? stalled + 1 : 0
  }
  throw new Error(`The images in ${folder} could not be removed`)
}
