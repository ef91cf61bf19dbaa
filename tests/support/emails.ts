import { inject } from 'vitest'

/** Returns the path of the app to which the link in the last email to a recipient leads. */
export async function readEmailedPath(recipient: string): Promise<string> {
  const response = await fetch(`${inject('emailsUrl')}/${encodeURIComponent(recipient)}`)
  const [link = ''] = /https?:\/\/\S+/.exec(await response.text()) ?? []
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}

/**
 * Returns the links of an email that email gateways and programs change: `#` becomes `%23`, `%2B` becomes `+`, `&` becomes
 * `&amp;`, and a mark at the end is left out or added.
 */
export function listFragileLinks({ html, text }: { html: string; text: string }): string[] {
  const inHtml = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
  const links = [...inHtml, ...(text.match(/[a-z]+:\/\/\S+/g) ?? [])]
  return links.filter((link) => /[#+&]|%2[36B]|[^\w/]$/i.test(link))
}
