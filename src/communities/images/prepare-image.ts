import { drawOnWhite, encodeWithinLimit, type Size, type WorkerMessage } from './compress-image.ts'

/** Size limit of the chosen file, before compression. The bucket has the same limit. */
export const maxUploadBytes = 5 * 1024 * 1024

/** A tiny file can decompress to more pixels than a phone has memory for. */
const maxPixels = 100_000_000

type OnProgress = (share: number) => void

export type PreparedImage = {
  /** A JPEG without the metadata of the original, such as its location. */
  image: Blob
  /** The original's extension, which the stored name keeps although the content is a JPEG. */
  extension: string
}

/** A problem with a chosen image. `detail` explains the message or suggests what to do. */
export class ImageProblem extends Error {
  override name = 'ImageProblem'

  constructor(
    message:
      | 'Image must be less than 5MB'
      | 'Could not load image'
      | 'Could not process image'
      | 'Failed to upload image',
    readonly detail = '',
  ) {
    super(message)
  }
}

/**
 * Checks and compresses a chosen file.
 *
 * @param onProgress called with the completed share, from 0 to 1
 * @throws ImageProblem
 */
export async function prepareImage(
  file: File,
  onProgress: OnProgress = () => {},
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

  const image = await compressImage(file, onProgress)
  if (image.size === 0 || image.type !== 'image/jpeg') throw unprocessable()
  return { image, extension: extensionOf(file.name) ?? header.type }
}

/** Returns the extension of a file name, if it is one of the four that the storage policy accepts. */
function extensionOf(name: string): string | null {
  return /\.(png|jpg|jpeg|gif)$/i.exec(name)?.[1]?.toLowerCase() ?? null
}

type ImageType = 'png' | 'jpg' | 'gif'
type ImageHeader = Size & { type: ImageType }

/**
 * Reads the type and size of a PNG, JPG or GIF from its content, whatever the file is called. Returns null for anything
 * else, such as an SVG, which can contain scripts.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readPng(view) ?? readGif(view) ?? readJpeg(view)
  return header && header.width > 0 && header.height > 0 ? header : null
}

function readPng(view: DataView): ImageHeader | null {
  if (view.byteLength < 24) return null
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readGif(view: DataView): ImageHeader | null {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return null
  const version = view.getUint16(4)
  if (version !== 0x3761 && version !== 0x3961) return null
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** Reads the segments up to the frame header. Skips the Exif segment, which may contain a thumbnail. */
function readJpeg(view: DataView): ImageHeader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let offset = 2
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1
    } else if (isFrameHeader(marker)) {
      return {
        type: 'jpg',
        width: view.getUint16(offset + 7),
        height: view.getUint16(offset + 5),
      }
    } else {
      offset += 2 + view.getUint16(offset + 2)
    }
  }
  return null
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Uses a worker if the browser supports it, so that the page does not freeze. */
async function compressImage(file: File, onProgress: OnProgress): Promise<Blob> {
  if (typeof Worker === 'function' && typeof OffscreenCanvas === 'function') {
    try {
      return await compressInWorker(file, onProgress)
    } catch (error) {
      if (!(error instanceof WorkerUnavailable)) throw error
    }
  }
  return compressOnPage(file, onProgress)
}

/** The worker could not be started: the page has to compress the image. */
class WorkerUnavailable extends Error {}

function compressInWorker(file: File, onProgress: OnProgress): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./compress-image.ts', import.meta.url), { type: 'module' })
    const finish = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('error', () => finish(() => reject(new WorkerUnavailable())))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') finish(() => resolve(data.image))
      else finish(() => reject(data.step === 'load' ? damaged() : unprocessable()))
    })
    worker.postMessage(file, [])
  })
}

/**
 * For browsers without OffscreenCanvas. Uses the helpers of a library, but not its main function, which supports only
 * one maximum for both sides, and loads its worker from a public server.
 */
async function compressOnPage(file: File, onProgress: OnProgress): Promise<Blob> {
  const { default: library } = await import('browser-image-compression').catch(() => {
    throw new ImageProblem('Could not process image', 'Check your connection and try again.')
  })
  const [, source] = await library.drawFileInCanvas(file).catch(() => {
    throw damaged()
  })
  try {
    return await encodeWithinLimit(
      source,
      (size, quality) => {
        const canvas = Object.assign(document.createElement('canvas'), size)
        drawOnWhite(canvas.getContext('2d'), source, size)
        return library.canvasToFile(canvas, 'image/jpeg', file.name, Date.now(), quality)
      },
      onProgress,
    )
  } catch {
    throw unprocessable()
  }
}

const damaged = () =>
  new ImageProblem('Could not load image', 'The file seems to be damaged. Try another one.')

const unprocessable = () => new ImageProblem('Could not process image', 'Try another image.')
