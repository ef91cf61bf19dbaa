/* Local storage that never throws: if the browser blocks it, the app works without it. */

/** What local storage did not take, because it is full or blocked. Lost when the page is left. */
const unstored = new Map<string, string>()

/** Key of the theme. Signing out keeps it, because it is not personal data. */
export const themeKey = 'theme'

export const readItem = (key: string): string | null =>
  unstored.get(key) ?? ignoreErrors(() => window.localStorage.getItem(key)) ?? null

export const writeItem = (key: string, value: string): void =>
  ignoreErrors(() => window.localStorage.setItem(key, value))

/** Writes an item, or keeps it until the page is left, which the browser then asks about. Returns whether it is stored. */
export function writeOrKeepItem(key: string, value: string): boolean {
  unstored.delete(key)
  writeItem(key, value)
  if (readItem(key) === value) return true
  unstored.set(key, value)
  window.addEventListener('beforeunload', askBeforeLoss)
  return false
}

export const isStored = (key: string): boolean => !unstored.has(key)

export function removeItem(key: string): void {
  unstored.delete(key)
  ignoreErrors(() => window.localStorage.removeItem(key))
}

export function clearAll(): void {
  unstored.clear()
  ignoreErrors(() => window.localStorage.clear())
}

/** Forgets what local storage did not take, for example after signing out in another tab. */
export const forgetUnstored = (): void => unstored.clear()

export const listKeys = (): string[] => [
  ...new Set([...(ignoreErrors(() => Object.keys(window.localStorage)) ?? []), ...unstored.keys()]),
]

function askBeforeLoss(event: Event) {
  if (unstored.size > 0) event.preventDefault()
}

/* The same for session storage, which belongs to one tab. */

export const readTabItem = (key: string): string | null =>
  ignoreErrors(() => window.sessionStorage.getItem(key)) ?? null

export const writeTabItem = (key: string, value: string): void =>
  ignoreErrors(() => window.sessionStorage.setItem(key, value))

export const removeTabItem = (key: string): void =>
  ignoreErrors(() => window.sessionStorage.removeItem(key))

/** Returns the object stored under a key, or null if there is none or it is not an object. */
export const readObject = (key: string): object | null => parseObject(readItem(key))

export function parseObject(text: string | null): object | null {
  const value: unknown = ignoreErrors(() => JSON.parse(text ?? 'null'))
  return typeof value === 'object' ? value : null
}

function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
