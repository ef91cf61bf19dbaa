import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Builds and serves another checkout of this repository in its own process, with its own backend.
 *
 * @param folder the checkout, with its packages installed
 */
export async function serveCheckout(folder: string, port: number, isLive: boolean) {
  const start = isLive
    ? `(await import('./scripts/bench/web/full-directory.ts')).serveFullDirectory(${port})`
    : `(await import('./tooling/site/serve-site.ts')).serveFreshSite(${port})`
  const program = `await ${start}; console.info('ready')`
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const hasEnded = once(server, 'exit').then(() => {
    throw new Error(`${folder} cannot be served`)
  })
  await Promise.race([once(server.stdout, 'data'), hasEnded])
  hasEnded.catch(() => undefined)
  return { url: `http://localhost:${port}`, close: async () => void server.kill() }
}
