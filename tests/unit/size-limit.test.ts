import { describe, expect, test } from 'vitest'
import {
  encodeWithinLimit,
  fit,
  fullLimits,
  smallLimits,
  type ImageSize,
} from '../../src/features/listing/images/encode-image.ts'

test.each([
  [4000, 3000, 1067, 800],
  [4000, 1000, 1200, 300],
  [300, 200, 300, 200],
  [20_000, 1, 1200, 1],
])('an image of %i x %i fits into 1200 x 800 as %i x %i', (width, height, newWidth, newHeight) => {
  expect(fit({ width, height }, fullLimits)).toEqual({ width: newWidth, height: newHeight })
})

/** Returns an encoder that produces the given number of bytes, and records its calls. */
function encoder(bytes: (size: ImageSize, quality: number) => number) {
  const calls: string[] = []
  const encode = (size: ImageSize, quality: number) => {
    calls.push(`${size.width}x${size.height} at ${quality}`)
    return Promise.resolve({ size: bytes(size, quality) })
  }
  return { calls, encode }
}

const maxCompressedBytes = fullLimits.bytes

describe('compressing', () => {
  const large = { width: 2400, height: 1600 }

  test('stops at the first quality that is small enough', async () => {
    const { calls, encode } = encoder((_, quality) =>
      quality > 0.6 ? maxCompressedBytes + 1 : maxCompressedBytes,
    )
    expect(await encodeWithinLimit(large, encode)).toEqual({ size: maxCompressedBytes })
    expect(calls).toEqual(['1200x800 at 0.8', '1200x800 at 0.7', '1200x800 at 0.6'])
  })

  test('scales down once after the lowest quality, by the square root of the size ratio', async () => {
    const { calls, encode } = encoder((size) =>
      size.width > 800 ? 4 * maxCompressedBytes : maxCompressedBytes,
    )
    expect(await encodeWithinLimit(large, encode)).toEqual({ size: maxCompressedBytes })
    expect(calls.slice(-2)).toEqual(['1200x800 at 0.3', '600x400 at 0.3'])
    expect(calls).toHaveLength(7)
  })

  test('lowers the quality to 0.3, but does not scale a narrow image, however large its file is', async () => {
    const { calls, encode } = encoder(() => 2 * maxCompressedBytes)
    const { size } = await encodeWithinLimit({ width: 500, height: 800 }, encode)
    expect(size).toBe(2 * maxCompressedBytes)
    expect(calls).toEqual([0.8, 0.7, 0.6, 0.5, 0.4, 0.3].map((quality) => `500x800 at ${quality}`))
  })

  test('makes the small version at most 480 pixels wide, and lowers its quality from 150 kB on', async () => {
    const { calls, encode } = encoder((_, quality) => (quality > 0.7 ? 150 * 1024 + 1 : 150 * 1024))
    await encodeWithinLimit(large, encode, undefined, smallLimits)
    await encodeWithinLimit({ width: 600, height: 4000 }, encode, undefined, smallLimits)
    expect(calls).toEqual(['480x320 at 0.8', '480x320 at 0.7', '120x800 at 0.8', '120x800 at 0.7'])
  })

  test('reports increasing progress', async () => {
    const shares: number[] = []
    await encodeWithinLimit(large, encoder(() => 2e6).encode, (share) => shares.push(share))
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
  })
})
