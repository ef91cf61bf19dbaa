import { encode } from 'uqr'

/** Returns the dark squares of a QR code as an SVG path, in a square of `size` with the margin that scanners need. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return { size, path: path.join('') }
}
