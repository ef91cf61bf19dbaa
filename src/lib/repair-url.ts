import { findUuid } from './uuid.ts'

const idParameters = ['community', 'edit', 'show', 'owner']
const textParameters = ['q', 'place', 'country', 'person']

/** Marks that email programs take for the end of the link before them, also encoded. */
const trailingMarks = /(?:[.,;:!?'*>)\]}]|%(?:22|27|29|3C|3E|5D|7D))+$/i

/**
 * Returns the path, query and fragment of a URL of this site without what email gateways, chats and copying changed: `#`
 * and `?` encoded, `&amp;` for `&`, and text after an id or at the end.
 */
export function repairUrl({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const decoded = pathname.replace(/%23/, '#').replace(/%3f/i, '?') + search + hash
  const [, path = '/', query = '', fragment = ''] =
    /^([^?#]*)\??([^#]*)#?(.*)$/.exec(decoded.replaceAll('&amp;', '&')) ?? []
  const parameters = query.split('&').map(withPlainId)
  const [last = ''] = parameters.at(-1)?.split('=') ?? []
  const isTextLast = fragment === '' && textParameters.includes(last)
  const repaired = [
    // Two slashes would be another site.
    path.replace(/^\/+/, '/'),
    query && `?${parameters.join('&')}`,
    fragment && `#${fragment}`,
  ].join('')
  return isTextLast ? repaired : repaired.replace(trailingMarks, '')
}

/** The first UUID of the parameter of an id counts. */
function withPlainId(parameter: string): string {
  const [key = '', value = ''] = parameter.split('=')
  const id = idParameters.includes(key) ? findUuid(value) : null
  return id ? `${key}=${id}` : parameter
}
