import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { failureMessage, type UserError } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { toast } from '../../ui/toast.tsx'
import { ImageProblem } from './image-problem.ts'
import { type PreparedImage, prepareImage } from './prepare-image.ts'
import { maxCompressedBytes } from './size-limit.ts'
import { uploadImage } from './upload-image.ts'

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
    /** The image that was uploaded last. */
    uploaded: isSuccess ? prepared : null,
    problem: error && toImageFailure(error),
    choose,
    /** Repeats a failed upload; null if that cannot help. */
    repeat: prepared && error?.message === 'Failed to upload image' ? () => choose(prepared) : null,
    /** Cancels the upload, and clears the result of the last one. */
    cancel,
  }
}

const failure = 'Could not process image'

function toImageFailure(error: UserError): string {
  const detail = error instanceof ImageProblem && error.detail
  return [failureMessage(failure, error), detail].filter(Boolean).join('. ')
}

export type ImageUpload = ReturnType<typeof useImageUpload>

function toastCompressedSize({ jpeg }: PreparedImage) {
  const message = describeSize(jpeg)
  if (jpeg.size <= maxCompressedBytes) toast.success(message)
  else toast(message, { icon: <TriangleAlert aria-hidden="true" className="size-5 text-clay" /> })
}

export function describeSize({ size }: Blob): string {
  if (size > maxCompressedBytes) return 'Image compressed but still larger than 1MB'
  return `Image compressed to ${Math.max(0.01, size / 1024 / 1024).toFixed(2)}MB`
}
