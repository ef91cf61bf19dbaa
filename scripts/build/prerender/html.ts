import type { Page } from '../../../src/pages.ts'
import type { FirstPage } from '../../../src/routes/directory/directory-queries.ts'

/* Pure functions that turn the HTML from Vite into that of a prerendered page. */

/** Elements that React renders inside the page and that belong in the head. */
const headTags =
  /<title>.*?<\/title>|<meta name="(?:description|robots)" content="[^"]*"\/>|<link rel="preload" [^>]*\/>/g

/**
 * Inserts a rendered page into the template. Its head elements move to the head; its title and
 * description also become those of the link preview.
 */
export function insertPage(template: string, path: string, rendered: string): string {
  const [titleTag = '', title] = /<title>(.*?)<\/title>/.exec(rendered) ?? []
  const [, description] = /<meta name="description" content="(.*?)"\/>/.exec(rendered) ?? []
  const others = [...rendered.matchAll(headTags)].map(([tag]) => tag)
  const body = rendered.replaceAll(headTags, '')
  return template
    .replace('<div id="root"></div>', () => `<div id="root" data-path="${path}">${body}</div>`)
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
 * Moves the app's scripts into a template, from which src/before-app.ts starts them after the first
 * paint: the page is readable, and its links work, without them.
 *
 * @param preloads files that the app imports first, relative to the root of the site
 */
export function deferScripts(html: string, preloads: string[]): string {
  const scripts =
    /\s*(?:<script type="module" crossorigin src="[^"]*"><\/script>|<link rel="modulepreload" crossorigin href="[^"]*">)/g
  const tags = new Set([
    ...[...html.matchAll(scripts)].map(([tag]) => tag.trim()),
    ...preloads.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ])
  return addToHead(
    html.replaceAll(scripts, ''),
    `<template id="app-scripts">${[...tags].join('')}</template>`,
  )
}

/**
 * Adds the canonical URL and makes the URL of the preview image absolute, as link previews require.
 *
 * @param siteUrl where the site is deployed; without it, the page does not change
 */
export function addSiteUrl(html: string, path: string, siteUrl: string | undefined): string {
  if (!siteUrl) return html
  const url = new URL(path, siteUrl).href
  return addToHead(
    html.replaceAll('content="/og.png"', `content="${new URL('/og.png', siteUrl).href}"`),
    `<link rel="canonical" href="${url}">`,
    `<meta property="og:url" content="${url}">`,
  )
}

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

/**
 * Embeds the communities on the page as data for the app, which hydrates the page with them
 * (src/routes/directory/directory-queries.ts), and as an ItemList for search engines.
 *
 * @param siteUrl where the site is deployed; without it, the URLs are relative
 */
export function embedDirectory(html: string, page: FirstPage, siteUrl: string | undefined): string {
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: page.communities.map(({ id, name, location }, index) => {
      const path = `/communities?${new URLSearchParams({ community: id, place: location })}`
      return {
        '@type': 'ListItem',
        position: index + 1,
        name,
        url: siteUrl ? new URL(path, siteUrl).href : path,
      }
    }),
  }
  const elements = [
    `<script type="application/json" id="first-page">${toScriptJson(page)}</script>`,
    `<script type="application/ld+json">${toScriptJson(list)}</script>`,
  ]
  return html.replace('</body>', () => `  ${elements.join('\n    ')}\n  </body>`)
}

/** Returns JSON that cannot close the script element around it. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

export function renderSitemap(paths: readonly string[], siteUrl: string): string {
  const entries = paths.map((path) => {
    const url = new URL(path, siteUrl).href.replaceAll('&', '&amp;')
    return `  <url><loc>${url}</loc></url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
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
