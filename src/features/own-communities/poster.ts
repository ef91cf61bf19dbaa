import { encode } from 'uqr'
import { brand } from '../../app/brand.ts'

const width = 1240
const height = 1754
const qrSize = 720
/** Line lengths that fit in the largest letters. */
const maxLine = 22
const maxLines = 4

type Poster = { name: string; link: string }

/** Returns a poster to print, as an SVG image: the name of a community, and its address as text and QR code. */
export function drawPoster({ name, link }: Poster): string {
  const { size, data } = encode(link, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  const lines = wrap(name)
  const text = (y: number, fontSize: number, content: string, more = '') =>
    `<text x="${width / 2}" y="${y}" font-size="${fontSize}" ${more}>${escapeXml(content)}</text>`
  const address = link.replace(/^https?:\/\//, '')

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g text-anchor="middle" font-family="system-ui, sans-serif" fill="#1f2a28" unicode-bidi="plaintext">`,
    ...lines.map((line, index) =>
      text(190 + index * 100 + (maxLines - lines.length) * 50, 80, line, 'font-weight="700"'),
    ),
    text(630, 40, 'Scan to join us on WhatsApp'),
    // The longest address still fits.
    text(1530, Math.min(34, Math.floor((width - 100) / (address.length * 0.6))), address),
    text(1660, 40, brand.name, 'font-weight="700"'),
    '</g>',
    `<g transform="translate(${(width - qrSize) / 2} 690) scale(${qrSize / size})" shape-rendering="crispEdges"><path d="${squares.join('')}" fill="#000"/></g>`,
    '</svg>',
  ].join('')
}

/** Converts a poster to a PNG image, for programs that cannot print an SVG image. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The browser made no PNG image')
  return png
}

/** Breaks a name into lines, also inside long words. Shortens one that is too long for the poster. */
function wrap(name: string): string[] {
  const lines: string[][] = []
  const words = name.split(/\s+/).flatMap((word) => {
    const letters = Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
    const parts: string[] = []
    while (letters.length > 0) parts.push(letters.splice(0, maxLine).join(''))
    return parts
  })
  for (const word of words) {
    const line = lines.at(-1)
    if (line && [...line, word].join(' ').length <= maxLine) line.push(word)
    else lines.push([word])
  }
  const shown = lines.slice(0, maxLines).map((line) => line.join(' '))
  const last = shown.pop() ?? ''
  return [...shown, lines.length > maxLines ? `${last}…` : last]
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string): string =>
  text
    // XML has no code for other control characters.
    .replace(/[^\P{Cc}\t]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
