/** What the page behind an invite link says: the group it leads to, that there is none, or nothing. */
export type LinkAnswer =
  | { state: 'live'; groupName: string }
  | { state: 'dead' }
  | { state: 'unknown' }

/** Titles of pages that invite to nothing: WhatsApp's own words in place of a group's name. */
const generic = /^whatsapp( messenger)?( (group|community|channel))?( (invite|invitation|link))?$/i

/** What is looked at. Real pages have some twenty tags, of two or three attributes. */
const mostTags = 100
const mostAttributes = 10
const attribute =
  /[\s/]{0,99}([^\s/<>="']{1,50})(?:\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'<>]{1,2000})))?/y

/**
 * Reads a page that chat.whatsapp.com or whatsapp.com/channel answered with 200, which alone proves nothing:
 * the page of a link that was reset still loads. A live one names its group in `og:title`; a dead one has a
 * generic title there, or none. A page that does not even say that it is WhatsApp's is unknown.
 *
 * The page may be cut off anywhere, and its author may be hostile: the time it takes grows with its length
 * alone, and the name comes out as one line of at most 200 visible characters.
 */
export function readInvitePage(html: string): LinkAnswer {
  const said = readMetaTags(html)
  const title = oneLine(said.get('og:title') ?? '').replace(/ \| WhatsApp( Channel)?$/i, '')
  if (title && !generic.test(title) && !/^WhatsApp(\.com)? \|/i.test(title)) {
    return { state: 'live', groupName: title }
  }
  const isInvite = [...said.values(), readTitle(html)].some((text) => generic.test(oneLine(text)))
  return { state: isInvite ? 'dead' : 'unknown' }
}

/** The `content` of the page's meta tags by their `property` or `name`; the first of each counts. */
function readMetaTags(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const start = /<meta(?=[\s/])/gi
  for (let count = 0; count < mostTags && start.exec(html); count += 1) {
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
  for (let count = 0; count < mostAttributes; count += 1) {
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

/** What is no text at all (controls, half a pair) and what makes text read as something else becomes a space. */
function oneLine(text: string): string {
  const words = text
    .replace(/[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(words).slice(0, 200).join('').trim()
}
