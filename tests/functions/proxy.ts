import { buffer } from 'node:stream/consumers'
import { listen } from '../../supabase/local/listen.ts'

export interface Faults {
  /** Returns the status of a request that must fail. */
  fail?: (path: string, method: string) => number | undefined
  /** Changes the body of a response. */
  change?: (path: string, answer: string) => string
}

/** Starts a proxy in front of a project that breaks requests or changes responses, as `faults` says at the time. */
export async function startProxy(projectUrl: string, faults: Faults) {
  const proxy = await listen()
  proxy.serve(async (request, response) => {
    const { url = '', method = '' } = request
    const body = await buffer(request)
    const status = faults.fail?.(url, method)
    if (status) return response.writeHead(status).end('{}')
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
        ? [[name, value] as const]
        : [],
    )
    const answer = await fetch(projectUrl + url, {
      method,
      headers: Object.fromEntries(headers),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? 'application/json'
    return response
      .writeHead(answer.status, { 'content-type': type })
      .end(faults.change?.(url, text) ?? text)
  })
  return proxy
}
