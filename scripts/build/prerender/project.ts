import { getDataFolder, localPublishableKey } from '../../../supabase/local/data-folder.ts'

/** The project from which the build reads the directory. */
export interface Project {
  url: string
  key: string
  /** Makes the URLs of images in the embedded backend relative: it shares the site's origin. */
  useSiteOrigin: (text: string) => string
  close: () => Promise<void>
}

/**
 * Returns the hosted project, or starts the embedded backend until `close` is called.
 *
 * @throws StartupError if the embedded backend does not start, for example because a dev server uses it
 */
export async function openProject(
  root: string,
  env: Record<string, string | undefined>,
): Promise<Project> {
  const url = env['VITE_SUPABASE_URL']
  if (url) {
    const key = env['VITE_SUPABASE_PUBLISHABLE_KEY'] ?? ''
    return { url, key, useSiteOrigin: (text) => text, close: async () => {} }
  }
  const { startLocalSupabase } = await import('../../../supabase/local/start.ts')
  const backend = await startLocalSupabase({
    dataFolder: getDataFolder(root),
    isDirectoryLive: true,
  })
  return {
    url: backend.url,
    key: localPublishableKey,
    useSiteOrigin: (text) => text.replaceAll(`${backend.url}/storage/`, '/storage/'),
    close: backend.stop,
  }
}
