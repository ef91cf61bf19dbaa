import { describe, expect, test } from 'vitest'
import {
  addPreconnect,
  addSiteUrl,
  deferScripts,
  embedDirectory,
  inlineStyles,
  insertPage,
  renderRobots,
  renderSitemap,
} from '../../scripts/build/prerender/html.ts'

const template = `<head>
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

describe('insertPage', () => {
  const page = insertPage(template, '/privacy', rendered)

  test('sets the title and description, including those of the link preview', () => {
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(page).toContain('<title>Privacy · Waypost</title>')
    expect(page).toContain('<meta name="description" content="What we keep."/>')
    expect(page).toContain('property="og:title" content="Privacy · Waypost"')
    expect(page).toMatch(/property="og:description"\s+content="What we keep."/)
    expect(page.indexOf('What we keep.')).toBeLessThan(page.indexOf('</head>'))
  })

  test('inserts the page unchanged into the root, and adds its path', () => {
    expect(page).toContain('<div id="root" data-path="/privacy"><main>$1 for $& or $$</main></div>')
  })

  test('moves preloads and the robots tag to the head', () => {
    const others =
      '<link rel="preload" as="image" href="/a.jpg"/><meta name="robots" content="noindex"/>'
    const whole = insertPage(template, '/', `${others}${rendered}`)
    expect(whole.indexOf('href="/a.jpg"')).toBeLessThan(whole.indexOf('</head>'))
    expect(whole.indexOf('content="noindex"')).toBeLessThan(whole.indexOf('</head>'))
    expect(whole).toContain('data-path="/"><main>')
  })

  test('keeps the title of the template if the page has none', () => {
    const plain = insertPage(template, '/profile', '<main></main>')
    expect(plain).toContain('<title>Waypost</title>')
    expect(plain).toContain('property="og:title" content="Waypost"')
  })
})

test('inlineStyles inlines only the style sheets of this build', () => {
  const styles = new Map([['assets/index.css', 'a{color:red}\n']])
  expect(inlineStyles(template, styles)).toContain('<style>a{color:red}</style>')
  expect(inlineStyles(template, new Map())).toBe(template)
})

test('deferScripts moves every script of the app into the template, with the preloads', () => {
  const page = deferScripts(template, ['assets/react.js', 'assets/HomeScreen.js'])
  const deferred = `<template id="app-scripts">${[
    '<script type="module" crossorigin src="/assets/index.js"></script>',
    '<link rel="modulepreload" crossorigin href="/assets/react.js">',
    '<link rel="modulepreload" crossorigin href="/assets/HomeScreen.js">',
  ].join('')}</template>`
  expect(page).toContain(deferred)
  expect(page.replace(deferred, '')).not.toMatch(/modulepreload|type="module"/)
  expect(page).toContain('<script>theme()</script>')
})

test('addSiteUrl adds the canonical URL and makes the preview image absolute', () => {
  const page = '<head><meta property="og:image" content="/og.png" /></head>'
  const withUrl = addSiteUrl(page, '/privacy', 'https://app.example.com')
  expect(withUrl).toContain('content="https://app.example.com/og.png"')
  expect(withUrl).toContain('<link rel="canonical" href="https://app.example.com/privacy">')
  expect(addSiteUrl(page, '/privacy', undefined)).toBe(page)
})

test('addPreconnect connects to a hosted project, not to the embedded backend', () => {
  expect(addPreconnect('<head></head>', 'https://ref.supabase.co/')).toContain(
    '<link rel="preconnect" crossorigin href="https://ref.supabase.co">',
  )
  expect(addPreconnect('<head></head>', '')).toBe('<head></head>')
})

test('renderSitemap escapes the URLs', () => {
  expect(
    renderSitemap(['/', '/communities?community=1&place=Bali'], 'https://app.example.com'),
  ).toContain('<loc>https://app.example.com/communities?community=1&amp;place=Bali</loc>')
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

describe('embedDirectory', () => {
  const community = {
    id: '7d7f9b7e-0000-4000-8000-000000000000',
    name: '</script><script>alert(1)</script>',
    summary: 'Off the $& road',
    location: 'Rio de Janeiro',
    category: 'Sports',
    join_type: 'open',
    member_count: 1,
    image_url: '/a.jpg',
    listed_at: '2026-01-01',
    group_count: 0,
    link_checked_at: '2026-01-02',
  } as const
  const page = embedDirectory(
    '<body></body>',
    { communities: [community], hasMore: false, counts: [] },
    'https://app.example.com',
  )
  const contentOf = (type: string): unknown =>
    JSON.parse(
      new RegExp(`<script type="application/${type}"[^>]*>(.*?)</script>`).exec(page)?.[1] ?? '',
    )

  test('embeds the communities for the app, which cannot close the script element', () => {
    expect(contentOf('json')).toMatchObject({ communities: [community] })
  })

  test('lists them for search engines with absolute URLs', () => {
    expect(contentOf(String.raw`ld\+json`)).toMatchObject({
      itemListElement: [
        {
          position: 1,
          name: community.name,
          url: `https://app.example.com/communities?community=${community.id}&place=Rio+de+Janeiro`,
        },
      ],
    })
  })
})
