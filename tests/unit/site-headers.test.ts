import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getHostRules } from '../../scripts/build/hosts/rules.ts'
import { brand } from '../../src/app/brand.ts'
import { captchaScripts } from '../../src/features/session/sign-in/captcha-widget.ts'

const page = '<script>theme()</script><script type="module" src="/a.js"></script>'
const headersFor = (url: string, captcha?: string): Record<string, string> =>
  Object.fromEntries(getHostRules(url, page, captcha).everywhere)
const policyFor = (url: string, captcha?: string) => {
  const policy = headersFor(url, captcha)['Content-Security-Policy'] ?? ''
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

test('scripts load from the app only, and the page allows its own inline script only', () => {
  const policy = policyFor('https://abc.supabase.co')
  expect(policy.get('default-src')).toEqual([`'none'`])
  const hash = createHash('sha256').update('theme()').digest('base64')
  expect(policy.get('script-src')).toEqual([`'self'`, `'sha256-${hash}'`])
  expect(policy.get('frame-ancestors')).toEqual([`'none'`])
})

test('the only other hosts are the stock photos and the hosted project, if there is one', () => {
  const sources = [...policyFor('https://abc.supabase.co/').values()].flat()
  expect(new Set(sources.filter((source) => source.includes('//')))).toEqual(
    new Set(['https://images.unsplash.com', 'https://abc.supabase.co', 'wss://abc.supabase.co']),
  )
  expect(policyFor('').get('connect-src')).toEqual([`'self'`])
  expect(policyFor('').has('frame-src')).toBe(false)
})

test.each([
  ['turnstile', ['https://challenges.cloudflare.com'], ['script-src', 'frame-src']],
  [
    'hcaptcha',
    ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    ['script-src', 'style-src-elem', 'connect-src', 'frame-src'],
  ],
] as const)('a site with %s allows what its documentation lists', (provider, hosts, directives) => {
  const expected = policyFor('')
  for (const name of directives) expected.set(name, [...(expected.get(name) ?? []), ...hosts])
  expect(policyFor('', provider)).toEqual(expected)
  const { origin } = new URL(captchaScripts[provider])
  expect(hosts).toContain(origin.replace('js.', '*.'))
})

test('every response has the headers that protect visitors, without affecting subdomains', () => {
  expect(headersFor('')).toMatchObject({
    'Strict-Transport-Security': expect.stringMatching(/^max-age=\d{8}$/),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': expect.stringMatching(/camera=\(\).* geolocation=\(self\)/),
  })
})

test('phones can install the site, with its icons and the colors of the light theme', () => {
  const icon = z.object({ src: z.string(), sizes: z.string(), purpose: z.optional(z.string()) })
  const manifest = z
    .looseObject({ icons: z.array(icon) })
    .parse(JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')))
  expect(manifest).toMatchObject({ name: brand.name, start_url: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const header = readFileSync(`public${src}`).subarray(0, 24)
    const size = `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
    expect([src, size]).toEqual([src, sizes])
  }
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  const html = readFileSync('index.html', 'utf8')
  expect(html).toContain(`light)" content="${String(manifest['theme_color'])}"`)
  expect(readFileSync('src/app/index.css', 'utf8')).toContain(
    `--color-paper: light-dark(${String(manifest['background_color'])},`,
  )
  expect(policyFor('').get('manifest-src')).toEqual([`'self'`])
})
