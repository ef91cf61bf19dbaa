/*
 * Writes a file for every route, so that a reader, a search engine and the preview of a shared link
 * see the page before any script has run, and a static host needs no rules: an unknown path gets
 * 404.html, with that status.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type * as Renderer from '../../src/prerender.tsx'
import { build, type Plugin, type Rollup } from 'vite'
import { atAddress, connectedTo, fillIn, inlineStyles, paintFirst } from './html.ts'

interface Page {
  path: string
  file: string
  /** What the page loads once it has been painted: all at once instead of one by one. */
  parts: string[]
}

const home = ['src/routes/home/HomeScreen.tsx']
const business = ['src/routes/business-partnership/BusinessPartnershipScreen.tsx']
const privacy = ['src/routes/privacy/PrivacyScreen.tsx']
const sessionTools = 'src/session/session-tools.ts'
const signedIn = [sessionTools, 'src/frame/AccountMenu.tsx', 'src/session/guards.tsx']
const profile = [...signedIn, 'src/routes/profile/ProfileScreen.tsx']
const admin = [...signedIn, 'src/routes/admin/AdminScreen.tsx']

const pages: Page[] = [
  { path: '/', file: 'index.html', parts: home },
  { path: '/communities', file: 'communities.html', parts: home },
  {
    path: '/business-partnership',
    file: 'business-partnership.html',
    parts: business,
  },
  { path: '/privacy', file: 'privacy.html', parts: privacy },
  { path: '/profile', file: 'profile.html', parts: profile },
  { path: '/admin', file: 'admin.html', parts: admin },
]

export function prerenderedPages(): Plugin {
  let root = ''
  let folder = ''
  let siteUrl: string | undefined
  let supabaseUrl: string | undefined
  return {
    name: 'prerendered-pages',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
      siteUrl = config.env['VITE_SITE_URL']
      supabaseUrl = config.env['VITE_SUPABASE_URL']
    },
    generateBundle(_options, bundle) {
      // The styles are all in the page: a part that is loaded later must not ask for them again.
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.viteMetadata?.importedCss.clear()
    },
    async writeBundle(_options, bundle) {
      const built = readFileSync(join(folder, 'index.html'), 'utf8')
      writeFileSync(join(folder, '404.html'), built)
      const template = inlineStyles(built, stylesOf(bundle))
      await withRenderer(root, async (renderPage) => {
        const writing = pages.map(async ({ path, file, parts }) => {
          const links = filesOf(parts, root, bundle)
          const filled = paintFirst(fillIn(template, path, await renderPage(path)), links)
          const page = atAddress(filled, path, siteUrl)
          const asksAtOnce = parts.includes(sessionTools)
          writeFileSync(join(folder, file), asksAtOnce ? connectedTo(page, supabaseUrl) : page)
        })
        await Promise.all(writing)
      })
    },
    configurePreviewServer({ middlewares }) {
      return () =>
        middlewares.use((request, response, next) => {
          if (request.url?.endsWith('.html') || !request.headers.accept?.includes('text/html')) {
            next()
            return
          }
          response.statusCode = 404
          response.setHeader('Content-Type', 'text/html')
          response.end(readFileSync(join(folder, '404.html')))
        })
    },
  }
}

/** Builds the app once more, for Node; within the project, because packages are found from there. */
async function withRenderer(
  root: string,
  write: (renderPage: (path: string) => Promise<string>) => Promise<void>,
) {
  const outDir = join(root, 'node_modules', `.prerender-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react()],
      build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
    })
    const module: typeof Renderer = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    await write(module.renderPage)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

function stylesOf(bundle: Rollup.OutputBundle): Map<string, string> {
  const assets = Object.values(bundle).filter((output) => output.type === 'asset')
  return new Map(assets.map(({ fileName, source }) => [fileName, String(source)]))
}

/** The scripts that some modules are in, and those they need. */
function filesOf(parts: string[], root: string, bundle: Rollup.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const needed of chunk.imports) add(needed)
  }
  for (const part of parts) {
    const module = resolve(root, part)
    const chunk = Object.values(bundle).find(
      (output) => output.type === 'chunk' && output.moduleIds.includes(module),
    )
    if (!chunk) throw new Error(`No chunk holds ${part}`)
    add(chunk.fileName)
  }
  return [...files]
}
