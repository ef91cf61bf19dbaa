import { realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StartupError } from './data-folder.ts'
import { type Plugin, type ResolvedConfig, normalizePath, resolveConfig } from 'vite'

const defaultFolder = '.supabase'

/** Returns the folder for the data of the embedded backend, or undefined to keep it in memory. */
export function dataFolder(projectFolder: string): string | undefined {
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
  return {
    name: 'private-data',
    async config({ root = process.cwd() }, { command }) {
      if (command === 'build') return undefined
      const project = projectFolder ?? root
      const folders = [resolve(project, defaultFolder), dataFolder(project)].filter(
        (folder) => folder !== undefined,
      )
      // Setting the list replaces Vite's default, so include that.
      const { server } = await resolveConfig({ configFile: false, root }, command)
      return { server: { fs: { deny: [...server.fs.deny, ...folders.flatMap(getPatterns)] } } }
    },
    configResolved(config) {
      const problem = findProblem(dataFolder(projectFolder ?? config.root), config)
      if (problem) throw new StartupError(problem)
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

/** Files in a public folder are published whatever the deny list contains. */
function findProblem(folder: string | undefined, config: ResolvedConfig): string | null {
  if (folder === undefined) return null
  const published = [config.publicDir, resolve(config.root, config.build.outDir)]
  const parent = published.find((one) => one !== '' && isInside(folder, one))
  if (parent) return `LOCAL_SUPABASE_DATA must not be in ${parent}: its files are published.`
  return isInside(config.root, folder)
    ? `LOCAL_SUPABASE_DATA must be a folder of its own: ${folder} holds the project.`
    : null
}

const isInside = (path: string, parent: string) =>
  (realPath(path) + sep).startsWith(realPath(parent) + sep)

/** Resolves symbolic links, also for a folder that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), path.slice(parent.length))
  }
}
