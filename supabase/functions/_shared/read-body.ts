import { createSizeError, HttpError, requestLimit } from './http.ts'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Reads a JSON object from the body of a request. An empty body counts as `{}`.
 *
 * @throws HttpError with status 413 when the body is too large, or 400 and `hint` when it is not an object
 */
export async function readJson(request: Request, hint: string): Promise<Record<string, unknown>> {
  const { text, isTruncated } = await readStart(request.body, requestLimit)
  if (isTruncated) throw createSizeError()
  let body: unknown
  try {
    body = JSON.parse(text || '{}')
  } catch {
    throw new HttpError(400, hint)
  }
  if (typeof body !== 'object' || !body || Array.isArray(body)) throw new HttpError(400, hint)
  return { ...body }
}

/** Reads a body as text, and stops after the chunk that exceeds `limit` bytes. */
export async function readStart(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ text: string; isTruncated: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    text += decoder.decode(chunk, { stream: true })
    // Leaving the loop closes the connection.
    if (size > limit) return { text, isTruncated: true }
  }
  return { text: text + decoder.decode(), isTruncated: false }
}
