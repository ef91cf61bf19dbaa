/* What the prerendered pages change in the HTML that Vite builds. All are pure functions of text. */

/**
 * Puts a rendered page into the template. The title and the description, which React renders where
 * they stand, go into the head, and into what a shared link shows of the page.
 */
export function fillIn(template: string, path: string, rendered: string): string {
  const [titleTag = '', title] = /<title>(.*?)<\/title>/.exec(rendered) ?? []
  const [descriptionTag = '', description] =
    /<meta name="description" content="(.*?)"\/>/.exec(rendered) ?? []
  const body = rendered.replace(titleTag, '').replace(descriptionTag, '')
  return template
    .replace('<div id="root"></div>', () => `<div id="root" data-path="${path}">${body}</div>`)
    .replace(/<title>.*<\/title>/, (plain) =>
      [titleTag || plain, descriptionTag].filter(Boolean).join('\n    '),
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
