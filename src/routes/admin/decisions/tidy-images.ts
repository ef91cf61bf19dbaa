import { heldChanges } from '../../../communities/community.ts'
import { removeUnusedImages } from '../../../communities/images/remove-unused-images.ts'
import type { Decision } from './decisions.ts'

/**
 * Removes the image that a decision on held changes left without a community: the old one when they
 * were accepted, the new one when they were declined. Never throws.
 */
export async function tidyImages({ community, verdict }: Decision): Promise<void> {
  const { image_url: wanted } = heldChanges(community)
  if (!wanted) return
  if (verdict === 'accept') await removeUnusedImages(community.owner_id, [community.image_url])
  if (verdict === 'decline') await removeUnusedImages(community.owner_id, [wanted])
}
