import { describe, expect, test } from 'vitest'
import {
  atAddress,
  connectedTo,
  fillIn,
  inlineStyles,
  paintFirst,
  sitemap,
  withDirectory,
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

describe('a rendered page in the template', () => {
  const page = fillIn(template, '/privacy', rendered)

  test('brings its own title and description, also for whoever shares it', () => {
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(page).toContain('<title>Privacy · Waypost</title>')
    expect(page).toContain('<meta name="description" content="What we keep."/>')
    expect(page).toContain('property="og:title" content="Privacy · Waypost"')
    expect(page).toMatch(/property="og:description"\s+content="What we keep."/)
    expect(page.indexOf('What we keep.')).toBeLessThan(page.indexOf('</head>'))
  })

  test('stands in the root as it was rendered, with the path it is of', () => {
    expect(page).toContain('<div id="root" data-path="/privacy"><main>$1 for $& or $$</main></div>')
  })

  test('takes along what else belongs into the head', () => {
    const others =
      '<link rel="preload" as="image" href="/a.jpg"/><meta name="robots" content="noindex"/>'
    const whole = fillIn(template, '/', `${others}${rendered}`)
    expect(whole.indexOf('href="/a.jpg"')).toBeLessThan(whole.indexOf('</head>'))
    expect(whole.indexOf('content="noindex"')).toBeLessThan(whole.indexOf('</head>'))
    expect(whole).toContain('data-path="/"><main>')
  })

  test('keeps the words of the template when it has none', () => {
    const plain = fillIn(template, '/profile', '<main></main>')
    expect(plain).toContain('<title>Waypost</title>')
    expect(plain).toContain('property="og:title" content="Waypost"')
  })
})

test('style sheets become part of the page, unless they are not of this build', () => {
  const styles = new Map([['assets/index.css', 'a{color:red}\n']])
  expect(inlineStyles(template, styles)).toContain('<style>a{color:red}</style>')
  expect(inlineStyles(template, new Map())).toBe(template)
})

test('no script competes with the first paint, and what the app needs is named', () => {
  const page = paintFirst(fillIn(template, '/', rendered), ['assets/HomeScreen.js'])
  expect(page).not.toContain('modulepreload')
  expect(page).not.toContain('type="module"')
  expect(page).toContain(
    '<script data-app="/assets/index.js /assets/react.js /assets/HomeScreen.js">theme()</script>',
  )
})

test('a page that knows its address has an image that other sites can load', () => {
  const page = '<head><meta property="og:image" content="/og.png" /></head>'
  const addressed = atAddress(page, '/privacy', 'https://app.example.com')
  expect(addressed).toContain('content="https://app.example.com/og.png"')
  expect(addressed).toContain('<link rel="canonical" href="https://app.example.com/privacy">')
  expect(atAddress(page, '/privacy', undefined)).toBe(page)
})

test('a page that asks the project at once connects to it early', () => {
  expect(connectedTo('<head></head>', 'https://ref.supabase.co/')).toContain(
    '<link rel="preconnect" crossorigin href="https://ref.supabase.co">',
  )
  expect(connectedTo('<head></head>', '')).toBe('<head></head>')
})

describe('a page of the directory', () => {
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
  const page = withDirectory(
    '<body></body>',
    { communities: [community], hasMore: false, counts: [] },
    'https://app.example.com',
  )
  const contentOf = (type: string): unknown =>
    JSON.parse(
      new RegExp(`<script type="application/${type}"[^>]*>(.*?)</script>`).exec(page)?.[1] ?? '',
    )

  test('holds what the app takes over, and nothing in it ends the element', () => {
    expect(contentOf('json')).toMatchObject({ communities: [community] })
  })

  test('holds the same as a list for search engines, with whole addresses', () => {
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

  test('stands in the sitemap', () => {
    expect(
      sitemap(['/', '/communities?community=1&place=Bali'], 'https://app.example.com'),
    ).toContain('<loc>https://app.example.com/communities?community=1&amp;place=Bali</loc>')
  })
})
