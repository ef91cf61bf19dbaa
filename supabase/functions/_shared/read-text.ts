import { Refusal } from './http.ts'

/** An id, as every table has it. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The body of a request as text, given up as soon as it passes `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) throw new Refusal(400, 'The request is too long.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
