import { staticPages } from '../../../tooling/site/pages.ts'

export interface Measurement {
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
  /** Measures a press instead: Playwright selector of the button or link, and CSS selector of what the press shows. */
  press?: { button: string; shown: string }
  targetMs?: number
}

const owner = 'luca@example.com'
const admin = 'admin@example.com'
const [community] = staticPages
const profile = { path: '/profile', content: 'main li h3', account: owner }
const table = { path: '/admin?view=all', content: 'main tbody td', account: admin }
const list = { content: 'main article', isLive: true }
const filter = { ...list, path: '/communities?place=Bali' }

/** The visits whose time to content is measured, then what users press most. */
export const measurements: Measurement[] = [
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
  {
    ...profile,
    name: '/profile, edit dialog',
    press: {
      button: 'main li button[aria-label^="Edit"]',
      shown: '[role=dialog] input[name=name]',
    },
    targetMs: 450,
  },
  {
    ...list,
    name: '/communities, a community',
    path: '/communities',
    press: { button: 'main article a', shown: 'main article h1' },
    targetMs: 300,
  },
  {
    ...table,
    name: '/admin, review queue',
    press: {
      button: 'main button:visible:has-text("To review")',
      shown: 'main article h2',
    },
    targetMs: 450,
  },
  {
    ...table,
    name: '/admin, Users tab',
    press: {
      button: '[role=tab][data-value=users]',
      shown: '[role=tabpanel][id$="-panel"][aria-labelledby$="-users"] tbody td',
    },
    targetMs: 450,
  },
]
