/* Reads the frames of animated images. A JPEG can keep only one of them. */

const gifEnd = Uint8Array.of(0x3b)

export const isAnimated = (bytes: Uint8Array): boolean =>
  findFrameEnds(bytes).length > 1 || hasAnimationChunk(bytes)

/**
 * Returns a GIF for each frame; none if the file is not a GIF. Needed because browsers without `ImageDecoder`, some of
 * which are supported, only decode the first frame. Each frame is drawn alone, without the ones below it.
 */
export function splitGif(bytes: Uint8Array<ArrayBuffer>): Blob[] {
  const header = bytes.subarray(0, headerLength(bytes))
  const ends = findFrameEnds(bytes)
  return ends.map((end, index) => {
    const frame = bytes.subarray(ends[index - 1] ?? header.length, end)
    return new Blob([header, frame, gifEnd], { type: 'image/gif' })
  })
}

/** Returns the offset at which each frame of a GIF ends. */
function findFrameEnds(bytes: Uint8Array): number[] {
  const ends: number[] = []
  if (bytes[0] !== 0x47) return ends
  const read = (offset: number) => bytes[offset] ?? 0
  let offset = headerLength(bytes)
  while (read(offset) === 0x2c || read(offset) === 0x21) {
    const isFrame = read(offset) === 0x2c
    // A frame's descriptor, colors and code size, or an extension's label. Both are followed by sub-blocks.
    offset += isFrame ? 11 + colorTableLength(read(offset + 9)) : 2
    while (read(offset) > 0) offset += read(offset) + 1
    offset += 1
    if (isFrame) ends.push(offset)
  }
  return ends
}

const headerLength = (gif: Uint8Array) => 13 + colorTableLength(gif[10] ?? 0)

const colorTableLength = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** An animated PNG has the chunk acTL before its pixels. */
function hasAnimationChunk(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x89) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 8; offset + 8 <= bytes.length; offset += 12 + view.getUint32(offset)) {
    const name = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
