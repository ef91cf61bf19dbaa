import { type Plugin, preview } from 'vite'
import { isOnRealServices } from '../real-services/environment.ts'
import { pluginName, realServices } from '../real-services/vite-plugin.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { buildLiveSite, buildSite, liveSiteFolder, siteFolder } from './build-site.ts'

interface Options {
  /** Serves the build with the directory live, and a backend that lets visitors read it. */
  isLive?: boolean
  /** Folder of the backend; in memory by default. */
  data?: string
  /** Requires users to confirm their email address, as on hosted projects. Only on the real services. */
  confirmations?: boolean | undefined
  /** Whether users can sign in with Google, for which there is a stand-in. Only on the real services. */
  hasGoogle?: boolean | undefined
  /** Further plugins that a test needs. */
  plugins?: Plugin[]
}

/** Serves the production build with its own embedded backend, or with the real services in `npm run test:real`. */
export async function serveSite(
  port: number,
  { isLive, data = 'memory', confirmations, hasGoogle, plugins: ownPlugins = [] }: Options = {},
) {
  process.env['LOCAL_SUPABASE_DATA'] = data
  process.env['VITE_DIRECTORY'] = isLive ? 'live' : ''
  // Otherwise Vite exits when its standard input is closed, as it is without a terminal.
  process.env['CI'] ??= 'true'
  const url = `http://localhost:${port}`
  const plugins = isOnRealServices
    ? [...ownPlugins, await realServices(url, { confirmations, hasGoogle })]
    : ownPlugins
  // With the URL of a project, the embedded backend does not start.
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

/** Builds the current code and serves it. */
export async function serveFreshSite(port: number, { isLive = false, data = 'memory' } = {}) {
  await (isLive ? buildLiveSite(data) : buildSite())
  return serveSite(port, { isLive, data })
}
