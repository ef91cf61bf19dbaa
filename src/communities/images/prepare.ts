import { canUseWorker, compressInWorker, WorkerUnavailable } from './compress.ts'
import { ImageProblem } from './image-problem.ts'
import { readImageHeader } from './read-image-header.ts'

/** The upload hard limit of section 9, for the file as it was chosen. Bytes. */
export const maxUploadBytes = 5 * 1024 * 1024

/** A tiny file can unpack to more pixels than a phone has memory for. */
const maxPixels = 100_000_000

export type PreparedImage = {
  /** Always a JPEG, without the place and the camera that the original may have named. */
  image: Blob
  /** The original's extension, which the stored name keeps (section 7). */
  extension: string
}

/**
 * Checks a chosen file and makes it small by the rule of section 9. Progress runs from 0 to 1.
 * Throws a `ImageProblem` with a message of section 8.
 */
export async function prepareImage(
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<PreparedImage> {
  if (file.size > maxUploadBytes) throw new ImageProblem('Image must be less than 5MB')
  if (file.size === 0) throw new ImageProblem('Could not load image', 'The file is empty.')

  const bytes = await file.arrayBuffer().catch(() => {
    throw new ImageProblem('Could not load image', 'The file could not be read.')
  })
  const header = readImageHeader(new Uint8Array(bytes))
  if (!header) {
    throw new ImageProblem('Could not load image', 'Choose a PNG, JPG or GIF image.')
  }
  if (header.width * header.height > maxPixels) {
    throw new ImageProblem('Could not process image', 'It has more than 100 megapixels.')
  }

  const image = await compressAnywhere(file, onProgress)
  if (image.size === 0 || image.type !== 'image/jpeg') {
    throw new ImageProblem('Could not process image', 'Try another image.')
  }
  return { image, extension: extensionOf(file.name) ?? header.type }
}

async function compressAnywhere(file: File, onProgress: (share: number) => void): Promise<Blob> {
  if (canUseWorker()) {
    try {
      return await compressInWorker(file, onProgress)
    } catch (error) {
      if (!(error instanceof WorkerUnavailable)) throw error
    }
  }
  const { compressOnPage } = await import('./compress-on-page.ts').catch(() => {
    throw new ImageProblem('Could not process image', 'Check your connection and try again.')
  })
  return compressOnPage(file, onProgress)
}

/** The storage policy knows these four and no other. */
function extensionOf(name: string): string | null {
  return /\.(png|jpg|jpeg|gif)$/i.exec(name)?.[1]?.toLowerCase() ?? null
}
