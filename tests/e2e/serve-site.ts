import { preview } from 'vite'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import buildSite, { siteFolder } from './build-site.ts'

/** Serves the production build with an embedded backend of its own, in memory, as `npm run preview`. */
export async function serveSite(port: number) {
  process.env['LOCAL_SUPABASE_DATA'] = 'memory'
  // Otherwise Vite ends with its standard input, which is closed where nobody sits at a terminal.
  process.env['CI'] ??= 'true'
  const server = await preview({
    logLevel: 'error',
    build: { outDir: siteFolder },
    preview: { port, strictPort: true },
  })
  const backend: LocalSupabase = await server.config.plugins
    .find(({ name }) => name === 'local-supabase')
    ?.api.backend()
  return { url: `http://localhost:${port}`, backend, close: () => server.close() }
}

/** Builds the app as it is now and serves that, for what measures it. */
export async function serveFreshSite(port: number) {
  await buildSite()
  return serveSite(port)
}
