import { describe, expect, test } from 'vitest'
import {
  addPreconnect,
  addPreloads,
  addStructuredData,
  deferApp,
  embedData,
  inlineStyles,
  insertPage,
  renderRobots,
  renderSitemaps,
  setPreviewImage,
} from '../../scripts/build/prerender/html.ts'
import { toCounts } from '../../src/features/directory/directory-queries.ts'

const template = `<html lang="en">
  <head>
    <title>Waypost</title>
    <meta property="og:title" content="Waypost" />
    <meta
      property="og:description"
      content="A directory."
    />
    <script>theme()</script>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="stylesheet" crossorigin href="/assets/index.css">
  </head>
  <body><div id="root"></div></body>`

const rendered =
  '<title>Privacy · Waypost</title><meta name="description" content="What we keep."/><main>$1 for $& or $$</main>'

describe('a page', () => {
  const others =
    '<link rel="preload" as="image" href="/a.jpg"/><link rel="canonical" href="/b"/><meta name="robots" content="noindex"/>'
  const page = insertPage(template, others + rendered)

  test('is inserted unchanged below the root, without what belongs in the head', () => {
    expect(page).toContain(
      '<div id="root"></div><div id="static"><main>$1 for $& or $$</main></div>',
    )
    const [head = ''] = page.split('</head>')
    for (const part of ['What we keep.', 'href="/a.jpg"', 'href="/b"', 'content="noindex"']) {
      expect(head).toContain(part)
    }
  })

  test('inlines only the style sheets of this build', () => {
    const styles = new Map([['assets/index.css', 'a{color:red}\n']])
    expect(inlineStyles(template, styles)).toContain('<style>a{color:red}</style>')
    expect(inlineStyles(template, new Map())).toBe(template)
  })

  test('connects to a hosted project, not to the embedded backend', () => {
    const link = '<link rel="preconnect" crossorigin href="https://ref.supabase.co">'
    expect(addPreconnect('<head></head>', 'https://ref.supabase.co/')).toContain(link)
    expect(addPreconnect('<head></head>', '')).toBe('<head></head>')
  })
})

test('the app, and one preload of each of its files, are in a template above the inline script', () => {
  const page = deferApp(addPreloads(template, ['assets/react.js', 'assets/HomeScreen.js']))
  const deferred = `<template id="app">${[
    '<link rel="modulepreload" crossorigin href="/assets/index.js">',
    '<link rel="modulepreload" crossorigin href="/assets/react.js">',
    '<link rel="modulepreload" crossorigin href="/assets/HomeScreen.js">',
    '<script type="module" crossorigin src="/assets/index.js"></script>',
  ].join('')}</template>`
  expect(page).toContain(deferred)
  expect(page.replace(deferred, '')).not.toMatch(/modulepreload|type="module"/)
  expect(page.indexOf(deferred)).toBeLessThan(page.indexOf('<script>theme()</script>'))
})

describe('the link preview', () => {
  const page = `<head>
    <meta property="og:image" content="/og.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:alt" content="A waypost" />
  </head>`

  test('gets another image, with its size if that is known', () => {
    const image = { url: 'https://images.example.com/a.jpg?w=1&h=2', alt: 'The "$&" crew' }
    expect(setPreviewImage(page, image)).not.toMatch(/og:image:(width|height)/)
    const size = { width: 720, height: 480 }
    expect(setPreviewImage(page, { ...image, size })).toBe(`<head>
    <meta property="og:image" content="https://images.example.com/a.jpg?w=1&amp;h=2" />
    <meta property="og:image:width" content="720" />
    <meta property="og:image:height" content="480" />
    <meta property="og:image:alt" content="The &quot;$&amp;&quot; crew" />
  </head>`)
  })
})

describe('the sitemap', () => {
  const site = 'https://app.example.com'

  test('lists absolute URLs and escapes them', () => {
    const files = renderSitemaps(['/', '/communities?q=1&place=Bali'], site)
    expect([...files.keys()]).toEqual(['sitemap.xml'])
    expect(files.get('sitemap.xml')).toContain(`<loc>${site}/communities?q=1&amp;place=Bali</loc>`)
  })

  test('is an index of several files if there are too many URLs for one', () => {
    const files = renderSitemaps(['/a', '/b', '/c'], site, 2)
    expect([...files.keys()]).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'])
    expect(files.get('sitemap.xml')).toContain(
      `<sitemap><loc>${site}/sitemap-2.xml</loc></sitemap>`,
    )
    expect(files.get('sitemap-2.xml')).toContain(`<url><loc>${site}/c</loc></url>`)
  })
})

test('renderRobots excludes the pages behind sign-in and names the sitemap', () => {
  const pages = [
    { path: '/', access: 'everyone' },
    { path: '/profile', access: 'users' },
    { path: '/admin', access: 'admins' },
  ] as const
  const robots = 'User-agent: *\nDisallow: /profile\nDisallow: /admin\n'
  expect(renderRobots(pages, undefined)).toBe(robots)
  expect(renderRobots(pages, 'https://app.example.com/sitemap.xml')).toBe(
    `${robots}\nSitemap: https://app.example.com/sitemap.xml\n`,
  )
})

test('data for the app and for search engines cannot close its script element', () => {
  const description = { name: '</script><script>alert(1)</script><!--', summary: '$& road' }
  const page = addStructuredData('<body></body>', description)
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page) ?? []
  expect(JSON.parse(json)).toEqual(description)

  const data = { communities: [], hasMore: false, counts: { ...toCounts(null), description } }
  const embedded = embedData('<body></body>', { 'first-page': data })
  const [, first = ''] = /<script [^>]* id="first-page">([^<]*)<\/script>/.exec(embedded) ?? []
  expect(JSON.parse(first)).toEqual(data)
})
