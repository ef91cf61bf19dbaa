import type { SupabaseClient } from '@supabase/supabase-js'

const batchSize = 100
const maxBatches = 3

export interface Collection {
  /** How many images were removed. */
  removed: number
  /** Whether there may be more to remove: call again. */
  more: boolean
}

/**
 * Removes stored images that have been unused for a week (`list_unused_images`), at most 300. Queries the list again
 * before each batch, so that an image that has come into use is kept. Safe to repeat.
 */
export async function collectImages(secret: SupabaseClient): Promise<Collection> {
  const bucket = secret.storage.from('community-images')
  let removed = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const unused = await secret.rpc('list_unused_images', { page_size: batchSize })
    if (unused.error) throw unused.error
    const names: string[] = unused.data.map(({ name }: { name: string }) => name)
    if (names.length === 0) return { removed, more: false }
    const { data, error } = await bucket.remove(names)
    if (error) throw error
    removed += data.length
    // Either a concurrent call is removing the same images, or storage refuses to.
    if (data.length === 0) return { removed, more: false }
  }
  return { removed, more: true }
}
