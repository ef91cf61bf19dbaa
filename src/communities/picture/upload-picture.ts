import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/error-message.ts'
import { PictureProblem } from './picture-problem.ts'
import type { PreparedPicture } from './prepare-picture.ts'

export const bucket = 'community-images'

/**
 * Puts a prepared picture into its owner's folder and returns its public address (section 7). Throws
 * a `PictureProblem`.
 */
export async function uploadPicture(
  ownerId: string,
  { picture, extension }: PreparedPicture,
): Promise<string> {
  const path = `${ownerId}/${Date.now()}-compressed.${extension}`
  const files = supabase.storage.from(bucket)
  // Bytes, because a Blob would travel as a form whose content type is not the picture's.
  const { error } = await files.upload(path, await picture.arrayBuffer(), {
    contentType: 'image/jpeg',
    cacheControl: '31536000',
  })
  if (error) throw new PictureProblem('Failed to upload image', errorMessage(error, ''))
  return files.getPublicUrl(path).data.publicUrl
}
