import type { WorkerAnswer } from './compress-worker.ts'
import { encodeByRule, type Size } from './compression-rule.ts'

/** The most that may be uploaded, of the file as it was chosen. Bytes; the bucket has the same limit. */
export const maxUploadBytes = 5 * 1024 * 1024

/** A tiny file can unpack to more pixels than a phone has memory for. */
const maxPixels = 100_000_000

type OnProgress = (share: number) => void

export type PreparedImage = {
  /** Always a JPEG, without the place and the camera that the original may have named. */
  image: Blob
  /** The original's extension: the stored name keeps it, although the content is a JPEG. */
  extension: string
}

/** What can go wrong with a chosen image; `detail` says, beside the message, what to do about it. */
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
 * Checks a chosen file and makes it small by the rule of compression-rule.ts.
 *
 * @param onProgress called with the share that is done, from 0 to 1
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
  if (image.size === 0 || image.type !== 'image/jpeg') {
    throw unprocessable()
  }
  return { image, extension: extensionOf(file.name) ?? header.type }
}

/** The storage policy accepts these four and no other. */
function extensionOf(name: string): string | null {
  return /\.(png|jpg|jpeg|gif)$/i.exec(name)?.[1]?.toLowerCase() ?? null
}

export type ImageType = 'png' | 'jpg' | 'gif'
export type ImageHeader = Size & { type: ImageType }

/**
 * What the bytes say, whatever the file is called: PNG, JPG or GIF with its size in pixels, or null
 * for everything else (SVG, which can carry scripts, and HTML with an image's name among them).
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

/** Walks the segments to the frame header; the thumbnail inside an Exif segment is passed over. */
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

/** In a worker where the browser supports it, so that the page does not freeze. */
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

/** The worker itself could not be started; the page can still do the work. */
class WorkerUnavailable extends Error {}

function compressInWorker(file: File, onProgress: OnProgress): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module' })
    const finish = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('error', () => finish(() => reject(new WorkerUnavailable())))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') finish(() => resolve(data.image))
      else finish(() => reject(data.step === 'load' ? damaged() : unprocessable()))
    })
    worker.postMessage(file, [])
  })
}

/**
 * For browsers without OffscreenCanvas, with the helpers of a library. Its main function is not used:
 * it knows one side length only, and fetches its worker from a public server.
 */
async function compressOnPage(file: File, onProgress: OnProgress): Promise<Blob> {
  const { default: library } = await import('browser-image-compression').catch(() => {
    throw new ImageProblem('Could not process image', 'Check your connection and try again.')
  })
  const [, source] = await library.drawFileInCanvas(file).catch(() => {
    throw damaged()
  })
  try {
    return await encodeByRule(
      source,
      ({ width, height }, quality) => {
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = height
        const context = canvas.getContext('2d')
        if (!context) throw new Error('No drawing context')
        context.fillStyle = 'white'
        context.fillRect(0, 0, width, height)
        context.imageSmoothingQuality = 'high'
        context.drawImage(source, 0, 0, width, height)
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
