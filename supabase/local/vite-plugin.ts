import type { RequestListener } from 'node:http'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { loadEnv, normalizePath, resolveConfig } from 'vite'
import { getDataFolder, localPublishableKey, StartupError } from './data-folder.ts'
import type { LocalSupabase } from './start.ts'

interface Shared {
  backend?: Promise<LocalSupabase> | undefined
  users: number
}

declare global {
  var localSupabaseShared: Shared | undefined
}

/**
 * Shared by all servers of this process. Kept on globalThis, because a restarted server loads this file again and
 * starts before the old one ends.
 */
const shared = (globalThis.localSupabaseShared ??= { users: 0 })

/**
 * Serves the embedded backend on the app's own origin, in development and in preview, unless `VITE_SUPABASE_URL` names
 * a project. Keeps data in `.supabase` or in the folder `LOCAL_SUPABASE_DATA`; `memory` keeps nothing.
 */
export function localSupabase(): Plugin {
  let isHosted = false
  let isDirectoryLive = false

  async function serve(server: ViteDevServer | PreviewServer, port: number) {
    if (isHosted) return
    const url = `http://localhost:${port}`
    const backend = await start(url, server.config.root, isDirectoryLive)
    server.middlewares.use(createBackendMiddleware(backend.listener))
    server.httpServer?.once('close', () => void stop())
    server.httpServer?.once('listening', () => {
      // After Vite's own banner.
      setImmediate(() => server.config.logger.info(formatBanner(url)))
    })
  }

  return {
    name: 'local-supabase',
    // For tests that inspect the backend.
    api: { backend: () => shared.backend },
    async config(config, { mode }) {
      const root = config.root ?? process.cwd()
      const env = loadEnv(mode, root, 'VITE_')
      isHosted = Boolean(env['VITE_SUPABASE_URL'])
      isDirectoryLive = env['VITE_DIRECTORY'] === 'live'
      return {
        server: { fs: { deny: await listDeniedFiles(root) } },
        ...(!isHosted && {
          define: {
            'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(localPublishableKey),
          },
        }),
      }
    },
    configureServer: (server) => serve(server, server.config.server.port),
    configurePreviewServer: (server) => serve(server, server.config.preview.port),
  }
}

/** Secret files of any data folder, which may be that of another run. */
const secretFiles = ['secrets.json', '.env*', '**/database/{base,global,pg_*}/**']

/**
 * Returns the patterns of files that the dev server never serves. The data folder holds the secret key, and any page on
 * localhost may read the responses of a dev server.
 */
async function listDeniedFiles(root: string): Promise<string[]> {
  // Setting the list replaces Vite's default, so include that.
  const { server } = await resolveConfig({ configFile: false, root }, 'serve')
  const folders = ['**/.supabase', normalizePath(getDataFolder(root) ?? '.supabase')]
  return [
    ...server.fs.deny,
    ...secretFiles,
    ...folders.flatMap((folder) => [folder, `${folder}/**`]),
  ]
}

async function start(url: string, root: string, isDirectoryLive: boolean): Promise<LocalSupabase> {
  shared.users += 1
  shared.backend ??= import('./start.ts').then(({ startLocalSupabase }) => {
    return startLocalSupabase({
      url,
      dataFolder: getDataFolder(root),
      onEmail: ({ to, subject, text }) => console.info(`\n  Email to ${to}: ${subject}\n${text}\n`),
    })
  })
  try {
    const backend = await shared.backend
    // Needed for a running backend, too: a changed .env.local restarts only the Vite server.
    const { setDirectoryLive } = await import('./database.ts')
    await setDirectoryLive(backend.connection, isDirectoryLive)
    return backend
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
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

/** Passes requests for the backend to its listener, and all others to the next handler. */
export function createBackendMiddleware(listener: RequestListener): Connect.NextHandleFunction {
  const path = /^\/(auth|rest|storage|functions)\/v1(\/|\?|$)/
  return (request, response, next) => {
    if (path.test(request.url ?? '')) listener(request, response)
    else next()
  }
}

function formatBanner(url: string): string {
  return `
  Ready ${process.uptime().toFixed(1)} s after the start: ${url}

  Demo sign-ins, password travel-together:
    admin   admin@example.com
    owners  amara@example.com, luca@example.com, mei@example.com
`
}
