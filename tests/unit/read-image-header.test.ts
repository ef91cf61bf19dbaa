import { describe, expect, test } from 'vitest'
import { readImageHeader } from '../../src/communities/images/prepare-image.ts'

const bytes = (...parts: (number[] | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )

const png = bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0, 8, 6])
const gif = bytes('GIF89a', [0x40, 0x01, 0xf0, 0x00])
const frame = [0xff, 0xc0, 0, 17, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3]
const thumbnail = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3]
const exif = [0xff, 0xe1, 0, 2 + 6 + thumbnail.length, ...bytes('Exif\0\0'), ...thumbnail]

describe('readImageHeader reads the type and size of a', () => {
  test.each([
    ['PNG', png, { type: 'png', width: 1024, height: 768 }],
    ['GIF', gif, { type: 'gif', width: 320, height: 240 }],
    ['JPG', bytes([0xff, 0xd8], frame), { type: 'jpg', width: 4032, height: 3024 }],
    [
      'JPG with a thumbnail and padding',
      bytes([0xff, 0xd8], exif, [0xff], frame),
      { type: 'jpg', width: 4032, height: 3024 },
    ],
    [
      'progressive JPG',
      bytes([0xff, 0xd8, 0xff, 0xc2], frame.slice(2)),
      { type: 'jpg', width: 4032, height: 3024 },
    ],
  ])('%s', (_name, content, header) => {
    expect(readImageHeader(content)).toEqual(header)
  })

  test('view into a larger buffer', () => {
    const padded = new Uint8Array([1, 2, 3, ...gif])
    expect(readImageHeader(padded.subarray(3))).toMatchObject({ type: 'gif' })
  })
})

describe('readImageHeader returns null for a', () => {
  test.each([
    ['file without content', bytes()],
    ['file with SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['file with HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0])],
    ['GIF of an unknown version', bytes('GIF00a', [1, 0, 1, 0])],
    ['PNG without a size', png.map((byte, at) => (at >= 16 && at < 24 ? 0 : byte))],
    ['truncated PNG', png.subarray(0, 20)],
    ['JPG without a frame', bytes([0xff, 0xd8], exif)],
    ['JPG with invalid segments', bytes([0xff, 0xd8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['JPG whose segment has no length', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0], frame.slice(4))],
  ])('%s', (_name, content) => expect(readImageHeader(content)).toBeNull())
})
