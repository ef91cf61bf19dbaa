/* Decodes an image and encodes it as a JPEG, in a worker or on the page. */
import { UserError } from '../../../supabase/errors.ts'
import { maxSmallImageBytes } from '../../../supabase/rules/limits.ts'
import { splitGif } from './animation.ts'

/** A problem with a chosen image. The message is complete; `detail` explains it or suggests what to do. */
export class ImageProblem extends UserError {
  override name = 'ImageProblem'

  constructor(
    message:
      | 'Image must be less than 5MB'
      | 'Could not load image'
      | 'Could not process image'
      | 'Failed to upload image',
    readonly detail = '',
  ) {
    super(message, { isComplete: true })
  }
}

export const damaged = () =>
  new ImageProblem('Could not load image', 'The file seems to be damaged. Try another one.')

export const unprocessable = () => new ImageProblem('Could not process image', 'Try another image.')

export type Source = {
  image: Blob
  /** Whether the end of the file was missing. */
  isTruncated: boolean
}

/** In pixels. */
export type ImageSize = { width: number; height: number }

type Canvas = OffscreenCanvas | HTMLCanvasElement
/** The page uses an element, because Firefox offers to allow image data only for elements. */
type CreateCanvas = (size: ImageSize) => Canvas

/** The number of frames to search for one that shows something. */
const maxFrames = 100

/** Two JPEGs of an image: the full version, and the small one for cards. */
export type Versions = { full: Blob; small: Blob }

/**
 * Encodes the first frame that shows something, in both versions.
 *
 * @param onProgress called with the completed share, from 0 to 1
 * @throws ImageProblem
 */
export async function encodeImage(
  source: Source,
  createCanvas: CreateCanvas,
  onProgress: (share: number) => void,
): Promise<Versions> {
  await checkCanvas(createCanvas)
  const { bitmap, background } = await decodeVisibleFrame(source, createCanvas)
  try {
    const encode = (size: ImageSize, quality: number) =>
      toJpeg(draw(bitmap, createCanvas(size), background), quality)
    const full = await encodeWithinLimit(bitmap, encode, onProgress)
    return { full, small: await encodeWithinLimit(bitmap, encode, undefined, smallLimits) }
  } finally {
    bitmap.close()
  }
}

/**
 * Encodes and reads back a known color. With `privacy.resistFingerprinting`, Firefox returns noise from a canvas; other
 * browsers change colors slightly, which is accepted.
 */
async function checkCanvas(createCanvas: CreateCanvas) {
  const size = { width: 32, height: 32 }
  const color = [200, 60, 120, 255]
  const canvas = createCanvas(size)
  fill(canvas, `rgb(${color.slice(0, 3).join()})`)
  const decoded = await createImageBitmap(await toJpeg(canvas, 0.8))
  const pixels = readPixels(decoded, createCanvas(size))
  if (pixels.every((value, index) => Math.abs(value - (color[index % 4] ?? 0)) < 32)) return
  throw new ImageProblem(
    'Could not process image',
    'Your browser hides image data from this site. Allow it with the icon in the address bar, then choose the image again, or use another browser.',
  )
}

/** Skips the transparent frames at the start of an animated GIF: a JPEG of one would be blank. */
async function decodeVisibleFrame({ image, isTruncated }: Source, createCanvas: CreateCanvas) {
  for await (const frame of readFrames(image)) {
    const bitmap = await decode(frame)
    const look = inspect(bitmap, createCanvas)
    if (isTruncated && look.isPartlyGray) throw damaged()
    if (!look.isTransparent) return { bitmap, background: look.isWhite ? 'black' : 'white' }
    bitmap.close()
  }
  throw isTruncated ? damaged() : new ImageProblem('Could not load image', 'It is transparent.')
}

async function* readFrames(image: Blob) {
  const frames = splitGif(new Uint8Array(await image.arrayBuffer()))
  if (frames.length === 0) yield image
  yield* frames.slice(0, maxFrames)
}

async function decode(image: Blob): Promise<ImageBitmap> {
  try {
    // Applies the camera's orientation, which encoding drops.
    return await createImageBitmap(image, { imageOrientation: 'from-image' })
  } catch {
    throw damaged()
  }
}

function inspect(bitmap: ImageBitmap, createCanvas: CreateCanvas) {
  const pixels = readPixels(bitmap, createCanvas({ width: 64, height: 64 }))
  const sum = { opacity: 0, contrast: 0, gray: 0 }
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    const opacity = alpha / 255
    sum.opacity += opacity
    sum.contrast += (opacity * (255 - Math.min(red, green, blue))) / 255
    if ([red, green, blue].every((value) => Math.abs(value - 128) <= 1)) sum.gray += 1
  }
  const count = pixels.length / 4
  return {
    isTransparent: sum.opacity < 0.01 * count,
    /** White and partly transparent, such as a logo for dark pages. On white it would be invisible. */
    isWhite: sum.opacity < 0.99 * count && sum.contrast < 0.005 * count,
    /** Decoders fill the missing part of a JPEG with this gray. */
    isPartlyGray: sum.gray > 0.1 * count,
  }
}

function readPixels(image: ImageBitmap, canvas: Canvas): Uint8ClampedArray {
  draw(image, canvas, 'transparent')
  return getContext(canvas).getImageData(0, 0, canvas.width, canvas.height).data
}

function draw(image: ImageBitmap, canvas: Canvas, background: string): Canvas {
  fill(canvas, background)
  const context = getContext(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function fill(canvas: Canvas, color: string) {
  const context = getContext(canvas)
  context.fillStyle = color
  context.fillRect(0, 0, canvas.width, canvas.height)
}

function getContext(canvas: Canvas) {
  const context = canvas.getContext('2d')
  if (!context || !('fillRect' in context)) throw unprocessable()
  return context
}

async function toJpeg(canvas: Canvas, quality: number): Promise<Blob> {
  const type = 'image/jpeg'
  const jpeg =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!jpeg?.size || jpeg.type !== type) throw unprocessable()
  return jpeg
}

/* In a worker, encodes one image without blocking the page. */

export type WorkerMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; versions: Versions }
  | { kind: 'failed' }

if ('WorkerGlobalScope' in globalThis) {
  const post = (message: WorkerMessage) => self.postMessage(message, { transfer: [] })
  self.addEventListener('message', (event: MessageEvent<Source>) => {
    encodeImage(
      event.data,
      ({ width, height }) => new OffscreenCanvas(width, height),
      (share) => post({ kind: 'progress', share }),
    ).then(
      (versions) => post({ kind: 'done', versions }),
      () => post({ kind: 'failed' }),
    )
  })
}

/* Keeps a version of an image within its limits. Tests run it with a fake encoder. */

type Limits = ImageSize & { bytes: number }

export const fullLimits: Limits = { width: 1200, height: 800, bytes: 1024 * 1024 }
/** The full version is at most as tall. */
export const smallLimits: Limits = { width: 480, height: 800, bytes: maxSmallImageBytes }

const minWidthToScale = 800
const firstQuality = 0.8
const lastQuality = 0.3
const lowerQualities = [0.7, 0.6, 0.5, 0.4, lastQuality]

/** Fits a size into the limits and keeps its proportions. Never enlarges. */
export const fit = ({ width, height }: ImageSize, limits: ImageSize): ImageSize =>
  scale({ width, height }, Math.min(1, limits.width / width, limits.height / height))

function scale({ width, height }: ImageSize, ratio: number): ImageSize {
  return {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
}

/**
 * Encodes an image as a JPEG within the limits: lowers the quality step by step, then scales down once. An image of at
 * most 800 pixels' width is not scaled, so it may stay larger.
 *
 * @param encode encodes the image at a size and quality
 * @param onProgress called with the completed share, from 0 to 1
 */
export async function encodeWithinLimit<Encoded extends { size: number }>(
  original: ImageSize,
  encode: (size: ImageSize, quality: number) => Promise<Encoded>,
  onProgress: (share: number) => void = () => {},
  limits = fullLimits,
): Promise<Encoded> {
  const size = fit(original, limits)
  let encoded = await encode(size, firstQuality)
  for (const [index, quality] of lowerQualities.entries()) {
    if (encoded.size <= limits.bytes) return encoded
    onProgress(index / lowerQualities.length)
    encoded = await encode(size, quality)
  }
  if (encoded.size <= limits.bytes || size.width <= minWidthToScale) return encoded
  return encode(scale(size, Math.sqrt(limits.bytes / encoded.size)), lastQuality)
}
