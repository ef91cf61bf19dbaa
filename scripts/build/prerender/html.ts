import type { FirstPage } from '../../../src/routes/directory/first-page.ts'

/* What the prerendered pages change in the HTML that Vite builds. All are pure functions of text. */

/** What React renders where it stands, or before everything else, and what belongs into the head. */
const headTags =
  /<title>.*?<\/title>|<meta name="(?:description|robots)" content="[^"]*"\/>|<link rel="preload" [^>]*\/>/g

/**
 * Puts a rendered page into the template. Its title, its description and what else belongs there go into
 * the head; the first two also into what a shared link shows of the page.
 */
export function fillIn(template: string, path: string, rendered: string): string {
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
 * The style sheet as part of the page: nothing can be painted before it, and it is small.
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
 * Leaves it to the script in the head of index.html to start the app, once the page has been painted:
 * it can be read, and its links work, without.
 *
 * @param parts files that the app will ask for next, relative to the root of the site
 */
export function paintFirst(html: string, parts: string[]): string {
  const links = /\s*<link rel="modulepreload" crossorigin href="([^"]*)">/g
  const entry = /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/
  const files = [
    entry.exec(html)?.[1] ?? '',
    ...[...html.matchAll(links)].map(([, href = '']) => href),
    ...parts.map((name) => `/${name}`),
  ]
  return html
    .replace(entry, '')
    .replaceAll(links, '')
    .replace('<script>', `<script data-app="${[...new Set(files)].join(' ')}">`)
}

/**
 * Full addresses where a bare path is not understood: previews of shared links ask for the image by
 * its address, and one page may be reached in several ways.
 *
 * @param siteUrl where people open the app; without it the page stays as it is
 */
export function atAddress(html: string, path: string, siteUrl: string | undefined): string {
  if (!siteUrl) return html
  const address = new URL(path, siteUrl).href
  const tags = [
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:url" content="${address}">`,
  ]
  return html
    .replaceAll('content="/og.png"', `content="${new URL('/og.png', siteUrl).href}"`)
    .replace('</head>', `  ${tags.join('\n    ')}\n  </head>`)
}

/** Has the browser connect to the project while the scripts that will ask it are on their way. */
export function connectedTo(html: string, supabaseUrl: string | undefined): string {
  if (!supabaseUrl) return html
  const link = `<link rel="preconnect" crossorigin href="${new URL(supabaseUrl).origin}">`
  return html.replace('</head>', `  ${link}\n  </head>`)
}

/**
 * What the page shows of the directory, once more: for the app, which takes the page over with it
 * (src/routes/directory/first-page.ts), and as a list for search engines. Neither is a script to a browser.
 *
 * @param siteUrl where people open the app; without it the addresses are relative
 */
export function withDirectory(html: string, page: FirstPage, siteUrl: string | undefined): string {
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
    `<script type="application/json" id="first-page">${inScript(page)}</script>`,
    `<script type="application/ld+json">${inScript(list)}</script>`,
  ]
  return html.replace('</body>', () => `  ${elements.join('\n    ')}\n  </body>`)
}

/** JSON in which nothing ends the element that it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** What search engines are to visit. */
export function sitemap(paths: readonly string[], siteUrl: string): string {
  const entries = paths.map((path) => {
    const address = new URL(path, siteUrl).href.replaceAll('&', '&amp;')
    return `  <url><loc>${address}</loc></url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}
