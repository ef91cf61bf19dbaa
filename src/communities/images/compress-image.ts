/* The compression rule. Tests run it with a fake encoder. */

/** In pixels. */
export type Size = { width: number; height: number }

const maxWidth = 1200
const maxHeight = 800
export const maxCompressedBytes = 1024 * 1024
const firstQuality = 0.8
const lastQuality = 0.3
const minWidthToScale = 800

/** Fits a size into 1200 x 800 and keeps its proportions. Never enlarges. */
export function fit({ width, height }: Size): Size {
  return scale({ width, height }, Math.min(1, maxWidth / width, maxHeight / height))
}

/** Returns 0.8 first, then 0.1 less each time down to 0.3, then null. */
export function nextQuality(quality: number | null): number | null {
  if (quality === null) return firstQuality
  const next = Math.round((quality - 0.1) * 10) / 10
  return next < lastQuality ? null : next
}

/** Scales both sides by the square root of the size ratio. Returns null unless the width is over 800. */
export function scaleDown(size: Size, bytes: number): Size | null {
  if (size.width <= minWidthToScale) return null
  return scale(size, Math.sqrt(maxCompressedBytes / bytes))
}

function scale({ width, height }: Size, ratio: number): Size {
  return {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
}

/**
 * Encodes an image as a JPEG of at most 1 MB: lowers the quality step by step, then scales down once.
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
  let quality = firstQuality
  let encoded = await encode(size, quality)
  for (let next = nextQuality(quality); next !== null; next = nextQuality(next)) {
    if (encoded.size <= maxCompressedBytes) return encoded
    onProgress((firstQuality - quality) / (firstQuality - lastQuality))
    quality = next
    encoded = await encode(size, quality)
  }
  if (encoded.size <= maxCompressedBytes) return encoded
  const smaller = scaleDown(size, encoded.size)
  return smaller ? encode(smaller, quality) : encoded
}
