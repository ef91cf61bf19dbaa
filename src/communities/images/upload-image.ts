import { supabase } from '../../supabase/client.ts'
import { toUserError, unwrap } from '../../supabase/errors.ts'
import { ImageProblem } from './image-problem.ts'
import type { PreparedImage } from './prepare-image.ts'

/**
 * Uploads an image to its owner's folder and returns its public URL. After a week, `admin/collect-images` deletes uploads
 * that no community uses.
 *
 * @throws ImageProblem
 */
export async function uploadImage(ownerId: string, image: PreparedImage): Promise<string> {
  try {
    // A random id, because image URLs are public.
    const { image_folder } = unwrap(
      await supabase.from('profiles').select('image_folder').eq('id', ownerId).single(),
    )
    const path = `${image_folder}/${Date.now()}-compressed.${image.extension}`
    const files = supabase.storage.from('community-images')
    // Sends bytes: the client would send a Blob as form data and ignore `contentType`.
    unwrap(
      await files.upload(path, await image.jpeg.arrayBuffer(), {
        contentType: 'image/jpeg',
        cacheControl: '31536000',
      }),
    )
    return files.getPublicUrl(path).data.publicUrl
  } catch (error) {
    const { status, message } = toUserError(error)
    // The project's limit may be lower than the page's.
    if (status === 413) throw new ImageProblem('Image must be less than 5MB')
    throw new ImageProblem('Failed to upload image', message)
  }
}
