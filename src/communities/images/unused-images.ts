/** Milliseconds. Younger images may belong to a dialog that is still open, here or elsewhere. */
const grace = 60 * 60 * 1000

type Question = {
  /** File names in the owner's folder. */
  names: string[]
  /** Addresses that a community, live or held, or a draft still shows. */
  inUse: string[]
  /** Addresses that were uploaded and then not wanted after all. */
  abandoned: string[]
  now: number
}

/** Which files of a folder nothing shows any more. */
export function unusedImages({ names, inUse, abandoned, now }: Question): string[] {
  const used = new Set(inUse.map(fileName))
  const unwanted = new Set(abandoned.map(fileName))
  return names.filter((name) => {
    if (used.has(name)) return false
    const uploadedAt = Number(/^(\d{10,16})-compressed\./.exec(name)?.[1])
    return unwanted.has(name) || now - uploadedAt > grace
  })
}

/** The last part of an address or a path: the embedded backend lists whole paths. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
