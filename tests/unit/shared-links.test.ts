import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderWorker } from '../../scripts/build/hosts/cloudflare.ts'
import { getHostRules, newCommunity } from '../../scripts/build/hosts/rules.ts'
import { renderVercel } from '../../scripts/build/hosts/vercel.ts'
import { getCommunityPath } from '../../src/features/community/community-path.ts'
import { getCommunityPath as getPathInEmails } from '../../supabase/functions/_shared/community-path.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'

test('emails and screens share the same address of a community', () => {
  expect(getPathInEmails(id)).toBe(getCommunityPath(id))
})

/** Where the app's own URL of a community may be: in a link or a navigation inside the app, and in the script that sets it. */
const isInternal = /^\s*(to=\{|\* )|void navigate\(|dataset\['query'\]/

test('no address that leaves the app is built from the URL inside the app, which has no link preview', () => {
  const files = ['src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(
        (line) =>
          (/[?&]community=|URLSearchParams\(\{ community/.test(line) && !isInternal.test(line)) ||
          /(new URL|toSiteUrl)\(get(CommunityUrl|ViewUrl)\(/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['a community newer than the build', `/communities/${id}/`, 404, 'app'],
  ['a link with a changed end', `/communities/${id}).`, 404, 'app'],
  ['a community with a page', `/communities/${id}/`, 200, 'page'],
  ['any other path', '/communities/no-such-page', 404, 'page'],
])('Cloudflare Pages answers %s', async (_what, path, status, expected) => {
  const worker = await import(`data:text/javascript,${encodeURIComponent(renderWorker())}`)
  const ASSETS = {
    fetch: async ({ url }: Request) =>
      new URL(url).pathname === '/community'
        ? new Response('app')
        : new Response('page', { status }),
  }
  const request = new Request(`https://waypost.example${path}`)
  const response: Response = await worker.default.fetch(request, { ASSETS })
  expect(await response.text()).toBe(expected)
  expect(response.status).toBe(expected === 'app' ? 200 : status)
})

test('Vercel sends the app for a community without a file, and each header for its paths', () => {
  const header = z.object({ key: z.string(), value: z.string() })
  const { headers, rewrites } = z
    .object({
      headers: z.array(z.object({ source: z.string(), headers: z.array(header) })),
      rewrites: z.array(z.object({ source: z.string(), destination: z.string() })),
    })
    .parse(JSON.parse(renderVercel(getHostRules('', ''))))
  // Its patterns are regular expressions, except for named parameters.
  const matches = ({ source }: { source: string }, path: string) =>
    new RegExp(`^${source}$`).test(path)
  const rewrite = (path: string) => rewrites.find((rule) => matches(rule, path))?.destination
  expect(rewrite(`/communities/${id}/`)).toBe('/community')
  expect(rewrite(`/communities/${id}).`)).toBe('/community')
  expect(rewrite('/communities/no-such-page')).toBeUndefined()
  const namesFor = (path: string) =>
    headers.filter((rule) => matches(rule, path)).flatMap((rule) => rule.headers.map((h) => h.key))
  expect(namesFor('/privacy')).toContain('Content-Security-Policy')
  expect(namesFor('/privacy')).not.toContain('Cache-Control')
  expect(namesFor('/assets/app-abc.js')).toEqual([...namesFor('/privacy'), 'Cache-Control'])
})

test('Netlify sends the app for paths of communities that have no file', () => {
  const [rule] = readFileSync('netlify.toml', 'utf8').split('[[redirects]]\n').slice(1)
  expect(rule).toBe(`from = "/communities/*"\nto = "/${newCommunity.file}"\nstatus = 200\n`)
})
