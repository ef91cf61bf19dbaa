import type { Plugin } from 'vite'
import { forBackend } from '../../supabase/local/vite-plugin.ts'
import { startLocalSupabase } from './start.ts'

/** The name under which `serve-site.ts` finds it. */
export const pluginName = 'real-services'

/** Serves the real services on the origin of the built site, where the embedded backend would be. */
export async function realServices(url: string): Promise<Plugin> {
  const backend = await startLocalSupabase({
    url,
    isDirectoryLive: process.env['VITE_DIRECTORY'] === 'live',
  })
  return {
    name: pluginName,
    api: { backend: () => backend },
    configurePreviewServer(server) {
      server.middlewares.use(forBackend(backend.listener))
      server.httpServer.once('close', () => void backend.stop())
    },
  }
}
