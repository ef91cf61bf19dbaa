import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { loadEnv } from 'vite'
import { StartProblem } from './start-problem.ts'
import type { LocalSupabase } from './start.ts'

/** Shared by the servers of this process: on a restart the new server starts before the old one ends. */
const shared: { backend?: Promise<LocalSupabase> | undefined; users: number } = { users: 0 }

const publishableKey = 'sb_publishable_local_development_only'

/**
 * Serves the embedded backend on the app's own origin, in development and in preview. With
 * `VITE_SUPABASE_URL` set it does nothing: the app then runs on that project.
 *
 * Data is kept in `.supabase`, or where `LOCAL_SUPABASE_DATA` says; `memory` keeps nothing.
 */
export function localSupabase(): Plugin {
  const startedAt = Date.now()
  let isHosted = false

  async function serve(server: ViteDevServer | PreviewServer, port: number) {
    if (isHosted) return
    const url = `http://localhost:${port}`
    const backend = await start(url, server.config.root)
    server.middlewares.use(forBackend(backend.listener))
    server.httpServer?.once('close', () => void stop())
    server.httpServer?.once('listening', () => {
      // After the server's own banner.
      setImmediate(() => server.config.logger.info(banner(url, Date.now() - startedAt)))
    })
  }

  return {
    name: 'local-supabase',
    config(config, { mode }) {
      const root = config.root ?? process.cwd()
      isHosted = Boolean(loadEnv(mode, root, 'VITE_')['VITE_SUPABASE_URL'])
      if (isHosted) return undefined
      return {
        define: {
          'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(publishableKey),
        },
      }
    },
    configureServer: (server) => serve(server, server.config.server.port),
    configurePreviewServer: (server) => serve(server, server.config.preview.port),
  }
}

/** The running backend of this process, for tests that look behind the page. */
export function runningBackend(): Promise<LocalSupabase> | undefined {
  return shared.backend
}

async function start(url: string, root: string): Promise<LocalSupabase> {
  shared.users += 1
  shared.backend ??= import('./start.ts').then(({ startLocalSupabase }) => {
    const data = process.env['LOCAL_SUPABASE_DATA'] ?? '.supabase'
    return startLocalSupabase({
      url,
      dataFolder: data === 'memory' ? undefined : resolve(root, data),
      onRefusal: (line) => console.info(`  Database: ${line}`),
      onEmail: ({ to, subject, text }) => console.info(`\n  Email to ${to}: ${subject}\n${text}\n`),
    })
  })
  try {
    return await shared.backend
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    console.error(`\n  ${error.message}\n`)
    return process.exit(1)
  }
}

async function stop() {
  shared.users -= 1
  if (shared.users > 0) return
  const { backend } = shared
  shared.backend = undefined
  await backend?.then((running) => running.stop())
}

function forBackend(listener: RequestListener): Connect.NextHandleFunction {
  const path = /^\/(auth|rest|storage|functions)\/v1(\/|\?|$)/
  return (request, response, next) => {
    if (path.test(request.url ?? '')) listener(request, response)
    else next()
  }
}

function banner(url: string, milliseconds: number): string {
  return `
  Ready in ${(milliseconds / 1000).toFixed(1)} s: ${url}

  Demo sign-ins, password travel-together:
    admin   admin@example.com
    owners  amara@example.com, luca@example.com, mei@example.com
`
}
