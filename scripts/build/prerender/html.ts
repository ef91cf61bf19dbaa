import type { Page } from '../../../src/app/pages.ts'
import type { FirstCommunity, FirstPage } from '../../../src/features/directory/directory-cache.ts'

/* Pure functions that turn the HTML from Vite into the HTML of a prerendered page. */

/** Elements that React renders inside the page and that belong in the head. */
const headTags =
  /<title>.*?<\/title>|<meta name="(?:description|robots)" content="[^"]*"\/>|<link rel="(?:preload|canonical|alternate)" [^>]*\/>/g

/**
 * Inserts a rendered page into the template, below the element that the app renders into. Its head elements move to the head; its title and
 * description also become those of the link preview.
 */
export function insertPage(template: string, rendered: string): string {
  const [titleTag = '', title] = /<title>(.*?)<\/title>/.exec(rendered) ?? []
  const [, description] = /<meta name="description" content="(.*?)"\/>/.exec(rendered) ?? []
  const others = [...rendered.matchAll(headTags)].map(([tag]) => tag)
  const body = rendered.replaceAll(headTags, '')
  return template
    .replace('<div id="root"></div>', (root) => `${root}<div id="static">${body}</div>`)
    .replace(/<title>.*<\/title>/, (plain) =>
      [titleTag || plain, ...others.filter((tag) => tag !== titleTag)].join('\n    '),
    )
    .replace(/(<meta\s+property="og:title"\s+content=)"[^"]*"/, (plain, start: string) =>
      title ? `${start}"${title}"` : plain,
    )
    .replace(/(<meta\s+property="og:description"\s+content=)"[^"]*"/, (plain, start: string) =>
      description ? `${start}"${description}"` : plain,
    )
}

/**
 * Inlines the style sheet: it is small, and nothing is painted before it arrives.
 *
 * @param styles the style sheets of the build by their file names
 */
export function inlineStyles(html: string, styles: ReadonlyMap<string, string>): string {
  return html.replace(
    /<link rel="stylesheet" crossorigin href="\/([^"]*)">/g,
    (link, name: string) => {
      const style = styles.get(name)
      return style === undefined ? link : `<style>${style.trim()}</style>`
    },
  )
}

/**
 * Makes the browser load files that the app imports first, together with the app.
 *
 * @param preloads their paths, relative to the root of the site
 */
export function addPreloads(html: string, preloads: readonly string[]): string {
  const tags = preloads
    .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
    .filter((tag) => !html.includes(tag))
  return tags.length > 0 ? addToHead(html, ...tags) : html
}

const scriptTag = /\s*<script type="module" crossorigin src="\/([^"]*)"><\/script>/
const preloadTags = /\s*<link rel="modulepreload" crossorigin href="[^"]*">/g

/**
 * Lets the browser paint the page before the app starts. Moves the app's script, and links that preload its files, into a
 * template above src/app/static/inline-script.ts, which inserts them.
 */
export function deferApp(html: string): string {
  const [script = '', entry = ''] = scriptTag.exec(html) ?? []
  const all = addPreloads(html, [entry])
  // The entry first: it starts while the other files are still arriving.
  const preloads = [...all.matchAll(preloadTags)]
    .map(([tag]) => tag.trim())
    .toSorted((one, other) => Number(other.includes(entry)) - Number(one.includes(entry)))
  const tags = [...preloads, script.trim()]
  return all
    .replace(scriptTag, '')
    .replaceAll(preloadTags, '')
    .replace('<script>', () => `<template id="app">${tags.join('')}</template>\n    <script>`)
}

/**
 * Writes for which URL the page was built: `src/lib/prerendered.ts` reads it.
 *
 * @param query of the URL, if the content of the page depends on it
 */
export function markPrerendered(
  html: string,
  { path, query }: Pick<Page & { path: string }, 'path' | 'query'>,
): string {
  const url =
    query === undefined
      ? `data-path="${path}"`
      : `data-path="${path}" data-query="${escapeAttribute(query)}"`
  return html.replace('<html', () => `<html ${url}`)
}

/** The image of a link preview. */
export interface PreviewImage {
  url: string
  /** In pixels, if known. */
  size?: { width: number; height: number } | undefined
  alt: string
}

/** Replaces the image of the link preview. */
export function setPreviewImage(html: string, { url, size, alt }: PreviewImage): string {
  const values = {
    'og:image': url,
    'og:image:width': size?.width,
    'og:image:height': size?.height,
    'og:image:alt': alt,
  }
  const tags = Object.entries(values).flatMap(([property, value]) =>
    value === undefined
      ? []
      : [`<meta property="${property}" content="${escapeAttribute(String(value))}" />`],
  )
  return html
    .replaceAll(/\s*<meta property="og:image:[^>]*>/g, '')
    .replace(/<meta property="og:image"[^>]*>/, () => tags.join('\n    '))
}

/**
 * Adds the URL of the page and makes the preview image's absolute, as link previews require.
 *
 * @param path null for a page that hosts send for several URLs
 * @param siteUrl where the site is deployed; without it, the page does not change
 */
export function addSiteUrl(html: string, path: string | null, siteUrl: string | undefined): string {
  if (!siteUrl) return html
  return html.replace(
    /<meta property="og:image" content="([^"]*)"/,
    (_tag, image: string) =>
      (path ? `<meta property="og:url" content="${new URL(path, siteUrl).href}" />\n    ` : '') +
      `<meta property="og:image" content="${new URL(image, siteUrl).href}"`,
  )
}

/**
 * Keeps narrow screens from loading the font of headings until the app enables it (src/ui/display-font.ts): on a slow phone,
 * it would delay the first rows of a page that the app renders. Headings have their fallback font until then.
 */
export const deferFont = (html: string): string =>
  html
    .replace('<link rel="preload" as="font"', (tag) => `${tag} media="${wideScreen}"`)
    .replace('<style id="display-font"', (tag) => `${tag} media="${wideScreen}"`)

const wideScreen = '(min-width: 64rem)'

/** Makes the browser connect to the project while it loads the scripts that call it. */
export function addPreconnect(html: string, supabaseUrl: string | undefined): string {
  if (!supabaseUrl) return html
  return addToHead(
    html,
    `<link rel="preconnect" crossorigin href="${new URL(supabaseUrl).origin}">`,
  )
}

const addToHead = (html: string, ...tags: string[]) =>
  html.replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)

/** Embeds the data of the page for the app (src/features/directory/directory-cache.ts). */
export const embedData = (
  html: string,
  data: { 'first-page': FirstPage } | { 'first-community': FirstCommunity },
): string =>
  Object.entries(data).reduce(
    (page, [id, value]) => addScript(page, `type="application/json" id="${id}"`, value),
    html,
  )

/** Describes the page to search engines (src/features/directory/structured-data.ts). */
export const addStructuredData = (html: string, description: object): string =>
  addScript(html, 'type="application/ld+json"', description)

/** Adds a script element with JSON that cannot close it. */
function addScript(html: string, attributes: string, value: object): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return html.replace('</body>', () => `  <script ${attributes}>${json}</script>\n  </body>`)
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The most URLs that search engines accept in one file. */
const maxSitemapUrls = 50_000

/**
 * Returns the sitemap by file name: one file, or an index of several.
 *
 * @param size the number of URLs in each file
 */
export function renderSitemaps(
  paths: readonly string[],
  siteUrl: string,
  size = maxSitemapUrls,
): Map<string, string> {
  if (paths.length <= size) return new Map([['sitemap.xml', renderUrls('url', paths, siteUrl)]])
  const parts = new Map<string, string>()
  for (let start = 0; start < paths.length; start += size) {
    const urls = renderUrls('url', paths.slice(start, start + size), siteUrl)
    parts.set(`sitemap-${parts.size + 1}.xml`, urls)
  }
  return new Map([['sitemap.xml', renderUrls('sitemap', [...parts.keys()], siteUrl)], ...parts])
}

function renderUrls(element: 'url' | 'sitemap', paths: readonly string[], siteUrl: string): string {
  const entries = paths.map((path) => {
    const url = new URL(path, siteUrl).href.replaceAll('&', '&amp;')
    return `  <${element}><loc>${url}</loc></${element}>`
  })
  const root = element === 'url' ? 'urlset' : 'sitemapindex'
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}

/** Returns a robots.txt that excludes the pages behind sign-in. */
export function renderRobots(
  pages: readonly Pick<Page & { path: string }, 'path' | 'access'>[],
  sitemapUrl: string | undefined,
): string {
  const disallowed = pages
    .filter(({ access }) => access !== 'everyone')
    .map(({ path }) => `Disallow: ${path}\n`)
  return `User-agent: *\n${disallowed.join('')}${sitemapUrl ? `\nSitemap: ${sitemapUrl}\n` : ''}`
}
