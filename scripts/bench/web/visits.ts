import { staticPages } from '../../../tooling/site/pages.ts'

export interface Visit {
  name: string
  path: string
  /** Of the site with a live directory. */
  isLive?: boolean
  /** CSS selector of the first row or card with data. */
  content: string
  /** The demo account that is signed in. */
  account?: string
  /** Whether the browser has visited the page before. */
  isRepeated?: boolean
  targetMs?: number
}

const owner = 'luca@example.com'
const admin = 'admin@example.com'
const [community] = staticPages
const profile = { path: '/profile', content: 'main li h3', account: owner }
const list = { content: 'main article', isLive: true }
const filter = { ...list, path: '/communities?place=Bali' }

/** The visits whose time to content is measured. */
export const visits: Visit[] = [
  { name: '/', path: '/', content: 'main h1' },
  { name: '/business-partnership', path: '/business-partnership', content: 'main h1' },
  { ...profile, name: '/profile', targetMs: 1900 },
  { ...profile, name: '/profile, again', isRepeated: true },
  { name: '/admin', path: '/admin', content: 'main article h2', account: admin, targetMs: 2600 },
  { ...list, name: 'live /', path: '/' },
  { ...list, name: 'live /communities', path: '/communities' },
  {
    name: 'live community',
    path: community?.path ?? '',
    content: 'main h1',
    isLive: true,
    targetMs: 900,
  },
  { ...filter, name: 'live filter', targetMs: 1700 },
  { ...filter, name: 'live filter, again', isRepeated: true },
  { ...list, name: 'live search', path: '/communities?q=surf', targetMs: 1700 },
]
