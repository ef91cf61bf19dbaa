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
export function listVisits(siteUrl: string, isLive: boolean): NamedVisit[] {
  const pages = isLive ? [...livePages, ...staticPages] : closedPages
  const visits = pages.map(({ name, path, account }) => ({
    name,
    url: siteUrl + path,
    content: contents[name] ?? 'main h1',
    account,
    targetMs: targets[name],
  }))
  return [...visits, ...(isLive ? listSearches(siteUrl) : repeatedVisits(siteUrl))]
}

function listSearches(siteUrl: string): NamedVisit[] {
  const list = `${siteUrl}/communities`
  const content = 'main article'
  return [
    { name: 'live filter', url: `${list}?place=Bali`, content, targetMs: 1700 },
    { name: 'live search', url: `${list}?q=surf`, content, targetMs: 1700 },
    { name: 'live filter, again', url: `${list}?place=Bali`, content, isRepeated: true },
  ]
}

const repeatedVisits = (siteUrl: string): NamedVisit[] => [
  {
    name: '/profile, again',
    url: `${siteUrl}/profile`,
    content: 'main li h3',
    account: 'luca@example.com',
    isRepeated: true,
  },
]
