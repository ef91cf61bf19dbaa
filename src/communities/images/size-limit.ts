/* Keeps an image within 1200 x 800 pixels and 1 MB. Tests run it with a fake encoder. */

/** In pixels. */
export type Size = { width: number; height: number }

const maxWidth = 1200
const maxHeight = 800
const minWidthToScale = 800
export const maxCompressedBytes = 1024 * 1024
const firstQuality = 0.8
const lastQuality = 0.3
const lowerQualities = [0.7, 0.6, 0.5, 0.4, lastQuality]

/** Fits a size into 1200 x 800 and keeps its proportions. Never enlarges. */
export function fit({ width, height }: Size): Size {
  return scale({ width, height }, Math.min(1, maxWidth / width, maxHeight / height))
}

function scale({ width, height }: Size, ratio: number): Size {
  return {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
}

/**
 * Encodes an image as a JPEG of at most 1 MB: lowers the quality step by step, then scales down once. An image of at most
 * 800 pixels' width is not scaled, so it may stay larger.
 *
 * @param encode encodes the image at a size and quality
 * @param onProgress called with the completed share, from 0 to 1
 */
export async function encodeWithinLimit<Encoded extends { size: number }>(
  original: Size,
  encode: (size: Size, quality: number) => Promise<Encoded>,
  onProgress: (share: number) => void = () => {},
): Promise<Encoded> {
  const size = fit(original)
  let encoded = await encode(size, firstQuality)
  for (const [index, quality] of lowerQualities.entries()) {
    if (encoded.size <= maxCompressedBytes) return encoded
    onProgress(index / lowerQualities.length)
    encoded = await encode(size, quality)
  }
  if (encoded.size <= maxCompressedBytes || size.width <= minWidthToScale) return encoded
  return encode(scale(size, Math.sqrt(maxCompressedBytes / encoded.size)), lastQuality)
}
