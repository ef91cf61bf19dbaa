const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Whether an id from a URL can be one of the database, which rejects all others with an error. */
export const isUuid = (text: string): boolean => findUuid(text) === text

/** Returns the first UUID in a text, or null. */
export const findUuid = (text: string): string | null => uuid.exec(text)?.[0] ?? null
