import { supabase } from '../../supabase/client.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { heldChanges, isObject } from '../listing.ts'
import { draftPicture } from '../listing-draft.ts'
import { fileName, unusedPictures } from './unused-pictures.ts'
import { bucket } from './upload-picture.ts'

type Rejectable = Pick<Tables<'communities'>, 'status' | 'rejected_version'>

/**
 * Tidies an owner's folder after a save or a deletion. `abandoned` are addresses of pictures to
 * remove at once; others go when nothing has shown them for an hour. Never throws: what is left over
 * goes the next time, and storage itself refuses to delete a picture in use.
 */
export async function removeUnusedPictures(
  ownerId: string,
  abandoned: string[] = [],
): Promise<void> {
  try {
    const files = supabase.storage.from(bucket)
    const listed = await files.list(ownerId, { limit: 1000 })
    if (listed.error || listed.data.length === 0) return
    // Read after the files, so that a listing saved in between is seen.
    const listings = await supabase
      .from('communities')
      .select('status, image_url, held_changes, rejected_version')
      .eq('owner_id', ownerId)
    if (listings.error) return

    const inUse = listings.data.flatMap((listing) => [
      listing.image_url,
      heldChanges(listing).image_url ?? '',
      rejectedPicture(listing),
    ])
    const unused = unusedPictures({
      names: listed.data.map(({ name }) => fileName(name)),
      inUse: [...inUse, draftPicture(ownerId)],
      abandoned,
      now: Date.now(),
    })
    if (unused.length > 0) await files.remove(unused.map((name) => `${ownerId}/${name}`))
  } catch {
    // Leftovers cost a little space, and are no reason to alarm anybody.
  }
}

/** Shown beside the new one while a resubmitted listing is reviewed. */
function rejectedPicture({ status, rejected_version }: Rejectable): string {
  const picture = isObject(rejected_version) ? rejected_version['image_url'] : undefined
  return status !== 'approved' && typeof picture === 'string' ? picture : ''
}
