import type { ImageSize } from '../../../src/features/listing/images/encode-image.ts'
import { isStockPhoto } from '../../../src/features/community/images.ts'
import type { PreviewImage } from './html.ts'

/** More than enough for the header of a stored image, which has no metadata. */
const headerBytes = 16_384

/**
 * Returns a community's image for link previews: a stock photo cropped to their shape, as a JPEG well below WhatsApp's
 * limit of 600 kB, or the uploaded image with its size, if that can be read.
 */
export async function getPreviewImage(community: {
  name: string
  image_url: string
}): Promise<PreviewImage> {
  const alt = `Image of ${community.name}`
  const url = community.image_url
  if (!isStockPhoto(url)) {
    return { url, size: await readSize(url).catch(() => undefined), alt }
  }
  const size = { width: 1200, height: 630 }
  const [photo] = url.split('?')
  return { url: `${photo}?w=${size.width}&h=${size.height}&fit=crop&fm=jpg&q=70`, size, alt }
}

/** @returns undefined if the size cannot be read */
async function readSize(url: string): Promise<ImageSize | undefined> {
  const response = await fetch(url, {
    headers: { range: `bytes=0-${headerBytes - 1}` },
    signal: AbortSignal.timeout(10_000),
  })
  return readJpegSize(new DataView(await response.arrayBuffer()))
}

/** Reads the segments up to the frame header, which has the size. The app stores every image as a JPEG. */
function readJpegSize(file: DataView): ImageSize | undefined {
  let offset = 2
  while (file.getUint8(offset) === 0xff) {
    const marker = file.getUint8(offset + 1)
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { width: file.getUint16(offset + 7), height: file.getUint16(offset + 5) }
    }
    offset += 2 + file.getUint16(offset + 2)
  }
  return undefined
}
