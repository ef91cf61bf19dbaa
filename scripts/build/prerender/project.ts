import { localPublishableKey } from '../../../supabase/local/data-folder.ts'
import { dataFolder } from '../../../supabase/local/private-data.ts'

/** The project whose directory the build reads. */
export interface Project {
  url: string
  key: string
  /** Images of the embedded backend are on the app's own origin, whichever that will be. */
  onOwnOrigin: (html: string) => string
  close: () => Promise<void>
}

/**
 * The hosted project; or the embedded backend with what it keeps, which runs for as long as it is read.
 *
 * @throws StartupError when the embedded one does not start, for example beside a dev server
 */
export async function openProject(
  root: string,
  env: Record<string, string | undefined>,
): Promise<Project> {
  const url = env['VITE_SUPABASE_URL']
  if (url) {
    const key = env['VITE_SUPABASE_PUBLISHABLE_KEY'] ?? ''
    return { url, key, onOwnOrigin: (html) => html, close: async () => {} }
  }
  const { startLocalSupabase } = await import('../../../supabase/local/start.ts')
  const backend = await startLocalSupabase({
    dataFolder: dataFolder(root),
    isDirectoryLive: true,
  })
  return {
    url: backend.url,
    key: localPublishableKey,
    onOwnOrigin: (html) => html.replaceAll(`${backend.url}/storage/`, '/storage/'),
    close: backend.stop,
  }
}
