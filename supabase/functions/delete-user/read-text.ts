import { Refusal } from '../_shared/http.ts'

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
