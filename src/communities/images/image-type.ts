/* Recognizes files by their first bytes: names and types are often wrong. */

export type ImageType = 'png' | 'jpg' | 'gif'

type Format = {
  mimeType: string
  start: RegExp
  /** The last bytes of a complete file. */
  end: number[]
}

export const formats: Record<ImageType, Format> = {
  png: {
    mimeType: 'image/png',
    start: /^.PNG\r\n.\n/s,
    end: [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  },
  jpg: { mimeType: 'image/jpeg', start: /^ÿØÿ/, end: [0xff, 0xd9] },
  gif: { mimeType: 'image/gif', start: /^GIF8[79]a/, end: [0x3b] },
}

/** Only Safari can show HEIC photos. */
const heicHint =
  'Share it as a JPG, or choose Settings > Camera > Formats > Most Compatible on your iPhone.'

/** Types that people choose by mistake. SVG images are not accepted, because they can contain scripts. */
const otherTypes: [start: RegExp, name: string, hint?: string][] = [
  [/^RIFF.{4}WEBP/s, 'a WebP image'],
  [/^.{4}ftyp.{0,60}avi[fs]/s, 'an AVIF image'],
  [/^.{4}ftyp(he|mif1|msf1)/s, 'an HEIC photo', heicHint],
  [/^.{4}ftyp|^.Eß£|^RIFF.{4}AVI /s, 'a video'],
  [/^.{4}JXL |^ÿ\n/s, 'a JPEG XL image'],
  [/^.{4}jP {2}/s, 'a JPEG 2000 image'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF or RAW image'],
  [/^BM.{4}\0{4}/s, 'a BMP image'],
  [/^8BPS/, 'a Photoshop file'],
  [/^%PDF/, 'a PDF document'],
  [/^\s*<(!doctype html|html)/i, 'a web page'],
  [/^\s*<(svg|[?!].*<svg)/is, 'an SVG image'],
]

export function detectImageType(bytes: Uint8Array): ImageType | null {
  const start = readStart(bytes)
  const types: ImageType[] = ['png', 'jpg', 'gif']
  return types.find((type) => formats[type].start.test(start)) ?? null
}

/** Explains which file was chosen instead of a PNG, JPG or GIF. */
export function explainOtherType(bytes: Uint8Array): string {
  const start = readStart(bytes)
  const [, name, hint] = otherTypes.find(([pattern]) => pattern.test(start)) ?? []
  const request = hint ?? 'Choose a PNG, JPG or GIF image.'
  return name ? `This file is ${name}. ${request}` : request
}

/** Returns the first bytes as text, with one character per byte, without a byte order mark. */
const readStart = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).replace(/^ï»¿/, '')

/** Returns whether a file ends as its type requires, so that nothing is missing. */
export function isComplete(bytes: Uint8Array, type: ImageType): boolean {
  const { end } = formats[type]
  return end.every((byte, index) => bytes[bytes.length - end.length + index] === byte)
}
