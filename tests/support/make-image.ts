import type { Page } from '@playwright/test'

interface Recipe {
  width: number
  height: number
  type?: 'image/jpeg' | 'image/png' | 'image/webp'
  /** JPEG quality, from 0 to 1. */
  quality?: number
  /**
   * `noise` does not compress, `plain` does. `clear` is plain with a transparent right half, `white` is white with a
   * transparent right half.
   */
  look?: 'noise' | 'plain' | 'clear' | 'white'
}

/** Draws an image in the browser and returns its bytes. Its top left quarter is red, the rest is blue. */
export async function makeImage(page: Page, recipe: Recipe): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ width, height, type = 'image/jpeg', quality = 0.9, look = 'plain' }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No drawing context')
      if (look === 'noise') {
        const pixels = context.createImageData(width, height)
        for (let start = 0; start < pixels.data.length; start += 65_536) {
          crypto.getRandomValues(pixels.data.subarray(start, start + 65_536))
        }
        for (let alpha = 3; alpha < pixels.data.length; alpha += 4) pixels.data[alpha] = 255
        context.putImageData(pixels, 0, 0)
      } else {
        context.fillStyle = look === 'white' ? 'white' : 'blue'
        context.fillRect(0, 0, look === 'plain' ? width : width / 2, height)
        context.fillStyle = look === 'white' ? 'white' : 'red'
        context.fillRect(0, 0, width / 2, height / 2)
      }
      const blob = await canvas.convertToBlob({ type, quality })
      let binary = ''
      for (const byte of new Uint8Array(await blob.arrayBuffer()))
        binary += String.fromCharCode(byte)
      return btoa(binary)
    },
    recipe,
  )
  return Buffer.from(encoded, 'base64')
}

/** Adds Exif data to a JPEG, as a phone does: orientation 6 (rotate 90° clockwise) and the latitude 33.9° south. */
export function withPhoneExif(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (type === 3) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const directory = (entries: Buffer[]) =>
    Buffer.concat([Buffer.from([0, entries.length]), ...entries, Buffer.alloc(4)])
  const header = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8])
  const orientation = entry(0x0112, 3, 1, 6)
  const gpsAt = header.length + 2 + 2 * 12 + 4
  const latitudeAt = gpsAt + 2 + 2 * 12 + 4
  const latitude = Buffer.alloc(24)
  for (const [index, number] of [33, 1, 54, 1, 0, 1].entries())
    latitude.writeUInt32BE(number, index * 4)
  const tiff = Buffer.concat([
    header,
    directory([orientation, entry(0x8825, 4, 1, gpsAt)]),
    directory([entry(0x0001, 2, 2, 0x53000000), entry(0x0002, 5, 3, latitudeAt)]),
    latitude,
  ])
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)])
}
