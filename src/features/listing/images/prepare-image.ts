import { maxUploadBytes } from '../../../supabase/rules/limits.ts'
import { isAnimated } from './animation.ts'
import {
  damaged,
  encodeImage,
  ImageProblem,
  type Source,
  unprocessable,
  type Versions,
  type WorkerMessage,
} from './encode-image.ts'

/** A tiny file can decompress to more pixels than a phone has memory for. */
const maxPixels = 100_000_000

type OnProgress = (share: number) => void

export type PreparedImage = {
  /** Without the metadata of the original, such as its location. */
  versions: Versions
  /** The original's extension, which the stored names keep although the content is a JPEG. */
  extension: string
  isAnimated: boolean
}

/**
 * Checks and compresses a chosen file. The browser decides what it can decode.
 *
 * @param onProgress called with the completed share, from 0 to 1
 * @throws ImageProblem
 */
export async function prepareImage(
  file: File,
  onProgress: OnProgress = () => {},
): Promise<PreparedImage> {
  const bytes = await readFile(file)
  const type = detectImageType(bytes)
  if (!type) throw new ImageProblem('Could not load image', explainOtherType(bytes))
  const source = toSource(bytes, type)
  await checkPixels(source.image)
  return {
    versions: await compressImage(source, onProgress),
    // That of the name if it is one of the four that the storage policy accepts.
    extension: /\.(png|jpg|jpeg|gif)$/i.exec(file.name)?.[1]?.toLowerCase() ?? type,
    isAnimated: isAnimated(bytes),
  }
}

/** Reads a file into memory. The only read: Android's pickers return files that cannot be read twice. */
async function readFile(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ImageProblem('Image must be less than 5MB')
  if (file.size > maxUploadBytes) throw tooLarge()
  const bytes = await file.arrayBuffer().catch(() => {
    throw new ImageProblem('Could not load image', 'The file could not be read. Choose it again.')
  })
  // The size of a file in cloud storage may be unknown before it is read.
  if (bytes.byteLength > maxUploadBytes) throw tooLarge()
  if (bytes.byteLength === 0) throw new ImageProblem('Could not load image', 'The file is empty.')
  return new Uint8Array(bytes)
}

/** Adds a missing end: without it, Chromium refuses to decode the image, and WebKit decodes nothing of it. */
function toSource(bytes: Uint8Array<ArrayBuffer>, type: ImageType): Source {
  const { mimeType, end } = formats[type]
  const isTruncated = end.some((byte, index) => bytes.at(index - end.length) !== byte)
  const parts = isTruncated ? [bytes, Uint8Array.from(end)] : [bytes]
  return { image: new Blob(parts, { type: mimeType }), isTruncated }
}

/** Checks the size in pixels. Browsers read only the header of an image that is not displayed. */
async function checkPixels(image: Blob) {
  const element = new Image()
  const url = URL.createObjectURL(image)
  try {
    await new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', reject)
      element.src = url
    })
  } catch {
    throw damaged()
  } finally {
    URL.revokeObjectURL(url)
  }
  if (element.naturalWidth * element.naturalHeight > maxPixels) {
    throw new ImageProblem('Could not process image', 'It has more than 100 megapixels.')
  }
}

/**
 * Compresses in a worker, so that the page does not freeze, then on the page if that fails: the worker may not load, and
 * only a page can have permission to read a canvas.
 */
async function compressImage(source: Source, onProgress: OnProgress): Promise<Versions> {
  try {
    return await compressInWorker(source, onProgress)
  } catch {
    const createCanvas = (size: object) => Object.assign(document.createElement('canvas'), size)
    return encodeImage(source, createCanvas, onProgress).catch((error: unknown) => {
      throw error instanceof ImageProblem ? error : unprocessable()
    })
  }
}

function compressInWorker(source: Source, onProgress: OnProgress): Promise<Versions> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./encode-image.ts', import.meta.url), { type: 'module' })
    const finish = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('error', () => finish(reject))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') finish(() => resolve(data.versions))
      else finish(reject)
    })
    worker.postMessage(source, [])
  })
}

/* Recognizes files by their first bytes: names and types are often wrong. */

type ImageType = 'png' | 'jpg' | 'gif'

type Format = {
  mimeType: string
  start: RegExp
  /** The last bytes of a complete file. */
  end: number[]
}

const formats: Record<ImageType, Format> = {
  png: {
    mimeType: 'image/png',
    start: /^.PNG\r\n.\n/s,
    end: [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  },
  jpg: { mimeType: 'image/jpeg', start: /^ÿØÿ/, end: [0xff, 0xd9] },
  gif: { mimeType: 'image/gif', start: /^GIF8[79]a/, end: [0x3b] },
}

/** Only Safari can show HEIC photos. */
const heicHint =
  'Share it as a JPG, or choose Settings > Camera > Formats > Most Compatible on your iPhone.'

/** Types that people choose by mistake. SVG images are not accepted, because they can contain scripts. */
const otherTypes: [start: RegExp, name: string, hint?: string][] = [
  [/^RIFF.{4}WEBP/s, 'a WebP image'],
  [/^.{4}ftyp.{0,60}avi[fs]/s, 'an AVIF image'],
  [/^.{4}ftyp(he|mif1|msf1)/s, 'an HEIC photo', heicHint],
  [/^.{4}ftyp|^.Eß£|^RIFF.{4}AVI /s, 'a video'],
  [/^.{4}JXL |^ÿ\n/s, 'a JPEG XL image'],
  [/^.{4}jP {2}/s, 'a JPEG 2000 image'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF or RAW image'],
  [/^BM.{4}\0{4}/s, 'a BMP image'],
  [/^8BPS/, 'a Photoshop file'],
  [/^%PDF/, 'a PDF document'],
  [/^\s*<(!doctype html|html)/i, 'a web page'],
  [/^\s*<(svg|[?!].*<svg)/is, 'an SVG image'],
]

export function detectImageType(bytes: Uint8Array): ImageType | null {
  const start = readStart(bytes)
  const types: ImageType[] = ['png', 'jpg', 'gif']
  return types.find((type) => formats[type].start.test(start)) ?? null
}

/** Explains which file was chosen instead of a PNG, JPG or GIF. */
export function explainOtherType(bytes: Uint8Array): string {
  const start = readStart(bytes)
  const [, type, hint] = otherTypes.find(([pattern]) => pattern.test(start)) ?? []
  const request = hint ?? 'Choose a PNG, JPG or GIF image.'
  return type ? `This file is ${type}. ${request}` : request
}

/** Returns the first bytes as text, with one character per byte, without a byte order mark. */
const readStart = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).replace(/^ï»¿/, '')
