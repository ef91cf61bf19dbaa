import { resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

const tag = '<script src="/src/before-app.ts"></script>'

/** Inlines src/before-app.ts into index.html: fetching it would delay the first paint. */
export function inlineBeforeApp(): Plugin {
  let config: ResolvedConfig | undefined
  return {
    name: 'inline-before-app',
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
async function bundle({ root, mode, define }: ResolvedConfig): Promise<string> {
  const input = resolve(root, 'src/before-app.ts')
  const result = await build({
    configFile: false,
    root,
    mode,
    define,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  if (Array.isArray(result) || !('output' in result))
    throw new Error(`${input} has no single output`)
  return result.output[0].code.trim()
}
