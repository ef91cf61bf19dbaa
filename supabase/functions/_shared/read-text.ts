import { Refusal } from './http.ts'

/** An id, as every table has it. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The body of a request as text, given up as soon as it passes `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const { text, isCut } = await readStart(request.body, limit)
  if (isCut) throw new Refusal(400, 'The request is too long.')
  return text
}

/** As much of a body as text as comes until it passes `limit` bytes, and whether there was more. */
export async function readStart(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    text += decoder.decode(chunk, { stream: true })
    // Leaving the loop ends the connection.
    if (size > limit) return { text, isCut: true }
  }
  return { text: text + decoder.decode(), isCut: false }
}
