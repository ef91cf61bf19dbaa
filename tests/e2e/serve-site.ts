import { type Plugin, preview } from 'vite'
import { isOnRealServices } from '../real/embedded-only.ts'
import { pluginName, realServices } from '../real/vite-plugin.ts'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import buildSite, { siteFolder } from './build-site.ts'

/**
 * Serves the production build with an embedded backend of its own, in memory, as `npm run preview`; or, in
 * a run on them, with the real services.
 *
 * @param ownPlugins what a test needs the server to do besides
 */
export async function serveSite(port: number, ownPlugins: Plugin[] = []) {
  process.env['LOCAL_SUPABASE_DATA'] = 'memory'
  // Otherwise Vite ends with its standard input, which is closed where nobody sits at a terminal.
  process.env['CI'] ??= 'true'
  const url = `http://localhost:${port}`
  const plugins = [...ownPlugins, ...(isOnRealServices ? [await realServices(url)] : [])]
  // With the address of a project, the embedded backend stays away.
  if (isOnRealServices) process.env['VITE_SUPABASE_URL'] = url
  const server = await preview({
    plugins,
    logLevel: 'error',
    build: { outDir: siteFolder },
    preview: { port, strictPort: true },
  })
  const backend: LocalSupabase = await server.config.plugins
    .find(({ name }) => name === (isOnRealServices ? pluginName : 'local-supabase'))
    ?.api.backend()
  return { url, backend, close: () => server.close() }
}

/** Builds the app as it is now and serves that, for what measures it. */
export async function serveFreshSite(port: number) {
  await buildSite()
  return serveSite(port)
}
