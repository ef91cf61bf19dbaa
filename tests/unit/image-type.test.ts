import { describe, expect, test } from 'vitest'
import {
  detectImageType,
  explainOtherType,
} from '../../src/features/listing/images/prepare-image.ts'

/** Encodes each character as one byte. */
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

test.each([
  ['png', ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR']],
  ['gif', ['GIF87a', 'GIF89a']],
  ['jpg', ['\xff\xd8\xff\xe0', '\xff\xd8\xff\xff\xdb']],
])('the content of a file is a %s', (type, contents) => {
  expect(contents.map(bytes).map(detectImageType)).toEqual(contents.map(() => type))
})

describe('a file that is not accepted is explained', () => {
  test.each([
    ['a WebP image', ['RIFF\x10\0\0\0WEBPVP8 ']],
    ['an HEIC photo', ['\0\0\0\x18ftypheic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic']],
    ['an AVIF image', ['\0\0\0\x18ftypavif', '\0\0\0\x18ftypmif1\0\0\0\0avifmif1']],
    ['a video', ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', '\0\0\0\x14ftypqt  ', '\x1aE\xdf\xa3\x01']],
    ['a JPEG XL image', ['\0\0\0\x0cJXL \r\n\x87\n']],
    ['a JPEG 2000 image', ['\0\0\0\x0cjP  \r\n\x87\n']],
    ['a TIFF or RAW image', ['II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08']],
    ['a BMP image', ['BM\x36\x10\x0e\0\0\0\0\0']],
    ['a Photoshop file', ['8BPS\0\x01']],
    ['a PDF document', ['%PDF-1.7']],
    [
      'an SVG image',
      ['<svg onload="alert(1)"/>', '\xef\xbb\xbf<?xml?>\n<!-- A -->\n<svg width="1"/>'],
    ],
    ['a web page', ['\n<!DOCTYPE html><script>alert(1)</script><svg/>']],
  ])('as %s', (name, contents) => {
    for (const content of contents) {
      expect(detectImageType(bytes(content))).toBeNull()
      expect(explainOtherType(bytes(content))).toContain(`This file is ${name}. `)
    }
  })

  test('an HEIC photo with what to do on an iPhone', () => {
    expect(explainOtherType(bytes('\0\0\0\x18ftypheic'))).toBe(
      'This file is an HEIC photo. Share it as a JPG, or choose Settings > Camera > Formats > Most Compatible on your iPhone.',
    )
  })

  test.each(['', 'I am no image', 'RIFF\x10\0\0\0WAVE', 'GIF00a', 'BMW prices', '\xff\xd8'])(
    'as an unknown file: %j',
    (content) => {
      expect(detectImageType(bytes(content))).toBeNull()
      expect(explainOtherType(bytes(content))).toBe('Choose a PNG, JPG or GIF image.')
    },
  )
})
