import { createHash } from 'node:crypto'

/*
 * What every host must do with the build, besides sending its files: /privacy is the file privacy.html, and 404.html is
 * sent with status 404 for what has no file. The other files of this folder write the rules in the format of each host.
 */

export type Header = [name: string, value: string]

export interface HostRules {
  /** The headers of every response, including errors. */
  everywhere: Header[]
  files: FileRule[]
}

/** Of files that exist. */
interface FileRule {
  /** A path, or the beginning of one and `*`. */
  path: string
  cacheControl: string
  /** Where hosts do not derive it from the file's name. */
  contentType?: string
}

/** For what `files` does not name. Cloudflare Pages, Netlify and Vercel send its equivalent themselves. */
export const defaultCacheControl = 'no-cache'

/**
 * A community newer than the build has no page yet. The app shows it, with status 200, because link previews and search
 * engines ignore pages with status 404.
 */
export const newCommunity = {
  /** A regular expression that ignores case and has the same meaning in JavaScript, PCRE and RE2. */
  path: '^/communities/[^/]*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  /** Only a build with the directory live has this file. */
  file: 'community.html',
}

/** Files in the root of the build for the hosts that read them. Others must not send them, nor any hidden file. */
export const hostFiles = ['_headers', '_routes.json', '_worker.js', 'vercel.json']

const feed = {
  cacheControl: 'public, max-age=3600',
  contentType: 'application/atom+xml; charset=utf-8',
}

const files: FileRule[] = [
  { path: '/assets/*', cacheControl: 'public, max-age=31536000, immutable' },
  {
    path: '/manifest.webmanifest',
    cacheControl: 'public, max-age=86400',
    contentType: 'application/manifest+json',
  },
  { path: '/communities/feed.xml', ...feed },
  { path: '/places/*', ...feed },
]

/** Returns the headers by path, the most general first. */
export const listHeaders = ({ everywhere, files: rules }: HostRules) => [
  { path: '/*', headers: everywhere },
  ...rules.map(({ path, cacheControl, contentType }) => ({
    path,
    headers: [
      ...(contentType ? [['Content-Type', contentType] satisfies Header] : []),
      ['Cache-Control', cacheControl] satisfies Header,
    ],
  })),
]

/**
 * @param supabaseUrl empty if the app's own origin serves the backend
 * @param html a built page: the policy allows its inline scripts, and no others
 * @param captcha `VITE_CAPTCHA_PROVIDER` of the build
 */
export function getHostRules(supabaseUrl: string, html: string, captcha = ''): HostRules {
  const supabase = supabaseUrl && new URL(supabaseUrl).origin
  return {
    everywhere: [
      ['Content-Security-Policy', renderPolicy(supabase, html, captcha)],
      ['Strict-Transport-Security', 'max-age=63072000'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'strict-origin-when-cross-origin'],
      [
        'Permissions-Policy',
        'accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      ],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['X-Frame-Options', 'DENY'],
    ],
    files,
  }
}

/** What a page with the widget needs, as the providers document it. */
const captchaSources: Record<string, Record<string, string[]>> = {
  turnstile: allowIn(['script-src', 'frame-src'], ['https://challenges.cloudflare.com']),
  hcaptcha: allowIn(
    ['script-src', 'frame-src', 'style-src-elem', 'connect-src'],
    ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  ),
}

function allowIn(directives: string[], hosts: string[]): Record<string, string[]> {
  return Object.fromEntries(directives.map((name) => [name, hosts]))
}

function renderPolicy(supabase: string, html: string, captcha: string): string {
  const realtime = supabase.replace(/^http/, 'ws')
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const directives: Record<string, string[]> = {
    'default-src': [`'none'`],
    'script-src': [`'self'`, ...hashes],
    'style-src-elem': [`'self'`, `'unsafe-inline'`],
    'style-src-attr': [`'none'`],
    'img-src': [`'self'`, 'data:', 'blob:', 'https://images.unsplash.com', supabase],
    'font-src': [`'self'`],
    'connect-src': [`'self'`, supabase, realtime],
    'frame-src': [],
    'worker-src': [`'self'`],
    'manifest-src': [`'self'`],
    'base-uri': [`'none'`],
    'form-action': [`'self'`],
    'frame-ancestors': [`'none'`],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources, ...(captchaSources[captcha]?.[name] ?? [])])
    .map((words) => words.filter(Boolean))
    .filter((words) => words.length > 1)
    .map((words) => words.join(' '))
    .join('; ')
}
