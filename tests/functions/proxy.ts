import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { listen } from '../../supabase/local/listen.ts'

export interface Proxy {
  url: string
  close(): Promise<void>
}

interface Faults {
  /** Returns the status of a request that must fail. */
  fail?: (path: string, method: string) => number | undefined
  /** Changes the body of a response. */
  change?: (path: string, answer: string) => string
}

/** Starts a proxy in front of the project that breaks requests or changes responses. */
export async function startProxy({ fail, change }: Faults): Promise<Proxy> {
  const proxy = await listen()
  proxy.serve(async (request, response) => {
    const { url = '', method = '' } = request
    const body = await buffer(request)
    const status = fail?.(url, method)
    if (status) return response.writeHead(status).end('{}')
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
        ? [[name, value] as const]
        : [],
    )
    const answer = await fetch(inject('supabaseUrl') + url, {
      method,
      headers: Object.fromEntries(headers),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? 'application/json'
    return response
      .writeHead(answer.status, { 'content-type': type })
      .end(change ? change(url, text) : text)
  })
  return proxy
}
