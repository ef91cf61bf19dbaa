/** Returns a property of a value of unknown type, or undefined if it has none. */
export function readProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Returns a property that is a text, or an empty text. */
export function readText(value: unknown, key: string): string {
  const text = readProperty(value, key)
  return typeof text === 'string' ? text : ''
}
