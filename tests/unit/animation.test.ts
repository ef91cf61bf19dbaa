import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAnimated, splitGif } from '../../src/features/listing/images/animation.ts'
import { makeGif } from '../support/make-gif.ts'

const animated = makeGif([null, [255, 0, 0], [0, 0, 255]])

const png = (...chunks: string[]) =>
  Buffer.from(
    `\x89PNG\r\n\x1a\n${chunks.map((name) => `\0\0\0\x02${name}ab....`).join('')}`,
    'latin1',
  )

test.each([
  ['a GIF with several frames', true, animated],
  ['a GIF with one frame', false, makeGif([[255, 0, 0]])],
  ['a GIF whose second frame is missing', false, animated.subarray(0, 200)],
  ['a PNG with animation control', true, png('IHDR', 'acTL', 'IDAT')],
  ['a PNG', false, png('IHDR', 'IDAT', 'acTL')],
  ['a PNG with an invalid length', false, png('IHDR').fill(0xff, 8, 12)],
  ['a JPG', false, readFileSync('tests/fixtures/phone-photo.jpg')],
  ['an empty file', false, Buffer.alloc(0)],
])('%s is an animation: %s', (_name, expected, bytes) => {
  expect(isAnimated(new Uint8Array(bytes))).toBe(expected)
})

test('a GIF is split into its frames', async () => {
  const red = makeGif([[255, 0, 0]])
  const [first, second, third, ...rest] = splitGif(new Uint8Array(animated))
  const read = async (frame = new Blob()) => Buffer.from(await frame.arrayBuffer())
  expect(await read(first)).toEqual(makeGif([null]))
  // The number of repetitions belongs to the first frame.
  expect(await read(second)).toEqual(Buffer.concat([red.subarray(0, 13), red.subarray(13 + 19)]))
  expect(third?.type).toBe('image/gif')
  expect(rest).toEqual([])
  expect(splitGif(new Uint8Array(png('IHDR')))).toEqual([])
})
