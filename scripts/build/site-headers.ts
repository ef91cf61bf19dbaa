import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface HeaderRule {
  path: string
  headers: [name: string, value: string][]
}

/**
 * Fills the project's URL and the hash of the inline script into the built `_headers`. The preview
 * server also sends those headers, so that the browser enforces the same policy as in production.
 */
export function siteHeaders(): Plugin {
  let file = ''
  let supabase = ''
  return {
    name: 'site-headers',
    configResolved({ root, build, env }) {
      file = resolve(root, build.outDir, '_headers')
      supabase = String(env['VITE_SUPABASE_URL'] ?? '')
    },
    writeBundle() {
      const html = readFileSync(resolve(file, '../index.html'), 'utf8')
      writeFileSync(file, fillTemplate(readFileSync(file, 'utf8'), supabase, html))
    },
    configurePreviewServer({ middlewares }) {
      const rules = parseHeaders(readFileSync(file, 'utf8'))
      middlewares.use(({ url = '/' }, response, next) => {
        for (const { path, headers } of rules) {
          if (!matches(path, url)) continue
          for (const [name, value] of headers) response.setHeader(name, value)
        }
        next()
      })
    },
  }
}

/**
 * Returns the headers file for a project.
 *
 * @param supabaseUrl empty if the app's own origin serves the backend
 * @param html the built page: the policy allows its inline scripts, and no others
 */
export function fillTemplate(template: string, supabaseUrl: string, html: string): string {
  const origin = supabaseUrl && new URL(supabaseUrl).origin
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return template
    .split('\n')
    .map((line) =>
      line.startsWith('#')
        ? line
        : line
            .replaceAll(' {inline-scripts}', hashes.join(''))
            .replaceAll(' {supabase-realtime}', origin && ` ${origin.replace(/^http/, 'ws')}`)
            .replaceAll(' {supabase}', origin && ` ${origin}`),
    )
    .join('\n')
}

/** Parses the format of Netlify and Cloudflare Pages: each path, then its indented headers. */
export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!line.startsWith(' ')) {
      rules.push({ path: line.trim(), headers: [] })
      continue
    }
    const [name = '', ...value] = line.trim().split(': ')
    rules.at(-1)?.headers.push([name, value.join(': ')])
  }
  return rules
}

const matches = (path: string, url: string) =>
  path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path
