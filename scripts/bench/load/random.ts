/** Returns numbers from 0 to 1, the same in every run: the generator mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks the first value most often, the second half as often, the third a third as often: a Zipf distribution. */
export function pickZipf<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor((values.length + 1) ** random()) - 1]
  if (value === undefined) throw new Error('There is nothing to pick from.')
  return value
}
