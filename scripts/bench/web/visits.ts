import { closedPages, livePages, staticPages } from '../../../tooling/site/pages.ts'
import type { Visit } from './content.ts'

interface NamedVisit extends Visit {
  name: string
  /** Milliseconds. */
  targetMs?: number | undefined
}

const targets: Record<string, number> = { '/profile': 1900, '/admin': 2400, 'live community': 900 }

/** CSS selectors of the first content; on the other pages it is their heading. */
const contents: Record<string, string> = {
  '/profile': 'main li h3',
  '/admin': 'main tbody td',
  'live /': 'main article',
  'live /communities': 'main article',
}

/** Returns the visits of a site whose time to content is measured. */
export function listVisits(isLive: boolean): NamedVisit[] {
  const pages = isLive ? [...livePages, ...staticPages] : closedPages
  const visits = pages.map(({ name, path, account }) => ({
    name,
    path,
    content: contents[name] ?? 'main h1',
    account,
    targetMs: targets[name],
  }))
  return [...visits, ...(isLive ? searches : repeatedVisits)]
}

const searches: NamedVisit[] = [
  { name: 'live filter', path: '/communities?place=Bali', targetMs: 1700 },
  { name: 'live search', path: '/communities?q=surf', targetMs: 1700 },
  { name: 'live filter, again', path: '/communities?place=Bali', isRepeated: true },
].map((search) => ({ ...search, content: 'main article' }))

const repeatedVisits: NamedVisit[] = [
  {
    name: '/profile, again',
    path: '/profile',
    content: 'main li h3',
    account: 'luca@example.com',
    isRepeated: true,
  },
]
