import { preview } from 'vite'
import type { LocalSupabase } from '../../supabase/local/start.ts'

/**
 * Serves a production build with an embedded backend of its own, in memory, as `npm run preview`.
 *
 * @param folder where the build is
 */
export async function serveSite(port: number, folder = 'dist') {
  process.env['LOCAL_SUPABASE_DATA'] = 'memory'
  // Otherwise Vite ends with its standard input, which is closed where nobody sits at a terminal.
  process.env['CI'] ??= 'true'
  const server = await preview({
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port, strictPort: true },
  })
  const backend: LocalSupabase = await server.config.plugins
    .find(({ name }) => name === 'local-supabase')
    ?.api.backend()
  return { url: `http://localhost:${port}`, backend, close: () => server.close() }
}
