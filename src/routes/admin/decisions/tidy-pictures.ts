import { heldChanges } from '../../../communities/listing.ts'
import { removeUnusedPictures } from '../../../communities/picture/remove-unused-pictures.ts'
import type { Decision } from './decide.ts'

/**
 * Removes the picture that a decision on held changes left without a listing: the old one when they
 * were accepted, the new one when they were declined. Never throws.
 */
export async function tidyPictures({ listing, verdict }: Decision): Promise<void> {
  const { image_url: wanted } = heldChanges(listing)
  if (!wanted) return
  if (verdict === 'accept') await removeUnusedPictures(listing.owner_id, [listing.image_url])
  if (verdict === 'decline') await removeUnusedPictures(listing.owner_id, [wanted])
}
