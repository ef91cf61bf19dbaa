import type { SupabaseClient } from '@supabase/supabase-js'

const batchSize = 100
const mostBatches = 3

export interface Collection {
  /** How many images were removed. */
  removed: number
  /** Whether there may be more to remove. */
  more: boolean
}

/**
 * Removes stored images that no community, held change, rejected version or undo needs and that are
 * older than a week. The database says which (`list_unused_images`), asked again before every batch, so
 * that an image that somebody begins to use meanwhile stays. Throws when storage refuses.
 */
export async function collectImages(secret: SupabaseClient): Promise<Collection> {
  const bucket = secret.storage.from('community-images')
  let removed = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const unused = await secret.rpc('list_unused_images', { page_size: batchSize })
    if (unused.error) throw unused.error
    const names: string[] = unused.data.map(({ name }: { name: string }) => name)
    if (names.length === 0) return { removed, more: false }
    const { data, error } = await bucket.remove(names)
    if (error) throw error
    removed += data.length
    // Somebody else collects too, or storage keeps what it should not: either way, not now.
    if (data.length === 0) return { removed, more: false }
  }
  return { removed, more: true }
}
