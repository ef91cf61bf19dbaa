import type { Plugin } from 'vite'
import { createBackendMiddleware } from '../../supabase/local/vite-plugin.ts'
import { startLocalSupabase } from './start.ts'

/** `serve-site.ts` finds the plugin by this name. */
export const pluginName = 'real-services'

/** Serves the real services on the origin of the built site, instead of the embedded backend. */
export async function realServices(
  url: string,
  {
    confirmations = false,
    hasGoogle,
  }: { confirmations?: boolean | undefined; hasGoogle?: boolean | undefined } = {},
): Promise<Plugin> {
  const backend = await startLocalSupabase({
    url,
    confirmations,
    hasGoogle,
    isDirectoryLive: process.env['VITE_DIRECTORY'] === 'live',
  })
  return {
    name: pluginName,
    api: { backend: () => backend },
    configurePreviewServer(server) {
      server.middlewares.use(createBackendMiddleware(backend.listener))
      server.httpServer.once('close', () => void backend.stop())
    },
  }
}
