import { TriangleAlert } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { supabase } from '../../../supabase/client.ts'
import { failureMessage, toUserError, unwrap, type UserError } from '../../../supabase/errors.ts'
import { useWrite } from '../../data/useWrite.ts'
import { toast } from '../../../ui/toast.tsx'
import { fullLimits, ImageProblem, smallLimits } from './encode-image.ts'
import { type PreparedImage, prepareImage } from './prepare-image.ts'
import { smallVersionOf } from '../../community/images.ts'

/** Compresses and uploads the chosen image; choosing another one cancels it. */
export function useImageUpload(ownerId: string, onUploaded: (url: string) => void) {
  const [progress, setProgress] = useState({ step: '', share: 0 })
  /** The compressed image: repeating a failed upload may be unable to read the file again. */
  const [prepared, setPrepared] = useState<PreparedImage | null>(null)

  const upload = useWrite({
    write: async (chosen: File | PreparedImage, signal) => {
      const report = (step: string, share: number) => {
        if (!signal.aborted) setProgress({ step, share })
      }
      const compress = async (file: File) => {
        setPrepared(null)
        report('Compressing image...', 0)
        return prepareImage(file, (share) => report('Compressing image...', share / 2))
      }
      const image = chosen instanceof File ? await compress(chosen) : chosen
      signal.throwIfAborted()
      setPrepared(image)
      toastCompressedSize(image)
      report('Uploading image...', 0.75)
      return uploadImage(ownerId, image)
    },
    failure,
    showReasonIn: 'toast',
    onSuccess: onUploaded,
  })
  const { error, isPending, isSuccess, cancel } = upload
  const choose = (chosen: File | PreparedImage) => {
    cancel()
    void upload.run(chosen)
  }

  return {
    isPending,
    progress: isPending ? progress : null,
    uploaded: isSuccess ? prepared : null,
    problem: error && toImageFailure(error),
    choose,
    /** Uploads a pasted image; other content is pasted as usual. */
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files]
      const image = files.find(({ type }) => type.startsWith('image/'))
      if (!image) return
      event.preventDefault()
      choose(image)
    },
    /** Repeats a failed upload; null if that cannot help. */
    repeat: prepared && error?.message === 'Failed to upload image' ? () => choose(prepared) : null,
    /** Cancels the upload, and clears the result of the last one. */
    cancel,
  }
}

const failure = 'Could not process image'

/**
 * Uploads both versions of an image to a user's folder, and returns the public URL of the full one. After a week,
 * `admin/collect-images` deletes uploads that no community uses.
 *
 * @throws ImageProblem
 */
async function uploadImage(
  ownerId: string,
  { versions: { full, small }, extension }: PreparedImage,
): Promise<string> {
  try {
    // A random id, because image URLs are public.
    const { image_folder } = unwrap(
      await supabase.from('profiles').select('image_folder').eq('id', ownerId).single(),
    )
    // The only names that the database accepts; `isAllowedImageUrl` accepts the first.
    const path = `${image_folder}/${Date.now()}-compressed.${extension}`
    // First, because the database refuses a small version of a stored image. Without one, cards show the full version.
    if (small.size <= smallLimits.bytes) await uploadFile(smallVersionOf(path), small)
    await uploadFile(path, full)
    return files().getPublicUrl(path).data.publicUrl
  } catch (error) {
    const { status, message } = toUserError(error)
    // The project's limit may be lower than the page's.
    if (status === 413) throw new ImageProblem('Image must be less than 5MB')
    throw new ImageProblem('Failed to upload image', message)
  }
}

const files = () => supabase.storage.from('community-images')

async function uploadFile(path: string, jpeg: Blob) {
  // Sends bytes: the client would send a Blob as form data and ignore `contentType`.
  const bytes = await jpeg.arrayBuffer()
  const options = { contentType: 'image/jpeg', cacheControl: '31536000' }
  unwrap(await files().upload(path, bytes, options))
}

function toImageFailure(error: UserError): string {
  const detail = error instanceof ImageProblem && error.detail
  return [failureMessage(failure, error), detail].filter(Boolean).join('. ')
}

export type ImageUpload = ReturnType<typeof useImageUpload>

function toastCompressedSize({ versions: { full } }: PreparedImage) {
  const message = describeSize(full)
  if (full.size <= fullLimits.bytes) toast.success(message)
  else toast(message, { icon: <TriangleAlert aria-hidden="true" className="size-5 text-clay" /> })
}

export function describeSize({ size }: Blob): string {
  if (size > fullLimits.bytes) return 'Image compressed but still larger than 1MB'
  return `Image compressed to ${Math.max(0.01, size / 1024 / 1024).toFixed(2)}MB`
}
