import { type OutgoingHttpHeaders, get } from 'node:http'

/** Requests a path without normalizing it, and sends a header with several values as several headers, unlike `fetch`. */
export function getRaw(
  origin: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    get({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    }).on('error', reject)
  })
}
