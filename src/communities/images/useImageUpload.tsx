import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { supabase } from '../../supabase/client.ts'
import { toUserError } from '../../supabase/errors.ts'
import { maxCompressedBytes } from './compress-image.ts'
import { ImageProblem } from './image-problem.ts'
import { type PreparedImage, prepareImage } from './prepare-image.ts'

type State =
  | { phase: 'idle' }
  | { phase: 'working'; step: string; share: number }
  | { phase: 'done'; message: string; isAnimated: boolean }
  /** `prepared` is an image whose upload can be repeated: a file can perhaps not be read again. */
  | { phase: 'failed'; message: string; detail: string; prepared: PreparedImage | null }

/**
 * Compresses and uploads the chosen image; choosing another one cancels it. After a week, `admin/collect-images`
 * deletes uploads that no community uses.
 */
export function useImageUpload(ownerId: string, onUploaded: (url: string) => void) {
  const [state, setState] = useState<State>({ phase: 'idle' })
  const attempt = useRef(0)

  const start = async (prepare: (report: (share: number) => void) => Promise<PreparedImage>) => {
    attempt.current += 1
    const current = attempt.current
    const isCanceled = () => attempt.current !== current
    const report = (next: State) => {
      if (!isCanceled()) setState(next)
    }

    let prepared: PreparedImage | null = null
    try {
      prepared = await prepare((share) =>
        report({ phase: 'working', step: 'Compressing image...', share: share / 2 }),
      )
      if (isCanceled()) return
      const message = toastCompressedSize(prepared.image.size)
      report({ phase: 'working', step: 'Uploading image...', share: 0.75 })
      const url = await uploadImage(ownerId, prepared)
      if (isCanceled()) return
      report({ phase: 'done', message, isAnimated: prepared.isAnimated })
      onUploaded(url)
    } catch (error) {
      if (isCanceled()) return
      const problem =
        error instanceof ImageProblem ? error : new ImageProblem('Could not process image')
      toast.error(problem.message)
      const canRepeat = problem.message === 'Failed to upload image'
      report({
        phase: 'failed',
        message: problem.message,
        detail: problem.detail,
        prepared: canRepeat ? prepared : null,
      })
    }
  }

  const { prepared } = state.phase === 'failed' ? state : { prepared: null }

  return {
    state,
    busy: state.phase === 'working',
    choose: (file: File) =>
      start((report) => {
        report(0)
        return prepareImage(file, report)
      }),
    /** Repeats a failed upload; null if that cannot help. */
    repeat: prepared && (() => void start(async () => prepared)),
    /** Cancels the upload, and clears the result of the last one. */
    cancel: () => {
      attempt.current += 1
      setState({ phase: 'idle' })
    },
  }
}

export type ImageUpload = ReturnType<typeof useImageUpload>

function toastCompressedSize(bytes: number): string {
  if (bytes > maxCompressedBytes) {
    const message = 'Image compressed but still larger than 1MB'
    toast(message, { icon: <TriangleAlert aria-hidden="true" className="size-5 text-clay" /> })
    return message
  }
  const megabytes = Math.max(0.01, bytes / 1024 / 1024).toFixed(2)
  const message = `Image compressed to ${megabytes}MB`
  toast.success(message)
  return message
}

/**
 * Uploads an image to its owner's folder and returns its public URL.
 *
 * @throws ImageProblem
 */
async function uploadImage(ownerId: string, { image, extension }: PreparedImage): Promise<string> {
  const path = `${await readImageFolder(ownerId)}/${Date.now()}-compressed.${extension}`
  const files = supabase.storage.from('community-images')
  // Sends bytes: the client would send a Blob as form data and ignore `contentType`.
  const { error } = await files.upload(path, await image.arrayBuffer(), {
    contentType: 'image/jpeg',
    cacheControl: '31536000',
  })
  if (!error) return files.getPublicUrl(path).data.publicUrl
  const { status, message } = toUserError(error)
  // The project's limit may be lower than the page's.
  if (status === 413) throw new ImageProblem('Image must be less than 5MB')
  throw new ImageProblem('Failed to upload image', message)
}

/** Reads the name of the owner's folder: a random id, because image URLs are public. */
async function readImageFolder(ownerId: string): Promise<string> {
  const { data, error, status } = await supabase
    .from('profiles')
    .select('image_folder')
    .eq('id', ownerId)
    .single()
  if (!error) return data.image_folder
  throw new ImageProblem('Failed to upload image', toUserError(error, status).message)
}
