/*
 * Writes a file for every route, so that a reader, a search engine and the preview of a shared link
 * see the page before any script has run, and a static host needs no rules: an unknown path gets
 * 404.html, with that status.
 */
import { mkdtempSync, appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type * as Renderer from '../../../src/prerender.tsx'
import { build, type Plugin, type Rollup } from 'vite'
import {
  atAddress,
  connectedTo,
  fillIn,
  inlineStyles,
  paintFirst,
  sitemap,
  withDirectory,
} from './html.ts'
import { openProject, type Project } from './project.ts'

interface Page {
  path: string
  file: string
  /** What the page loads once it has been painted: all at once instead of one by one. */
  parts: string[]
}

const home = ['src/routes/home/HomeScreen.tsx']
const directoryClient = 'src/supabase/directory-client.ts'
const liveHome = [directoryClient, 'src/routes/directory/DirectoryHome.tsx']
const liveCommunities = [directoryClient, 'src/routes/directory/CommunitiesScreen.tsx']
const business = ['src/routes/business-partnership/BusinessPartnershipScreen.tsx']
const privacy = ['src/routes/privacy/PrivacyScreen.tsx']
const sessionTools = 'src/session/session-tools.ts'
const signedIn = [sessionTools, 'src/session/guards.tsx']
const profile = [...signedIn, 'src/routes/profile/ProfileScreen.tsx']
const admin = [...signedIn, 'src/routes/admin/AdminScreen.tsx']

const pagesOf = (isDirectoryLive: boolean): Page[] => [
  { path: '/', file: 'index.html', parts: isDirectoryLive ? liveHome : home },
  {
    path: '/communities',
    file: 'communities.html',
    parts: isDirectoryLive ? liveCommunities : home,
  },
  {
    path: '/business-partnership',
    file: 'business-partnership.html',
    parts: business,
  },
  { path: '/privacy', file: 'privacy.html', parts: privacy },
  { path: '/profile', file: 'profile.html', parts: profile },
  { path: '/admin', file: 'admin.html', parts: admin },
]

/** As many communities as a sitemap names. A search engine finds the others from there. */
const mostInSitemap = 1000

export function prerenderedPages(): Plugin {
  let root = ''
  let folder = ''
  let env: Record<string, string | undefined> = {}
  let notRead = (_problem: unknown) => undefined
  return {
    name: 'prerendered-pages',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
      env = config.env
      notRead = (problem) => {
        const reason = problem instanceof Error ? problem.message : String(problem)
        config.logger.warn(
          `\nThe directory could not be read, so its pages are built without communities: ${reason}\n`,
        )
        return undefined
      }
    },
    generateBundle(_options, bundle) {
      // The styles are all in the page: a part that is loaded later must not ask for them again.
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.viteMetadata?.importedCss.clear()
    },
    async writeBundle(_options, bundle) {
      const { VITE_SITE_URL: siteUrl, VITE_SUPABASE_URL: supabaseUrl } = env
      const isDirectoryLive = env['VITE_DIRECTORY'] === 'live'
      const built = readFileSync(join(folder, 'index.html'), 'utf8')
      writeFileSync(join(folder, '404.html'), built)
      const template = inlineStyles(built, stylesOf(bundle))
      const pages = pagesOf(isDirectoryLive)
      const project = isDirectoryLive ? await openProject(root, env).catch(notRead) : undefined
      await withRenderer(root, project, async (renderer) => {
        const directory = project && (await readDirectory(renderer).catch(notRead))
        const writing = pages.map(async ({ path, file, parts }) => {
          const links = filesOf(parts, root, bundle)
          const filled = paintFirst(fillIn(template, path, await renderer.renderPage(path)), links)
          const page = atAddress(filled, path, siteUrl)
          const shown = directory?.pages.get(path)
          const whole =
            shown && project ? project.onOwnOrigin(withDirectory(page, shown, siteUrl)) : page
          const asksAtOnce = parts.includes(sessionTools) || parts.includes(directoryClient)
          writeFileSync(join(folder, file), asksAtOnce ? connectedTo(whole, supabaseUrl) : whole)
        })
        await Promise.all(writing)
        if (directory && siteUrl) inviteSearchEngines(folder, siteUrl, directory.addresses)
      })
      await project?.close()
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

/** What the pages show of the directory, and the addresses in it. */
async function readDirectory({ readFirstPages, readAddresses }: typeof Renderer) {
  const pages = new Map(Object.entries(await readFirstPages()))
  return { pages, addresses: await readAddresses(mostInSitemap) }
}

/** Writes the sitemap, and where it is. */
function inviteSearchEngines(folder: string, siteUrl: string, communities: string[]) {
  const paths = ['/', '/communities', '/business-partnership', '/privacy', ...communities]
  writeFileSync(join(folder, 'sitemap.xml'), sitemap(paths, siteUrl))
  const place = new URL('/sitemap.xml', siteUrl).href
  appendFileSync(join(folder, 'robots.txt'), `\nSitemap: ${place}\n`)
}

/**
 * Builds the app once more, for Node; within the project, because packages are found from there.
 *
 * @param project what the rendered app asks
 */
async function withRenderer(
  root: string,
  project: Project | undefined,
  write: (renderer: typeof Renderer) => Promise<void>,
) {
  // A new folder each time: of a second build in this process, Node would import the first once more.
  const outDir = mkdtempSync(join(root, 'node_modules', '.prerender-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react()],
      ...(project && {
        define: {
          'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(project.url),
          'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(project.key),
        },
      }),
      build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
    })
    const module: typeof Renderer = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    await write(module)
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
