import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, parse } from 'node:path'
import type { Rolldown } from 'vite'
import { listPages } from '../../src/app/pages.ts'
import { communityPage } from './prerender/plugin.ts'

/** The components that each page loads first, and `main` for what all pages load later. */
const pages = [
  ...[...listPages({ isLive: false }), ...listPages({ isLive: true }), communityPage].map(
    ({ screen, parts = [], access }) => ({
      name: screen,
      isPublic: access === 'everyone',
      components: [screen, ...parts],
    }),
  ),
  { name: 'main', isPublic: true, components: ['main'] },
]

/**
 * Returns a function that names the file of a module that only protected pages load. Those of the same pages share a file:
 * over HTTP/1.1, each of many small files costs a round trip, and /admin would load more than forty.
 */
export function protectedChunks(sourceFolder: string): Rolldown.CodeSplittingNameFunction {
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  const idOf = (component: string) => {
    const path = paths.find((one) => parse(one).name === component)
    if (!path) throw new Error(`There is no ${component} in ${sourceFolder}`)
    return join(sourceFolder, path)
  }
  let names: Map<string, string> | undefined
  return (id, context) => {
    names ??= nameModules(idOf, context)
    return names.get(id) ?? null
  }
}

function nameModules(idOf: (component: string) => string, context: Rolldown.ChunkingContext) {
  const listIcons = createIconFinder()
  const roots = new Set(pages.flatMap(({ components }) => components.map(idOf)))

  /** Lists what components import, or may also load later; not other pages. */
  function listModules(components: string[], isLater: boolean): Set<string> {
    const modules = new Set(components.map(idOf))
    // A set also iterates over what is added meanwhile.
    for (const id of modules) {
      const {
        importedIds = [],
        dynamicallyImportedIds = [],
        code,
      } = context.getModuleInfo(id) ?? {}
      const later = isLater ? dynamicallyImportedIds.filter((one) => !roots.has(one)) : []
      for (const imported of [...importedIds, ...later])
        for (const module of listIcons(imported, code) ?? [imported]) modules.add(module)
    }
    return modules
  }

  const loads = pages.map((page) => ({
    ...page,
    first: listModules(page.components, false),
    everything: listModules(page.components, true),
  }))
  const names = new Map<string, string>()
  for (const { name, first } of loads) {
    for (const id of first) {
      const loading = loads.filter(({ everything }) => everything.has(id))
      if (loading.some(({ isPublic }) => isPublic)) continue
      if (loading.every((page) => page.name === name)) names.set(id, name)
      else if (loading.every((page) => page.first.has(id))) names.set(id, 'protected')
    }
  }
  return names
}

/**
 * Returns a function that lists the icons that a module names, if it imports the index of all icons; otherwise, it returns
 * undefined.
 */
function createIconFinder() {
  const folder = join(createRequire(import.meta.url).resolve('lucide-react'), '../../esm')
  const index = join(folder, 'lucide-react.mjs')
  const lines = readFileSync(index, 'utf8').matchAll(/export \{(.*)\} from '(\.\/icons\/.*)'/g)
  const files = new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(folder, file)]),
    ),
  )
  return (id: string, code?: string | null) => {
    if (id !== index) return undefined
    const [, names = ''] = /import \{([^}]+)\} from "lucide-react"/.exec(code ?? '') ?? []
    return [...names.matchAll(/(\w+)( as \w+)?/g)].flatMap(([, name = '']) => files.get(name) ?? [])
  }
}
