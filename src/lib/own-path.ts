/** Returns the path if it is on this site, else null: it may come from a link or from storage. */
export function toOwnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, window.location.origin)) return null
  const url = new URL(path, window.location.origin)
  // Compares the parsed form, because parsing drops tabs and turns '\' into '/'.
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
