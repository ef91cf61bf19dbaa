import { readImageHeader } from '../../../src/communities/images/prepare-image.ts'
import { isStockPhoto } from '../../../src/communities/images/stock-photo.ts'
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

/** @returns undefined if the file is no image */
async function readSize(url: string): Promise<PreviewImage['size']> {
  const response = await fetch(url, {
    headers: { range: `bytes=0-${headerBytes - 1}` },
    signal: AbortSignal.timeout(10_000),
  })
  const header = readImageHeader(new Uint8Array(await response.arrayBuffer()))
  return header ? { width: header.width, height: header.height } : undefined
}
