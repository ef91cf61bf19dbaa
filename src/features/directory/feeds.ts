import { isolate } from '../../lib/isolate.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { brand } from '../../app/brand.ts'
import type { PublicCommunity } from './directory-queries.ts'
import { getCommunityPath } from '../community/community-path.ts'

/* Atom feeds (RFC 4287), which the build writes next to the static pages. */

/** Returns the path of the Atom feed of a place or of all communities. No two places have the same words. */
export const getFeedPath = (location: string | null) =>
  location
    ? `/places/${plainWords(location).replaceAll(' ', '-')}/feed.xml`
    : '/communities/feed.xml'

const maxEntries = 50

/**
 * Returns the feeds of all communities and of each place by their paths. Only what the static pages show: no invite links,
 * and nothing about owners.
 *
 * @param updated when the feeds are written. The newest approval would go back in time when its community is removed.
 */
export function renderFeeds(
  communities: readonly PublicCommunity[],
  siteUrl: string,
  updated = new Date(),
): Map<string, string> {
  const feeds = new Map<string | null, PublicCommunity[]>()
  const newestFirst = communities.toSorted((one, other) => approvedAt(other) - approvedAt(one))
  for (const community of newestFirst) {
    for (const location of [null, community.location]) {
      const entries = feeds.get(location) ?? []
      feeds.set(location, entries)
      if (entries.length < maxEntries) entries.push(community)
    }
  }
  return new Map(
    [...feeds].map(([location, entries]) => {
      const path = getFeedPath(location)
      const title = location ? `Communities in ${isolate(location)}` : 'Communities'
      return [
        path,
        renderFeed(new URL(path, siteUrl), `${title} · ${brand.name}`, entries, updated),
      ]
    }),
  )
}

const approvedAt = ({ approval_date }: PublicCommunity) => Date.parse(approval_date)

const formatApproval = (community: PublicCommunity) => new Date(approvedAt(community)).toISOString()

/** The id has a fixed year, because a tag URI (RFC 4151) must never change. */
function renderFeed(
  { href, hostname, pathname, origin }: URL,
  title: string,
  entries: PublicCommunity[],
  updated: Date,
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>tag:${hostname},2026:${pathname}</id>
  <title>${escapeXml(title)}</title>
  <updated>${updated.toISOString()}</updated>
  <author><name>${brand.name}</name></author>
  <link rel="self" type="application/atom+xml" href="${href}" />
${entries.map((community) => renderEntry(community, origin)).join('')}</feed>
`
}

function renderEntry(community: PublicCommunity, origin: string): string {
  const { id, name, location, country, category, summary } = community
  const approved = formatApproval(community)
  return `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${escapeXml(name)}</title>
    <link rel="alternate" type="text/html" href="${new URL(getCommunityPath(id), origin).href}" />
    <published>${approved}</published>
    <updated>${approved}</updated>
    <category term="${escapeXml(category)}" />
    <summary>${escapeXml(`${isolate(location)}, ${country}: ${isolate(summary)}`)}</summary>
  </entry>
`
}

/** Every character that XML 1.0 does not allow, even escaped. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string) =>
  text
    .replaceAll(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
