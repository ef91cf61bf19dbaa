type Kind = 'local' | 'session'

/* Storage that never throws: if the browser blocks it, the app works without it. */

export function readItem(kind: Kind, key: string): string | null {
  return attempt(() => area(kind).getItem(key)) ?? null
}

export function writeItem(kind: Kind, key: string, value: string): void {
  attempt(() => area(kind).setItem(key, value))
}

export function removeItem(kind: Kind, key: string): void {
  attempt(() => area(kind).removeItem(key))
}

export function clearAll(kind: Kind): void {
  attempt(() => area(kind).clear())
}

/** Returns the object stored under a key, or null if there is none or it is not an object. */
export function readObject(kind: Kind, key: string): object | null {
  const value: unknown = attempt(() => JSON.parse(area(kind).getItem(key) ?? 'null'))
  return typeof value === 'object' ? value : null
}

function area(kind: Kind): Storage {
  return kind === 'local' ? window.localStorage : window.sessionStorage
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
