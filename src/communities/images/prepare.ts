import { compressImage } from './compress.ts'
import { ImageProblem, type Size } from './compression-rule.ts'

/** The most that may be uploaded, of the file as it was chosen. Bytes; the bucket has the same limit. */
export const maxUploadBytes = 5 * 1024 * 1024

/** A tiny file can unpack to more pixels than a phone has memory for. */
const maxPixels = 100_000_000

export type PreparedImage = {
  /** Always a JPEG, without the place and the camera that the original may have named. */
  image: Blob
  /** The original's extension, which the stored name keeps. */
  extension: string
}

/**
 * Checks a chosen file and makes it small by the rule of compression-rule.ts.
 *
 * @param onProgress called with the share that is done, from 0 to 1
 * @throws ImageProblem
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

  const image = await compressImage(file, onProgress)
  if (image.size === 0 || image.type !== 'image/jpeg') {
    throw new ImageProblem('Could not process image', 'Try another image.')
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
