import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { getCommunityPath } from '../../src/features/community/community-path.ts'
import { getCommunityPath as getPathInEmails } from '../../supabase/functions/_shared/community-path.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'

test('emails and screens share the same address of a community', () => {
  expect(getPathInEmails(id)).toBe(getCommunityPath(id))
})

/** Where the app's own URL of a community may be: in a link inside the app, and in the script that sets it. */
const isInternal = /^\s*(to=\{|\* )|dataset\['query'\]/

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
  // Not imported by its name, because it is not a module of the app.
  const file = new URL('../../public/_worker.js', import.meta.url).href
  const worker = await import(/* @vite-ignore */ file)
  const ASSETS = {
    fetch: vi.fn<(asset: Request | URL) => Promise<Response>>(async (asset) =>
      asset instanceof URL && asset.pathname === '/community'
        ? new Response('app')
        : new Response('page', { status }),
    ),
  }
  const request = new Request(`https://waypost.example${path}`)
  const response: Response = await worker.default.fetch(request, { ASSETS })
  expect(await response.text()).toBe(expected)
  expect(response.status).toBe(expected === 'app' ? 200 : status)
})

test('the hosts name the same file, below the paths of communities', () => {
  expect(readFileSync('netlify.toml', 'utf8')).toMatch(
    /from = "\/communities\/\*"\n\s*to = "\/community\.html"\n\s*status = 200/,
  )
  const routes: unknown = JSON.parse(readFileSync('public/_routes.json', 'utf8'))
  expect(routes).toMatchObject({ include: ['/communities/*'] })
})
