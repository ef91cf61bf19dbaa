/* Local storage that never throws: if the browser blocks it, the app works without it. */

/** Key of the theme. Signing out keeps it, because it is not personal data. */
export const themeKey = 'theme'

export const readItem = (key: string): string | null =>
  ignoreErrors(() => window.localStorage.getItem(key)) ?? null

export const writeItem = (key: string, value: string): void =>
  ignoreErrors(() => window.localStorage.setItem(key, value))

export const removeItem = (key: string): void =>
  ignoreErrors(() => window.localStorage.removeItem(key))

export const clearAll = (): void => ignoreErrors(() => window.localStorage.clear())

export const listKeys = (): string[] => ignoreErrors(() => Object.keys(window.localStorage)) ?? []

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
