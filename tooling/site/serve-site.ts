import { type Plugin, preview } from 'vite'
import { isOnRealServices } from '../real-services/environment.ts'
import { pluginName, realServices } from '../real-services/vite-plugin.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { buildLiveSite, buildSite, liveSiteFolder, siteFolder } from './build-site.ts'

interface Options {
  /** The build with the directory open, and a backend that lets visitors read it. */
  isLive?: boolean
  /** The folder of the backend; in memory unless told. */
  data?: string
  /** What a test needs the server to do besides. */
  plugins?: Plugin[]
}

/**
 * Serves the production build with an embedded backend of its own, as `npm run preview`; or, in
 * a run on them, with the real services.
 */
export async function serveSite(
  port: number,
  { isLive, data = 'memory', plugins: ownPlugins = [] }: Options = {},
) {
  process.env['LOCAL_SUPABASE_DATA'] = data
  process.env['VITE_DIRECTORY'] = isLive ? 'live' : ''
  // Otherwise Vite ends with its standard input, which is closed where nobody sits at a terminal.
  process.env['CI'] ??= 'true'
  const url = `http://localhost:${port}`
  const plugins = [...ownPlugins, ...(isOnRealServices ? [await realServices(url)] : [])]
  // With the address of a project, the embedded backend stays away.
  if (isOnRealServices) process.env['VITE_SUPABASE_URL'] = url
  const server = await preview({
    plugins,
    logLevel: 'error',
    build: { outDir: isLive ? liveSiteFolder : siteFolder },
    preview: { port, strictPort: true },
  })
  const backend: LocalSupabase = await server.config.plugins
    .find(({ name }) => name === (isOnRealServices ? pluginName : 'local-supabase'))
    ?.api.backend()
  return { url, backend, close: () => server.close() }
}

/** Builds the app as it is now and serves that, for what measures it. */
export async function serveFreshSite(port: number, { isLive = false, data = 'memory' } = {}) {
  await (isLive ? buildLiveSite(data) : buildSite())
  return serveSite(port, { isLive, data })
}
