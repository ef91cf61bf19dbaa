/** Whether an invite link leads to a group. Unknown if the page does not show it. */
export type LinkResult =
  | { state: 'live'; groupName: string }
  | { state: 'dead' }
  | { state: 'unknown' }

/** Titles that WhatsApp uses when there is no group. */
const genericTitle =
  /^whatsapp( messenger)?( (group|community|channel))?( (invite|invitation|link))?$/i

/** Limits for parsing. Real pages have about twenty meta tags with two or three attributes. */
const maxTags = 100
const maxAttributes = 10
const attribute =
  /[\s/]{0,99}([^\s/<>="']{1,50})(?:\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'<>]{1,2000})))?/y

/**
 * Reads an invite page that was served with status 200. The status proves nothing, because the page of a revoked
 * link still loads. A live page names its group in `og:title`; a dead one has a generic title there, or none. A page
 * that is not recognizably WhatsApp's is unknown.
 *
 * The page may be truncated or hostile: parsing takes linear time, and the name becomes one line of at most 200
 * visible characters.
 */
export function readInvitePage(html: string): LinkResult {
  const tags = readMetaTags(html)
  const full = toLine(tags.get('og:title') ?? '')
  const title = full.replace(/ \| WhatsApp( Channel)?$/i, '')
  // In other languages, too: the page's own description instead of a name.
  const isGeneric = /whatsapp/i.test(title) && title === toLine(tags.get('og:description') ?? '')
  if (isGeneric) return { state: 'dead' }
  const isInvite = [...tags.values(), readTitle(html)].some((text) =>
    genericTitle.test(toLine(text))
  )
  // A group or a channel may begin its name like the home page, to which WhatsApp may redirect.
  const isHomePage = !isInvite && !/ \| WhatsApp Channel$/i.test(full) &&
    /^WhatsApp(\.com)? \|/i.test(title)
  if (title && !genericTitle.test(title) && !isHomePage) return { state: 'live', groupName: title }
  return { state: isInvite ? 'dead' : 'unknown' }
}

/** Returns the title and the description of a page as one line, at most 3,000 characters. */
export function readPageText(html: string): string {
  const tags = readMetaTags(html)
  const texts = ['og:title', 'og:description', 'description'].map((name) => tags.get(name) ?? '')
  return toLine([...texts, readTitle(html)].join(' '), 3000)
}

/** Returns the `content` of meta tags by `property` or `name`. The first of each counts. */
function readMetaTags(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const start = /<meta(?=[\s/])/gi
  for (let count = 0; count < maxTags && start.exec(html); count += 1) {
    const attributes = readAttributes(html, start.lastIndex)
    const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
    const content = attributes.get('content')
    if (name && content !== undefined && !found.has(name)) found.set(name, content)
  }
  return found
}

function readAttributes(html: string, from: number): Map<string, string> {
  const found = new Map<string, string>()
  attribute.lastIndex = from
  for (let count = 0; count < maxAttributes; count += 1) {
    const match = attribute.exec(html)
    if (!match) break
    const [, name = '', double, single, bare] = match
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ''))
  }
  return found
}

const readTitle = (html: string) =>
  decodeEntities(/<title>([^<]{0,200})<\/title>/i.exec(html)?.[1] ?? '')

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi,
    (all, hex, decimal, name) => {
      if (name) return named[name.toLowerCase()] ?? all
      const code = hex ? parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}

/** Replaces control characters, lone surrogates and bidirectional controls with spaces. */
function toLine(text: string, limit = 200): string {
  const words = text
    .replace(/[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(words).slice(0, limit).join('').trim()
}
