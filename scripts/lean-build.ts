import { dirname, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/**
 * Makes what a visitor loads small. react-router offers its production files to Node alone, and its
 * components are made by calls that a bundler must keep unless it is told that they do nothing else.
 * And what is always loaded together is in one file: it compresses better, and a slow connection
 * waits once.
 */
export function leanBuild(): Plugin {
  let root = ''
  let fileOf: (id: string) => (typeof shared)[number] | null = () => null

  return {
    name: 'lean-build',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    config: () => ({
      build: {
        // Every browser that runs the app preloads modules by itself.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: shared.map((name, index) => ({
                name,
                test: (id: string) => fileOf(id) === name,
                // A group takes along what its modules import, unless that is in one before it.
                priority: shared.length - index,
              })),
            },
          },
        },
      },
    }),
    configResolved(config) {
      root = config.root
    },
    async resolveId(source, importer, options) {
      if (!/^react-router(\/|$)/.test(source)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
    },
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replaceAll(/\b(React\d*\.(?:forwardRef|createContext))\(/g, '/* @__PURE__ */ $1(')
          .replaceAll(/^\w+\.displayName = .*;$/gm, ''),
        map: null,
      }),
    },
    buildEnd() {
      fileOf = divide((paths) => needed(paths, root, (id) => this.getModuleInfo(id)))
    },
  }
}

/** The files that several pages share, each of which needs those before it at most. */
const shared = ['frame', 'app', 'forms', 'signed-in', 'data', 'communities'] as const

type Needs = (paths: string[]) => Set<string>

/** Which of the files that several pages share a module is in; null for what one page alone loads. */
function divide(needs: Needs): (id: string) => (typeof shared)[number] | null {
  const always = needs(['src/main.tsx'])
  const signedIn = needs(['src/routes/signed-in.ts'])
  if ([...signedIn].some((id) => id.endsWith('/src/supabase/client.ts')))
    throw new Error('The guards must not import the data client')
  const session = needs(['src/session/session-tools.ts', 'src/routes/AccountOfUser.tsx'])
  const profile = needs(['src/routes/profile/ProfileScreen.tsx'])
  const admin = needs(['src/routes/admin/AdminScreen.tsx'])
  const business = needs(['src/routes/business-partnership/BusinessPartnershipScreen.tsx'])

  return (id) => {
    if (id.includes('/lucide-react/') && !id.includes('/icons/')) return 'frame'
    if (always.has(id)) return id.includes('/node_modules/') ? 'frame' : 'app'
    if (business.has(id)) {
      const isShared = profile.has(id) || admin.has(id) || id.includes('/src/ui/')
      return isShared ? 'forms' : null
    }
    // Apart from the data client, which reads the address as soon as it is there: a guarded page
    // must not make one before the session asks for it.
    if (signedIn.has(id)) return 'signed-in'
    if (session.has(id) || (profile.has(id) && admin.has(id))) return 'data'
    // What the profile shares with dialogs elsewhere would be a file each.
    return profile.has(id) && !id.includes('/src/routes/profile/') ? 'communities' : null
  }
}

/** Modules with all that they import, except what they load on demand. */
function needed(
  paths: string[],
  root: string,
  getModuleInfo: (id: string) => Rollup.ModuleInfo | null,
): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    const module = getModuleInfo(id)
    for (const imported of module?.importedIds ?? []) {
      // It names every icon there is.
      if (imported.endsWith('/lucide-react.mjs')) {
        const files = iconFiles(module?.code ?? '', getModuleInfo(imported)?.code ?? '')
        for (const file of files) add(resolve(dirname(imported), file))
      } else add(imported)
    }
  }
  for (const path of paths) add(resolve(root, path))
  return found
}

/** Where the icons are that some code imports, as the index of the library names them. */
function iconFiles(code: string, index: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => {
      const [icon = ''] = name.trim().split(/\s/)
      const file = icon && new RegExp(`\\bas ${icon}\\b.*from '(.*)'`).exec(index)?.[1]
      return file ? [file] : []
    }),
  )
}
