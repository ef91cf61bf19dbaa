import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const tag = '<script src="/src/before-app.ts"></script>'

/** Inlines src/before-app.ts into index.html: fetching it would delay the first paint. */
export function inlineBeforeApp(): Plugin {
  let root = ''
  return {
    name: 'inline-before-app',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const code = await bundle(resolve(root, 'src/before-app.ts'))
        return html.replace(tag, () => `<script>${code}</script>`)
      },
    },
  }
}

/** Returns a classic script: a module would run only after the page is parsed. */
async function bundle(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  if (Array.isArray(result) || !('output' in result))
    throw new Error(`${input} has no single output`)
  return result.output[0].code.trim()
}
