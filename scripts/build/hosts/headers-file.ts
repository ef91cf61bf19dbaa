import { type Header, type HostRules, listHeaders } from './rules.ts'

/* `_headers`, which Netlify and Cloudflare Pages read: each path, then its indented headers. */

export const renderHeadersFile = (rules: HostRules): string =>
  listHeaders(rules)
    .map(({ path, headers }) =>
      [path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n')

/** Parses what `renderHeadersFile` returns. */
export function parseHeadersFile(text: string): ReturnType<typeof listHeaders> {
  return text.split('\n\n').map((block) => {
    const [path = '', ...lines] = block.trim().split('\n')
    return { path, headers: lines.map(parseHeader) }
  })
}

function parseHeader(line: string): Header {
  const [name = '', ...value] = line.trim().split(': ')
  return [name, value.join(': ')]
}
