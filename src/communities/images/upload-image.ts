import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/errors.ts'
import { ImageProblem } from './image-problem.ts'
import type { PreparedImage } from './prepare.ts'

export const bucket = 'community-images'

/**
 * Puts a prepared image into its owner's folder and returns its public address (section 7). Throws
 * a `ImageProblem`.
 */
export async function uploadImage(
  ownerId: string,
  { image, extension }: PreparedImage,
): Promise<string> {
  const path = `${ownerId}/${Date.now()}-compressed.${extension}`
  const files = supabase.storage.from(bucket)
  // Bytes, because a Blob would travel as a form whose content type is not the image's.
  const { error } = await files.upload(path, await image.arrayBuffer(), {
    contentType: 'image/jpeg',
    cacheControl: '31536000',
  })
  if (error) throw new ImageProblem('Failed to upload image', errorMessage(error, ''))
  return files.getPublicUrl(path).data.publicUrl
}
