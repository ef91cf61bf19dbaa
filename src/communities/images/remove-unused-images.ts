import { supabase } from '../../supabase/client.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { heldChanges, isObject } from '../fields.ts'
import { draftImage } from '../draft.ts'
import { fileName, unusedImages } from './unused-images.ts'
import { bucket } from './upload-image.ts'

type Rejectable = Pick<Tables<'communities'>, 'status' | 'rejected_version'>

/**
 * Tidies an owner's folder after a save or a deletion. `abandoned` are addresses of images to
 * remove at once; others go when nothing has shown them for an hour. Never throws: what is left over
 * goes the next time, and storage itself refuses to delete an image in use.
 */
export async function removeUnusedImages(ownerId: string, abandoned: string[] = []): Promise<void> {
  try {
    const files = supabase.storage.from(bucket)
    const listed = await files.list(ownerId, { limit: 1000 })
    if (listed.error || listed.data.length === 0) return
    // Read after the files, so that a community saved in between is seen.
    const communities = await supabase
      .from('communities')
      .select('status, image_url, held_changes, rejected_version')
      .eq('owner_id', ownerId)
    if (communities.error) return

    const inUse = communities.data.flatMap((community) => [
      community.image_url,
      heldChanges(community).image_url ?? '',
      rejectedImage(community),
    ])
    const unused = unusedImages({
      names: listed.data.map(({ name }) => fileName(name)),
      inUse: [...inUse, draftImage(ownerId)],
      abandoned,
      now: Date.now(),
    })
    if (unused.length > 0) await files.remove(unused.map((name) => `${ownerId}/${name}`))
  } catch {
    // Leftovers cost a little space, and are no reason to alarm anybody.
  }
}

/** Shown beside the new one while a resubmitted listing is reviewed. */
function rejectedImage({ status, rejected_version }: Rejectable): string {
  const image = isObject(rejected_version) ? rejected_version['image_url'] : undefined
  return status !== 'approved' && typeof image === 'string' ? image : ''
}
