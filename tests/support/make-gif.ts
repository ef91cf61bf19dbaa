/** Returns an animated GIF with a frame of one color per entry; null is transparent. */
export function makeGif(frames: ([red: number, green: number, blue: number] | null)[]): Buffer {
  const size = [0x10, 0, 0x10, 0]
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...size, 0, 0, 0]),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0\x03\x01\0\0\0', 'latin1'),
    ...frames.flatMap((color) => [
      // Shown for a tenth of a second; color 0 is transparent if there is none.
      Buffer.from([0x21, 0xf9, 4, color ? 0 : 1, 10, 0, 0, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0x80, ...(color ?? [0, 0, 0]), 0, 0, 0]),
      encodePixels(16 * 16),
    ]),
    Buffer.from([0x3b]),
  ])
}

/** Encodes pixels of color 0. Clears the code table before each pixel, so that every code has 3 bits. */
function encodePixels(count: number): Buffer {
  const clear = 4
  const end = 5
  const codes = [...Array.from({ length: count }, () => [clear, 0]).flat(), end]
  const bits = codes.map((code) => code.toString(2).padStart(3, '0')).toReversed()
  const binary = bits.join('')
  const data: number[] = []
  for (let stop = binary.length; stop > 0; stop -= 8) {
    data.push(Number.parseInt(binary.slice(Math.max(0, stop - 8), stop), 2))
  }
  const blocks = [2]
  for (let start = 0; start < data.length; start += 255) {
    const block = data.slice(start, start + 255)
    blocks.push(block.length, ...block)
  }
  return Buffer.from([...blocks, 0])
}
