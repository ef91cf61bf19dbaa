import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCommunityPages } from '../../scripts/build/prerender/communities.ts'
import type { PublicCommunity } from '../../src/routes/directory/directory-queries.ts'
import { getCommunityPath, getCommunityUrl } from '../../src/routes/directory/directory-view.ts'
import { describeCommunity } from '../../src/routes/directory/structured-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'community-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [good, broken] = ['a', 'b'].map((digit): PublicCommunity => ({
  id: `7d7f9b7e-0000-4000-8000-00000000000${digit}`,
  name: 'Reef & Co',
  summary: '',
  description: '',
  location: 'Koh Phangan',
  country: 'Thailand',
  category: 'Sports',
  join_type: 'open',
  languages: ['en'],
  member_count: 1,
  image_url: 'https://images.unsplash.com/photo-1',
  approval_date: '2026-01-01',
  group_count: 0,
  groups: [],
  link_checked_at: '2026-01-02',
}))
if (!good || !broken) throw new Error('Two communities are expected')

const template = `<html lang="en"><head>
  <title>Waypost</title>
  <meta property="og:title" content="Waypost" />
  <meta property="og:image" content="/og.png" />
</head><body><div id="root"></div></body></html>`

const warnings: string[] = []
let paths: string[] = []
beforeAll(async () => {
  paths = await writeCommunityPages({
    folder,
    template,
    renderer: {
      describeCommunity,
      getCommunityPath,
      getCommunityUrl,
      readCommunities: async () => [good, broken],
      readOthers: async () => ({ communities: [], hasMore: false }),
      renderCommunity: async ({ community }) => {
        if (community.id === broken.id) throw new AggregateError([new Error('No image')])
        return '<title>Reef &amp; Co</title><main></main>'
      },
    },
    project: { useSiteOrigin: (text) => text },
    siteUrl: 'https://app.example.com',
    warn: (message) => warnings.push(message),
  })
})

test('each community has a page with its URL, image and data', () => {
  expect(paths).toEqual([getCommunityPath(good.id)])
  const html = readFileSync(join(folder, 'communities', good.id, 'index.html'), 'utf8')
  expect(html).toContain(
    `<html data-path="/communities" data-query="?community=${good.id}&amp;place=Koh+Phangan"`,
  )
  expect(html).toContain(
    `<meta property="og:url" content="https://app.example.com/communities/${good.id}/" />`,
  )
  expect(html).toContain('content="https://images.unsplash.com/photo-1?w=1200&amp;h=630')
  expect(html).toContain('property="og:image:alt" content="Image of Reef &amp; Co"')
  expect(html).toContain(`<script type="application/json" id="first-community">`)
})

test('a page that cannot be rendered is reported and left out', () => {
  expect(warnings).toEqual([
    `${getCommunityPath(broken.id)} is left out, because it could not be rendered: No image`,
  ])
  expect(existsSync(join(folder, 'communities', broken.id))).toBe(false)
})
