import type { Plugin } from 'vite'

/**
 * Leaves out of the build what no page uses. react-router offers its production files to Node alone,
 * and its components are made by calls that a bundler must keep unless it is told that they do
 * nothing else.
 */
export function leanBuild(): Plugin {
  return {
    name: 'lean-build',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // Every browser that runs the app preloads modules by itself.
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: [frame, forms, query] } } },
      },
    }),
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
  }
}

/** What every page loads: in one file it compresses better than in five. */
const frame = {
  name: 'frame',
  test: /vite\/preload-helper|node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|lucide-react\/dist\/esm\/\w+\.mjs|src\/ui\/(cx|buttonClass|Button|Skeleton|Spinner)\./,
}

/** What most screens with a form load. */
const forms = {
  name: 'forms',
  test: /src\/ui\/(Card|Field|Notice|TextField)\.|icons\/(arrow-left|circle-check|circle-exclamation-point|info|triangle-exclamation-point)\./,
}

/** The cache of loaded data, for every signed-in screen. */
const query = { name: 'query', test: /node_modules\/@tanstack\// }
