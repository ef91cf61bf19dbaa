/*
 * Renders every page to an HTML file, so that visitors, search engines and link previews see it before
 * any script has run, and a static host needs no rules: it responds to unknown paths with 404.html. With a rule, it
 * responds to communities newer than the build with community.html.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rollup } from 'vite'
import { listPages, type Page } from '../../../src/app/pages.ts'
import type * as Renderer from '../../../src/app/static/prerender.tsx'
import { newCommunity } from '../hosts/rules.ts'
import { worldOutline } from '../world-outline.ts'
import { writeCommunityPages } from './communities.ts'
import {
  addPreconnect,
  addPreloads,
  addSiteUrl,
  addStructuredData,
  deferApp,
  deferFont,
  embedData,
  inlineStyles,
  insertPage,
  markPrerendered,
  renderRobots,
  renderSitemaps,
} from './html.ts'
import { openProject, type Project } from './project.ts'

/** The page of a community, which is not in the table of pages. */
export const communityPage = {
  screen: 'CommunitiesScreen',
  parts: ['CommunityPage'],
  access: 'everyone',
} as const

export function prerenderedPages(): Plugin {
  let root = ''
  let folder = ''
  let env: Record<string, string | undefined> = {}
  let warn = (_message: string): void => undefined
  return {
    name: 'prerendered-pages',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
      env = config.env
      warn = (message) => config.logger.warn(`\n${message}\n`)
    },
    generateBundle(_options, bundle) {
      // Every page inlines the styles, so the chunks do not need to load them.
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.viteMetadata?.importedCss.clear()
    },
    async writeBundle(_options, bundle) {
      const { VITE_SITE_URL: siteUrl, VITE_SUPABASE_URL: supabaseUrl } = env
      const isLive = env['VITE_DIRECTORY'] === 'live'
      const pages = listPages({ isLive })
      const built = readFileSync(join(folder, 'index.html'), 'utf8')
      const template = inlineStyles(built, readStyles(bundle))
      writeFileSync(join(folder, '404.html'), built)
      if (isLive) {
        const shell = deferFont(addPreloads(template, listPreloads(communityPage, bundle)))
        writeFileSync(join(folder, newCommunity.file), addSiteUrl(shell, null, siteUrl))
      }

      const reportUnreadable = (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        // Uploading this build would remove the pages of all communities.
        if (supabaseUrl) throw new Error(`The directory could not be read: ${reason}`)
        warn(
          `The directory could not be read, so its pages are built without communities: ${reason}`,
        )
        return undefined
      }
      const project = isLive ? await openProject(root, env).catch(reportUnreadable) : undefined
      const renderer = await loadRenderer(root, project)
      const firstPages = await (project && renderer.readFirstPages().catch(reportUnreadable))

      const writePage = async (page: (typeof pages)[number]) => {
        let html = insertPage(template, await renderer.renderPage(page.path))
        html = deferApp(addPreloads(html, listPreloads(page, bundle)))
        // The other pages depend on the session.
        if (page.access === 'everyone') html = markPrerendered(html, page)
        if (page.access !== 'everyone' || page.query !== undefined) html = deferFont(html)
        html = addSiteUrl(html, page.path, siteUrl)
        const firstPage = firstPages?.get(page.path)
        if (firstPage && project) {
          html = addStructuredData(html, renderer.describeList(firstPage.communities))
          html = project.useSiteOrigin(embedData(html, { 'first-page': firstPage }))
        }
        if (firstPage || page.access !== 'everyone') html = addPreconnect(html, supabaseUrl)
        writeFileSync(join(folder, `${page.path.slice(1) || 'index'}.html`), html)
      }
      await Promise.all(pages.map(writePage))
      const communityPaths =
        firstPages &&
        project &&
        (await writeCommunityPages({
          folder,
          template: makeCommunityTemplate(template, bundle, supabaseUrl),
          renderer,
          project,
          siteUrl,
          warn,
        }))
      await project?.close()

      const sitemapUrl = communityPaths && siteUrl && new URL('/sitemap.xml', siteUrl).href
      writeFileSync(join(folder, 'robots.txt'), renderRobots(pages, sitemapUrl))
      if (communityPaths && siteUrl) {
        const indexed = pages.filter(({ isIndexed }) => isIndexed).map(({ path }) => path)
        for (const [name, xml] of renderSitemaps([...indexed, ...communityPaths], siteUrl))
          writeFileSync(join(folder, name), xml)
      }
    },
  }
}

/** Returns the page of a community without its content. */
function makeCommunityTemplate(
  template: string,
  bundle: Rollup.OutputBundle,
  supabaseUrl: string | undefined,
): string {
  const preloads = listPreloads(communityPage, bundle)
  return addPreconnect(deferApp(addPreloads(template, preloads)), supabaseUrl)
}

/** Builds the app for Node and imports it. The build is in node_modules, so that Node resolves its imports. */
async function loadRenderer(root: string, project: Project | undefined): Promise<typeof Renderer> {
  // A new folder each time, because Node caches modules by their URL.
  const outDir = mkdtempSync(join(root, 'node_modules', '.prerender-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react(), worldOutline()],
      ...(project && {
        define: {
          'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(project.url),
          'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(project.key),
        },
      }),
      build: {
        ssr: 'src/app/static/prerender.tsx',
        outDir,
        emptyOutDir: true,
        copyPublicDir: false,
        // One file, so that the folder can be deleted before the pages are rendered.
        rolldownOptions: { output: { codeSplitting: false } },
      },
    })
    return await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

function readStyles(bundle: Rollup.OutputBundle): Map<string, string> {
  const assets = Object.values(bundle).filter((output) => output.type === 'asset')
  return new Map(assets.map(({ fileName, source }) => [fileName, String(source)]))
}

/** Returns the chunks that a page imports after the app's entry, with their own imports. */
function listPreloads(
  { screen, parts = [], access }: Pick<Page, 'screen' | 'parts' | 'access'>,
  bundle: Rollup.OutputBundle,
): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk' || chunk.isEntry) return
    files.add(name)
    for (const imported of chunk.imports) add(imported)
  }
  const modules = [
    ...(access === 'everyone'
      ? []
      : ['app/guards.tsx', 'session/user-cache.ts', 'supabase/client.ts']),
    ...(access === 'admins' ? ['app/admin-guard.tsx'] : []),
    ...[screen, ...parts].map((name) => `${name}.tsx`),
  ]
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (output) =>
        output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/${module}`)),
    )
    if (!chunk) throw new Error(`The build has no chunk with ${module}`)
    add(chunk.fileName)
  }
  return [...files]
}
