import { inject } from 'vitest'

async function readEmail(recipient: string): Promise<string> {
  const response = await fetch(`${inject('emailsUrl')}/${encodeURIComponent(recipient)}`)
  return response.text()
}

/** Returns the code in the last email to a recipient. */
export async function readEmailedCode(recipient: string): Promise<string> {
  const [code = ''] = /^\d{6}$/m.exec(await readEmail(recipient)) ?? []
  return code
}

/** Returns the path of the app to which the link in the last email to a recipient leads. */
export async function readEmailedPath(recipient: string): Promise<string> {
  const [link = ''] = /https?:\/\/\S+/.exec(await readEmail(recipient)) ?? []
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
