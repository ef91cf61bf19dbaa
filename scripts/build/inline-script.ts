import { resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

const file = 'src/app/static/inline-script.ts'
const tag = `<script src="/${file}"></script>`

/** In characters. Every page contains the script, and nothing is painted before it has run. */
const maxLength = 9700

/** Inlines src/app/static/inline-script.ts into index.html: fetching it would delay the first paint. */
export function inlineScript(): Plugin {
  let config: ResolvedConfig | undefined
  return {
    name: 'inline-script',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const code = config && (await bundle(config))
        return html.replace(tag, () => `<script>${code}</script>`)
      },
    },
  }
}

/** Returns a classic script: a module would run only after the page is parsed. */
async function bundle({ root, mode, define, isProduction }: ResolvedConfig): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    mode,
    define,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: resolve(root, file),
        output: { format: 'iife' },
        // Leaves out the data client and the cache, which the files of the queries import.
        treeshake: { moduleSideEffects: false },
      },
    },
  })
  if (Array.isArray(result) || !('output' in result))
    throw new Error(`${file} has no single output`)
  const code = result.output[0].code.trim()
  if (isProduction && code.length > maxLength) {
    throw new Error(
      `${file} has ${code.length} characters when built, at most ${maxLength} are allowed`,
    )
  }
  return code
}
