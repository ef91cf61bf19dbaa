import { realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { type Plugin, type ResolvedConfig, normalizePath, resolveConfig } from 'vite'
import { StartupError } from './data-folder.ts'

const defaultFolder = '.supabase'

/** Returns the folder for the data of the embedded backend, or undefined to keep it in memory. */
export function getDataFolder(projectFolder: string): string | undefined {
  const data = process.env['LOCAL_SUPABASE_DATA'] ?? defaultFolder
  return data === 'memory' ? undefined : resolve(projectFolder, data)
}

/**
 * Prevents Vite from serving the data folder. The folder holds the secret key, and any page on localhost may read the
 * responses of a dev server. Covers the default folder too, which may exist from an earlier run.
 *
 * @param projectFolder the folder of the project, if Vite's root is a different one
 */
export function privateData(projectFolder?: string): Plugin {
  const getFolders = (root: string) => {
    const project = projectFolder ?? root
    return [resolve(project, defaultFolder), getDataFolder(project) ?? []].flat()
  }
  return {
    name: 'private-data',
    async config({ root = process.cwd() }, { command }) {
      if (command === 'build') return undefined
      // Setting the list replaces Vite's default, so include that.
      const { server } = await resolveConfig({ configFile: false, root }, command)
      const patterns = getFolders(root).flatMap(getPatterns)
      return { server: { fs: { deny: [...server.fs.deny, ...patterns] } } }
    },
    configResolved(config) {
      const problem = findProblem(getDataFolder(projectFolder ?? config.root), config)
      if (problem) throw new StartupError(problem)
    },
    // The deny list does not resolve symbolic links.
    configureServer({ config: { root, publicDir }, middlewares }) {
      const folders = getFolders(root)
      middlewares.use((request, response, next) => {
        const files = getFiles(request.url ?? '/', root, publicDir)
        const isPrivate = files.some((file) => folders.some((folder) => isInside(file, folder)))
        if (isPrivate) response.writeHead(403).end()
        else next()
      })
    },
  }
}

/** Returns patterns for a folder and its contents, with and without symbolic links. */
function getPatterns(folder: string): string[] {
  return [...new Set([folder, realPath(folder)])].flatMap((path) => {
    const literal = normalizePath(path).replace(/[\\!()*+?@[\]{}|,^$]/g, '\\$&')
    return [literal, `${literal}/**`]
  })
}

/** Returns the files that Vite may serve for a URL: it also looks for `/@fs/` paths below its root. */
function getFiles(url: string, root: string, publicDir: string): string[] {
  let path = url.replace(/[?#].*/s, '')
  try {
    path = decodeURIComponent(path)
  } catch {
    // Vite does not decode it either.
  }
  const absolute = path.replace(/^\/@fs\//, '/')
  return [absolute, join(root, absolute), join(root, path), join(publicDir, path)]
}

/** Returns why the data folder cannot be used: the deny list does not protect files in a public folder. */
function findProblem(folder: string | undefined, config: ResolvedConfig): string | null {
  if (folder === undefined) return null
  const published = [config.publicDir, resolve(config.root, config.build.outDir)]
  const parent = published.find((one) => one !== '' && isInside(folder, one))
  if (parent) return `LOCAL_SUPABASE_DATA must not be in ${parent}: its files are published.`
  return isInside(config.root, folder)
    ? `LOCAL_SUPABASE_DATA must be a separate folder: ${folder} contains the project.`
    : null
}

const isInside = (path: string, parent: string) =>
  (realPath(path) + sep).startsWith(realPath(parent) + sep)

/** Resolves symbolic links, even in the path of a folder that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), path.slice(parent.length))
  }
}
