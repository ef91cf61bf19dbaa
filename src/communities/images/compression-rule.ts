/* How an image is made small enough: the rule itself, without a canvas, so that a worker can run it. */

/** In pixels. */
export type Size = { width: number; height: number }

export const maxWidth = 1200
const maxHeight = 800
export const maxCompressedBytes = 1024 * 1024
const firstQuality = 0.8
const lastQuality = 0.3
const scaledWidth = 800

/** At most 1200 x 800, proportions kept, never enlarged. */
export function fit({ width, height }: Size): Size {
  return scale({ width, height }, Math.min(1, maxWidth / width, maxHeight / height))
}

/** From 0.8 down by 0.1 to 0.3; null after that. */
export function nextQuality(quality: number | null): number | null {
  if (quality === null) return firstQuality
  const next = Math.round((quality - 0.1) * 10) / 10
  return next < lastQuality ? null : next
}

/** The last resort, if the width is over 800: scales both sides by the square root of the size ratio; else null. */
export function scaleDown(size: Size, bytes: number): Size | null {
  if (size.width <= scaledWidth) return null
  return scale(size, Math.sqrt(maxCompressedBytes / bytes))
}

/** Encodes a JPEG. Of the result only its size in bytes matters here: a Blob has one, and so has what a test makes. */
export type Encode<Encoded> = (size: Size, quality: number) => Promise<Encoded>

/** Runs the rule with any encoder, and reports the share of the work that is done, from 0 to 1. */
export async function encodeByRule<Encoded extends { size: number }>(
  original: Size,
  encode: Encode<Encoded>,
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

function scale({ width, height }: Size, ratio: number): Size {
  return {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
}
