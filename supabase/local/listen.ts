import { type RequestListener, createServer } from 'node:http'

/** Opens a server on a free port. Its URL is available before `serve` sets the listener. */
export async function listen() {
  // Idle connections stay open. Otherwise, when a query has blocked this process for 5 s, it would close connections on
  // which requests are arriving.
  const server = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (listener: RequestListener) => server.on('request', listener),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
