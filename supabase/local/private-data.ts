import { realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StartProblem } from './data-folder.ts'
import { type Plugin, type ResolvedConfig, normalizePath, resolveConfig } from 'vite'

const defaultFolder = '.supabase'

/** Where the embedded backend keeps its data, or undefined to keep it in memory. */
export function dataFolder(projectFolder: string): string | undefined {
  const data = process.env['LOCAL_SUPABASE_DATA'] ?? defaultFolder
  return data === 'memory' ? undefined : resolve(projectFolder, data)
}

/**
 * Keeps Vite from serving the data folder: it holds the key to every account, and any page on localhost
 * may read the responses of a dev server. The default folder may be left over from an earlier run.
 *
 * @param projectFolder the folder of the project, where it is not the one that is served
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
      // A list of ours replaces Vite's own, so that one has to be in it.
      const { server } = await resolveConfig({ configFile: false, root }, command)
      return { server: { fs: { deny: [...server.fs.deny, ...folders.flatMap(patternsFor)] } } }
    },
    configResolved(config) {
      const problem = problemWithPlace(dataFolder(projectFolder ?? config.root), config)
      if (problem) throw new StartProblem(problem)
    },
  }
}

/** Matches a folder and everything in it, under each of the folder's names. */
function patternsFor(folder: string): string[] {
  return [...new Set([folder, realPath(folder)])].flatMap((path) => {
    const literal = normalizePath(path).replace(/[\\!()*+?@[\]{}|,^$]/g, '\\$&')
    return [literal, `${literal}/**`]
  })
}

/** What is in a public folder is copied into the site, and served without a look at any list. */
function problemWithPlace(folder: string | undefined, config: ResolvedConfig): string | null {
  if (folder === undefined) return null
  const published = [config.publicDir, resolve(config.root, config.build.outDir)]
  const parent = published.find((one) => one !== '' && isInside(folder, one))
  if (parent) return `LOCAL_SUPABASE_DATA must not be in ${parent}: what is in there is published.`
  return isInside(config.root, folder)
    ? `LOCAL_SUPABASE_DATA must be a folder of its own: ${folder} holds the project.`
    : null
}

const isInside = (path: string, parent: string) =>
  (realPath(path) + sep).startsWith(realPath(parent) + sep)

/** The path without symbolic links, also of a folder that is still to be made. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), path.slice(parent.length))
  }
}
