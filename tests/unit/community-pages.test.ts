import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPageLimit, writeCommunityPages } from '../../scripts/build/prerender/communities.ts'
import { getPreviewImage } from '../../scripts/build/prerender/preview-image.ts'
import type { PublicCommunity } from '../../src/features/directory/directory-queries.ts'
import { getCommunityPath } from '../../src/features/community/community-path.ts'
import { getCommunityUrl } from '../../src/features/directory/directory-view.ts'
import { renderFeeds } from '../../src/features/directory/feeds.ts'
import { describeCommunity } from '../../src/features/directory/structured-data.ts'
import { listen } from '../../supabase/local/listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'community-pages-'))
const photo = readFileSync('tests/fixtures/phone-photo.jpg')
const ranges: (string | undefined)[] = []
const server = await listen()
server.serve(({ url, headers }, response) => {
  ranges.push(headers.range)
  if (url === '/photo.jpg') response.end(photo)
  else response.writeHead(404).end('Not found')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  return server.close()
})

const makeCommunity = (id: string): PublicCommunity => ({
  id,
  name: 'Reef & Co',
  summary: 'Off the road',
  description: 'Off the road and back',
  host_name: '',
  host_intro: '',
  location: 'Koh Phangan',
  country: 'Thailand',
  category: 'Sports',
  join_type: 'open',
  languages: ['en'],
  member_count: 1284,
  joins: 50,
  joins_this_month: 20,
  is_active: true,
  is_verified: true,
  image_url: 'https://images.unsplash.com/photo-1',
  approval_date: '2026-01-01',
  groups: [],
  link_checked_at: '2026-01-02',
  rank: null,
})
const good = makeCommunity('7d7f9b7e-0000-4000-8000-00000000000a')
const broken = makeCommunity('7d7f9b7e-0000-4000-8000-00000000000b')

const template = `<html lang="en"><head>
  <title>Waypost</title>
  <meta property="og:title" content="Waypost" />
  <meta property="og:image" content="/og.png" />
</head><body><div id="root"></div></body></html>`

test('search engines are not told a member count that nobody has verified', () => {
  expect(JSON.stringify(describeCommunity(good))).not.toContain(String(good.member_count))
})

test('each community has a page with its URL, image and data, or a warning', async () => {
  const warnings: string[] = []
  const paths = await writeCommunityPages({
    folder,
    template,
    renderer: {
      describeCommunity,
      getCommunityPath,
      getCommunityUrl,
      readCommunities: async () => [good, broken],
      readOthers: async () => ({ communities: [], hasMore: false }),
      renderFeeds,
      renderCommunity: async ({ community }) => {
        if (community.id === broken.id) throw new AggregateError([new Error('No image')])
        return '<title>Reef &amp; Co</title><main></main>'
      },
    },
    project: { useSiteOrigin: (text) => text },
    siteUrl: 'https://app.example.com',
    warn: (message) => warnings.push(message),
  })
  expect(paths).toEqual([getCommunityPath(good.id)])
  const html = readFileSync(join(folder, 'communities', good.id, 'index.html'), 'utf8')
  expect(html).toContain(
    `<html data-path="/communities" data-query="?community=${good.id}&amp;place=Koh+Phangan"`,
  )
  expect(html).toContain('content="https://images.unsplash.com/photo-1?w=1200&amp;h=630')
  expect(html).toContain('property="og:image:alt" content="Image of Reef &amp; Co"')
  expect(html).toContain(`<script type="application/json" id="first-community">`)

  expect(warnings).toEqual([
    `${getCommunityPath(broken.id)} is left out, because it could not be rendered: No image`,
  ])
  expect(existsSync(join(folder, 'communities', broken.id))).toBe(false)
  const feed = readFileSync(join(folder, 'places/koh-phangan/feed.xml'), 'utf8')
  expect(feed).toContain(good.id)
  expect(feed).not.toContain(broken.id)
})

const site = 'https://app.example.com'

test('a feed has the newest communities, with links to their pages and ids that never change', () => {
  const older = Array.from({ length: 60 }, (_, index) => ({
    ...makeCommunity(`7d7f9b7e-0000-4000-8000-0000000001${index + 10}`),
    approval_date: `2025-01-01T00:00:${(index % 50) + 10}+00:00`,
  }))
  const newest = { ...good, location: 'Łódź', approval_date: '2026-02-01T10:00:00.5+02:00' }
  const feeds = renderFeeds([...older, newest], site)
  const names = ['/communities/feed.xml', '/places/lodz/feed.xml', '/places/koh-phangan/feed.xml']
  expect([...feeds.keys()]).toEqual(names)
  const [all = '', place = ''] = feeds.values()
  expect(all.match(/<entry>/g)).toHaveLength(50)
  expect(all.indexOf('<entry>')).toBeLessThan(all.indexOf(newest.id))
  expect(all.split('</entry>')[0]).toContain(newest.id)
  for (const part of [
    '<id>tag:app.example.com,2026:/places/lodz/feed.xml</id>',
    `<id>urn:uuid:${newest.id}</id>`,
    `<link rel="alternate" type="text/html" href="${site}/communities/${newest.id}/" />`,
    '<updated>2026-02-01T08:00:00.500Z</updated>',
  ])
    expect(place).toContain(part)
})

test('the date of a feed does not go back when its newest community is removed', () => {
  const newest = { ...good, id: broken.id, approval_date: '2026-02-01T10:00:00+00:00' }
  const [before, after] = [[newest, good], [good]].map((communities) => {
    const [feed = ''] = renderFeeds(communities, site).values()
    return Date.parse(/<updated>(.*)<\/updated>/.exec(feed)?.[1] ?? '')
  })
  expect(after).toBeGreaterThanOrEqual(before ?? Number.NaN)
})

test('no text of a community or a place can break out of its element in a feed', () => {
  const attack = `]]></title><script>"'&\u0000\u001B\uD800\uFFFF../..`
  const escaped = ']]&gt;&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;../..'
  const texts = { name: attack, summary: attack, location: attack, country: attack }
  const feeds = renderFeeds([{ ...good, ...texts }], site)
  expect([...feeds.keys()][1]).toBe('/places/title-script/feed.xml')
  const [all = '', place = ''] = feeds.values()
  expect(all).toContain(`<title>${escaped}</title>`)
  expect(all).toContain(`<summary>${escaped}, ${escaped}: ${escaped}</summary>`)
  expect(place).toContain(`<title>Communities in ${escaped} · Waypost</title>`)
  expect(place.match(/<script|\]\]>|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g)).toBeNull()
})

const readSize = async (image_url: string) =>
  (await getPreviewImage({ name: 'Kites', image_url })).size

test('the size of an uploaded image is read from its first bytes, if that is possible', async () => {
  expect(await readSize(`${server.url}/photo.jpg`)).toEqual({ width: 2400, height: 1600 })
  expect(ranges).toEqual(['bytes=0-16383'])
  expect(await readSize(`${server.url}/missing.jpg`)).toBeUndefined()
  expect(await readSize('http://127.0.0.1:1/refused.jpg')).toBeUndefined()
})

test('the number of pages is limited', () => {
  expect(readPageLimit('')).toBe(20_000)
  expect(readPageLimit('500')).toBe(500)
  expect(() => readPageLimit('many')).toThrow('COMMUNITY_PAGES is not a number: many')
})

test('search engines get communities as organizations that people join, each with its page', () => {
  const { id, name } = good
  expect(describeCommunity(good)).toMatchObject({
    '@type': 'Organization',
    name,
    url: `/communities/${id}/`,
    knowsLanguage: ['en'],
    description: 'Off the road and back',
    location: { address: { addressLocality: 'Koh Phangan', addressCountry: 'Thailand' } },
  })
})
