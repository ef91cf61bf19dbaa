/* Local storage that never throws: if the browser blocks it, the app works without it. */

/** Key of the theme. Signing out keeps it, because it is not personal data. */
export const themeKey = 'theme'

export function readItem(key: string): string | null {
  return ignoreErrors(() => window.localStorage.getItem(key)) ?? null
}

export function writeItem(key: string, value: string): void {
  ignoreErrors(() => window.localStorage.setItem(key, value))
}

export function removeItem(key: string): void {
  ignoreErrors(() => window.localStorage.removeItem(key))
}

export function clearAll(): void {
  ignoreErrors(() => window.localStorage.clear())
}

export function listKeys(): string[] {
  return ignoreErrors(() => Object.keys(window.localStorage)) ?? []
}

/* The same for session storage, which belongs to one tab. */

export function readTabItem(key: string): string | null {
  return ignoreErrors(() => window.sessionStorage.getItem(key)) ?? null
}

export function writeTabItem(key: string, value: string): void {
  ignoreErrors(() => window.sessionStorage.setItem(key, value))
}

export function removeTabItem(key: string): void {
  ignoreErrors(() => window.sessionStorage.removeItem(key))
}

/** Returns the object stored under a key, or null if there is none or it is not an object. */
export const readObject = (key: string): object | null => parseObject(readItem(key))

/** Returns the object that a text holds, or null. */
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
