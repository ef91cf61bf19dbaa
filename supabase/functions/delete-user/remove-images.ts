import type { SupabaseClient } from '@supabase/supabase-js'

const pageSize = 100

/** Removes every file in an image folder. Throws when a file cannot be removed. */
export async function removeImages(secret: SupabaseClient, folder: string): Promise<void> {
  const bucket = secret.storage.from('community-images')
  // One empty result is fine: another request for the same account may have removed the files first.
  for (let emptyResults = 0; emptyResults < 2;) {
    const { data, error } = await bucket.list(folder, { limit: pageSize })
    if (error) throw error
    if (data.length === 0) return
    // Hosted projects return names relative to the folder, the embedded backend full paths.
    const paths = data.map(({ name }) => `${folder}/${name.split('/').at(-1)}`)
    const removed = await bucket.remove(paths)
    if (removed.error) throw removed.error
    if (removed.data.length === 0) emptyResults += 1
    else emptyResults = 0
  }
  throw new Error(`The images in ${folder} could not be removed`)
}
